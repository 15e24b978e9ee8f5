"""Position of the map on its panel: pointy-top hexes whose centres are whole pixels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

import msgspec

from render.hexes import Layout, Point
from rules.contract import Hex
from rules.hexgrid import neighbours

WIDTHS = (132, 120, 110, 100, 92, 84, 76, 68, 60, 52, 44, 36, 28, 20, 12)
"""Widths of a hex in pixels: few, so that the sprites of one map serve the next, and a map that
grows."""
LARGEST = (1248, 1300)
"""Greatest size of a panel."""
FULL = 106
"""Width of a hex for which all other measures are given."""


class Frame(msgspec.Struct, frozen=True):
    """A panel of `size` pixels on which hexes are `width` pixels wide."""

    size: tuple[int, int]
    width: int
    origin: tuple[int, int]
    """The middle of (0, 0)."""

    @property
    def row(self) -> int:
        return row_of(self.width)

    @property
    def unit(self) -> float:
        """Scale of the measures, which are given for hexes `FULL` pixels wide."""
        return self.width / FULL

    def centre(self, at: Hex) -> tuple[int, int]:
        """The pixel in the middle of a hex."""
        q, r = at
        return self.origin[0] + q * self.width + r * self.width // 2, self.origin[1] + r * self.row

    def layout(self) -> Layout:
        """Layout with the same origin, for the corners of hexes."""
        return layout(self.width, self.origin)


def row_of(width: int) -> int:
    """Distance between two rows of hexes."""
    return round(width * sqrt(3) / 2)


def layout(width: int, origin: Point = (0.0, 0.0)) -> Layout:
    """Pointy-top hexes of an even width, squashed by less than a pixel to whole rows."""
    side = width / sqrt(3)
    return Layout(size=side, origin=origin, flat=False, squash=row_of(width) / (1.5 * side))


def extent(cells: Iterable[Hex]) -> tuple[int, int, int, int]:
    """Bounds of cells: least column, in half hexes, least row, greatest column, greatest row."""
    places = [(2 * q + r, r) for q, r in cells]
    columns, rows = [column for column, _ in places], [row for _, row in places]
    return min(columns), min(rows), max(columns), max(rows)


def flower(at: Hex) -> Sequence[Hex]:
    """The seven hexes of a region, the middle first, then by direction."""
    return [at, *neighbours(at)]


def hex_points(side: float) -> list[Point]:
    """A pointy-top hex of a given side round the origin."""
    return Layout(size=side, flat=False).corners((0, 0))
