"""Planned stops: reminders and clocks stand still from the stop until the next start.

For a day after the host has announced a stop, the bot notes once a minute, and when it ends, that
it runs. The next start puts off what is due by the time since then. So nobody loses time, even
where the process was killed, and whatever restarts the bot meanwhile.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import timedelta

from msgspec.structs import replace

from bot.database import Connection, DriverError
from bot.service.base import Service
from bot.steps.deadlines import clocks_after_stop
from bot.steps.idle import IDLE
from bot.steps.reminders import REMINDER
from bot.store import broadcasts, motion_rows, table_rows
from bot.store.motion_rows import MOTION

log = logging.getLogger(__name__)

LASTS = timedelta(days=1)
"""Time after the announcement within which the bot is stopped."""
PUT_OFF = (REMINDER, IDLE, MOTION)
"""Kinds of due rows that wait for people; those of clocks follow from the clocks."""


class Standstill(Service):
    """Notes that the bot runs while a stop is planned, and puts off what is due at the start."""

    async def note_alive(self) -> None:
        """Note that the bot runs, if a stop is planned; called once a minute."""
        if await self._store.read(broadcasts.read_stop) is not None:
            await self._store.write(broadcasts.note_alive, self._now, LASTS)

    async def note_end(self) -> None:
        """Note the moment when the bot ends, as far as the disk takes it."""
        with suppress(DriverError):
            await self.note_alive()

    async def end(self) -> None:
        """Put off what is due by the time since the planned stop, in one transaction.

        An error does not keep the bot from starting.
        """
        trouble = "Clocks and reminders have not stood still during the planned stop"
        with self._store.figures.guard(trouble):
            if outage := await self._put_off():
                log.info("After the planned stop, clocks and reminders are put off by %s", outage)

    async def _put_off(self) -> timedelta | None:
        """Return the time by which everything was put off; None where no stop was planned."""
        now, preferences = self._now, self._people.preferences

        def work(db: Connection) -> timedelta | None:
            stop = broadcasts.read_stop(db)
            if stop is None or now <= stop.alive:
                return None
            for table in broadcasts.tables_with_clocks(db):
                written = clocks_after_stop(table, preferences, stop.alive, now)
                if written is not None:
                    table_rows.write_beside(db, table.id, written, now)
            broadcasts.shift_dues(db, PUT_OFF, now - stop.alive)
            motion_rows.put_off(db, now - stop.alive, now)
            broadcasts.drop_stops(db)
            broadcasts.write_stop(db, replace(stop, alive=now))
            return now - stop.alive

        return await self._store.write(work)
