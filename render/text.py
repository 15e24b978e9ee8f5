"""Labels: words set once, kept as sprites; names in any script, cut to fit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec
from PIL import Image, ImageDraw, ImageFont

from render.kept import kept
from render.scripts import SHAPES, font_of, runs, writable
from render.theme import Colour, Weight, font

MIN_SIZE = 14
ELLIPSIS = "…"
_TABULAR = ["tnum"] if SHAPES else None


class Label(msgspec.Struct, frozen=True):
    """How a text looks; `halo` is the colour of a 2-px outline that lifts it off its ground."""

    size: int
    colour: Colour
    weight: Weight = "semibold"
    halo: Colour | None = None


class Setting(msgspec.Struct, frozen=True):
    """A set text: its sprite, its advance width, and where the sprite lies from (left, middle)."""

    sprite: Image.Image
    width: int
    shift: tuple[int, int]


class _Part(msgspec.Struct, frozen=True):
    """What one font writes of a text, and where it begins on the line."""

    words: str
    face: ImageFont.FreeTypeFont
    at: float

    @property
    def end(self) -> float:
        """Where the next part begins."""
        return self.at + self.face.getlength(self.words, features=_TABULAR)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Where its ink lies, from the beginning of the whole line."""
        left, top, right, bottom = self.face.getbbox(self.words, anchor="ls", features=_TABULAR)
        return self.at + left, top, self.at + right, bottom


@kept
def label(words: str, style: Label) -> Setting:
    """`words` as a sprite, to be placed by the middle of its figures."""
    parts, margin = list(_parts(words, style)), 3
    lefts, tops, rights, bottoms = zip(*(part.box for part in parts), strict=True)
    at = (margin - min(0, *lefts), margin - min(tops))
    box = (round(at[0] + max(rights) + margin), round(at[1] + max(bottoms) + margin))
    sprite = Image.new("RGBA", box, (*(style.halo or style.colour), 0))
    if style.halo:
        sprite.putalpha(_mask(box, at, parts, stroke=2))
    sprite.paste((*style.colour, 255), mask=_mask(box, at, parts))
    middle = _figure_height(style.size, style.weight) / 2
    return Setting(sprite, round(parts[-1].end), (round(-at[0]), round(middle - at[1])))


def _parts(words: str, style: Label) -> Iterator[_Part]:
    """The text from left to right, a part for each font that it needs."""
    at = 0.0
    for run, face in runs(words):
        yield (part := _Part(run, font_of(face, style.size, style.weight), at))
        at = part.end


def width_of(words: str, style: Label) -> int:
    """How far the text advances, in pixels."""
    return label(words, style).width if words else 0


def fitted(name: str, style: Label, room: int) -> str:
    """`name` as the fonts can write it, cut with an ellipsis where it is wider than `room`."""
    words = writable(name)
    if width_of(words, style) <= room:
        return words
    while words and width_of(words.rstrip() + ELLIPSIS, style) > room:
        words = words[:-1]
    return words.rstrip() + ELLIPSIS


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
