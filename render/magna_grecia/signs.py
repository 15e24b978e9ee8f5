"""The small signs of panels and cards: road, wall, draw, coin, market, temple, flag."""

from __future__ import annotations

from PIL import Image

from render import drawings
from render.cache import memoize
from render.theme import Colour


@memoize
def sign(name: str, size: int, tone: Colour, ground: Colour) -> Image.Image:
    """One of the signs in one tone; `ground` is what shows through its openings."""
    return drawings.sheet(f"magna_grecia/{name}", size, {"tone": tone, "ground": ground}).reduce()
