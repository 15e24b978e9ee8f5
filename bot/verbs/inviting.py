"""Who may take a seat at a table that is not open to everybody."""

from __future__ import annotations

import sqlite3
from contextlib import suppress

from bot.steps import announcements
from bot.store import guests, motions, reliability
from bot.store.outbox import write_post
from bot.table.acts import Act, Who, stamped, who
from bot.table.encoding import stamp
from bot.table.options import Entry
from bot.table.seating import Person, Status, Table, seated_people
from bot.verbs.saving import Saving
from rules.contract import RulesError


class InvitingVerbs(Saving):
    """Inviting people, and refusing those who are not invited."""

    async def invite(self, table_id: int, user_id: int, guest: Person) -> Table:
        """Let somebody take a seat, and have them told at the table; only the host may.

        They are told once. Nobody is told of them where one of them blocks somebody who plays.
        """
        async with self._alone(table_id):
            table = await self.get(table_id)
            table.require(Status.LOBBY, Status.LIVE)
            table.require_host(user_id)
            if guest.user_id in table.humans():
                raise RulesError("table.sits_here", name=guest.name)
            posts = []
            with suppress(RulesError):
                await self._store.require_welcome(table, guest.user_id)
                posts.append(announcements.to_guest(guest.user_id))
            about = Who(guest.user_id, guest.name)
            line = Act(code="invited", by=who(table, user_id), about=about)
            now = self._store.clock.now()

            def work(db: sqlite3.Connection) -> None:
                if guests.add(db, table_id, guest.user_id):
                    motions.write_acts(db, table_id, stamped((line,), stamp(now)))
                    for post in posts:
                        write_post(db, table_id, post, now)

            await self._store.write(work)
            self._notify()
            return table

    async def is_invited(self, table_id: int, user_id: int) -> bool:
        """Whether the host has invited somebody."""
        return await self._store.read(lambda db: guests.knows(db, table_id, user_id))

    async def _require_entry(self, table: Table, user_id: int) -> None:
        """Refuse a seat to who does not meet what the host asks; whom they invite is welcome."""
        if table.terms.entry is Entry.OPEN or await self.is_invited(table.id, user_id):
            return
        if table.terms.entry is Entry.INVITED:
            names = (one.name for one in table.seats if one.user_id == table.host_id)
            raise RulesError("table.not_invited", name=next(names, ""))
        record = await self._store.read(lambda db: reliability.read(db, user_id))
        reliability.require(table.terms.entry, record)

    async def _invite_again(self, over: Table, table: Table) -> None:
        """Invite to a rematch who played before, and who was invited then."""

        def work(db: sqlite3.Connection) -> None:
            guests.add(db, table.id, *seated_people(over), *guests.read_all(db, over.id))

        await self._store.write(work)

    async def _uninvite(self, table: Table, user_id: int | None) -> None:
        """Take an invitation back from whom the host sends away."""
        if user_id is not None:
            await self._store.write(lambda db: guests.remove(db, table.id, user_id))
