"""A long text in pages that fit the screen of a phone, each with a heading."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

import msgspec

from bot.words import shorten
from cogs._answering.phone import BUTTON_ROW, COLUMNS, HIGH_MENU, LINE, MENU, room, text_height

ROOM = LINE + room((BUTTON_ROW, BUTTON_ROW, HIGH_MENU, MENU))
"""Pixels of the paragraphs of a page, with a line between two, beside its buttons and menus."""
FEW = 4 * LINE
"""Pixels of a nearly empty page, with the space between its paragraphs."""
MARKUP = re.compile(r"\\(.)|\*\*|`|^-# ")
"""Markup for bold, code and small print, and escaped characters."""
LONGEST_HEADING = 60
"""Characters of a heading in a menu."""


class Page(msgspec.Struct, frozen=True):
    """A part of a text, and its heading."""

    heading: str
    """"" for the continuation of a paragraph."""
    text: str


def pages_of_text(text: str, pixels: float = ROOM) -> list[Page]:
    """Pages of a text, as many whole paragraphs on each as fit; longer ones are split.

    Nothing is left out: the pages have all words of the text. A long paragraph after a few lines
    begins on their page, which would else be nearly empty.
    """
    pages: list[Page] = []
    space = 0.0
    for paragraph in text.split("\n\n"):
        heading = _heading(paragraph)
        is_nearly_empty = bool(pages) and pixels - space <= FEW
        for part in _parts(paragraph, pixels, space - LINE if is_nearly_empty else pixels):
            height = LINE + text_height(part)
            if height <= space:
                last = pages[-1]
                pages[-1] = Page(last.heading or heading, f"{last.text}\n\n{part}")
                space -= height
                heading = heading if is_nearly_empty else ""
            else:
                pages.append(Page(heading, part))
                space, heading = pixels - height, ""
    return pages


def _heading(paragraph: str) -> str:
    """First line of a paragraph without markup; of a long line its first sentence."""
    line = paragraph.partition("\n")[0]
    first = MARKUP.sub(lambda mark: mark[1] or "", line).rstrip(" :")
    if len(first) > LONGEST_HEADING:
        first = first.partition(". ")[0]
    return shorten(first, LONGEST_HEADING)


def _parts(paragraph: str, pixels: float, space: float) -> Iterator[str]:
    """Parts of a paragraph that fit a page, the first one its `space`: lines, or words of one."""
    part: list[str] = []
    for line in _pieces(paragraph, pixels):
        if part and text_height("\n".join((*part, line))) > min(space, pixels - LINE):
            yield "\n".join(part)
            part, space = [], pixels
        part.append(line)
    yield "\n".join(part)


def _pieces(paragraph: str, pixels: float) -> Iterator[str]:
    """Lines of a paragraph; a line longer than a page in several pieces."""
    letters = int(pixels / LINE - 1) * COLUMNS
    for line in paragraph.split("\n"):
        yield from textwrap.wrap(line, letters, break_on_hyphens=False) or [line]


def pages_newest_first(texts: Sequence[str], most: int, pixels: float = ROOM) -> list[range]:
    """Ranges of texts for pages of at most `most` texts and so many pixels, the last texts first.

    No text is split; one higher than a page has a page of its own.
    """
    pages: list[range] = []
    space = 0.0
    for place in reversed(range(len(texts))):
        height = text_height(texts[place])
        if pages and height <= space and len(pages[-1]) < most:
            pages[-1] = range(place, pages[-1].stop)
            space -= height
        else:
            pages.append(range(place, place + 1))
            space = pixels - height
    return pages
