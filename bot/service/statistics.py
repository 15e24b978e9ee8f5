"""Statistics of finished games; and the ratings of games that an earlier version has stored."""

from __future__ import annotations

from datetime import timedelta

from bot.service.base import Service
from bot.store import placings, statistics
from bot.store.store import Read
from bot.table.statistics import PersonStatistics, ServerStatistics

YEAR = timedelta(days=365)
BREATH = 0.05
"""Seconds between two transactions that rate old games, so that moves go first."""


class Statistics(Service):
    """Answers questions about finished games, each for one reader."""

    async def of_person(
        self, user_id: int, guild_id: int | None, *, reader: int, game: str | None = None
    ) -> PersonStatistics | None:
        """Return a person's results on a server; None where the reader may see none.

        Without a server those on all of them, which only the person may see.
        """
        if guild_id is None and user_id != reader:
            return None
        return await self._store.read(statistics.of_person, user_id, guild_id, game, reader)

    has_finished = Read(statistics.has_finished)
    of_game = Read(statistics.of_game)

    async def of_server(self, guild_id: int, *, reader: int) -> ServerStatistics:
        """Return the results of all games on a server."""
        year_ago = (self._now - YEAR).date()
        return await self._store.read(statistics.of_server, guild_id, reader, year_ago)

    async def rate_rest(self) -> None:
        """Rate all finished games that are not rated yet, few at a time."""
        for guild_id, game in await self._store.read(placings.unrated):
            while await self._store.write(placings.rate_next, guild_id, game):
                await self._store.clock.sleep(BREATH)
