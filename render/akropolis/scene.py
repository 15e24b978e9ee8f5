"""Scene of the picture of one city: its cells back to front, their size and place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import floor, sqrt

import msgspec

from render.akropolis import blocks
from render.akropolis import materials as m
from render.hexes import Box, Layout
from render.light import DAY, Light
from rules.akropolis.view import Cell
from rules.contract import Hex
from rules.hexgrid import neighbours

Surface = tuple[tuple[Hex, Cell], ...]
"""The topmost hexes of a city, back to front."""
LARGEST = 84
READABLE = 20
"""Hex size below which nothing is written on a map and nothing stands beside the city."""
MARGIN = 16
"""Pixels that a map leaves free at opposite sides together."""
COARSE = 40
"""Hex size above which sizes are farther apart."""
SMALLEST = 6
"""Hex size at which even a city built in one straight line through the longest game fits."""


class Scene(msgspec.Struct, frozen=True):
    """Everything that the picture of a city depends on; equal scenes give the same pixels."""

    width: int
    height: int
    size: int
    origin: tuple[int, int]
    surface: Surface
    margin: frozenset[Hex]
    """Empty cells that are outlined: those beside the city, and the anchors on offer."""
    water: frozenset[Hex]
    """The cells of its lakes."""
    variants: tuple[int, ...]
    """Variant of the building on each hex of `surface`."""
    dimmed: frozenset[Hex] = frozenset()
    labelled: bool = False
    seat: int = 0
    bare: frozenset[Hex] = frozenset()
    """Built cells whose building is not drawn."""
    plain: bool = False
    """Whether the cells beside the city are left out: there is nothing more to lay."""
    light: Light = DAY
    storeys: int = 1
    """Storeys of a level: 2 makes a city look taller, and `surface` counts storeys then."""

    @property
    def grid(self) -> Layout:
        return blocks.layout(self.size, self.origin)

    @property
    def is_readable(self) -> bool:
        """Whether there is room to write on its cells."""
        return self.size >= READABLE

    def shows_level(self, cell: Cell, front: Cell | None) -> bool:
        """Whether the level of a roof is written on it: where the roof in front has another."""
        stands_out = self.labelled or front is None or front.level != cell.level
        return cell.level > 1 and self.is_readable and stands_out

    @property
    def cells(self) -> dict[Hex, Cell]:
        return dict(self.surface)


def back_to_front(cells: Mapping[Hex, Cell]) -> Surface:
    """The cells in the order in which they are drawn."""
    return tuple(sorted(cells.items(), key=lambda item: (2 * item[0][1] + item[0][0], item[0][0])))


def beside(cells: Iterable[Hex]) -> frozenset[Hex]:
    """The empty cells that touch the city."""
    built = set(cells)
    return frozenset(near for cell in built for near in neighbours(cell)) - built


def between(inner: Box, outer: Box, share: float) -> Box:
    """The box at a share of the way from one box to the one round it."""
    left, top, right, bottom = (a + (b - a) * share for a, b in zip(inner, outer, strict=True))
    return left, top, right, bottom


def extent(cells: Mapping[Hex, Cell], margin: Iterable[Hex]) -> Box:
    """The box round a city and its margin, in hex radii."""
    ground = [(1.5 * q, _ROW * (2 * r + q)) for q, r in (*cells, *margin)]
    xs, ys = [x for x, _ in ground], [y for _, y in ground]
    top = min(_ROW * (2 * at[1] + at[0]) - cell.level * m.STOREY for at, cell in cells.items())
    return min(xs) - 1, min(top, *ys) - _ROW, max(xs) + 1, max(ys) + _ROW


_ROW = m.SQUASH * sqrt(3) / 2
"""Half the height of a hex, in hex radii."""


def size_within(box: Box, width: int, height: int, largest: int) -> int:
    """The largest hex size at which `box` fits, of few: the blocks of one city serve the next."""
    left, top, right, bottom = box
    room = min((width - MARGIN) / (right - left), (height - MARGIN) / (bottom - top))
    step = 4 if room > COARSE else 2
    return max(SMALLEST, min(largest, floor(room / step) * step))


def origin_for(box: Box, width: int, height: int, size: int) -> tuple[int, int]:
    """Place of the cell (0, 0) with `box` in the middle."""
    left, top, right, bottom = box
    return round((width - (left + right) * size) / 2), round((height - (top + bottom) * size) / 2)


def window_origin(box: Box, width: int, height: int, size: int, at: Hex) -> tuple[int, int]:
    """Place of the cell (0, 0) with `at` in the middle, as far as `box` reaches."""
    left, top, right, bottom = box
    x, y = 1.5 * at[0], _ROW * (2 * at[1] + at[0])
    return _offset_within(left, right, width, size, x), _offset_within(top, bottom, height, size, y)


def _offset_within(low: float, high: float, room: int, size: int, at: float) -> int:
    """Place of 0 on a line of `room` pixels that shows `at` within the range from low to high."""
    if (high - low) * size + MARGIN <= room:
        return round((room - (low + high) * size) / 2)
    return round(
        max(room - MARGIN / 2 - high * size, min(MARGIN / 2 - low * size, room / 2 - at * size))
    )
