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
    """Picture of the country from above, projected into the perspective."""
    corners = [(0.0, 0.0), (BOARD[0], 0.0), (BOARD[0], BOARD[1]), (0.0, BOARD[1])]
    targets = [point(corner) for corner in corners]
    sources = [world_point(corner) for corner in corners]
    return world.transform(
        PICTURE,
        Image.Transform.PERSPECTIVE,
        _coefficients(targets, sources),
        Image.Resampling.BICUBIC,
    )


def _coefficients(targets: list[Point], sources: list[Point]) -> list[float]:
    """Coefficients of Pillow's perspective transform from points `targets` to points `sources`."""
    rows: list[list[float]] = []
    for (x, y), (u, v) in zip(targets, sources, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    return _solve(rows)


def _solve(rows: list[list[float]]) -> list[float]:
    """Solution of linear equations, each a row with its right side last (Gauss–Jordan)."""
    size = len(rows)
    for k in range(size):
        best = max(range(k, size), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for i in range(size):
            if i != k:
                rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [row[size] for row in rows]
