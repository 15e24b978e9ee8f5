"""All games of a person at once, on every server: which of them wait for them, and how long."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from bot.steps.visibility import seat_or_none, shown_to
from bot.table.seating import Status, Table
from bot.verbs.saving import Saving
from rules.contract import BadPosition, RulesError, Seat


class Ongoing(msgspec.Struct, frozen=True, kw_only=True):
    """A game that somebody plays, or a lobby where they have a seat."""

    table: Table
    since: str
    """When its newest turn ended, UTC, ISO 8601; of the first turn, only its player knows."""
    mine: bool = False
    """Whether it waits for them."""
    to_act: tuple[Seat, ...] = ()
    """Whom it waits for; () in a lobby, and where it cannot go on by the rules of today."""

    @property
    def urgency(self) -> tuple[bool, bool, str, int]:
        """Sorts them: what waits for them, the longest first; other games; lobbies."""
        in_lobby = self.table.status is Status.LOBBY
        return not self.mine, in_lobby, self.since, self.table.id


class DigestVerbs(Saving):
    """Looking at all one's tables."""

    async def everywhere(self, user_id: int) -> list[Ongoing]:
        """The open tables of a person on all servers: first those that wait for them."""
        tables = await self._store.tables_everywhere(user_id)
        games = [await self._ongoing(*table, user_id) for table in tables]
        return sorted(games, key=lambda game: game.urgency)

    async def _ongoing(
        self, table: Table, ended: str | None, changed: str, user_id: int
    ) -> Ongoing:
        seat = seat_or_none(table, user_id)
        to_act: tuple[Seat, ...] = ()
        if table.status is Status.LIVE:
            with suppress(BadPosition, RulesError):
                async with self._at(table.id) as playing:
                    to_act = shown_to(playing, seat)[0].to_act
        mine = seat in to_act
        since = ended or (changed if mine else table.opened_at)
        return Ongoing(table=table, since=since, mine=mine, to_act=to_act)
