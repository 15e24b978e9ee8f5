"""Labels: texts as cached sprites; names in any script, cut to fit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec
from PIL import Image, ImageDraw, ImageFont

from render.cache import memoize
from render.scripts import SHAPES, font_of, runs, writable
from render.theme import Colour, Weight, font

MIN_SIZE = 14
ELLIPSIS = "…"
_TABULAR = ["tnum"] if SHAPES else None


class Label(msgspec.Struct, frozen=True):
    """Style of a text; `halo` is the colour of an outline that sets it off from its ground."""

    size: int
    colour: Colour
    weight: Weight = "semibold"
    halo: Colour | None = None
    reach: int = 2
    """Width of the halo in pixels."""


class Setting(msgspec.Struct, frozen=True):
    """A text set as a sprite, its advance width, and the sprite's offset from (left, middle)."""

    sprite: Image.Image
    width: int
    shift: tuple[int, int]


class _Part(msgspec.Struct, frozen=True):
    """The part of a text that one font writes, and its start on the line."""

    words: str
    face: ImageFont.FreeTypeFont
    at: float

    @property
    def end(self) -> float:
        """Start of the next part."""
        return self.at + self.face.getlength(self.words, features=_TABULAR)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Box of its ink, relative to the start of the line."""
        left, top, right, bottom = self.face.getbbox(self.words, anchor="ls", features=_TABULAR)
        return self.at + left, top, self.at + right, bottom


@memoize
def label(words: str, style: Label) -> Setting:
    """`words` as a sprite, to be placed by the middle of its figures."""
    parts, margin = list(_parts(words, style)), style.reach + 1
    lefts, tops, rights, bottoms = zip(*(part.box for part in parts), strict=True)
    at = (margin - min(0, *lefts), margin - min(tops))
    box = (round(at[0] + max(rights) + margin), round(at[1] + max(bottoms) + margin))
    sprite = Image.new("RGBA", box, (*(style.halo or style.colour), 0))
    if style.halo:
        sprite.putalpha(_mask(box, at, parts, stroke=style.reach))
    sprite.paste((*style.colour, 255), mask=_mask(box, at, parts))
    middle = _figure_height(style.size, style.weight) / 2
    return Setting(sprite, round(parts[-1].end), (round(-at[0]), round(middle - at[1])))


def _parts(words: str, style: Label) -> Iterator[_Part]:
    """Parts of a text from left to right, one for each run of a font."""
    at = 0.0
    for run, face in runs(words):
        yield (part := _Part(run, font_of(face, style.size, style.weight), at))
        at = part.end


def width_of(words: str, style: Label) -> int:
    """Advance width of a text, in pixels."""
    return label(words, style).width if words else 0


def elide(name: str, style: Label, room: int) -> str:
    """`name` as the fonts can write it, cut with an ellipsis where it is wider than `room`."""
    words = writable(name)
    if width_of(words, style) <= room:
        return words
    while words and width_of(words.rstrip() + ELLIPSIS, style) > room:
        words = words[:-1]
    return words.rstrip() + ELLIPSIS


def signed(number: int) -> str:
    """A number with its sign; a true minus, which is wide enough to be seen on a phone."""
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}") if number else "±0"


@lru_cache
def _figure_height(size: int, weight: Weight) -> float:
    return -font(size, weight).getbbox("0", anchor="ls")[1]


def _mask(
    box: tuple[int, int], at: tuple[float, float], parts: list[_Part], stroke: int = 0
) -> Image.Image:
    mask = Image.new("L", box)
    pen = ImageDraw.Draw(mask)
    for part in parts:
        pen.text(
            (at[0] + part.at, at[1]),
            part.words,
            fill=255,
            font=part.face,
            anchor="ls",
            stroke_width=stroke,
            features=_TABULAR,
        )
    return mask
