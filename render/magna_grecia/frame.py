"""Position of the map on its board: hexes 84 px wide, their centres on whole pixels."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin, sqrt

from PIL import Image

from render import drawings
from render.canvas import Brush, Paint
from render.hexes import Layout, Point
from render.sprites import trim
from rules.contract import Hex

WIDE, ROW = 84, 73
"""Width of a hex, and distance from one row to the next."""
SIDE = WIDE / sqrt(3)
BOARD = (1536, 1264)
GRID = Layout(SIDE, origin=(75.0, 85.0), flat=False, squash=ROW / (1.5 * SIDE))
APOTHEM = WIDE / 2
PAD = 12
"""Margin round the hex in a sprite of one hex."""


def centre(at: Hex) -> tuple[int, int]:
    """The middle of a hex."""
    x, y = GRID.centre(at)
    return round(x), round(y)


def offset(at: Hex) -> Point:
    """The middle of a hex, relative to that of (0, 0)."""
    return WIDE * (at[0] + at[1] / 2), float(ROW * at[1])


def corners(scale: float = 1.0, at: Hex = (0, 0)) -> list[Point]:
    """The corners of a hex, relative to the middle of (0, 0); side i lies between i and i + 1."""
    x, y = offset(at)
    return [(a * scale + x, b * scale + y) for a, b in _CORNERS]


_CORNERS = Layout(SIDE, flat=False, squash=ROW / (1.5 * SIDE)).corners((0, 0))


def middle_of(side: int, reach: float = 1.0) -> Point:
    """The middle of a side of a hex, or the point at a share `reach` of the way there."""
    turn = side * pi / 3
    return reach * APOTHEM * cos(turn), reach * APOTHEM * sin(turn)


def hex_brush(pad: int = PAD, mode: str = "RGBA") -> Brush:
    """A brush for one hex, its origin in the middle."""
    width, height = WIDE + 2 * pad, 2 * round(2 * ROW / 3) + 2 * pad
    return Brush(width, height, mode=mode, centred=True)


def hex_drawing(name: str, tones: Mapping[str, Paint | int] | None = None) -> Image.Image:
    """Sprite of a drawing of a hex, with its middle in that of the hex."""
    return trim(drawings.sheet(f"magna_grecia/{name}", WIDE + 2 * PAD, tones).reduce())
