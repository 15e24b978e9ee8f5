"""Perspective of the bay: from a height in the south, with the near part a little larger."""

from __future__ import annotations

from PIL import Image

from render.hexes import Point
from render.massalia.frame import BOARD
from render.poster.sheet import PICTURE

UNIT = 0.64
"""Scale at which the country is painted, relative to the board."""
_WEST, _NORTH, _EAST, _SOUTH = 330, 330, 330, 500
"""Margins of the painted country round the board."""
WORLD = (round((BOARD[0] + _WEST + _EAST) * UNIT), round((BOARD[1] + _NORTH + _SOUTH) * UNIT))
FAR, NEAR = 322, 896
"""Heights of the upper and the lower edge of the board on the picture."""
_FAR_WIDE, _NEAR_WIDE = 862.0, 1066.0
SKYLINE = 218
"""Height of the line between hills and sky."""


def point(place: Point) -> Point:
    """Place on the picture of a place on the board."""
    share = share_at(place[1])
    width = _FAR_WIDE * _NEAR_WIDE / (_NEAR_WIDE + (_FAR_WIDE - _NEAR_WIDE) * share)
    x = PICTURE[0] / 2 + (place[0] - BOARD[0] / 2) * width / BOARD[0]
    return x, FAR + (NEAR - FAR) * share * width / _NEAR_WIDE


def world_point(place: Point) -> Point:
    """Place on the painted country of a place on the board."""
    return (place[0] + _WEST) * UNIT, (place[1] + _NORTH) * UNIT


def share_at(y: float) -> float:
    """Height on the board as a share of the way to its lower edge."""
    return y / BOARD[1]


def scale_at(y: float) -> float:
    """Scale of things at a height on the board, relative to the board."""
    share = share_at(y)
    width = _FAR_WIDE * _NEAR_WIDE / (_NEAR_WIDE + (_FAR_WIDE - _NEAR_WIDE) * share)
    return width / BOARD[0]


def project(world: Image.Image) -> Image.Image:
    """Picture of the country from above, projected into the perspective: `point` reversed."""
    high, narrow, growth = NEAR - FAR, _NEAR_WIDE, _FAR_WIDE - _NEAR_WIDE
    depth = high * _FAR_WIDE + growth * FAR
    across, down = UNIT * BOARD[0] * high / depth, UNIT * BOARD[1] * narrow / depth
    west, north = UNIT * (BOARD[0] / 2 + _WEST), UNIT * _NORTH
    slope = -growth / depth
    return world.transform(
        PICTURE,
        Image.Transform.PERSPECTIVE,
        (
            *(across, west * slope, west - across * PICTURE[0] / 2),
            *(0, down + north * slope, north - down * FAR),
            *(0, slope),
        ),
        Image.Resampling.BICUBIC,
    )
