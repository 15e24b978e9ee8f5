"""Labels: words set once, kept as sprites; names cut to fit and freed of glyphs the font lacks."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import msgspec
from PIL import Image, ImageDraw, features

from render.theme import Colour, Weight, font

MIN_SIZE = 14
ELLIPSIS = "…"
_TABULAR = ["tnum"] if features.check("raqm") else None


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


@lru_cache(maxsize=4096)
def label(words: str, style: Label) -> Setting:
    """`words` as a sprite, to be placed by the middle of its figures."""
    face = font(style.size, style.weight)
    margin = 3
    left, top, right, bottom = face.getbbox(words, anchor="ls", features=_TABULAR)
    at = (margin - min(0, left), margin - top)
    box = (round(at[0] + right + margin), round(at[1] + bottom + margin))
    sprite = Image.new("RGBA", box, (*(style.halo or style.colour), 0))
    if style.halo:
        sprite.putalpha(_mask(box, at, words, style, stroke=2))
    sprite.paste((*style.colour, 255), mask=_mask(box, at, words, style))
    middle = _figure_height(style.size, style.weight) / 2
    width = round(face.getlength(words, features=_TABULAR))
    return Setting(sprite, width, (round(-at[0]), round(middle - at[1])))


def width_of(words: str, style: Label) -> int:
    """How far the text advances, in pixels."""
    return label(words, style).width if words else 0


def fitted(name: str, style: Label, room: int) -> str:
    """`name` as the font can write it, cut with an ellipsis where it is wider than `room`."""
    words = writable(name, style)
    if width_of(words, style) <= room:
        return words
    while words and width_of(words.rstrip() + ELLIPSIS, style) > room:
        words = words[:-1]
    return words.rstrip() + ELLIPSIS


@lru_cache(maxsize=512)
def writable(name: str, style: Label) -> str:
    """`name` without controls and without the characters that the font would show as boxes."""
    plain = " ".join(unicodedata.normalize("NFC", name[:200]).split())
    kept = "".join(c for c in plain if c == " " or (c.isprintable() and _has_glyph(c, style)))
    return " ".join(kept.split())


@lru_cache(maxsize=4096)
def _has_glyph(character: str, style: Label) -> bool:
    face = font(style.size, style.weight)
    missing = face.getmask("\U0010fffe")
    drawn = face.getmask(character)
    return drawn.size != missing.size or bytes(drawn) != bytes(missing)


@lru_cache
def _figure_height(size: int, weight: Weight) -> float:
    return -font(size, weight).getbbox("0", anchor="ls")[1]


def _mask(
    box: tuple[int, int], at: tuple[float, float], words: str, style: Label, stroke: int = 0
) -> Image.Image:
    mask = Image.new("L", box)
    ImageDraw.Draw(mask).text(
        at,
        words,
        fill=255,
        font=font(style.size, style.weight),
        anchor="ls",
        stroke_width=stroke,
        features=_TABULAR,
    )
    return mask
