"""What several people decide together: whether a running game is broken off."""

from __future__ import annotations

from collections.abc import Sequence

from bot import steps, telling
from bot.loading import unread
from bot.seating import Status, Table
from bot.verbs.saving import Saving
from rules.contract import RulesError


class AgreeingVerbs(Saving):
    """What one person asks for and the others answer."""

    async def cancel(self, table_id: int, user_id: int, *, moderator: bool) -> Table:
        """Close a lobby or break a game off; the host may, and a moderator of its channel.

        While others play, a host who is no moderator only asks them: the table goes on.
        """
        async with self._alone(table_id):
            playing = unread(await self._stored(table_id))
            if not moderator:
                playing.table.require_host(user_id)
                if asked := steps.others(playing.table, user_id):
                    return await self._ask_to_end(playing.table, user_id, asked)
            return await self._save(*steps.cancelled(playing, user_id))

    async def _ask_to_end(self, table: Table, user_id: int, others: Sequence[int]) -> Table:
        """Ask the others, once, whether they agree to break the game off."""
        if user_id not in await self._store.consents(table.id, table.revision):
            post = telling.question(table, others)
            await self._store.consent(table.id, user_id, table.revision, post)
            self._notify()
        return table

    async def agree(self, table_id: int, user_id: int, revision: int) -> Table:
        """Want the game broken off, too. It is, once all who play do; see the table's status."""
        async with self._alone(table_id):
            playing = unread(await self._stored(table_id))
            agreed = await self._asked(playing.table, user_id, revision)
            if agreed.issuperset(set(playing.table.humans()) - {user_id}):
                return await self._save(*steps.broken_off(playing))
            await self._store.consent(table_id, user_id, revision)
            return playing.table

    async def play_on(self, table_id: int, user_id: int, revision: int) -> Table:
        """Do not want the game broken off: nobody is asked any more."""
        async with self._alone(table_id):
            table = (await self._stored(table_id)).table
            await self._asked(table, user_id, revision)
            await self._store.forget_consents(table_id)
            return table

    async def agreed(self, table: Table) -> frozenset[int]:
        """Who wants the game broken off, as it stands."""
        return await self._store.consents(table.id, table.revision)

    async def _asked(self, table: Table, user_id: int, revision: int) -> frozenset[int]:
        """Who has agreed so far. Raises NotSeated, and `table.not_asked` where all is settled."""
        table.require(Status.LIVE)
        table.seat_of(user_id)
        agreed = await self._store.consents(table.id, table.revision)
        if revision != table.revision or not agreed:
            raise RulesError("table.not_asked")
        return agreed
