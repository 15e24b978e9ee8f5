"""How the bay is seen: from a height in the south, the near part a little larger than the far."""

from __future__ import annotations

from PIL import Image

from render.hexes import Point
from render.massalia.frame import BOARD
from render.poster.sheet import PICTURE

UNIT = 0.64
"""How large the country is painted, measured by the board."""
_WEST, _NORTH, _EAST, _SOUTH = 330, 330, 330, 500
"""How much of it is painted round the board."""
WORLD = (round((BOARD[0] + _WEST + _EAST) * UNIT), round((BOARD[1] + _NORTH + _SOUTH) * UNIT))
FAR, NEAR = 322, 896
"""Where the upper and the lower edge of the board are seen."""
_FAR_WIDE, _NEAR_WIDE = 862.0, 1066.0
SKYLINE = 218
"""Where the hills in the north meet the sky."""


def point(place: Point) -> Point:
    """Where a place of the board is seen."""
    share = share_at(place[1])
    wide = _FAR_WIDE * _NEAR_WIDE / (_NEAR_WIDE + (_FAR_WIDE - _NEAR_WIDE) * share)
    x = PICTURE[0] / 2 + (place[0] - BOARD[0] / 2) * wide / BOARD[0]
    return x, FAR + (NEAR - FAR) * share * wide / _NEAR_WIDE


def painted(place: Point) -> Point:
    """Where a place of the board is painted."""
    return (place[0] + _WEST) * UNIT, (place[1] + _NORTH) * UNIT


def share_at(y: float) -> float:
    """How far a height on the board lies towards its lower edge."""
    return y / BOARD[1]


def scale_at(y: float) -> float:
    """How large things are there, measured by the board."""
    share = share_at(y)
    wide = _FAR_WIDE * _NEAR_WIDE / (_NEAR_WIDE + (_FAR_WIDE - _NEAR_WIDE) * share)
    return wide / BOARD[0]


def laid(world: Image.Image) -> Image.Image:
    """A picture of the country from above, laid down into the view."""
    corners = [(0.0, 0.0), (BOARD[0], 0.0), (BOARD[0], BOARD[1]), (0.0, BOARD[1])]
    seen = [point(corner) for corner in corners]
    held = [painted(corner) for corner in corners]
    return world.transform(
        PICTURE, Image.Transform.PERSPECTIVE, _coefficients(seen, held), Image.Resampling.BICUBIC
    )


def _coefficients(seen: list[Point], held: list[Point]) -> list[float]:
    """The eight numbers by which Pillow finds for each point that is seen where it is held."""
    rows: list[list[float]] = []
    for (x, y), (u, v) in zip(seen, held, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    return _solved(rows)


def _solved(rows: list[list[float]]) -> list[float]:
    """The solution of linear equations, each a row with its right side last (Gauss and Jordan)."""
    size = len(rows)
    for k in range(size):
        best = max(range(k, size), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for i in range(size):
            if i != k:
                rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [row[size] for row in rows]
