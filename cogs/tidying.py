"""Archives the threads of finished tables some time after the end; a press reopens them."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial

import discord

from bot.app import App
from bot.connection.discord_internals import set_archived
from bot.connection.outages import is_outage, reason
from bot.store import place_rows, table_lists

log = logging.getLogger(__name__)

HOUR = 3600.0
"""Seconds until the next check."""
GAP = 2.0
"""Seconds between two threads: nobody waits for this, and others may wait behind it."""


async def tidy(app: App) -> float:
    """Archive the threads of tables that ended long ago, and return the seconds to wait."""
    await app.wait_until_ready()
    before = app.clock.now() - timedelta(hours=app.settings.archive_hours)
    for table_id, thread in await app.store.read(table_lists.with_unarchived_thread, before):
        await _archive(app, table_id, thread)
        await app.clock.sleep(GAP)
    return HOUR


async def _archive(app: App, table_id: int, thread: int) -> None:
    """Archive a thread; one that Discord refuses or no longer has is never tried again."""
    try:
        await set_archived(app, thread, archived=True)
    except Exception as error:
        if is_outage(error) or not isinstance(error, discord.HTTPException):
            raise
        log.info("The thread of table %s stays as it is: %s", table_id, reason(error))
    await app.store.write(place_rows.put_away, table_id)


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    if app.settings.archive_hours:
        app.repeat("threads", partial(tidy, app))
