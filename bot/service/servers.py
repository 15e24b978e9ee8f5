"""Servers: their settings, and the deletion of the data of those that have removed the bot."""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from bot.database import Connection
from bot.i18n import LANGUAGES
from bot.service.base import Service
from bot.store import servers
from bot.store.store import Read, Write
from bot.table.options import PACES
from bot.table.server import ServerSettings
from rules.contract import BadOptions

log = logging.getLogger(__name__)

MOST_CHANNELS = 25
"""Channels that one menu can choose."""


class Servers(Service):
    """Settings and departures of servers."""

    # ---- settings --------------------------------------------------------------------------------

    settings = Read(servers.read_settings)

    async def change(self, guild_id: int, **chosen: Any) -> ServerSettings:
        """Change settings of a server, and return all of them. Raises BadOptions."""

        def work(db: Connection) -> ServerSettings:
            settings = replace(servers.read_settings(db, guild_id), **chosen)
            require_offered(settings)
            servers.write_settings(db, guild_id, settings)
            return settings

        return await self._store.write(work)

    async def forget_places(self, guild_id: int, gone: Collection[int]) -> ServerSettings:
        """Remove channels and roles that no longer exist from the settings of a server."""

        def work(db: Connection) -> ServerSettings:
            settings = servers.read_settings(db, guild_id).without(gone)
            servers.write_settings(db, guild_id, settings)
            return settings

        return await self._store.write(work)

    # ---- servers that are gone -------------------------------------------------------------------

    note_joined = Write(servers.note_joined)

    async def note_left(self, guild_id: int) -> None:
        """Note that a server has removed the bot just now."""
        await self._store.write(servers.note_left, guild_id, self._now)

    async def note_present(self, guild_ids: Collection[int]) -> None:
        """Note which servers have the bot now, and which removed it while it was not connected."""
        await self._store.write(servers.note_present, guild_ids, self._now)

    async def clear_absent(self, older_than: timedelta) -> None:
        """Delete all records of the servers that removed the bot longer ago than this."""
        before = self._now - older_than
        for guild_id in await self._store.read(servers.read_left, before):
            await self._clear(guild_id)

    async def _clear(self, guild_id: int) -> None:
        tables = await self._store.write(servers.clear, guild_id)
        for table_id in tables:
            async with self._tables.lock(table_id):
                self._tables.forget(table_id)
        log.info("Server %s is gone: %d unfinished tables are deleted", guild_id, len(tables))


def require_offered(settings: ServerSettings) -> None:
    """Refuse values that no menu offers."""
    is_offered = settings.language in (None, *LANGUAGES) and settings.pace in (None, *PACES)
    if not is_offered or len(settings.channels) > MOST_CHANNELS:
        raise BadOptions("lobby.bad_choice")
