"""A person who wants to be forgotten: they leave all tables, and with that nothing names them.

It is one transaction: a process that dies behind it has all of it still to be shown, and a file
from which the bytes are still to be removed.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence
from contextlib import AsyncExitStack

from msgspec.structs import replace

from bot.service.loading import unread
from bot.steps import moves, resignation, seats
from bot.steps.announcements import lobby_post
from bot.steps.seats import Step
from bot.store import erasure, table_rows
from bot.store.person_file import person_file
from bot.table import seating
from bot.table.acts import act
from bot.table.encoding import stamp
from bot.table.live import Playing
from bot.table.seating import Status
from bot.verbs.lobby import LobbyVerbs
from bot.verbs.seats import SeatVerbs
from rules.contract import RulesError

log = logging.getLogger(__name__)


class ForgettingVerbs(LobbyVerbs, SeatVerbs):
    """Telling people what is kept of them, and forgetting them."""

    async def forget_person(self, user_id: int) -> None:
        """Erase a person; the others play on."""
        async with AsyncExitStack() as locks:
            tables = await self._store.read(lambda db: erasure.tables_of(db, user_id))
            for table_id in tables:
                await locks.enter_async_context(self._alone(table_id))
            departures = await self._departures(user_id)
            await self._erase(user_id, departures)
            self.people.forget(user_id)
            for table_id in tables:
                self._forget(table_id)
        for after, _ in departures:
            if after.ai_seat is not None:
                self._machines.wake(after.table.id)
        self._notify()
        await self._leave_no_byte()

    async def person_file(self, user_id: int) -> bytes:
        """Everything kept of a person, as JSON."""
        at = stamp(self._store.clock.now())
        return await self._store.read(lambda db: person_file(db, user_id, at))

    async def _departures(self, user_id: int) -> list[Step]:
        """The steps by which somebody leaves the open tables where they play."""
        departures = list[Step]()
        for table_id in await self._store.seats_of(user_id):
            departures += await self._departure(table_id, user_id)
        return departures

    async def _departure(self, table_id: int, user_id: int) -> list[Step]:
        """The steps by which somebody leaves a table as its rules allow, without their name.

        [] where it cannot go on: that one is left without a word.
        """
        try:
            return await self._followed(*await self._leaving_step(table_id, user_id))
        except RulesError as refusal:
            log.warning("Table %s loses somebody who cannot leave it: %s", table_id, refusal)
            return []

    async def _leaving_step(self, table_id: int, user_id: int) -> Step:
        """A seat of a game resigned, a lobby left or closed. Raises RulesError."""
        playing = nameless(unread(await self._stored(table_id)), user_id)
        table = playing.table
        if table.status is Status.LIVE:
            playing = nameless(await self._load(table_id), user_id)
            after, change = resignation.resigned(
                playing, user_id, at=stamp(self._store.clock.now())
            )
            return after, replace(change, acts=(act(table, "resigned", user_id),))
        if table.host_id == user_id:
            return moves.cancelled(playing, user_id)
        smaller = seating.left(table, user_id)
        return seats.saved(playing, smaller, lobby_post(smaller))

    async def _erase(self, user_id: int, departures: Sequence[Step]) -> None:
        """Write the departures of a person who is forgotten with them, and the posts about it."""
        now = self._store.clock.now()

        def work(db: sqlite3.Connection) -> None:
            erasure.hide(db, user_id, now)
            for _, change in departures:
                table_rows.save_change(db, change, now)
            erasure.erase(db, user_id)

        await self._store.write(work)
        self._store.newly_due.set()

    async def _leave_no_byte(self) -> None:
        """Remove from the file what has just been erased; a failure leaves it to the chores."""
        try:
            await self._store.tidy()
        except sqlite3.Error as error:
            log.warning("The file still holds bytes of somebody who was erased: %s", error)


def nameless(playing: Playing, user_id: int) -> Playing:
    """The table with "Player 2" in the place of somebody's name."""
    table = playing.table
    seated = tuple(
        replace(holder, name=seating.seat_label(seat, table.language))
        if holder.user_id == user_id
        else holder
        for seat, holder in enumerate(table.seats)
    )
    return replace(playing, table=replace(table, seats=seated))
