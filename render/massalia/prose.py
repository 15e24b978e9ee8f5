"""Text of cards: no-break spaces, lines, and writing a line in several styles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from render.canvas import Canvas
from render.text import Label, width_of

NO_BREAK, NARROW = "\u00a0", "\u202f"
_TIED = re.compile(r" (?=[:;!?»→])|(?<=\d) (?=\w)|(?<=«) ")
"""Spaces at which no line may break."""


class Word(msgspec.Struct, frozen=True):
    """A word and its style."""

    text: str
    style: Label


def typeset(text: str) -> str:
    """Text with typographic apostrophes and no-break spaces."""
    return _TIED.sub(NO_BREAK, text.replace("'", "’").replace(NARROW, NO_BREAK))


def words(text: str, style: Label, lead: str = "", lead_style: Label | None = None) -> list[Word]:
    """Words of a paragraph, with those of its lead in another style."""
    first = [Word(word, lead_style or style) for word in lead.split(" ") if word]
    return first + [Word(word, style) for word in typeset(text).split(" ") if word]


def lines(paragraph: Sequence[Word], room: int) -> Iterator[list[Word]]:
    """Lines of a paragraph, each as wide as there is room."""
    line: list[Word] = []
    width = 0
    for word in paragraph:
        more = width_of(word.text, word.style)
        gap = _blank(word.style) if line else 0
        if line and width + gap + more > room:
            yield line
            line, width, gap = [], 0, 0
        line.append(word)
        width += gap + more
    if line:
        yield line


def write_line(canvas: Canvas, line: Sequence[Word], x: float, y: float) -> None:
    """Write a line from x on, with the middle of its figures at height y.

    Consecutive words of one style are written as one text, for the kerning of the font.
    """
    start = 0
    for end in range(1, len(line) + 1):
        if end == len(line) or line[end].style != line[start].style:
            style = line[start].style
            run = " ".join(word.text for word in line[start:end])
            x += canvas.text(run, x, y, style) + _blank(style)
            start = end


def _blank(style: Label) -> int:
    return max(1, round(style.size * 0.22))
