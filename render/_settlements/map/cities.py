"""Great cities and holy places, in relief, with their names on ribbons."""

from __future__ import annotations

from PIL import Image

from render import type_scale
from render._settlements.land.frame import FULL
from render._settlements.land.terrain import hex_brush, hexagon
from render._settlements.look import CREAM, IVORY, Look
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Brush
from render.sprites import inscribe
from render.text import Label, width_of
from render.theme import THEME, Colour, mix
from rules._settlements.pieces import ruleset

_INK: Colour = THEME.ink
_PAD = 14
_THICK = 9


def name_of(game: str, city: str, language: str) -> str:
    """Name of a city in a language; the English one where the language has none of its own."""
    names = ruleset(game).cities[city]
    return names.get(language, names["en"])


@memoize
def slab(look: Look, city: str, width: int) -> Image.Image:
    """The hex of a city with its skyline or temple, centred in the sprite."""
    width = 2 * round(look.city_size * width / 2)
    unit = width / FULL
    brush = hex_brush(width, pad=_PAD)
    drop = _THICK * unit
    brush.polygon(hexagon(width, 1.0, drop + 2 * unit), (20, 18, 14, 90))
    for lower in (drop, 0.66 * drop, 0.33 * drop):
        share = 0.30 + 0.35 * lower / drop
        brush.polygon(hexagon(width, 1.0, lower), mix(look.city, (0, 0, 0), share))
    rings = ((1.0, IVORY), (0.945, look.city), (0.90, look.gold), (0.85, look.city))
    for scale, tone in rings:
        brush.polygon(hexagon(width, scale), tone)
    _glow(brush, look, width)
    sheet = brush.reduce()
    size = 2 * round(36 * unit)
    shade = mix(look.stone_side, look.city, 0.15)
    picture = glyphs.city(look, city, size, IVORY, shade, look.roof)
    middle = sheet.width // 2 - picture.width // 2, sheet.height // 2 - picture.height // 2
    lift = 13
    sheet.alpha_composite(picture, (middle[0], middle[1] - round(lift * unit)))
    return sheet


def _glow(brush: Brush, look: Look, width: int) -> None:
    """Draw a paler sky behind the buildings, in two flat steps."""
    unit = width / FULL
    for radius, share in ((38, 0.10), (28, 0.18)):
        brush.ellipse((0, -8 * unit), radius * unit, mix(look.city, CREAM, share))


def ribbons(look: Look, city: str, language: str) -> list[Image.Image]:
    """The name of a city in two lines, if it is long and has a space, and in one."""
    words = name_of(look.key, city, language)
    return [ribbon(look, lines) for lines in dict.fromkeys((_lines(words), (words,)))]


@memoize
def ribbon(look: Look, lines: tuple[str, ...]) -> Image.Image:
    """Some lines on a ribbon."""
    size, style = type_scale.PLACE, _STYLE
    wide_line, step = max(width_of(line, style) for line in lines), size
    length, height = wide_line + round(0.4 * size), step * (len(lines) - 1) + round(0.96 * size)
    brush = Brush(length + 2 + SHADOW[0], height + 2 + SHADOW[1])
    brush.round_box(2, 3, length + 4, height + 5, 0.3 * size, (20, 18, 14, 110))
    brush.round_box(0, 0, length + 2, height + 2, 0.3 * size, mix(look.city, (0, 0, 0), 0.25))
    brush.round_box(1.5, 1.5, length + 0.5, height + 0.5, 0.25 * size, CREAM)
    sheet = brush.reduce()
    for index, line in enumerate(lines):
        y = (height + 2) / 2 + (index - (len(lines) - 1) / 2) * step
        inscribe(sheet, line, length / 2 + 1, y, style)
    return sheet


SHADOW = (2, 3)
"""Width of the shadow of a ribbon at its right and at its foot."""
_STYLE = Label(type_scale.PLACE, _INK, "serif")
_ROOM = 170
"""Width above which a name is set in two lines."""


def _lines(words: str) -> tuple[str, ...]:
    """A name in one line; in two as even as can be where it is too long and has a space."""
    if width_of(words, _STYLE) <= _ROOM or " " not in words:
        return (words,)
    parts = words.split(" ")
    breaks = [(" ".join(parts[:at]), " ".join(parts[at:])) for at in range(1, len(parts))]
    return min(breaks, key=lambda lines: max(width_of(line, _STYLE) for line in lines))
