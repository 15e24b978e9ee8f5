"""Where the map lies on its board: hexes 84 px wide, their middles on whole pixels."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from render.canvas import Brush
from render.hexes import Layout, Point
from rules.contract import Hex

WIDE, ROW = 84, 73
"""Of a hex, and from one row to the next."""
SIDE = WIDE / sqrt(3)
BOARD = (1536, 1264)
GRID = Layout(SIDE, origin=(75.0, 85.0), flat=False, squash=ROW / (1.5 * SIDE))
APOTHEM = WIDE / 2
PAD = 12
"""What a sprite of one hex leaves free around it."""


def centre(at: Hex) -> tuple[int, int]:
    """The middle of a hex."""
    x, y = GRID.centre(at)
    return round(x), round(y)


def offset(at: Hex) -> Point:
    """The middle of a hex, from that of (0, 0)."""
    return WIDE * (at[0] + at[1] / 2), float(ROW * at[1])


def corners(scale: float = 1.0, at: Hex = (0, 0)) -> list[Point]:
    """The corners of a hex from the middle of (0, 0); corners i and i + 1 end side i."""
    x, y = offset(at)
    return [(a * scale + x, b * scale + y) for a, b in _CORNERS]


_CORNERS = Layout(SIDE, flat=False, squash=ROW / (1.5 * SIDE)).corners((0, 0))


def middle_of(side: int, reach: float = 1.0) -> Point:
    """The middle of a side of a hex, or a share of the way there."""
    turn = side * pi / 3
    return reach * APOTHEM * cos(turn), reach * APOTHEM * sin(turn)


def hex_brush(pad: int = PAD, mode: str = "RGBA") -> Brush:
    """A brush for one hex, its origin in the middle."""
    wide, tall = WIDE + 2 * pad, 2 * round(2 * ROW / 3) + 2 * pad
    brush = Brush(wide, tall, mode=mode)
    brush.origin = (wide / 2, tall / 2)
    return brush
