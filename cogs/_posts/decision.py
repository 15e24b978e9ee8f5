"""What has decided the game: the chart above the last board, and the turning point.

The chart shows the points by their sources; where they have only one, or the board names them, it
shows their course.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot import words
from bot.ai.review import Analysis
from bot.i18n import text
from bot.steps import timeline
from bot.table.changes import Ply
from bot.table.seating import Table
from bot.words import LONGEST_ALT, composed, shorten
from bot.words.careful import CarefulWords
from cogs._painting.wish import Wish
from cogs._posts.news import parts_of_seat
from cogs._words import labels
from render.contract import ENDING
from render.course import Course
from render.ending import Chart
from render.registry import renderer
from render.sources import Sources, sources_of
from rules.contract import Result


def with_chart(
    wish: Wish, alt: str, table: Table, result: Result | None, log: Sequence[Ply]
) -> tuple[Wish, str] | None:
    """The wish for the last board with the chart above it, and its description.

    None while the game goes on, and where there is nothing to compare.
    """
    if result is None or len(result.scores) == 1:
        return None
    language = table.language
    sources, points = sources_in(table, result), ""
    if sources is not None:
        seats = (parts_of_seat(table, result, seat, language) for seat in range(len(table.seats)))
        measure = _measure(table)
        listed = "; ".join(filter(None, seats))
        points = text("board.chart_alt", language, measure=measure, seats=listed)
        if not renderer(table.game).names_sources:
            return _picture(wish, sources, alt, points)
    if (course := course_in(table, result, log)) is not None:
        described = text("board.course_alt", language, name=course.name)
        return _picture(wish, course, alt, " ".join(filter(None, (points, described))))
    return None


def turning_line(analysis: Analysis) -> str:
    """Line about the turning point of a game in the table's language; "" where it has none."""
    verdict, table = analysis.turning_point, analysis.table
    if verdict is None:
        return ""
    moment = labels.turn_name(table, analysis.period_of(verdict), table.language)
    name = labels.short_names(table)[verdict.seat]
    return text("board.turning", table.language, turn=moment, name=name)


def _picture(wish: Wish, chart: Chart, alt: str, description: str) -> tuple[Wish, str]:
    """The wish with the chart, and its description together with that of the chart."""
    description = words.plain(description)
    short = shorten(alt, max(LONGEST_ALT - len(description) - 1, 1))
    picture = replace(wish, picture=ENDING, shown=chart)
    return picture, shorten(f"{short} {description}", LONGEST_ALT)


def sources_in(table: Table, result: Result) -> Sources | None:
    """Sources of the points of all seats; None for one seat, and where there is one source."""
    parts = list(result.scores[0].parts) if len(result.scores) > 1 else []
    if len(parts) < 2:
        return None
    names = [text(composed.part(table.game, part), table.language) for part in parts]
    points = [[score.parts.get(part, 0) for part in parts] for score in result.scores]
    sources = sources_of(names, points)
    return sources if sources.sources else None


def course_in(table: Table, result: Result, log: Sequence[Ply]) -> Course | None:
    """Points of all seats turn by turn; None where there is one seat, or nothing to tell.

    They are known from the turns of each seat: whatever others do to it shows in its next one, or
    for a seat that is out, when that would have come.
    """
    if len(result.scores) == 1 or not any(score.total for score in result.scores):
        return None
    parts = list(result.scores[0].parts)
    lines: list[list[tuple[int, int]]] = [[] for _ in table.seats]
    turns = list(timeline.public_turns(table, log))
    for number, turn in enumerate(turns, 1):
        first, last = turn[0], turn[-1]
        if first.points is not None and last.points is not None:
            before, after = first.points[0], last.points[1]
            line = lines[last.seat]
            line += [(number - 1 if line else 0, before), (number, after)]
    if not all(lines):
        return None
    for line, score in zip(lines, result.scores, strict=True):
        line.append((min(line[-1][0] + len(lines), len(turns)), score.total))
        line.append((line[-1][0] if not score.total else len(turns), score.total))
    only = text(composed.part(table.game, parts[0]), table.language) if len(parts) == 1 else ""
    return Course(only or _measure(table), tuple(map(tuple, lines)))


def _measure(table: Table) -> str:
    """Name of what the scores of a table count, such as points."""
    return text(CarefulWords(table, table.language).measure, table.language)
