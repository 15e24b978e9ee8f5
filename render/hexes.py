"""Hex ⇄ pixel: flat-top and pointy-top layouts of axial cells, with a vertical squash.

y points down and directions run clockwise, so direction 0 is SE on a flat layout and E on a pointy
one; edge i of a cell is the side it shares with its neighbour in direction i.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, hypot, pi, sin, sqrt

import msgspec

from rules.contract import Hex

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Layout(msgspec.Struct, frozen=True):
    """Layout of hex cells: `size` is the radius of a hex, `origin` the centre of (0, 0)."""

    size: float
    origin: Point = (0.0, 0.0)
    flat: bool = True
    squash: float = 1.0

    def centre(self, cell: Hex) -> Point:
        """The pixel in the middle of `cell`."""
        q, r = cell
        along, across = 1.5 * self.size, sqrt(3) * self.size
        x, y = (along * q, across * (r + q / 2)) if self.flat else (across * (q + r / 2), along * r)
        return self.origin[0] + x, self.origin[1] + y * self.squash

    def corners(self, cell: Hex, scale: float = 1.0) -> list[Point]:
        """The six corners, clockwise; edge i lies between corners i and i + 1."""
        x, y = self.centre(cell)
        turn = 0.0 if self.flat else -pi / 6
        radius = self.size * scale
        return [
            (x + radius * cos(turn + k * pi / 3), y + radius * self.squash * sin(turn + k * pi / 3))
            for k in range(6)
        ]

    def bounds(self, cells: Iterable[Hex]) -> Box:
        """The smallest box round `cells`, which must not be empty."""
        points = [corner for cell in cells for corner in self.corners(cell)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs), min(ys), max(xs), max(ys)


def pixel_layout(size: int, squash: float, origin: Point = (0.0, 0.0)) -> Layout:
    """A flat layout of even `size` whose squash is nudged so that all centres are whole pixels."""
    half_row = round(squash * sqrt(3) * size / 2)
    return Layout(size=size, origin=origin, squash=half_row * 2 / (sqrt(3) * size))


def hexagon(size: float, squash: float = 1.0, flat: bool = True) -> list[Point]:
    """The corners of a hex round (0, 0)."""
    return Layout(size=size, squash=squash, flat=flat).corners((0, 0))


def hull(points: Iterable[Point]) -> list[Point]:
    """The convex hull (monotone chain)."""
    ordered = sorted(set(points))
    lower, upper = _chain(ordered), _chain(reversed(ordered))
    return lower[:-1] + upper[:-1]


def length(a: Point, b: Point) -> float:
    """Distance between two points."""
    return hypot(b[0] - a[0], b[1] - a[1])


def _chain(points: Iterable[Point]) -> list[Point]:
    chain: list[Point] = []
    for x, y in points:
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2], chain[-1]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                break
            chain.pop()
        chain.append((x, y))
    return chain
