"""A resource card as a sprite, an empty place for one, and the tag that counts them."""

from __future__ import annotations

from PIL import Image, ImageFilter

from render import drawings
from render._settlements.look import Look
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Brush
from render.sprites import fade, lay_in_the_middle, round_corners
from render.theme import Colour, mix

WIDE, TALL = 178, 256
_EDGE = 8
_SHADE = 8
"""Room for the shadow on each side."""
_BIG, _SMALL = 54, 16
"""Radii of the medallions."""


@memoize
def card(look: Look, resource: str) -> Image.Image:
    """A card: a landscape, its resource large in the middle and small in the corner."""
    terrain = look.terrain(resource)
    brush = Brush(WIDE, TALL)
    brush.round_box(0, 0, WIDE, TALL, 12, look.card_rim)
    brush.round_box(1.5, 1.5, WIDE - 1.5, TALL - 1.5, 10.5, look.card)
    brush.round_box(_EDGE, _EDGE, WIDE - _EDGE, TALL - _EDGE, 7, terrain.dark)
    sheet = brush.reduce()
    field = _field(look, resource)
    sheet.alpha_composite(field, (_EDGE + 2, _EDGE + 2))
    big = glyphs.medallion(look, resource, _BIG)
    sheet.alpha_composite(big, ((WIDE - big.width) // 2, 46))
    small = glyphs.medallion(look, resource, _SMALL)
    sheet.alpha_composite(small, (_EDGE + 4, _EDGE + 4))
    return sheet


def _field(look: Look, resource: str) -> Image.Image:
    terrain = look.terrain(resource)
    width, height = WIDE - 2 * _EDGE - 4, TALL - 2 * _EDGE - 4
    brush = Brush(1, height / width, unit=width)
    brush.box(0, 0, 1, 2, terrain.field)
    drawings.draw(brush, f"{look.key}/card-{resource}", scale=0.01)
    return round_corners(brush.reduce(), 5.5)


@memoize
def shadow(width: int) -> Image.Image:
    """Soft shadow of a row of cards `width` pixels wide, to be laid at `SHADOW_AT`."""
    mask = Image.new("L", (width + 2 * _SHADE + 4, TALL + 2 * _SHADE + 5))
    box = Image.new("L", (width - 4, TALL - 4), 105)
    mask.paste(box, (_SHADE + 5, _SHADE + 6))
    sprite = Image.new("RGBA", mask.size, (26, 20, 14, 0))
    sprite.putalpha(mask.filter(ImageFilter.GaussianBlur(4)))
    return sprite


SHADOW_AT = -_SHADE
"""Offset of the shadow from the corner of the first card, in both directions."""


@memoize
def vacant(look: Look, resource: str) -> Image.Image:
    """Place without a card: a dashed outline and a pale symbol."""
    brush = Brush(WIDE, TALL)
    tone: Colour = mix(look.wood, look.card, 0.34)
    brush.round_box(0, 0, WIDE, TALL, 12, (*look.dark, 46))
    _dashes(brush, tone)
    sheet = brush.reduce()
    lay_in_the_middle(sheet, fade(glyphs.resource(look, resource, 70), 0.42))
    return sheet


def _dashes(brush: Brush, tone: Colour) -> None:
    inset, corner, dash = 3.0, 14, 10
    for length, count in ((WIDE, 9), (TALL, 13)):
        pitch = (length - 2 * corner - dash) / (count - 1)
        for start in (corner + pitch * index for index in range(count)):
            for far in (inset, WIDE + TALL - length - inset):
                ends = [(start, far), (start + dash, far)]
                brush.line(ends if length == WIDE else [(y, x) for x, y in ends], tone, 2.4)


@memoize
def tag(look: Look, resource: str, width: int, height: int) -> Image.Image:
    """The ground of a count: cream, with a frame in the resource's tone."""
    dark = look.terrain(resource).dark
    brush = Brush(width + 4, height + 5)
    brush.round_box(3, 4, width + 3, height + 4, 16, (*look.dark, 90))
    brush.round_box(0, 0, width, height, 16, dark)
    brush.round_box(2.5, 2.5, width - 2.5, height - 2.5, 13.5, look.card)
    return brush.reduce()
