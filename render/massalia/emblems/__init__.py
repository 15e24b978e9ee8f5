"""Emblems of cards and resource cells: `emblem(name, size, accent)`.

Each is drawn in a box from -1 to 1, y downwards, light from the left, in flat tones; one part
takes the accent, the colour of the family. The whole has an outline of ink.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PIL import Image, ImageFilter

from render.cache import memoize
from render.canvas import Brush
from render.massalia.emblems import buildings, nature, ships, things
from render.massalia.look import INK
from render.theme import Colour

MARGIN = 1.12
"""Half the side of the sprite, as a multiple of half the box: room for outline and shadow."""
_OUTLINE = 0.034
_DRAW: Mapping[str, Callable[[Brush, Colour], None]] = {
    **ships.EMBLEMS,
    **buildings.EMBLEMS,
    **things.EMBLEMS,
    **nature.EMBLEMS,
}
NAMES = tuple(_DRAW)


@memoize
def emblem(name: str, size: int, accent: Colour) -> Image.Image:
    """An emblem whose box is `size` pixels wide; the sprite is a little larger."""
    side = 2 * MARGIN
    brush = Brush(side, side, unit=size / 2)
    brush.origin = (MARGIN, MARGIN)
    _DRAW[name](brush, accent)
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
