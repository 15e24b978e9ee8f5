"""The lettering of a poster: title, names in order of rank, dates, moves, the printer's mark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

import msgspec
from babel.dates import format_interval
from PIL import Image

from render.cache import memoize
from render.canvas import Brush, Canvas, Rect
from render.contract import About
from render.hexes import hexagon
from render.marks import laurel, seat_mark
from render.poster.hours import HOURS, Tones
from render.text import Label, elide, width_of
from render.theme import Colour, SeatStyle

SMALLEST = 28
"""Smallest size of text on a poster."""
LIGHT_INK: Colour = HOURS[-1].ink
_TITLE, _SPACED = 66, 20
_MARK, _NAME, _POINTS = 42, 32, 42
_LEAST = 190
"""Least room of a player, for points in laurels."""
_ROWS, _PARTS = (126, 172, 222), 190
"""Heights below the picture: names, points and dates; what the points are made of."""
_SEAL = 8
"""Number of digits of the seal in the printer's mark."""


class Entry(msgspec.Struct, frozen=True):
    """One player on a poster."""

    seat: int
    name: str
    points: int
    style: SeatStyle
    wins: bool = False
    sign: Image.Image | None = None
    """What has won the game, where points have not: it stands in their place."""
    parts: Image.Image | None = None
    """What its points are made of, below them."""


def write(
    canvas: Canvas,
    title: str,
    entries: Sequence[Entry],
    about: About,
    hour: Tones,
    window: Rect,
) -> None:
    """Write everything below the picture, which lies in `window`."""
    left, _, right, bottom = window
    middle = (left + right) / 2
    _title(canvas, title, middle, bottom + 52, right - left - 40, hour)
    names, points, dates = (110, 152, 224) if any(each.parts for each in entries) else _ROWS
    for entry, x, room in _places(entries, left, right):
        _name(canvas, entry, x, bottom + names, room, hour)
        _points(canvas, entry, x, bottom + points, hour)
        if entry.parts:
            canvas.paste_centred(entry.parts, x, bottom + _PARTS)
    _dates(canvas, about, middle, bottom + dates, hour)
    _printer(canvas, about.seal, right, hour)


def _title(canvas: Canvas, title: str, x: float, y: float, room: float, hour: Tones) -> None:
    """Write the title in widely spaced capitals of the serif."""
    words, style, gap = title.upper(), Label(_TITLE, hour.ink, "serif"), _SPACED
    while gap and _width_spaced(words, style, gap) > room:
        gap -= 1
    letterspace(canvas, words, x - _width_spaced(words, style, gap) / 2, y, style, gap)


def letterspace(canvas: Canvas, words: str, x: float, y: float, style: Label, gap: float) -> None:
    """Write letter by letter, with gaps between the letters."""
    for letter in words:
        x += (canvas.text(letter, x, y, style) if letter.strip() else style.size * 0.25) + gap


def _width_spaced(words: str, style: Label, gap: float) -> float:
    widths = (width_of(letter, style) if letter.strip() else style.size * 0.25 for letter in words)
    return sum(widths) + gap * (len(words) - 1)


# ---- the players ---------------------------------------------------------------------------------


def _places(
    entries: Sequence[Entry], left: float, right: float
) -> Iterator[tuple[Entry, float, float]]:
    """Horizontal place and room of each player in the row; long names get more room."""
    needs = [max(_LEAST, _MARK + 44 + width_of(entry.name, _style(entry))) for entry in entries]
    rooms = share_out(needs, right - left)
    spare = (right - left - sum(rooms)) / (len(entries) + 1)
    for entry, room in zip(entries, rooms, strict=True):
        left += spare
        yield entry, left + room / 2, room
        left += room


def share_out(needs: Sequence[float], room: float) -> list[float]:
    """Shares of a room by needs; where it is short, the greatest are cut to one length."""
    longest = room
    while sum(min(need, longest) for need in needs) > room + 1:
        longest -= 1
    return [min(need, longest) for need in needs]


def _style(entry: Entry, ink: Colour = LIGHT_INK) -> Label:
    """Style of a name: winners in the serif."""
    return Label(_NAME, ink, "serif" if entry.wins else "regular")


def _name(canvas: Canvas, entry: Entry, x: float, y: float, room: float, hour: Tones) -> None:
    """Write mark and name; a long name is cut."""
    style = _style(entry, hour.ink)
    name = elide(entry.name, style, round(room - _MARK - 30))
    width = _MARK + 12 + width_of(name, style)
    mark = mark_with_rim(entry.style, _MARK)
    canvas.paste(mark, x - width / 2 - 3, y - mark.height / 2)
    canvas.text(name, x - width / 2 + _MARK + 12, y, style)


def _points(canvas: Canvas, entry: Entry, x: float, y: float, hour: Tones) -> None:
    style = Label(_POINTS, hour.ink if entry.wins else hour.faint, "serif")
    if entry.wins:
        width = entry.sign.width if entry.sign else width_of(str(entry.points), style)
        canvas.paste_centred(laurel(width + 100, 52), x, y)
    if entry.sign:
        canvas.paste_centred(entry.sign, x, y)
    else:
        canvas.text(str(entry.points), x, y, style, "m")


@memoize
def mark_with_rim(style: SeatStyle, size: int) -> Image.Image:
    """The mark of a seat with an ivory line round it, for any ground."""
    ivory: Colour = (252, 246, 230)
    under = seat_mark(SeatStyle(ivory, ivory, style.shape, " ", ivory), size + 6).copy()
    over = seat_mark(style, size)
    under.alpha_composite(over, (3, 3))
    return under


# ---- small things --------------------------------------------------------------------------------


def _dates(canvas: Canvas, about: About, x: float, y: float, hour: Tones) -> None:
    """Write the dates of the first and the last move, and the number of moves."""
    style = Label(SMALLEST, hour.faint, "regular")
    when = days(about.began, about.ended, about.language)
    count = str(about.plies) if about.plies else ""
    sign = _hex(22, hour.faint)
    parts = [width_of(when, style), (sign.width + 10 + width_of(count, style)) if count else 0]
    gap = 34 if all(parts) else 0
    left = x - (sum(parts) + gap) / 2
    canvas.text(when, left, y, style)
    if count:
        left += parts[0] + gap
        canvas.paste(sign, left, y - sign.height / 2)
        canvas.text(count, left + sign.width + 10, y, style)


def days(began: date | None, ended: date | None, language: str) -> str:
    """The dates in a language: "14–22 nov. 2026"; "" if one is missing."""
    if began is None or ended is None:
        return ""
    written: str = format_interval(began, ended, skeleton="yMMMd", locale=language)
    return "".join(" " if letter.isspace() else letter for letter in written)


@memoize
def _hex(size: int, tone: Colour) -> Image.Image:
    """The sign of the house, a hexagon."""
    brush = Brush(size, size)
    brush.origin = (size / 2, size / 2)
    brush.outline(hexagon(size / 2 - 1.5), tone, 2.2)
    brush.polygon(hexagon(size / 5), tone)
    return brush.reduce()


def _printer(canvas: Canvas, seal: str, right: float, hour: Tones) -> None:
    """Write the first digits of the seal in the lower right corner of the paper."""
    if not seal:
        return
    style, digits = Label(SMALLEST, hour.faint, "regular"), seal[:_SEAL]
    y = canvas.height - 46
    width = _width_spaced(digits, style, 3)
    letterspace(canvas, digits, right - width, y, style, 3)
    canvas.paste_centred(_hex(26, hour.faint), right - width - 26, y)
