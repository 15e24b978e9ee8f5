"""The store: the bot's file, and the writes that also wake the alarm or count in the figures.

Every other query or write is a function of this package, to be handed to `read` or `write`, as in
`await store.read(table_lists.of_server, guild_id)`.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, ClassVar, Generic, ParamSpec, TypeVar

from bot.clock import Clock
from bot.database import Database, file_sizes
from bot.database.connection import Query
from bot.figures import Figures, Stock
from bot.steps.calling import NextCall
from bot.store import motion_rows, outbox, table_rows
from bot.table.acts import Act
from bot.table.changes import Change, Effects, Secret
from bot.table.motions import Motion
from bot.table.post import Delivery, Lane, Post
from bot.table.seating import Status, Table

P = ParamSpec("P")
T = TypeVar("T")


class Read(Generic[P, T]):
    """A query as a method of a service: `acts = Read(motion_rows.read_acts)`."""

    access: ClassVar = "read"

    def __init__(self, query: Query[P, T]) -> None:
        self._query = query

    def __get__(self, service: Any, _: type) -> Callable[P, Coroutine[Any, Any, T]]:
        method: Callable[P, Coroutine[Any, Any, T]]
        method = partial(getattr(service._store, self.access), self._query)
        return method


class Write(Read[P, T]):
    """A write as a method of a service: `unblock = Write(person_rows.unblock)`."""

    access = "write"


class Store(Database):
    """The database of the bot, with its clock and its figures."""

    def __init__(self, *opened: Any) -> None:
        super().__init__(*opened)
        self.clock = Clock()
        self.figures = Figures(self.clock)
        self.newly_due = asyncio.Event()
        """Set when a due is written, so that the alarm reads its moment."""
        self.next_call: NextCall = lambda _, now: now
        """First moment at which a person may be notified; set by the service that knows people."""

    def note_failure(self, error: Exception) -> None:
        """Note an error in the figures, which tell the host about one of the disk."""
        self.figures.store_failure(error)

    async def stock(self) -> Stock:
        """Number of tables by game and status, and the sizes of the files."""
        tables = await self.read(table_rows.count_tables)
        return Stock(tables, *await asyncio.to_thread(file_sizes, self.file))

    # ---- tables ----------------------------------------------------------------------------------

    async def open_table(self, opened: Change, secret: Secret) -> Table:
        """Write a new table, and what its opening brings, in one transaction.

        Returns it with its id and number. Refuses a channel that has a table.
        """
        table = await self.write(table_rows.open_table, opened, secret, self.clock.now())
        self._call_alarm(opened)
        return table

    async def save(self, *changes: Change) -> None:
        """Write changes in order, with the effects of each, in one transaction."""
        now = self.clock.now()

        def work(db: sqlite3.Connection) -> None:
            for change in changes:
                table_rows.save_change(db, change, now)

        await self.write(work)
        for change in changes:
            self._call_alarm(change)
            for ply in change.plies:
                self.figures.move(change.table.game, ai=ply.ai)

    async def note(self, table_id: int, written: Effects) -> None:
        """Write effects that change no game: posts, and dues to add or settle."""
        await self.write(table_rows.write_beside, table_id, written, self.clock.now())
        self._call_alarm(written)

    def _call_alarm(self, written: Effects) -> None:
        """Wake the alarm if something is due; the end of a table may be, for its league."""
        ends = (Status.OVER, Status.CANCELLED)
        if written.due or (isinstance(written, Change) and written.table.status in ends):
            self.newly_due.set()

    async def post(self, table_id: int, post: Post) -> None:
        """Queue a post that changes nothing."""
        await self.write(outbox.write_post, table_id, post, self.clock.now())

    async def open_motion(self, motion: Motion, act: Act, ask: Callable[[Motion], Post]) -> Motion:
        """Write a motion, its act in the log, its due end and the post that asks."""
        motion = await self.write(motion_rows.open_motion, motion, act, ask, self.clock.now())
        self.newly_due.set()
        return motion

    # ---- deliveries ------------------------------------------------------------------------------

    async def claim(self, lane: Lane) -> Delivery | None:
        """Claim the next delivery of a lane, and fix its content; what calls people later is due.

        It is quiet for those who may not be notified now.
        """
        delivery = await self.write(outbox.claim, lane, self.next_call, self.clock.now())
        if delivery is not None and delivery.payload.quiet:
            self.newly_due.set()
        return delivery

    async def set_aside(self, delivery: Delivery, reason: str) -> None:
        """Set aside a delivery that had nowhere to go, until it is due again."""
        await self.write(outbox.set_aside, delivery, reason, self.clock.now())
        self.newly_due.set()
