"""Chart of the points missed by each seat: a row for each seat, a bar for each turn or round.

It has no words: the higher a bar, the more was missed. A diamond is over the finest move of a seat,
a ring over the turn that cost it most.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from PIL import Image

from render.cache import memoize
from render.canvas import Brush, Canvas, Rect, Sheet
from render.marks import seat_mark
from render.text import Label
from render.theme import Colour, SeatStyle, Theme

WIDTH = 800
ROW, AXIS, MARGIN = 88, 40, 10
MARK = 52
LEFT, RIGHT = 100, 28
"""Distances of the first and the last turn from the edges."""
HIGHEST = 52
"""Height in pixels of the highest bar, with room for a sign above it."""
WIDEST, GAP = 34, 0.3
"""Width in pixels of the widest bar; share of the place of a turn that stays free."""
DOT, SMALLEST_DOT, SIGN, RING = 6, 2, 12, 11
LEAST = 4
"""Least height in pixels of a bar."""
FEW = 6
"""Greatest number of labels below the turns, besides the first."""
STEPS = (1, 2, 5, 10, 20, 50, 100)


class Row(msgspec.Struct, frozen=True):
    """A seat: for each turn or round of the game, its miss as a share of the greatest miss."""

    missed: tuple[float | None, ...]
    """Shares from 0 to 1; None where it had no choice, as in the turns of others."""
    finest: int | None = None
    """The turn of its finest move, from 1."""
    turning: int | None = None
    """The turn that cost most, from 1."""


class Chart(msgspec.Struct, frozen=True):
    """The seats, in their order."""

    rows: tuple[Row, ...]

    @property
    def turns(self) -> int:
        """Number of turns or rounds."""
        return max((len(row.missed) for row in self.rows), default=0)


def draw_chart(chart: Chart, theme: Theme) -> Sheet:
    """The whole chart."""
    height = 2 * MARGIN + ROW * len(chart.rows) + AXIS
    canvas = Canvas(WIDTH, height, theme)
    canvas.round_box((0, 0, WIDTH, height), theme.panel, theme.radius)
    for seat, row in enumerate(chart.rows):
        _row(canvas, row, theme.seats[seat], MARGIN + ROW * (seat + 1), chart.turns)
    _numbers(canvas, chart.turns, height - MARGIN - AXIS // 2)
    canvas.round_off(theme.radius)
    return canvas.sheet()


def turn_x(turn: int, turns: int) -> float:
    """Horizontal place of a turn, in pixels."""
    return LEFT + (WIDTH - LEFT - RIGHT) * (turn - 0.5) / turns


def _row(canvas: Canvas, row: Row, style: SeatStyle, floor: int, turns: int) -> None:
    """Draw a seat with its bars on the line `floor`."""
    theme = canvas.theme
    canvas.box((LEFT, floor - 1, WIDTH - RIGHT, floor + 1), theme.edge)
    canvas.paste_centred(seat_mark(style, MARK), LEFT / 2, floor - MARK / 2)
    for turn, missed in enumerate(row.missed, 1):
        if missed is None:
            continue
        x, top = turn_x(turn, turns), floor - _bar_height(missed)
        if missed:
            canvas.box(_bar(x, top, floor, turns), style.bright)
        else:
            canvas.paste_centred(_dot(_dot_size(turns), style.bright), x, floor)
        if turn == row.turning:
            canvas.paste_centred(_ring(RING, theme.last, theme.panel), x, top - RING - 4)
        elif turn == row.finest:
            canvas.paste_centred(_diamond(SIGN, theme.gold), x, top - SIGN - DOT)


def _bar_height(missed: float) -> int:
    return max(LEAST, round(HIGHEST * missed)) if missed else 0


def _dot_size(turns: int) -> int:
    room = (1 - GAP) * (WIDTH - LEFT - RIGHT) / turns
    return max(SMALLEST_DOT, min(DOT, int(room / 2)))


def _bar(x: float, top: int, floor: int, turns: int) -> Rect:
    width = min(WIDEST, (1 - GAP) * (WIDTH - LEFT - RIGHT) / turns)
    left = round(x - width / 2)
    return left, top, max(left + 2, round(x + width / 2)), floor


@memoize
def _ring(radius: int, line: Colour, inside: Colour) -> Image.Image:
    brush = Brush(2 * radius, 2 * radius)
    brush.ellipse((radius, radius), radius, line)
    brush.ellipse((radius, radius), 0.62 * radius, inside)
    return brush.reduce()


@memoize
def _diamond(radius: int, colour: Colour) -> Image.Image:
    brush, end = Brush(2 * radius, 2 * radius), 2 * radius
    brush.polygon(((radius, 0), (end, radius), (radius, end), (0, radius)), colour)
    return brush.reduce()


@memoize
def _dot(radius: int, colour: Colour) -> Image.Image:
    brush = Brush(2 * radius, 2 * radius)
    brush.ellipse((radius, radius), radius, colour)
    return brush.reduce()


def _numbers(canvas: Canvas, turns: int, y: int) -> None:
    """Draw the numbers of some turns."""
    style = Label(28, canvas.theme.muted)
    for turn in tick_turns(turns):
        canvas.text(str(turn), turn_x(turn, turns), y, style, "m")


def tick_turns(turns: int) -> Iterator[int]:
    """The first turn, and turns with round numbers."""
    step = next(step for step in STEPS if turns // step <= FEW or step == STEPS[-1])
    yield from (turn for turn in range(1, turns + 1) if turn == 1 or turn % step == 0)
