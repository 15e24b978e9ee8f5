"""A long text in pages that a phone shows at once, each by what it begins with."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

import msgspec

from bot.words import shortened

LINES = 15
"""Lines of a phone that a page has room for, below its picture's place and above its menus."""
COLUMNS, SMALL_COLUMNS = 38, 48
"""Characters of such a line, and of one in small print."""
SMALL = "-# "
ICON = re.compile(r"<a?:\w+:\d+>")
"""An emoji of one's own, as Discord writes it."""
MARKUP = re.compile(r"\\(.)|\*\*|`|^-# ")
"""What makes words bold, code or small; or a sign that is to stand for itself."""
LONGEST_HEADING = 60
"""Characters by which a page is called in a menu."""


class Page(msgspec.Struct, frozen=True):
    """A part of a text, and by what it is found."""

    heading: str
    """"" where it goes on with what the page before began."""
    text: str


def paged(text: str, lines: int = LINES) -> list[Page]:
    """A text in pages: whole paragraphs together, as many as have room; long ones parted.

    Nothing is left out: the words of all pages are those of the text.
    """
    pages: list[Page] = []
    room = 0
    for paragraph in text.split("\n\n"):
        heading = _heading(paragraph)
        for part in _parts(paragraph, lines):
            needed = 1 + lines_of(part)
            if needed <= room:
                last = pages[-1]
                pages[-1] = Page(last.heading or heading, f"{last.text}\n\n{part}")
                room -= needed
            else:
                pages.append(Page(heading, part))
                room = lines - needed
            heading = ""
    return pages


def _heading(paragraph: str) -> str:
    """Its first line as it stands in a menu; of a long one its first sentence."""
    line = paragraph.partition("\n")[0]
    first = MARKUP.sub(lambda mark: mark[1] or "", line).rstrip(" :")
    if len(first) > LONGEST_HEADING:
        first = first.partition(". ")[0]
    return shortened(first, LONGEST_HEADING)


def _parts(paragraph: str, lines: int) -> Iterator[str]:
    """A paragraph that has room, or what of it has room at a time: lines, or words of a line."""
    part: list[str] = []
    for line in _pieces(paragraph, lines):
        if part and lines_of("\n".join((*part, line))) > lines - 1:
            yield "\n".join(part)
            part = []
        part.append(line)
    yield "\n".join(part)


def _pieces(paragraph: str, lines: int) -> Iterator[str]:
    """Its lines; one that is longer than a page in several."""
    for line in paragraph.split("\n"):
        yield from textwrap.wrap(line, (lines - 1) * COLUMNS, break_on_hyphens=False) or [line]


def newest_first(told: Sequence[str], most: int, lines: int = LINES) -> list[range]:
    """The places of texts in pages of so many texts and lines at most, the last texts first.

    Each text is whole; one that is longer than a page has a page of its own.
    """
    pages: list[range] = []
    room = 0
    for place in reversed(range(len(told))):
        needed = lines_of(told[place])
        if pages and needed <= room and len(pages[-1]) < most:
            pages[-1] = range(place, pages[-1].stop)
            room -= needed
        else:
            pages.append(range(place, place + 1))
            room = lines - needed
    return pages


def lines_of(text: str) -> int:
    """How many lines of a phone a text takes."""
    return sum(map(_lines, text.split("\n")))


def _lines(line: str) -> int:
    columns = SMALL_COLUMNS if line.startswith(SMALL) else COLUMNS
    shown = ICON.sub("□ ", line).replace("**", "")
    return len(textwrap.wrap(shown, columns, break_on_hyphens=False)) or 1
