"""The small signs of panels and cards: road, wall, draw, coin, market, temple, flag."""

from __future__ import annotations

from PIL import Image

from render import drawings
from render.cache import memoize
from render.canvas import Brush
from render.theme import Colour


@memoize
def sign(name: str, size: int, tone: Colour, ground: Colour) -> Image.Image:
    """One of the signs in one tone; `ground` is what shows through its openings."""
    brush = Brush(100, 100, unit=size / 100)
    drawings.draw(brush, f"magna_grecia/{name}", {"tone": tone, "ground": ground})
    return brush.reduce()
