"""What people are called: a name is kept with a seat, and follows the person who changes theirs."""

from __future__ import annotations

from bot.store import table_rows
from bot.table.seating import Person
from bot.verbs.lobby import LobbyVerbs


class NamingVerbs(LobbyVerbs):
    """Taking note of people as they are now."""

    async def note_person(self, person: Person, guild_id: int | None) -> None:
        """Note the language of a player, and their name on the server where they use the bot."""
        await self.heard(person)
        if guild_id is not None:
            await self._rename(person, guild_id)

    async def _rename(self, person: Person, guild_id: int) -> None:
        """Change their name at the open tables of a server where it is another one.

        What the log has told of them it tells by the name of then.
        """
        for table_id in await self._store.read(
            lambda db: table_rows.tables_to_rename(db, person, guild_id)
        ):
            await self._rename_at(table_id, person)

    async def _rename_at(self, table_id: int, person: Person) -> None:
        async with self._alone(table_id):
            await self._store.write(lambda db: table_rows.rename(db, person, table_id))
            self._forget(table_id)
