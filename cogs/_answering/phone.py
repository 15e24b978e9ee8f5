"""The screen of a phone: how high a message is on it, and what of a message has room.

The pixels are those of a page 390 pixels wide, on which the tests with a browser measure every
panel, page and post.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from string import digits
from typing import Any, Generic, NamedTuple, TypeVar, cast

from discord import MediaGalleryItem, ui

from bot import words
from bot.connection.decorations import Upload
from cogs._answering.items import Component, components
from cogs._words.small_print import SMALL, readable_texts
from render import png


@dataclass(frozen=True)
class Together:
    """Parts that are cut together, such as buttons and the line that names them."""

    parts: Sequence[Component]


Part = Component | Together | bytes | float
"""A part of any message: a picture may be a file, and anything else be given by its pixels."""
T = TypeVar("T", bound=Part, covariant=True)


class Picture(ui.MediaGallery[Any]):
    """Pictures of a panel, with their uploads; several stand side by side."""

    def __init__(self, *uploads: Upload) -> None:
        super().__init__(
            *(MediaGalleryItem(one.uri, description=one.description) for one in uploads)
        )
        self.uploads = uploads

    @property
    def shares(self) -> list[float]:
        """Heights of the pictures as shares of their widths."""
        return [_share(upload.content) for upload in self.uploads]


class Frame(NamedTuple):
    """A kind of message, in pixels."""

    width: int
    """Width of its parts."""
    edges: int
    """Height of what is above and below all parts."""
    row: int
    """Width of a row of buttons."""


PANEL, POST = Frame(335, 141, 335), Frame(314, 33, 364)
"""A private panel, and an ordinary message."""
HIGHEST = 695
"""Pixels of a message that is seen at a glance, of 700: letters are not equally wide everywhere."""
GAP = 8
"""Pixels between two parts, and between two buttons."""
BUTTON_ROW, MENU, COMMAND = 42, 46, 14
"""Height of a row of buttons, of a menu, and of the line with the command that a panel answers."""
MENU_EDGES, MENU_CHOICE, MENU_LINE, MENU_COLUMNS = 10, 4, 20.6, 36
"""Edges of a high menu, what each choice adds, and the height and the letters of a line."""
HIGH_MENU = MENU_EDGES + MENU_CHOICE + 2 * MENU_LINE
BUTTON_LINE = 18
"""What a second line of its label adds to the height of a button."""
BUTTON, BUTTON_ICON = 28, 27
"""Width of a button without its label, and of the icon in it."""
BUTTON_LETTER, BUTTON_CAPITAL = 10.2, 11.5
"""Width of a letter of a label, and of a capital or a sign, which are wider."""
BUTTON_SIGNS = {
    sign: width
    for signs, width in (
        ("ijl’‹·.() \N{NO-BREAK SPACE}", 5.6),
        ("frt▾", 7.0),
        ("mwMW★", 15.0),
        (digits, 10.4),
    )
    for sign in signs
}
"""Widths of letters and signs of a label that are much narrower or wider than others."""
LETTER = 0.56
"""Width of a letter of a text, as a share of its size."""
BOLD, WIDER = re.compile(r"\*\*(.+?)\*\*"), 0.13
"""Bold letters, and by how much of their width they are wider."""
MARKUP = re.compile(r"<@\d+>|<t:\d+(:\w)?>|<a?:\w+:\d+>|</?[^>]+>|\[|\]\(\S+\)|\*\*|~~|`")
ICON, HIGHER = "▣▣▣", 1.25
"""Letters as wide as an icon, and the pixels by which a line with one is higher than others."""
VISIBLE = {
    "<@": "x" * 10,
    "<#": " ".join(["x" * 11] * 6),
    "<t": "x" * 22,
    "<:": ICON,
    "<a": ICON,
    "</": "x" * 12,
}
"""Letters as wide as a mention, a channel, a date, an icon or a command, by its first signs.

