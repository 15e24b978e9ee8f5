"""Standings of a league: a line for each entrant, with a cell for each round.

A line has the place, the way since the round before, the name, the points. A cell names the place
of the opponent, or the place at a table of several; its sign tells the result, so that colour alone
never matters.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from render.canvas import Canvas, Sheet
from render.marks import disc, laurel
from render.text import Label, elide
from render.theme import Colour, Theme

WIDTH = 800
MARGIN, HEAD = 14, 40
ROW = 56
TALLEST = 888
"""Height that a phone and a computer show without making it smaller: 1.11 of the width."""
PLACE, WAY, NAME_AT = 42, 92, 124
"""Middle of the places, middle of the ways, left end of the names."""
CELL, GAP = 54, 4
POINTS = 92
"""Room of the points at the right end."""
NAME, SCORE, SMALL = 28, 36, 22
"""Sizes of names, of points and places, and of what is in the cells."""
PLACE_SIZE = 48
"""Size of the places on the podium."""
MOST_CELLS = 7
PODIUM, STEP = 300, 220
"""Height of the podium with what stands on it, and width of one of its steps."""
STEPS = (150, 110, 80)
"""Heights of the steps of the first three."""
MOST_LINES = (TALLEST - HEAD - 2 * MARGIN) // ROW
CORNER = 8


class Outcome(StrEnum):
    """Result of one game."""

    WON = "+"
    SHARED = "="
    LOST = "–"
    OPEN = "…"
    ABSENT = ""


class Cell(msgspec.Struct, frozen=True):
    """A round of an entrant."""

    outcome: Outcome
    number: str = ""
    """Place of the opponent in the standings, or the place at a table of several."""


class Line(msgspec.Struct, frozen=True):
    """An entrant."""

    rank: int
    name: str
    points: str
    way: int = 0
    """Places gained since the round before."""
    cells: tuple[Cell, ...] = ()
    has_left: bool = False


class Standings(msgspec.Struct, frozen=True):
    """Lines of the entrants, the best first."""

    lines: tuple[Line, ...]
    rounds: tuple[int, ...]
    """Numbers of the rounds that have cells."""
    is_over: bool = False
    """Whether the best stand on a podium above the lines."""


def draw_standings(standings: Standings, theme: Theme) -> Sheet:
    """The whole table; of many lines the first ones."""
    top = MARGIN + (PODIUM if standings.is_over else 0)
    lines = standings.lines[: (TALLEST - HEAD - MARGIN - top) // ROW]
    height = top + MARGIN + HEAD + ROW * len(lines)
    canvas = Canvas(WIDTH, height, theme)
    canvas.round_box((0, 0, WIDTH, height), theme.panel, theme.radius)
    if standings.is_over:
        draw_podium(canvas, lines, top)
    for column, number in enumerate(standings.rounds[-MOST_CELLS:]):
        x = _left_of_cell(column, len(standings.rounds)) + (CELL - GAP) / 2
        canvas.text(str(number), x, top + HEAD / 2, Label(SMALL, theme.muted), "m")
    for place, line in enumerate(lines):
        _line(canvas, line, top + HEAD + ROW * place + ROW // 2)
    canvas.round_off(theme.radius)
    return canvas.sheet()


def draw_podium(canvas: Canvas, lines: Sequence[Line], floor: int) -> None:
    """Draw the first three on their steps, the first in the middle, down to the height `floor`."""
    theme = canvas.theme
    for line, high, side in zip(lines, STEPS, (0, -1, 1), strict=False):
        middle, top = WIDTH // 2 + side * (STEP + GAP), floor - high
        step = (middle - STEP // 2, top, middle + STEP // 2, floor)
        is_winner = line.rank == 1
        canvas.round_box(step, theme.gold if is_winner else theme.panel_lit, CORNER, bottom=False)
        ink = theme.ink if is_winner else theme.text
        canvas.text(str(line.rank), middle, top + 36, Label(PLACE_SIZE, ink, "bold"), "m")
        if is_winner:
            canvas.paste_centred(laurel(104, 92), middle, top - 96)
        name = Label(NAME, theme.text)
        canvas.text(elide(line.name, name, STEP - GAP), middle, top - 24, name, "m")
        points = Label(SCORE, theme.gold if is_winner else theme.text, "bold")
        canvas.text(line.points, middle, top - (96 if is_winner else 62), points, "m")


def _left_of_cell(column: int, cells: int) -> int:
    return WIDTH - MARGIN - POINTS - CELL * (min(cells, MOST_CELLS) - column)


def _line(canvas: Canvas, line: Line, middle: int) -> None:
    """Draw an entrant around the height `middle`."""
    theme, tone = canvas.theme, canvas.theme.muted if line.has_left else canvas.theme.text
    top, low = middle - ROW // 2 + 3, middle + ROW // 2 - 3
    ground = theme.panel_lit if line.rank <= 3 else theme.groove
    canvas.round_box((MARGIN, top, WIDTH - MARGIN, low), ground, CORNER)
    if line.rank == 1:
        canvas.paste_centred(laurel(56, 50), PLACE, middle)
    else:
        canvas.paste_centred(disc(20, theme.panel, theme.edge, shadow=False), PLACE, middle)
    canvas.text(str(line.rank), PLACE, middle, Label(NAME, tone, "bold"), "m")
    _way(canvas, line.way, middle)
    end = _left_of_cell(0, len(line.cells))
    name = Label(NAME, tone)
    canvas.text(elide(line.name, name, end - NAME_AT - 2 * GAP), NAME_AT, middle, name)
    for column, cell in enumerate(line.cells[-MOST_CELLS:]):
        _cell(canvas, cell, _left_of_cell(column, len(line.cells)), middle)
    points = Label(SCORE, theme.gold if line.rank == 1 else tone, "bold")
    canvas.text(line.points, WIDTH - MARGIN - 2 * GAP, middle, points, "r")


def _way(canvas: Canvas, way: int, middle: int) -> None:
    """Draw how many places an entrant has gained or lost."""
    if way:
        sign = f"{'▲' if way > 0 else '▼'}{abs(way)}"
        tone = canvas.theme.text if way > 0 else canvas.theme.loss
        canvas.text(sign, WAY, middle, Label(SMALL, tone, "bold"), "m")


def _cell(canvas: Canvas, cell: Cell, left: int, middle: int) -> None:
    if cell.outcome is Outcome.ABSENT:
        return
    box = (left, middle - 20, left + CELL - GAP, middle + 20)
    canvas.round_box(box, _ground(cell.outcome, canvas.theme), CORNER)
    label = f"{cell.outcome}{cell.number}"
    tone = canvas.theme.white if cell.outcome is not Outcome.OPEN else canvas.theme.muted
    canvas.text(label, left + (CELL - GAP) / 2, middle, Label(SMALL, tone, "bold"), "m")


def _ground(outcome: Outcome, theme: Theme) -> Colour:
    grounds = {Outcome.WON: theme.gain, Outcome.LOST: theme.cost}
    return grounds.get(outcome, theme.panel)
