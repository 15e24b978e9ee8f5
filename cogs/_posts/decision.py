"""The chart above the last board: what has decided the game, by the sources of the points."""

from __future__ import annotations

from msgspec.structs import replace

from bot import words
from bot.i18n import text
from bot.table.seating import Table
from bot.words import LONGEST_ALT, composed, shorten
from cogs._painting.wish import Wish
from cogs._posts.news import parts_of_seat
from render.contract import ENDING
from render.sources import Sources, sources_of
from rules.contract import Result


def with_chart(
    wish: Wish, alt: str, table: Table, result: Result | None
) -> tuple[Wish, str] | None:
    """The wish for the last board with the chart above it, and its description.

    None while the game goes on, and where there is nothing to compare.
    """
    if result is None or (sources := sources_in(table, result)) is None:
        return None
    language = table.language
    seats = (parts_of_seat(table, result, seat, language) for seat in range(len(table.seats)))
    points = text("board.chart_alt", language, seats=words.plain("; ".join(filter(None, seats))))
    short = shorten(alt, max(LONGEST_ALT - len(points) - 1, 1))
    return replace(wish, picture=ENDING, shown=sources), shorten(f"{short} {points}", LONGEST_ALT)


def sources_in(table: Table, result: Result) -> Sources | None:
    """Sources of the points of all seats; None for one seat, and where there is one source."""
    parts = list(result.scores[0].parts) if len(result.scores) > 1 else []
    if len(parts) < 2:
        return None
    names = [text(composed.part(table.game, part), table.language) for part in parts]
    points = [[score.parts.get(part, 0) for part in parts] for score in result.scores]
    sources = sources_of(names, points)
    return sources if sources.sources else None
