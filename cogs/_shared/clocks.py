"""The time that players have, in a line of small print."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta

import discord

from bot.i18n import text
from bot.table.options import Pace
from bot.table.pace import Time
from bot.table.seating import Table
from cogs._shared import labels

HOUR = timedelta(hours=1)


def deadline_lines(table: Table, to_act: Collection[int], language: str | None = None) -> list[str]:
    """Line with the deadlines of the seats to act and the banks of the others; [] for none.

    It is in the table's language, unless it is for one reader.
    """
    language = language or table.language
    clocks = [*_clocks(table, to_act, language)]
    return [text("board.clocks", language, clocks=" · ".join(clocks))] if clocks else []


def _clocks(table: Table, to_act: Collection[int], language: str) -> Iterator[str]:
    names = labels.bold_names(table)
    for seat, occupant in enumerate(table.seats):
        if (time := occupant.time) is None:
            continue
        if time.late is not None:
            yield text("board.clock_up", language, name=names[seat])
        elif time.until is not None and seat in to_act:
            deadline = discord.utils.format_dt(time.until, "f")
            yield text("board.clock_until", language, name=names[seat], until=deadline)
        elif time.since is None and table.terms.pace is Pace.BANK:
            yield text("board.clock_left", language, name=names[seat], n=time.left // HOUR)


def time_left(table: Table, user: int) -> list[str]:
    """Line of a reminder with the deadline of a player's turn; [] without one."""
    deadline = _first_deadline(
        occupant.time for occupant in table.seats if occupant.user_id == user
    )
    if deadline is None:
        return []
    return [
        text("table.reminder_until", table.language, until=discord.utils.format_dt(deadline, "f"))
    ]


def deadline_text(table: Table, to_act: Collection[int], language: str) -> str:
    """Earliest deadline of the seats to act, in words; "" without a pace."""
    times = [time for seat in to_act if (time := table.seats[seat].time) is not None]
    if any(time.late is not None for time in times):
        return text("me.games_late", language)
    ends = [time.until for time in times if time.until is not None]
    if not ends:
        return ""
    return text("me.games_due", language, until=discord.utils.format_dt(min(ends), "R"))


def _first_deadline(times: Iterator[Time | None]) -> datetime | None:
    return next((time.until for time in times if time is not None), None)
