"""Marks of the places behind a score: points where they count, a letter of the reason elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from PIL import Image, ImageOps

from render.cache import memoize
from render.canvas import Brush, Canvas
from render.sprites import inscribe
from render.text import Label, width_of
from render.theme import Colour, Theme
from rules.contract import Hex, Seat
from rules.places import ScorePlace, reasons

_GREY = 0.8
"""Share of grey in the colours of a place that does not count."""


class Spotlight(msgspec.Struct, frozen=True):
    """A part of a seat's score, to be shown on the map: what `Subject.shown` holds."""

    seat: Seat
    places: tuple[ScorePlace, ...]


class Spot(msgspec.Struct, frozen=True):
    """A place of the map, with what is written on it."""

    at: Hex
    words: str
    counts: bool


def spots(shown: Spotlight) -> Iterator[Spot]:
    """Places of the map, with points and letters.

    Points are left out where each place counts one. A letter stands on every place of its reason.
    """
    has_points = any(place.points > 1 for place in shown.places if place.at is not None)
    for reason in reasons(shown.places):
        for place in reason.on_map:
            assert place.at is not None
            words = str(place.points) if place.points and has_points else ""
            yield Spot(place.at, reason.letter or words, reason.counts)


@memoize
def chip(words: str, counts: bool, size: int, theme: Theme) -> Image.Image:
    """Chip with points, in gold, or with the letter of a reason, in grey; its text has a size."""
    return coloured_chip(words, theme.gold if counts else theme.muted, size, theme)


def coloured_chip(words: str, tone: Colour, size: int, theme: Theme) -> Image.Image:
    """Chip in a tone, in a white line and a dark one, with a text of a size."""
    label, height = Label(size, theme.last_rim, "bold"), round(1.3 * size)
    width = max(height, width_of(words, label) + round(0.7 * size))
    brush = Brush(width, height)
    for inset, colour in ((0.0, theme.last_rim), (2.0, theme.white), (4.0, tone)):
        brush.round_box(inset, inset, width - inset, height - inset, height / 2 - inset, colour)
    sheet = brush.reduce()
    inscribe(sheet, words, width / 2, height / 2, label)
    return sheet


def grey_out(canvas: Canvas, mask: Image.Image, x: float = 0, y: float = 0) -> None:
    """Take the colours from the part of a picture below a mask, whose corner is at (x, y)."""
    left, top = round(x) - canvas.left, round(y) - canvas.top
    part = canvas.image.crop((left, top, left + mask.width, top + mask.height))
    grey = ImageOps.grayscale(part).convert("RGB")
    canvas.image.paste(Image.blend(part, grey, _GREY), (left, top), mask)
