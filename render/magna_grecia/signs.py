"""The small signs of panels and cards: road, wall, draw, coin, market, temple, flag."""

from __future__ import annotations

from PIL import Image

from render.cache import memoize
from render.canvas import Brush
from render.theme import Colour


@memoize
def sign(name: str, size: int, tone: Colour, ground: Colour) -> Image.Image:
    """One of the signs in one tone; `ground` is what shows through its openings."""
    brush = Brush(100, 100, unit=size / 100)
    _DRAW[name](brush, tone, ground)
    return brush.reduce()


def _road(brush: Brush, tone: Colour, ground: Colour) -> None:
    bend = [(14, 92), (16, 74), (26, 62), (42, 54), (58, 46), (74, 38), (84, 26), (86, 8)]
    brush.line(bend, tone, 26)
    brush.line(bend, ground, 7)


def _wall(brush: Brush, tone: Colour, ground: Colour) -> None:
    brush.box(10, 34, 90, 90, tone)
    for x in (10, 41, 72):
        brush.box(x, 14, x + 18, 36, tone)
    brush.ellipse((50, 68), 14, ground)
    brush.box(36, 68, 64, 90, ground)


def _draw(brush: Brush, tone: Colour, _ground: Colour) -> None:
    brush.box(38, 8, 62, 52, tone)
    brush.polygon([(14, 46), (86, 46), (50, 92)], tone)


def _coin(brush: Brush, tone: Colour, ground: Colour) -> None:
    brush.ellipse((50, 50), 43, tone)
    brush.ellipse((50, 50), 32, ground)
    brush.ellipse((50, 50), 25, tone)


def _market(brush: Brush, tone: Colour, ground: Colour) -> None:
    brush.polygon([(14, 10), (86, 10), (98, 42), (2, 42)], tone)
    for x in (14, 38, 62, 86):
        brush.ellipse((x, 42), 12, tone)
    for x in (38, 62):
        brush.line([(x, 12), (x, 44)], ground, 4)
    brush.box(12, 50, 20, 92, tone)
    brush.box(80, 50, 88, 92, tone)
    brush.box(12, 66, 88, 92, tone)


def _temple(brush: Brush, tone: Colour, _ground: Colour) -> None:
    brush.polygon([(50, 6), (96, 34), (4, 34)], tone)
    for x in (14, 36, 58, 80):
        brush.box(x - 2, 40, x + 9, 76, tone)
    brush.box(6, 80, 94, 92, tone)


def _flag(brush: Brush, tone: Colour, _ground: Colour) -> None:
    brush.box(14, 6, 24, 96, tone)
    brush.polygon([(24, 10), (92, 10), (74, 34), (92, 58), (24, 58)], tone)


_DRAW = {
    "road": _road,
    "wall": _wall,
    "draw": _draw,
    "coin": _coin,
    "market": _market,
    "temple": _temple,
    "flag": _flag,
}
