"""Who waits for somebody to open a table: what for, and who is told of a new one."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

from bot.store import person_rows, reliability
from bot.table.options import Entry
from bot.table.seating import Status, Table
from bot.verbs.saving import Saving
from rules import registry


class WishVerbs(Saving):
    """Waiting for tables of a game."""

    async def wishes(self, user_id: int, guild_id: int) -> list[str]:
        """The games that somebody waits for on a server."""
        return await self._store.read(lambda db: person_rows.read_wishes(db, user_id, guild_id))

    async def wish(
        self, user_id: int, guild_id: int, games: Collection[str], language: str | None = None
    ) -> None:
        """Wait for a table of these games on a server, and of no others there.

        They are told in their `language`, where it is known.
        """
        known = sorted(set(games) & set(registry.games()))
        await self._store.write(lambda db: person_rows.write_wishes(db, user_id, guild_id, known))
        if language is not None:
            await self._store.note_language(user_id, language)

    async def told_of(self, table: Table, *user_ids: int) -> None:
        """Note that people have heard of a table: that is done once."""
        await self._store.write(lambda db: person_rows.tell(db, table.id, user_ids))

    async def waiting_for(self, table: Table) -> list[int]:
        """Who is still to hear that a table has a free seat: nobody, once it has none.

        Nobody hears of a table by invitation, either, nor who would be refused there.
        """
        if table.terms.entry is Entry.INVITED:
            return []
        if table.status is not Status.LOBBY or len(table.seats) >= table.size:
            return []

        def work(db: sqlite3.Connection) -> list[int]:
            waiting, entry = person_rows.read_waiting(db, table), table.terms.entry
            return [
                user for user in waiting if reliability.passes(entry, reliability.read(db, user))
            ]

        return await self._store.read(work)
