"""Emblems of cards and resource cells: `emblem(name, size, accent)`.

Each is drawn in a box from -100 to 100, y downwards, light from the left, in flat tones; one part
takes the accent, the colour of the family. The whole has an outline of ink.
"""

from __future__ import annotations

from PIL import Image, ImageFilter

from render import drawings
from render.cache import memoize
from render.canvas import Brush
from render.massalia.look import INK, TONES
from render.theme import Colour, mix

MARGIN = 1.12
"""Half the side of the sprite, as a multiple of half the box: room for outline and shadow."""
_OUTLINE = 0.034


@memoize
def emblem(name: str, size: int, accent: Colour) -> Image.Image:
    """An emblem whose box is `size` pixels wide; the sprite is a little larger."""
    brush = Brush(2 * MARGIN, 2 * MARGIN, unit=size / 2, centred=True)
    tones = TONES | {"accent": accent, "accent-dark": mix(accent, (0, 0, 0), 0.2)}
    drawings.draw(brush, f"massalia/emblems/{name}", tones, 0.01)
    return _outline(brush, size).reduce(brush.zoom)


def _outline(brush: Brush, size: int) -> Image.Image:
    """The shapes with an outline of ink and a soft shadow."""
    width = max(1, round(_OUTLINE * size / 2 * brush.zoom))
    alpha = brush.image.getchannel("A")
    grown = alpha.filter(ImageFilter.GaussianBlur(width)).point([0] * 24 + [255] * 232)
    grown = grown.filter(ImageFilter.GaussianBlur(1.2))
    sheet = Image.new("RGBA", brush.image.size, (*INK, 0))
    soft = grown.filter(ImageFilter.GaussianBlur(2 * width)).point(
        [v * 80 // 255 for v in range(256)]
    )
    sheet.paste((*INK, 255), (width, 2 * width), soft)
    sheet.putalpha(_shift(soft, width, 2 * width))
    ink = Image.new("RGBA", sheet.size, (*INK, 0))
    ink.putalpha(grown)
    sheet.alpha_composite(ink)
    sheet.alpha_composite(brush.image)
    return sheet


def _shift(mask: Image.Image, x: int, y: int) -> Image.Image:
    moved = Image.new("L", mask.size)
    moved.paste(mask, (x, y))
    return moved
