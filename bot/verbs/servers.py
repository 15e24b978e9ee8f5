"""Servers that remove the bot: what is kept of them goes after some time, unless they return."""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import timedelta

from bot.store import servers
from bot.verbs.saving import Saving

log = logging.getLogger(__name__)


class ServerVerbs(Saving):
    """Keeping no more of a server than it wants to be kept."""

    async def note_left(self, guild_id: int) -> None:
        """Note that a server has removed the bot just now."""
        now = self._store.clock.now()
        await self._store.write(lambda db: servers.note_left(db, guild_id, now))

    async def note_present(self, guild_ids: Collection[int]) -> None:
        """Note which servers have the bot now, and which have removed it unseen."""
        now = self._store.clock.now()
        await self._store.write(lambda db: servers.note_present(db, guild_ids, now))

    async def clear_servers(self, older_than: timedelta) -> None:
        """Delete what is kept of the servers that have removed the bot for so long."""
        before = self._store.clock.now() - older_than
        for guild_id in await self._store.read(lambda db: servers.read_left(db, before)):
            await self._clear_server(guild_id)

    async def _clear_server(self, guild_id: int) -> None:
        tables = await self._store.write(lambda db: servers.clear(db, guild_id))
        for table_id in tables:
            async with self._alone(table_id):
                self._forget(table_id)
        log.info("Server %s is gone: %d unfinished tables are deleted", guild_id, len(tables))
