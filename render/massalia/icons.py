"""The small signs of cards and panels, drawn in a box of 100: effects, stocks, families."""

from __future__ import annotations

from PIL import Image

from render import drawings
from render.cache import memoize
from render.canvas import Brush
from render.massalia import look
from render.theme import Colour


@memoize
def icon(name: str, size: int) -> Image.Image:
    """A sign in its own colours; those of `place` name a terrain: `place_sea`, `place_land`, …."""
    return drawings.sheet(f"massalia/icons/{name.replace('_', '-')}", size, look.TONES).reduce()


@memoize
def glyph(family: str | None, size: int, tone: Colour) -> Image.Image:
    """The sign of a family in one tone."""
    return drawings.sheet(f"massalia/families/{family or 'basic'}", size, {"tone": tone}).reduce()


@memoize
def family_disc(family: str | None, size: int) -> Image.Image:
    """The sign of a family in ivory on a disc of its colour."""
    colours = look.FAMILIES[family]
    brush = Brush(100, 100, unit=size / 100)
    brush.ellipse((50, 50), 49, colours.dark)
    brush.ellipse((50, 50), 43, colours.colour)
    sheet = brush.reduce()
    sign = glyph(family, round(size * 0.6), look.IVORY)
    sheet.alpha_composite(sign, ((size - sign.width) // 2, (size - sign.height) // 2))
    return sheet


@memoize
def ivory_disc(name: str, size: int) -> Image.Image:
    """A sign on an ivory disc."""
    brush, sign = Brush(size, size), icon(name, round(0.735 * size))
    for inset, tone in ((0.5, look.INK), (1.5, look.IVORY)):
        brush.ellipse((size / 2, size / 2), size / 2 - inset, tone)
    sheet, aside = brush.reduce(), size - sign.width
    sheet.alpha_composite(sign, ((aside + 1) // 2, aside // 2))
    return sheet
