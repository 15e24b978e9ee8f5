"""Chart of a finished game by its course: a line for each seat, its points turn by turn.

It stands above the last board of a game whose points have one source, as a life that falls.
"""

from __future__ import annotations

from itertools import pairwise

import msgspec

from render.canvas import Canvas
from render.marks import seat_mark
from render.text import Label, width_of
from render.theme import Colour, Theme

WIDTH, HEIGHT = 1536, 226
"""Size of the band above the widest picture."""
PADDING = 14
NAME, FIGURE = 34, 36
"""Sizes of the texts."""
TOP, FLOOR = 82, 190
"""Heights of the most points, and of none."""
RIGHT = 120
"""Room for the mark and the figure at the end of a line."""
LINE, MARK = 6, 38


class Course(msgspec.Struct, frozen=True):
    """The points of each seat: pairs of a number of turns and the points after them."""

    name: str
    lines: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def turns(self) -> int:
        """Number of turns of the game."""
        return max((turn for line in self.lines for turn, _ in line), default=0)

    @property
    def most(self) -> int:
        """Most points that a seat ever had."""
        return max((points for line in self.lines for _, points in line), default=0)


def draw_course(course: Course, theme: Theme) -> Canvas:
    """The chart as a panel."""
    canvas = Canvas(WIDTH, HEIGHT, theme)
    canvas.round_box((0, 0, WIDTH, HEIGHT), theme.panel, theme.radius)
    canvas.text(course.name, 2 * PADDING, 32, Label(NAME, theme.text))
    left = line_left(course)
    for height, points in ((TOP, course.most), (FLOOR, 0)):
        label = Label(FIGURE, theme.muted, "bold")
        canvas.text(str(points), left - PADDING, height, label, "r")
        canvas.box((left, height - 1, WIDTH - RIGHT, height + 1), theme.edge)
    for seat, line in enumerate(course.lines):
        _line(canvas, course, line, theme.seats[seat].bright)
    for seat, line in enumerate(course.lines):
        turn, points = line[-1]
        x, y = place(course, turn, points)
        canvas.paste_centred(seat_mark(theme.seats[seat], MARK), x, y)
        if points:
            figure = Label(FIGURE, theme.text, "bold")
            canvas.text(str(points), x + MARK / 2 + 8, y, figure)
    return canvas


def line_left(course: Course) -> int:
    """Left end of the lines, behind the figure of the most points."""
    most = width_of(str(course.most), Label(FIGURE, (0, 0, 0), "bold"))
    return 2 * PADDING + most + PADDING


def place(course: Course, turn: int, points: int) -> tuple[float, float]:
    """Place of some points after a turn, in pixels."""
    left = line_left(course)
    x = left + (WIDTH - RIGHT - left) * turn / max(1, course.turns)
    return x, FLOOR - (FLOOR - TOP) * max(0, points) / max(1, course.most)


def _line(canvas: Canvas, course: Course, line: tuple[tuple[int, int], ...], tone: Colour) -> None:
    """Draw the line of a seat in steps: points stay until they change."""
    half = LINE // 2
    corners = [tuple(map(round, place(course, turn, points))) for turn, points in line]
    for (x, y), (end, level) in pairwise(corners):
        canvas.box((x - half, y - half, end + half, y + half), tone)
        canvas.box((end - half, min(y, level) - half, end + half, max(y, level) + half), tone)
