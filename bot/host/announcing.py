"""`./run announce`: words of the host to every table in play, and the plan of a stop.

It writes to the database beside the running bot, which notices within a minute.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping

from bot import database
from bot.clock import Clock
from bot.database import BadStore, DriverError
from bot.database.inspection import open_read_only
from bot.host.doctor import Finding, sayer
from bot.settings import Settings
from bot.store import broadcasts
from bot.store.broadcasts import Announcement, LastAnnouncement

LONGEST = 1_500
"""Characters of an announcement: with the words around it, it fits one message of Discord."""
PATIENCE = 120
"""Seconds to wait until a running bot has told every table."""
SECOND = 1.0


async def announce(
    settings: Settings, words: Mapping[str, str], clock: Clock, *, is_stop: bool
) -> AsyncIterator[Finding]:
    """Announce, wait until every table has been told, and say how it goes. Raises BadStore."""
    say, is_running = sayer(settings), database.is_taken(settings.database)
    if not all(text.strip() for text in words.values()):
        yield say(False, "announcement_empty")
    elif max(map(len, words.values())) > LONGEST:
        yield say(False, "announcement_long", n=LONGEST)
    elif is_stop and not is_running:
        yield say(False, "stop_of_nobody")
    else:
        newest = await asyncio.to_thread(_write, settings, Announcement(words, is_stop), clock)
        if newest is None:
            yield say(None, "announced_before")
            return
        code = "announced" if newest.tables else "announced_to_nobody"
        yield say(True, code, n=newest.tables)
        if newest.tables and not is_running:
            yield say(None, "announced_for_later")
        elif newest.tables:
            waiting = await _backlog(settings, clock)
            code = "announcement_waits" if waiting else "announcement_delivered"
            yield say(None if waiting else True, code, n=waiting)
        if is_stop:
            yield say(True, "stop_planned")


def _write(settings: Settings, announcement: Announcement, clock: Clock) -> LastAnnouncement | None:
    """Save the announcement in one transaction; None where it was made already."""
    with database.transaction_beside(settings.database) as connection:
        return broadcasts.announce(connection, announcement, clock.now())


async def _backlog(settings: Settings, clock: Clock) -> int:
    """Number of tables that have not been told after some patience."""
    waiting = await asyncio.to_thread(_count, settings)
    for _ in range(PATIENCE):
        if not waiting:
            break
        await clock.sleep(SECOND)
        waiting = await asyncio.to_thread(_count, settings)
    return waiting


def _count(settings: Settings) -> int:
    """Number of announcements that wait; 0 where the file cannot be read for the moment."""
    try:
        with open_read_only(settings.database) as connection:
            return broadcasts.backlog(connection)
    except (BadStore, DriverError):
        return 0
