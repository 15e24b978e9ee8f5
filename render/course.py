"""Chart of a finished game by its course: a line for each seat, its points turn by turn.

It stands above the last board of a game whose points have one source, as a life that falls, or
whose board names the sources. A bar at its foot says who led when.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from render import type_scale
from render.canvas import PUBLIC_WIDTH, Canvas
from render.marks import seat_mark
from render.sources import MARGIN
from render.text import Label, width_of
from render.theme import Colour, Theme

WIDTH, HEIGHT = PUBLIC_WIDTH - 2 * MARGIN, 158
"""Size of the band above a table."""
PADDING = 14
"""Sizes of the texts."""
TOP, FLOOR = 58, 124
"""Heights of the most points, and of none."""
RIGHT = 124
"""Room for the mark and the figure at the end of a line."""
LINE, MARK = 6, 38
LEAD = (136, 147)
"""Top and bottom of the bar of those who led."""


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

    @property
    def leaders(self) -> list[int | None]:
        """The seat that led alone after each turn but the last, or None."""
        leaders: list[int | None] = []
        for turn in range(self.turns):
            points = [_points_at(line, turn) for line in self.lines]
            ahead = [seat for seat, each in enumerate(points) if each == max(points)]
            leaders.append(ahead[0] if len(ahead) == 1 else None)
        return leaders


def _points_at(line: Sequence[tuple[int, int]], turn: int) -> int:
    """Points of a line after a turn."""
    return next((points for at, points in reversed(line) if at <= turn), 0)


def draw_course(course: Course, theme: Theme) -> Canvas:
    """The chart as a panel."""
    canvas = Canvas(WIDTH, HEIGHT, theme)
    canvas.round_box((0, 0, WIDTH, HEIGHT), theme.panel, theme.radius)
    canvas.text(course.name, 2 * PADDING, 28, Label(type_scale.FIGURE, theme.text))
    left = line_left(course)
    for height, points in ((TOP, course.most), (FLOOR, 0)):
        label = Label(type_scale.FIGURE, theme.muted, "bold")
        canvas.text(str(points), left - PADDING, height, label, "r")
        canvas.box((left, height - 1, WIDTH - RIGHT, height + 1), theme.edge)
    for seat, line in enumerate(course.lines):
        _line(canvas, course, line, theme.seats[seat].bright)
    for turn, leader in enumerate(course.leaders):
        if leader is not None:
            (start, _), (end, _) = place(course, turn, 0), place(course, turn + 1, 0)
            canvas.box((round(start), LEAD[0], round(end), LEAD[1]), theme.seats[leader].bright)
    _marks(canvas, course)
    return canvas


def _marks(canvas: Canvas, course: Course) -> None:
    """Draw the mark of each seat at the end of its line, and its points if it has any left.

    Marks at nearly one place stand one above the other.
    """
    ends = [(line[-1], seat) for seat, line in enumerate(course.lines)]
    places = [(*place(course, *end), seat) for end, seat in sorted(ends, key=lambda each: each[0])]
    for x in {x for x, _, _ in places}:
        column = [(y, seat) for across, y, seat in places if across == x]
        column.sort(key=lambda each: each[0])
        heights = spread([y for y, _ in column], MARK + 1, MARK / 2 + 2, HEIGHT - MARK / 2 - 2)
        for y, (_, seat) in zip(heights, column, strict=True):
            canvas.paste_centred(seat_mark(canvas.theme.seats[seat], MARK), x, y)
            points = course.lines[seat][-1][1]
            if points:
                figure = Label(type_scale.FIGURE, canvas.theme.text, "bold")
                canvas.text(str(points), x + MARK / 2 + 8, y, figure)


def spread(heights: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Heights in order, moved so that they are some distance apart, between two bounds."""
    spread_out: list[float] = []
    for height in heights:
        least = spread_out[-1] + apart if spread_out else low
        spread_out.append(max(height, least))
    limit = high
    for index in reversed(range(len(spread_out))):
        spread_out[index] = min(spread_out[index], limit)
        limit = spread_out[index] - apart
    return spread_out


def line_left(course: Course) -> int:
    """Left end of the lines, behind the figure of the most points."""
    most = width_of(str(course.most), Label(type_scale.FIGURE, (0, 0, 0), "bold"))
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
