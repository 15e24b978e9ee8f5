"""A person's data: their name and language, the export of their file, and their erasure.

An erasure is one transaction. If the process dies after it, the next run still delivers its posts
and removes the bytes from the database file.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import AsyncExitStack

from msgspec.structs import replace

from bot.database import Connection, DriverError
from bot.service.base import Service
from bot.steps import moves, resignation, seats
from bot.steps.announcements import lobby_post
from bot.steps.sandboxes import closing_step
from bot.steps.seats import Step
from bot.store import erasure, motion_rows, sandbox_rows, table_lists, table_rows
from bot.store.person_file import person_file
from bot.table import seating
from bot.table.acts import act
from bot.table.encoding import stamp
from bot.table.live import LiveTable
from bot.table.seating import Person, Status
from rules.contract import RulesError

log = logging.getLogger(__name__)


class Privacy(Service):
    """Notes people's names, exports the data kept of them, and erases them."""

    # ---- noted -----------------------------------------------------------------------------------

    async def note_person(self, person: Person, guild_id: int | None) -> None:
        """Note a person's language, and their name on the server where they use the bot."""
        await self._people.note_language(person)
        if guild_id is not None:
            await self._rename(person, guild_id)

    async def _rename(self, person: Person, guild_id: int) -> None:
        """Rename a person at the open tables of a server where they are noted under another name.

        Existing log lines keep the old name.
        """
        for table_id in await self._store.read(table_rows.tables_to_rename, person, guild_id):
            async with self._tables.lock(table_id):
                await self._store.write(table_rows.rename, person, table_id)
                self._tables.forget(table_id)

    async def person_file(self, user_id: int) -> bytes:
        """Return all data kept of a person, as JSON."""
        return await self._store.read(person_file, user_id, stamp(self._now))

    # ---- forgotten -------------------------------------------------------------------------------

    async def forget(self, user_id: int) -> None:
        """Erase a person; the others play on."""
        async with AsyncExitStack() as locks:
            tables = await self._store.read(erasure.tables_of, user_id)
            for table_id in tables:
                await locks.enter_async_context(self._tables.lock(table_id))
            departures = await self._departures(user_id)
            await self._erase(user_id, departures)
            self._people.forget(user_id)
            for table_id in tables:
                self._tables.forget(table_id)
        for after, _ in departures:
            self._commits.wake(after)
        self._commits.notify()
        await self._scrub_file()

    async def _departures(self, user_id: int) -> list[Step]:
        """Return the steps by which a person leaves the open tables where they play.

        Their sandboxes are closed.
        """
        departures = list[Step]()
        for table_id in await self._store.read(table_lists.with_seat_of, user_id):
            departures += await self._departure(table_id, user_id)
        for table in await self._store.read(sandbox_rows.read_all, user_id):
            departures += await self._departure(table.id, user_id)
        return departures

    async def _departure(self, table_id: int, user_id: int) -> list[Step]:
        """Return the steps by which a person leaves a table, without their name.

        [] where the rules refuse it, as at a stuck table: then no post announces the departure.
        """
        try:
            return await self._commits.steps_to_save(*await self._leaving_step(table_id, user_id))
        except RulesError as refusal:
            log.warning("Table %s loses somebody who cannot leave it: %s", table_id, refusal)
            return []

    async def _leaving_step(self, table_id: int, user_id: int) -> Step:
        """Return the step that resigns a seat, leaves a lobby or closes it. Raises RulesError."""
        live = nameless(await self._tables.load_without_state(table_id), user_id)
        table = live.table
        if table.is_sandbox:
            return closing_step(live)
        if table.status is Status.LIVE:
            live = nameless(await self._tables.load(table_id), user_id)
            after, change = resignation.resign(live, user_id, at=stamp(self._now))
            return after, replace(change, acts=(act(table, "resigned", user_id),))
        if table.host_id == user_id:
            return moves.cancel(live, user_id)
        smaller = seating.leave(table, user_id)
        return seats.seat_step(live, smaller, lobby_post(smaller))

    async def _erase(self, user_id: int, departures: Sequence[Step]) -> None:
        """Erase a person in one transaction with their departures and the posts of these."""
        now = self._now

        def work(db: Connection) -> None:
            erasure.hide(db, user_id, now)
            for _, change in departures:
                table_rows.save_change(db, change, now)
            motion_rows.redraw(db, user_id, now)
            erasure.erase(db, user_id)

        await self._store.write(work)
        self._store.newly_due.set()

    async def _scrub_file(self) -> None:
        """Remove the erased bytes from the database file; after a failure a chore does it."""
        try:
            await self._store.tidy()
        except DriverError as error:
            log.warning("The file still holds bytes of somebody who was erased: %s", error)


def nameless(live: LiveTable, user_id: int) -> LiveTable:
    """The table with a label such as "Player 2" in place of a person's name."""
    table = live.table
    seated = tuple(
        replace(occupant, name=seating.seat_label(seat, table.language))
        if occupant.user_id == user_id
        else occupant
        for seat, occupant in enumerate(table.seats)
    )
    return replace(live, table=replace(table, seats=seated))
