"""Where the cells of the board lie in its picture."""

from __future__ import annotations

from math import sqrt

from render.canvas import Brush
from render.hexes import Layout, Point, hexagon
from rules.contract import Hex
from rules.massalia.pieces import BOX

BOARD = (1536, 1016)
SIZE = 80
"""From the centre of a hex to a corner."""
GRID = Layout(SIZE, (109.28, 88.0), flat=False)
LAND = BOX.land
CELLS = range(len(LAND.labels))


def centre(cell: int) -> tuple[int, int]:
    """The pixel in the middle of a cell."""
    x, y = GRID.centre(LAND.hexes[cell])
    return round(x), round(y)


def corners(scale: float = 1.0) -> list[Point]:
    """The corners of a hex round (0, 0)."""
    return hexagon(SIZE * scale, flat=False)


def hex_brush(reach: float = 1.08) -> Brush:
    """A sheet for one hex, with the origin in its middle."""
    wide, tall = 2 * round(sqrt(3) / 2 * SIZE * reach), 2 * round(SIZE * reach)
    brush = Brush(wide, tall)
    brush.origin = (wide / 2, tall / 2)
    return brush


def towards(cell: int, other: int, share: float) -> Point:
    """A point on the way from the centre of one cell to that of another."""
    (x, y), (a, b) = centre(cell), centre(other)
    return x + (a - x) * share, y + (b - y) * share


def at(label: str) -> Hex:
    """The hex of a label."""
    return LAND.hexes[LAND.index[label]]
