"""A long text in pages that fit the screen of a phone, each with a heading."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

import msgspec

from bot.words import shorten

LINES = 15
"""Lines of a page that fit a phone together with its menus."""
FEW_LINES = 4
"""Lines of a nearly empty page, with the space between its paragraphs."""
COLUMNS, SMALL_COLUMNS = 38, 48
"""Characters of a line on a phone, and of one in small print."""
SMALL = "-# "
ICON = re.compile(r"<a?:\w+:\d+>")
"""A custom emoji, as Discord writes it."""
MARKUP = re.compile(r"\\(.)|\*\*|`|^-# ")
"""Markup for bold, code and small print, and escaped characters."""
WIDE = re.compile("[→★✅\U0001f300-\U0001faff]")
"""A sign that is as wide as two letters."""
LONGEST_HEADING = 60
"""Characters of a heading in a menu."""


class Page(msgspec.Struct, frozen=True):
    """A part of a text, and its heading."""

    heading: str
    """"" for the continuation of a paragraph."""
    text: str


def pages_of_text(text: str, lines: int = LINES) -> list[Page]:
    """Pages of a text, as many whole paragraphs on each as fit; longer ones are split.

    Nothing is left out: the pages have all words of the text. A long paragraph after a few lines
    begins on their page, which would else be nearly empty.
    """
    pages: list[Page] = []
    room = 0
    for paragraph in text.split("\n\n"):
        heading = _heading(paragraph)
        is_nearly_empty = bool(pages) and lines - room <= FEW_LINES
        for part in _parts(paragraph, lines, room - 1 if is_nearly_empty else lines):
            height = 1 + line_count(part)
            if height <= room:
                last = pages[-1]
                pages[-1] = Page(last.heading or heading, f"{last.text}\n\n{part}")
                room -= height
                heading = heading if is_nearly_empty else ""
            else:
                pages.append(Page(heading, part))
                room, heading = lines - height, ""
    return pages


def _heading(paragraph: str) -> str:
    """First line of a paragraph without markup; of a long line its first sentence."""
    line = paragraph.partition("\n")[0]
    first = MARKUP.sub(lambda mark: mark[1] or "", line).rstrip(" :")
    if len(first) > LONGEST_HEADING:
        first = first.partition(". ")[0]
    return shorten(first, LONGEST_HEADING)


def _parts(paragraph: str, lines: int, room: int) -> Iterator[str]:
    """Parts of a paragraph that fit a page, the first one `room` lines: lines, or words of one."""
    part: list[str] = []
    for line in _pieces(paragraph, lines):
        if part and line_count("\n".join((*part, line))) > min(room, lines - 1):
            yield "\n".join(part)
            part, room = [], lines
        part.append(line)
    yield "\n".join(part)


def _pieces(paragraph: str, lines: int) -> Iterator[str]:
    """Lines of a paragraph; a line longer than a page in several pieces."""
    for line in paragraph.split("\n"):
        yield from textwrap.wrap(line, (lines - 1) * COLUMNS, break_on_hyphens=False) or [line]


def whole_lines(text: str, lines: int) -> str:
    """The first lines of a text, none of them cut, as far as a phone has room for them."""
    fitting: list[str] = []
    for line in text.split("\n"):
        if line_count("\n".join((*fitting, line))) > lines:
            break
        fitting.append(line)
    return "\n".join(fitting)


def pages_newest_first(texts: Sequence[str], most: int, lines: int = LINES) -> list[range]:
    """Ranges of texts for pages of at most `most` texts and `lines` lines, the last texts first.

    No text is split; one longer than a page has a page of its own.
    """
    pages: list[range] = []
    room = 0
    for place in reversed(range(len(texts))):
        height = line_count(texts[place])
        if pages and height <= room and len(pages[-1]) < most:
            pages[-1] = range(place, pages[-1].stop)
            room -= height
        else:
            pages.append(range(place, place + 1))
            room = lines - height
    return pages


def line_count(text: str) -> int:
    """Number of lines that a text takes on a phone."""
    return sum(map(_line_height, text.split("\n")))


def fitting_words(line: str, most: int) -> str:
    """The words of a line that take at most so many lines on a phone; an ellipsis for the rest."""
    if line_count(line) <= most:
        return line
    words = line.split(" ")
    while len(words) > 1 and line_count(f"{' '.join(words)} …") > most:
        words.pop()
    return f"{' '.join(words).rstrip(',')} …"


def _line_height(line: str) -> int:
    columns = SMALL_COLUMNS if line.startswith(SMALL) else COLUMNS
    plain_line = WIDE.sub("□□", ICON.sub("□ ", line).replace("**", ""))
    return len(textwrap.wrap(plain_line, columns, break_on_hyphens=False)) or 1
