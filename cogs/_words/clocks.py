"""The time that players have, in a line of small print."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta

import discord

from bot.i18n import text
from bot.steps.deadlines import Deadline, deadline
from bot.table.options import Pace
from bot.table.seating import Table
from cogs._words import labels
from cogs._words.small_print import separate_rows, with_joined_small_print

HOUR = timedelta(hours=1)
WITHIN = "board.clock_within"
"""Code of a deadline by the time from now on."""


def deadline_lines(table: Table, to_act: Collection[int], language: str | None = None) -> list[str]:
    """Line with the deadlines of the seats to act and the banks of the others; [] for none.

    A post has the table's language and dates; one reader gets their own, and the time from now on.
    """
    code = WITHIN if language else "board.clock_until"
    language = language or table.language
    clocks = [*_clocks(table, to_act, language, code)]
    return [text("board.clocks", language, clocks=" · ".join(clocks))] if clocks else []


def _clocks(table: Table, to_act: Collection[int], language: str, code: str) -> Iterator[str]:
    names = labels.bold_names(table)
    for seat, occupant in enumerate(table.seats):
        if (time := occupant.time) is None:
            continue
        if time.late is not None:
            yield text("board.clock_up", language, name=names[seat])
        elif seat in to_act and (limit := deadline(table, seat)) is not None:
            until = discord.utils.format_dt(limit.until, "R" if code == WITHIN else "f")
            yield text(code, language, name=names[seat], until=until)
        elif time.since is None and table.terms.pace is Pace.BANK:
            yield text("board.clock_left", language, name=names[seat], n=time.left // HOUR)


def with_lines(content: str, lines: Sequence[str], language: str) -> str:
    """The text of a board post with other lines about time."""
    start = text("board.clocks", language, clocks="").rstrip()
    rows = separate_rows(content)
    places = [at for at, row in enumerate(rows) if row.startswith(start)]
    others = [row for row in rows if not row.startswith(start)]
    at = places[0] if places else len(others)
    return with_joined_small_print("\n".join((*others[:at], *lines, *others[at:])))


def time_left(table: Table, user: int, now: datetime) -> list[str]:
    """Line of a reminder with a player's deadline and what happens then; [] without one.

    It never names a moment that is past: then the time is up, and the next line says what comes.
    """
    limit = _deadline_of_person(table, user)
    if limit is None:
        return []
    language, then = table.language, outlook(limit, table.language)
    if limit.until <= now:
        return [text("table.reminder_up", language, then=then)]
    until = discord.utils.format_dt(limit.until, "f")
    return [text("table.reminder_until", language, until=until, then=then)]


def grace_line(table: Table, user: int) -> str:
    """Sentence to a player about their day of grace, and what happens after it."""
    limit, language = _deadline_of_person(table, user), table.language
    if limit is None:
        return ""
    until, title = discord.utils.format_dt(limit.until, "f"), labels.title(table, language)
    return text("table.grace", language, table=title, until=until, then=outlook(limit, language))


def outlook(limit: Deadline, language: str) -> str:
    """What happens at a deadline, as the end of a sentence."""
    if limit.graces:
        return text("table.then_grace", language, n=limit.graces)
    return text(f"table.then_{limit.then}", language)


def deadline_text(table: Table, to_act: Collection[int], language: str) -> str:
    """Earliest deadline of the seats to act, in words; "" without a pace."""
    times = [time for seat in to_act if (time := table.seats[seat].time) is not None]
    if any(time.late is not None for time in times):
        return text("me.games_late", language)
    ends = [limit.until for seat in to_act if (limit := deadline(table, seat)) is not None]
    if not ends:
        return ""
    return text("me.games_due", language, until=discord.utils.format_dt(min(ends), "R"))


def _deadline_of_person(table: Table, user: int) -> Deadline | None:
    seats = (seat for seat, occupant in enumerate(table.seats) if occupant.user_id == user)
    return next((limit for seat in seats if (limit := deadline(table, seat))), None)
