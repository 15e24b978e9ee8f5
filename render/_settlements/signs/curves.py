"""Points along curves, in the unit square of a sign: -1 to 1 both ways, y downwards."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

from render.hexes import Point

_STEPS = 8


def smooth(points: Sequence[Point]) -> list[Point]:
    """A closed curve through all the points (Catmull-Rom)."""
    return [
        _between(points, index, step / _STEPS)
        for index in range(len(points))
        for step in range(_STEPS)
    ]


def curve(points: Sequence[Point]) -> list[Point]:
    """An open curve through all the points (Catmull-Rom)."""
    ends = [points[0], *points, points[-1]]
    inner = [
        _between(ends, index, step / _STEPS)
        for index in range(1, len(ends) - 2)
        for step in range(_STEPS)
    ]
    return [*inner, points[-1]]


def arc(
    centre: Point, radius: float, start: float, stop: float, radius_y: float = 0
) -> list[Point]:
    """Points on a circle, or an ellipse; degrees clockwise from the east."""
    vertical = radius_y or radius
    count = max(4, round(abs(stop - start) / 8))
    turns = (radians(start + (stop - start) * step / count) for step in range(count + 1))
    return [(centre[0] + radius * cos(turn), centre[1] + vertical * sin(turn)) for turn in turns]


def transform(points: Sequence[Point], dx: float, dy: float, scale: float = 1) -> list[Point]:
    """Points scaled about (0, 0), then shifted."""
    return [(x * scale + dx, y * scale + dy) for x, y in points]


def _between(points: Sequence[Point], index: int, t: float) -> Point:
    count = len(points)
    a, b, c, d = (points[(index + step) % count] for step in (-1, 0, 1, 2))
    return _spline(a[0], b[0], c[0], d[0], t), _spline(a[1], b[1], c[1], d[1], t)


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    linear, square, cube = c - a, 2 * a - 5 * b + 4 * c - d, 3 * b - a - 3 * c + d
    return b + t / 2 * (linear + t * (square + t * cube))
