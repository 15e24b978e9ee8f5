"""Names in any script: the font of each part, and the removal of characters that no font has.

The fonts of the family look write Latin, Greek and Cyrillic. For other scripts there are packages
of Noto Sans; one that is not installed, or needs a shaper that Pillow does not have, is left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import resources, util
from itertools import groupby

import msgspec
from PIL import ImageFont, features

from render.theme import THEME, Weight, font
from rules.contract import Seat

SHAPES = features.check("raqm")
"""Whether Pillow has a shaper, which joins letters and writes from right to left."""
LONGEST = 200
"""Number of characters of a name that are used."""
MARKS = 4
"""Greatest number of combining marks on a letter."""
_WEIGHTS: dict[Weight, int] = {
    "regular": 400,
    "semibold": 600,
    "bold": 700,
    "serif": 600,
    "italic": 400,
}
_JOINERS = "\u200c\u200d"
_WHOLE = "\u0e33\u0eb3"
"""The am of Thai and of Lao, which its font composes better than Unicode takes it apart."""

_SMALL = re.compile(r"LATIN LETTER SMALL CAPITAL ([A-Z])")
_LARGE = re.compile(r"(?:NEGATIVE \w+ LATIN CAPITAL|REGIONAL INDICATOR SYMBOL) LETTER ([A-Z])")
"""Unicode names of styled letters that NFKC does not make plain: ᴀ; 🅰 and 🇫."""


class Face(msgspec.Struct, frozen=True):
    """A variable font of a package, for the scripts that the family look does not write."""

    package: str
    file: str
    shaped: bool = False
    """Whether its scripts are wrong without a shaper."""


def _noto(pack: str, name: str, axes: str = "wdth,wght", *, shaped: bool = False) -> Face:
    file = f"notosans{name.lower()}/NotoSans{name}[{axes}].ttf"
    return Face(f"justmytype_intl_{pack}", file, shaped)


LOOK = Face("", "")
"""The family look: the fonts of `theme`."""
FACES = (
    *(_noto("cjk", name, "wght") for name in ("JP", "SC", "TC", "KR")),
    *(_noto("rtl", name, shaped=True) for name in ("Arabic", "Hebrew")),
    *(_noto("sea", name) for name in ("Thai", "Lao")),
    *(_noto("sea", name, shaped=True) for name in ("Khmer", "Myanmar")),
    *(
        _noto("south_asia", name, shaped=True)
        for name in ("Devanagari", "Bengali", "Tamil", "Telugu")
    ),
    _noto("africa", "Ethiopic"),
)


# ---- names ----------------------------------------------------------------------------------


def name_of(names: Sequence[str], seat: Seat) -> str:
    """Name of a seat in a picture: the writable part of its name, else its letter."""
    given = writable(names[seat]) if seat < len(names) else ""
    return given or THEME.seats[seat].letter


@lru_cache(maxsize=512)
def writable(name: str) -> str:
    """`name` without controls, lone marks, and characters that are invisible or in no font."""
    plain = _plain(name[:LONGEST])
    faces = _faces_for(plain)
    text = "".join(_writable_part(cluster, faces) for cluster in _clusters(plain))
    return " ".join(text.split())


def _plain(name: str) -> str:
    """Name in NFC, with styled letters (𝓐, Ａ) made plain."""
    composed = unicodedata.normalize("NFC", " ".join(name.split()))
    return unicodedata.normalize("NFC", "".join(map(_plain_letters, composed)))


def _plain_letters(character: str) -> str:
    """Plain letter or letters that a styled one stands for."""
    if character in _WHOLE:
        return character
    called = unicodedata.name(character, "")
    if small := _SMALL.fullmatch(called):
        return small[1].lower()
    large = _LARGE.fullmatch(called)
    return large[1] if large else unicodedata.normalize("NFKC", character)


def _clusters(name: str) -> Iterator[str]:
    """Letters with their combining marks; marks without a letter stand alone."""
    cluster = ""
    for character in name:
        if cluster.strip() and _is_carried(character):
            cluster += character
        else:
            yield cluster
            cluster = character
    yield cluster


def _is_carried(character: str) -> bool:
    return character in _JOINERS or unicodedata.category(character).startswith("M")


def _writable_part(cluster: str, faces: Sequence[Face]) -> str:
    """Cluster as far as the first font that has its letter can write it; "" if none has."""
    if cluster.isspace():
        return " "
    face = next((face for face in faces if _draws(face, cluster[:1])), None)
    if face is None:
        return ""
    return cluster[0] + "".join([mark for mark in cluster[1:] if _has(face, mark)][:MARKS])


def _draws(face: Face, letter: str) -> bool:
    """Whether a font draws a letter visibly by itself: marks need a letter, some are invisible."""
    if not letter.isprintable() or _is_carried(letter) or not _has(face, letter):
        return False
    return _plain_font(face).getmask(letter).getbbox() is not None


# ---- fonts ----------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def font_of(face: Face, size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    """The font of a face at `size` pixels."""
    if face == LOOK:
        return font(size, weight)
    place = resources.files(face.package) / "fonts" / "ofl" / face.file
    with resources.as_file(place) as path:
        opened = ImageFont.truetype(path, size)
    axes = opened.get_variation_axes()
    opened.set_variation_by_axes(
        [_WEIGHTS[weight] if axis["name"] == b"Weight" else axis["default"] or 0 for axis in axes]
    )
    return opened


@lru_cache
def _available_faces(shapes: bool) -> tuple[Face, ...]:
    """Faces whose packages are installed and, without a shaper, that need none."""
    return tuple(
        face for face in FACES if util.find_spec(face.package) and (shapes or not face.shaped)
    )


@lru_cache(maxsize=512)
def _faces_for(name: str) -> tuple[Face, ...]:
    """Faces to write a name with: LOOK, then those with most of its letters.

    So the font of another script does not write a part of a name.
    """
    foreign = [c for c in name if c.isalpha() and not _has(LOOK, c)]
    if not foreign:
        return (LOOK,)
    letters = {face: sum(_has(face, c) for c in foreign) for face in _available_faces(SHAPES)}
    return LOOK, *sorted(filter(letters.get, letters), key=letters.__getitem__, reverse=True)


@lru_cache(maxsize=8192)
def _has(face: Face, character: str) -> bool:
    """Whether the font has a glyph for a character: missing ones are drawn as its box."""
    glyph, box = (_plain_font(face).getmask(each) for each in (character, _NOWHERE))
    return glyph.size != box.size or bytes(glyph) != bytes(box)


_NOWHERE = "\U0010fffe"
"""A noncharacter, which no font may have."""


@lru_cache(maxsize=32)
def _plain_font(face: Face) -> ImageFont.FreeTypeFont:
    """Font of a face without shaping, to test single characters."""
    return font_of(face, 26, "semibold").font_variant(layout_engine=ImageFont.Layout.BASIC)


# ---- runs -----------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def runs(words: str) -> tuple[tuple[str, Face], ...]:
    """Parts of a writable text with their faces, from left to right."""
    parts = [
        ("".join(cluster for cluster, _ in group), face)
        for face, group in groupby(_clusters_with_faces(words), key=lambda each: each[1])
    ]
    return tuple(reversed(parts) if _is_from_right(words) else parts)


def _clusters_with_faces(words: str) -> Iterator[tuple[str, Face]]:
    """Clusters with their faces; other characters take the face of the letter before them."""
    faces = _faces_for(words)
    face = _first(faces, next(filter(str.isalpha, words), "0"))
    for cluster in filter(None, _clusters(words)):
        face = _first(faces if cluster[0].isalpha() else (face, *faces), cluster[0])
        yield cluster, face


def _first(faces: Sequence[Face], character: str) -> Face:
    return next((face for face in faces if _has(face, character)), LOOK)


def _is_from_right(words: str) -> bool:
    """Whether the first letter of a text is of a script that runs from right to left."""
    directions = map(unicodedata.bidirectional, words)
    return next((each for each in directions if each in ("L", "R", "AL")), "L") != "L"
