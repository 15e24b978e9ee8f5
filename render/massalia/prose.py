"""Sentences on cards: kept together where they must be, broken into lines, set in a column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from render.canvas import Canvas
from render.text import Label, width_of

NO_BREAK, NARROW = "\u00a0", "\u202f"
_TIED = re.compile(r" (?=[:;!?»→])|(?<=\d) (?=\w)|(?<=«) ")
"""Blanks at which no line may end."""


class Word(msgspec.Struct, frozen=True):
    """A word and how it looks."""

    text: str
    style: Label


def tied(text: str) -> str:
    """The text as it is printed: blanks that hold together what belongs together, apostrophes."""
    return _TIED.sub(NO_BREAK, text.replace("'", "’").replace(NARROW, NO_BREAK))


def words(text: str, style: Label, lead: str = "", lead_style: Label | None = None) -> list[Word]:
    """The words of a paragraph, those of its lead in another style."""
    first = [Word(word, lead_style or style) for word in lead.split(" ") if word]
    return first + [Word(word, style) for word in tied(text).split(" ") if word]


def lines(paragraph: Sequence[Word], room: int) -> Iterator[list[Word]]:
    """The lines of a paragraph, each as wide as there is room."""
    line: list[Word] = []
    wide = 0
    for word in paragraph:
        more = width_of(word.text, word.style)
        gap = _blank(word.style) if line else 0
        if line and wide + gap + more > room:
            yield line
            line, wide, gap = [], 0, 0
        line.append(word)
        wide += gap + more
    if line:
        yield line


def set_line(canvas: Canvas, line: Sequence[Word], x: float, y: float) -> None:
    """Write a line from x on, with the middle of its figures at height y.

    Neighbours of one style are written as one, as a font sets them.
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
