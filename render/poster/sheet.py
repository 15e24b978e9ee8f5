"""The sheet of a poster: paper, a double rule, the picture, the lettering; and its file.

A poster has a palette of its own, with the 256 best colours for it. A faint pattern of dots keeps
skies from breaking into bands, as a printer's screen does.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from PIL import Image, ImageChops

from render.cache import memoize
from render.canvas import Canvas
from render.contract import About, Subject
from render.light import DAY, Light, LightShares
from render.poster import air, lettering
from render.poster.hours import Tones, hour_of, luck_of
from render.poster.lettering import Entry
from render.scripts import name_of
from render.theme import THEME, Colour, Theme

WIDE, TALL = 1200, 1600
MARGIN = 90
"""Width of the paper round the rules."""
MAX_BYTES = 900_000
"""Greatest size of the file of a poster."""
_RULE, _GAP = 3, 6
_INSET = MARGIN + _RULE + _GAP + 2 + 8
WINDOW = (_INSET, _INSET, WIDE - _INSET, 1254)
"""Box of the picture on the sheet."""
PICTURE = (WINDOW[2] - WINDOW[0], WINDOW[3] - WINDOW[1])
"""Width and height of the picture."""


class Poster:
    """A finished sheet, painted in the light of its hour."""

    def __init__(self, image: Image.Image, pinned: Sequence[Colour]) -> None:
        """The file holds the `pinned` colours exactly."""
        self.image, self.pinned = image, pinned

    def png(self, light: Light = DAY, shares: LightShares = MappingProxyType({})) -> bytes:
        """The file. The light changes nothing: the picture already has it."""
        screened = ImageChops.add(self.image, _screen(self.image.size), offset=-_DOTS)
        flat = screened.quantize(
            palette=_colours(self.image, self.pinned), dither=Image.Dither.NONE
        )
        file = io.BytesIO()
        flat.save(file, "PNG", compress_level=9)
        return file.getvalue()


def sheet(picture: Image.Image, title: str, entries: Sequence[Entry], about: About) -> Poster:
    """The poster of a picture of the size `PICTURE`; the best entry is the first."""
    hour = hour_of(about.seal)
    paper = _paper(hour.paper, hour.ink == lettering.LIGHT_INK).copy()
    canvas = Canvas.from_image(paper)
    _rules(canvas, hour)
    paper.paste(picture, WINDOW[:2])
    canvas.box((WINDOW[0], WINDOW[3] + 8, WINDOW[2], WINDOW[3] + 10), hour.faint)
    lettering.write(canvas, title, entries, about, hour, WINDOW)
    styles = [entry.style for entry in entries]
    tones = [tone for style in styles for tone in (style.colour, style.rim)]
    return Poster(paper, [*tones, hour.ink, hour.faint, THEME.gold])


def _rules(canvas: Canvas, hour: Tones) -> None:
    """Draw a thick line and a thin one round the picture and the lettering."""
    for inset, thick in ((MARGIN, _RULE), (MARGIN + _RULE + _GAP, 2)):
        left, top, right, bottom = inset, inset, WIDE - inset, TALL - inset
        for box in (
            (left, top, right, top + thick),
            (left, bottom - thick, right, bottom),
            (left, top, left + thick, bottom),
            (right - thick, top, right, bottom),
        ):
            canvas.box(box, hour.ink)


@memoize
def _paper(tone: tuple[int, int, int], dark: bool) -> Image.Image:
    """Paper with grain and fibres."""
    luck = luck_of("", "paper")
    sheet = Image.new("RGB", (WIDE, TALL), tone)
    grain = air.fractal_noise(luck, (WIDE, TALL), 160, 3)
    fibres = air.noise(luck, (WIDE, TALL), 9, 0.4)
    rough = ImageChops.add(grain, fibres, scale=2)
    flat = rough.point([128 + round((v - 128) * (0.04 if dark else 0.05)) for v in range(256)])
    return air.emboss(sheet, flat)


def _colours(image: Image.Image, pinned: Sequence[Colour]) -> Image.Image:
    """Palette of a poster: pinned colours, colours of wide areas, rare colours."""
    small = image.resize((WIDE // 3, TALL // 3), Image.Resampling.NEAREST)
    width = _top_colours(small, _COMMON, Image.Quantize.MEDIANCUT)
    rare = _top_colours(small, 256 - _COMMON - len(pinned), Image.Quantize.MAXCOVERAGE)
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for tone in (*pinned, *width, *rare) for value in tone])
    return palette


_COMMON = 168
"""Number of colours for wide areas."""


def _top_colours(image: Image.Image, count: int, method: Image.Quantize) -> list[Colour]:
    values = image.quantize(count, method).getpalette() or []
    return [(values[k], values[k + 1], values[k + 2]) for k in range(0, 3 * count, 3)]


# ---- the screen ----------------------------------------------------------------------------------

_DOTS = 4
"""Strength of the dots of the screen, in steps of a channel."""
_TILE = 8
"""Side of the square in which the dots grow."""


def _order(x: int, y: int) -> int:
    """Place of a dot in the order in which those of a square grow (Bayer's matrix)."""
    bits = (
        ((x ^ y) >> bit & 1) << (5 - 2 * bit) | (y >> bit & 1) << (4 - 2 * bit) for bit in range(3)
    )
    return sum(bits)


@memoize
def _screen(size: tuple[int, int]) -> Image.Image:
    """Dots over a whole sheet, from 0 to twice their strength."""
    values = [round(_order(x, y) * 2 * _DOTS / 63) for y in range(_TILE) for x in range(_TILE)]
    tile = Image.frombytes("L", (_TILE, _TILE), bytes(values))
    row = Image.new("L", (size[0], _TILE))
    for x in range(0, size[0], _TILE):
        row.paste(tile, (x, 0))
    screen = Image.new("L", size)
    for y in range(0, size[1], _TILE):
        screen.paste(row, (0, y))
    return Image.merge("RGB", (screen, screen, screen))


def entries_of(
    subject: Subject[Any], points: Sequence[int], theme: Theme | None = None
) -> tuple[Entry, ...]:
    """Entries of the seats in order of rank, the winners with laurels.

    Raises ValueError for a game that is not over.
    """
    if not subject.about.ranking:
        raise ValueError("a poster is of a game that is over")
    return tuple(
        Entry(
            seat,
            name_of(subject.names, seat),
            points[seat],
            wins=place == 0,
            style=(theme or subject.theme).seats[seat],
        )
        for place, seats in enumerate(subject.about.ranking)
        for seat in seats
    )
