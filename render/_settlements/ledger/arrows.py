"""Arrows of right angles, as sprites."""

from __future__ import annotations

from PIL import Image

from render.cache import memoize
from render.canvas import Brush, Canvas
from render.hexes import Point
from render.theme import Colour

_PAD = 12
_HEAD = 12


def draw_arrow(canvas: Canvas, points: list[Point], tone: Colour, width: int) -> None:
    """Draw an arrow along `points`, its head at the last one."""
    left, top = min(x for x, _ in points) - _PAD, min(y for _, y in points) - _PAD
    sprite = _arrow(tuple((x - left, y - top) for x, y in points), tone, width)
    canvas.paste(sprite, left, top)


@memoize
def _arrow(points: tuple[Point, ...], tone: Colour, width: int) -> Image.Image:
    brush = Brush(max(x for x, _ in points) + _PAD, max(y for _, y in points) + _PAD)
    (x, y), (u, v) = points[-2:]
    length = abs(u - x) + abs(v - y)
    ahead = ((u - x) / length, (v - y) / length)
    neck = (u - _HEAD * ahead[0], v - _HEAD * ahead[1])
    brush.line([*points[:-1], (neck[0] + ahead[0], neck[1] + ahead[1])], tone, width)
    half = _HEAD / 2 + width / 2
    side = (-ahead[1] * half, ahead[0] * half)
    ends = [(neck[0] + turn * side[0], neck[1] + turn * side[1]) for turn in (1, -1)]
    brush.polygon([(u, v), *ends], tone)
    return brush.reduce()
