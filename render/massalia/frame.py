"""Position of the cells of the board on its panel."""

from __future__ import annotations

from math import sqrt

from render.hexes import Layout, Point
from render.massalia.catalogue import CELLS

BOARD = (1536, 1016)
"""Width and height of the panel of the board, in pixels."""
SIZE = 80
"""Distance from the middle of a cell to a corner."""
GRID = Layout(size=SIZE, origin=(109.3, 88.0), flat=False)
WIDE = sqrt(3) * SIZE
"""Distance from the middle of a cell to the next one."""


def centre(cell: str) -> Point:
    """The middle of a cell on the panel, in whole pixels."""
    x, y = GRID.centre((CELLS[cell].q, CELLS[cell].r))
    return round(x), round(y)


def corners(cell: str, scale: float = 1.0) -> list[Point]:
    """The corners of a cell, clockwise."""
    return GRID.corners((CELLS[cell].q, CELLS[cell].r), scale)
