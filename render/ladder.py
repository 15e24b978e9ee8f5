"""Ladder of a game: a row for each person, their place, their name, a bar as long as their rating.

It has no words but names and numbers. Laurels are around the first place; a bright edge marks the
row of whoever looks at it.
"""

from __future__ import annotations

import msgspec

from render.canvas import Canvas, Sheet
from render.marks import disc, laurel
from render.text import Label, elide
from render.theme import Colour, Theme

WIDTH = 800
ROW, MARGIN = 62, 12
PLACE, LEFT, RIGHT = 52, 104, 24
"""Middle of the places; left and right end of the longest bar."""
BAR = 46
"""Height of a bar."""
LEAST = 0.44
"""Share of the longest bar that the shortest one has, with room for a name."""
NAME = 28
"""Size of the texts."""
FIGURE_ROOM = 110
"""Room of the number at the end of a row."""
GAP, EDGE, CORNER = 16, 4, 8


class Bar(msgspec.Struct, frozen=True):
    """A person on the ladder."""

    rank: int
    name: str
    number: int
    is_reader: bool = False


class Ladder(msgspec.Struct, frozen=True):
    """People on the ladder, the best first."""

    bars: tuple[Bar, ...]


def draw_ladder(ladder: Ladder, theme: Theme) -> Sheet:
    """The whole ladder."""
    height = 2 * MARGIN + ROW * len(ladder.bars)
    canvas = Canvas(WIDTH, height, theme)
    canvas.round_box((0, 0, WIDTH, height), theme.panel, theme.radius)
    for line, bar in enumerate(ladder.bars):
        _row(canvas, bar, bar_end(bar, ladder), MARGIN + ROW * line + ROW // 2)
    canvas.round_off(theme.radius)
    return canvas.sheet()


def bar_end(bar: Bar, ladder: Ladder) -> int:
    """Right end of a bar, in pixels."""
    numbers = [each.number for each in ladder.bars]
    low, high = min(numbers), max(numbers)
    share = (bar.number - low) / (high - low) if high > low else 1.0
    longest = WIDTH - RIGHT - FIGURE_ROOM - LEFT
    return LEFT + round(longest * (LEAST + (1 - LEAST) * share))


def _row(canvas: Canvas, bar: Bar, end: int, middle: int) -> None:
    """Draw a row around the height `middle`."""
    theme = canvas.theme
    top, low = middle - BAR // 2, middle + BAR // 2
    if bar.is_reader:
        edge = (LEFT - EDGE, top - EDGE, end + EDGE, low + EDGE)
        canvas.round_box(edge, theme.last, EDGE + CORNER)
    canvas.round_box((LEFT, top, end, low), _tone(bar, theme), CORNER)
    if bar.rank == 1:
        canvas.paste_centred(laurel(60, 56), PLACE, middle)
    else:
        canvas.paste_centred(disc(22, theme.groove, theme.edge, shadow=False), PLACE, middle)
    canvas.text(str(bar.rank), PLACE, middle, Label(NAME, theme.text, "bold"), "m")
    name = Label(NAME, theme.ink if bar.rank == 1 else theme.text)
    canvas.text(elide(bar.name, name, end - LEFT - 2 * GAP), LEFT + GAP, middle, name)
    canvas.text(str(bar.number), end + GAP, middle, Label(NAME, theme.text, "bold"))


def _tone(bar: Bar, theme: Theme) -> Colour:
    """Colour of a bar: gold for the first place."""
    return theme.gold if bar.rank == 1 else theme.panel_lit