The channel is a thread, which the players of its table give a long name.
"""
WIDE = re.compile("[…—→★✅\U0001f300-\U0001faff]")
"""A sign that is as wide as two letters."""


STEP = 4
"""Letters by which a line is cut shorter until it has room."""
LINE = 22
"""Height of a line of text."""
PRINTS = {SMALL: (13, 18), "### ": (16, 24), "## ": (20, 29), "- ": (17, 25), "": (16, LINE)}
"""Size of the letters and height of each kind of line, by its first signs."""
COLUMNS = int(PANEL.width / (LETTER * PRINTS[""][0]))
"""Letters of a line of text in a panel."""


# ---- heights -------------------------------------------------------------------------------------


def height(parts: Iterable[Part], frame: Frame = PANEL) -> float:
    """Pixels of a message of these parts; an empty text or list takes none."""
    visible = (part for part in separate(parts) if part not in ("", [], ()))
    return frame.edges + sum(GAP + _part_height(part, frame) for part in visible)


def separate(parts: Iterable[Any]) -> Iterator[Any]:
    """The parts, with those that are cut together one by one."""
    for part in parts:
        if isinstance(part, Together):
            yield from part.parts
        else:
            yield part


def has_room(parts: Iterable[Part], frame: Frame = PANEL) -> bool:
    """Whether a phone has room for a message of these parts."""
    return height(parts, frame) <= HIGHEST


def room(parts: Iterable[Part], frame: Frame = PANEL) -> float:
    """Pixels that are left for a text beside these parts."""
    return HIGHEST - height(parts, frame) - GAP


def _part_height(part: Component | bytes | float, frame: Frame) -> float:
    if isinstance(part, str):
        return text_height(part, frame)
    if isinstance(part, bytes):
        return frame.width * _share(part)
    if isinstance(part, Picture):
        return _gallery_height(part.shares, frame)
    if isinstance(part, float | int):
        return part
    rows = [row.children for row in components([part]) if isinstance(row, ui.ActionRow)]
    return sum(_row_height(row, frame) + GAP for row in rows) - GAP


def _share(picture: bytes) -> float:
    """Height of a picture as a share of its width."""
    width, high = png.size(picture)
    return high / width


def _gallery_height(shares: Sequence[float], frame: Frame) -> float:
    """Height of a picture; of several, which are squares side by side."""
    if len(shares) == 1:
        return frame.width * shares[0]
    columns = 3 if len(shares) in (3, 5) else 2
    return frame.width / columns * -(-len(shares) // columns)


def _row_height(row: Sequence[ui.Item[Any]], frame: Frame) -> float:
    """Height of a menu, or of a row of buttons, which breaks where it has no room."""
    items = [child.item if isinstance(child, ui.DynamicItem) else child for child in row]
    if isinstance(items[0], ui.Select):
        return _menu_height(items[0])
    broken = sum(_button_width(item) > frame.row for item in items)
    rows = row_count(row, frame)
    return rows * (BUTTON_ROW + GAP) - GAP + broken * BUTTON_LINE


def row_count(buttons: Iterable[ui.Item[Any]], frame: Frame = PANEL) -> int:
    """Number of rows in which a phone shows a row of buttons."""
    lines, taken = 1, 0.0
    for button in buttons:
        wide = GAP + _button_width(button.item if isinstance(button, ui.DynamicItem) else button)
        if taken and taken + wide > frame.row + GAP:
            lines, taken = lines + 1, 0.0
        taken += wide
    return lines


def _button_width(button: ui.Item[Any]) -> float:
    """Width of a button; the label of one that is wider than its message takes two lines."""
    assert isinstance(button, ui.Button)
    letters = (
        BUTTON_SIGNS.get(sign, BUTTON_LETTER if sign.islower() else BUTTON_CAPITAL)
        for sign in button.label or ""
    )
    return sum(letters) + BUTTON + (BUTTON_ICON if button.emoji else 0)


def _menu_height(menu: ui.Select[Any]) -> float:
    """Height of a menu, which has all that is chosen in it, or else its title."""
    chosen = [option.label for option in menu.options if option.default]
    labels = chosen or [menu.placeholder or ""]
    lines = sum(-(-len(label) // MENU_COLUMNS) for label in labels)
    return max(MENU, MENU_EDGES + MENU_CHOICE * len(labels) + MENU_LINE * lines)


def text_height(text: str, frame: Frame = PANEL) -> float:
    """Pixels that a text takes, with the gaps between its rows in small print in a panel."""
    gaps = len(readable_texts(text)) - 1 if frame is PANEL else 0
    return GAP * gaps + sum(_line_height(line, frame.width) for line in text.split("\n"))


def _line_height(line: str, width: int) -> float:
    lines = _lines(line, width)
    return PRINTS[_sign(line)][1] * len(lines) + HIGHER * sum(ICON in part for part in lines)


def line_count(text: str, frame: Frame = PANEL) -> int:
    """Number of lines that a text takes."""
    return sum(len(_lines(line, frame.width)) for line in text.split("\n"))


@lru_cache(maxsize=1024)
def _lines(line: str, width: int) -> Sequence[str]:
    """A line as it is broken, with as many letters in place of markup as it is wide."""
    sign = _sign(line)
    plain_line = WIDE.sub("□□", visible_text(line.removeprefix(sign)))
    bold_share = sum(map(len, BOLD.findall(line))) / max(1, len(plain_line))
    letters = int(width / (LETTER * PRINTS[sign][0] * (1 + WIDER * min(1, bold_share))))
    return textwrap.wrap(plain_line, letters, break_on_hyphens=False) or [""]


def _sign(line: str) -> str:
    """First signs of a line, by which it is of a kind."""
    return next(filter(line.startswith, PRINTS))


def visible_text(text: str) -> str:
    """A text with as many letters in place of markup as people see."""
    return MARKUP.sub(lambda mark: VISIBLE.get(mark[0][:2], ""), text)


# ---- what fits -----------------------------------------------------------------------------------

FIRST, NEEDED = 0.0, inf
"""Ranks of parts that are cut first of all, and never."""


class Ranked(NamedTuple, Generic[T]):
    """A part of a message with its rank: where there is no room, the lowest rank is cut first."""

    part: T
    rank: float = NEEDED
    shrinks: bool = False
    """Whether a text loses the end of its longest paragraph before anything of its rank is cut."""
    instead: Ranked[T] | None = None
    """A part of a higher rank that takes its place, and that of a text before it is shorter."""


def forms_by_rank(
    forms: Sequence[T], ranks: Sequence[float], *, shrinks: bool = False
) -> Ranked[T]:
    """First form of a part, which gives way to the next one at its rank; the last may shrink."""
    ranked = Ranked(forms[-1], ranks[-1], shrinks)
    for form, rank in zip(forms[-2::-1], ranks[-2::-1], strict=True):
        ranked = Ranked(form, rank, instead=ranked)
    return ranked


def fit(
    parts: Iterable[T | Ranked[T]],
    fits: Callable[[Sequence[Any]], bool] = has_room,
    frame: Frame = PANEL,
) -> list[T]:
    """The parts that fit: of one rank the first are cut first; one without a rank is needed."""

    def fits_without_gaps(forms: Sequence[T | None]) -> bool:
        return fits([form for form in forms if form is not None])

    forms = fit_each(parts, fits_without_gaps, frame)
    return [form for form in forms if form is not None]


def fit_each(
    parts: Iterable[T | Ranked[T]],
    fits: Callable[[Sequence[T | None]], bool],
    frame: Frame = PANEL,
) -> list[T | None]:
    """The form of each part that fits; None for one that is cut, as `fits` reads it, too.

    What was cut in vain, as more had to go after it, comes back where there is room: the last cut
    first.
    """
    forms: list[Ranked[T] | None] = [
        part if isinstance(part, Ranked) else Ranked(part) for part in parts
    ]
    cuts = list[tuple[int, Ranked[T]]]()

    def has_room_for(forms: Iterable[Ranked[T] | None]) -> bool:
        return fits([None if form is None else form.part for form in forms])

    while not has_room_for(forms) and (place := _place_of_cut(forms, frame)) is not None:
        form = forms[place]
        assert form is not None
        cuts.append((place, form))
        forms[place] = _shorter(form, frame) if _excess(form, frame) else form.instead
    lost = set[int]()
    for place, form in reversed(cuts[:-1]):
        restored = [*forms[:place], form, *forms[place + 1 :]]
        if place not in lost and has_room_for(restored):
            forms = restored
        else:
            lost.add(place)
    return [None if form is None else form.part for form in forms]


def _place_of_cut(forms: Sequence[Ranked[T] | None], frame: Frame) -> int | None:
    """Place of the next cut: of the lowest rank, the longest part that shrinks, or the first part.

    None where all that is left is needed.
    """
    ranked = {place: form for place, form in enumerate(forms) if form is not None}
    if not ranked:
        return None
    rank = min(form.rank for form in ranked.values())
    places = [place for place, form in ranked.items() if form.rank == rank]
    longest = max(places, key=lambda place: _excess(ranked[place], frame))
    if _excess(ranked[longest], frame):
        return longest
    return None if rank == NEEDED else places[0]


def _excess(ranked: Ranked[T], frame: Frame) -> int:
    """Lines that the longest paragraph of a text may lose."""
    if not ranked.shrinks or not isinstance(ranked.part, str):
        return 0
    return max(line_count(line, frame) for line in ranked.part.split("\n")) - 1


def _shorter(ranked: Ranked[T], frame: Frame) -> Ranked[T]:
    """The same part with a longest paragraph that is a line shorter, or what stands instead."""
    text, instead = str(ranked.part), ranked.instead
    shorter_text = _line_shorter(text, frame)
    if instead is not None and len(shorter_text) <= len(str(instead.part)):
        return instead
    return ranked._replace(part=cast(T, shorter_text))


def shrunk(text: str, frame: Frame = PANEL) -> Iterator[str]:
    """The text, then each shorter form of it until every paragraph is one line."""
    yield text
    while any(line_count(line, frame) > 1 for line in text.split("\n")):
        text = _line_shorter(text, frame)
        yield text


def _line_shorter(text: str, frame: Frame) -> str:
    """The text with a longest paragraph that is a line shorter."""
    longest = max(text.split("\n"), key=lambda line: line_count(line, frame))
    short = shortened(longest, line_count(longest, frame) - 1, frame)
    return text.replace(longest, short, 1)


def shortened(line: str, most: int, frame: Frame = PANEL) -> str:
    """The beginning of a line that takes at most so many lines of a phone; an ellipsis for more."""
    if line_count(line, frame) <= most:
        return line
    cuts = (words.clip(line, length) for length in range(len(line) - 1, 0, -STEP))
    return next((cut for cut in cuts if line_count(cut, frame) <= most), "…")


def whole_lines(text: str, fits: Callable[[str], bool]) -> str:
    """The first lines of a text that fit, none of them cut."""
    lines = text.split("\n")
    texts = ("\n".join(lines[:number]) for number in range(len(lines), 0, -1))
    return next(filter(fits, texts), "")
