"""Spectators: people who follow a table without a seat, are called, and guess who wins."""

from __future__ import annotations

from collections.abc import Sequence

from bot.database import Connection
from bot.service.base import Service
from bot.service.commits import Decision
from bot.steps import spectators
from bot.store import due_rows, spectator_rows
from bot.table.due import Due, Settled
from bot.table.live import LiveTable
from bot.table.seating import Purpose, Status, Table
from bot.table.spectators import Calls, Spectator
from rules.contract import RulesError, Seat


class Spectators(Service):
    """Notes whom a table calls as spectators, and what they guess."""

    async def state(self, table_id: int, user_id: int) -> Spectator:
        """Return what a person has chosen at a table where they have no seat. Raises RulesError."""
        async with self._tables.hold(table_id) as live:
            _require_spectator(live.table, user_id)
            return await self._state(live, user_id)

    async def watch(self, table_id: int, user_id: int, calls: Calls | None) -> Spectator:
        """Have a person called, or no longer called; return their choices. Raises RulesError."""
        async with self._tables.hold(table_id) as live:
            _require_spectator(live.table, user_id)

            def work(db: Connection) -> None:
                spectator_rows.write_calls(db, table_id, user_id, calls)
                if calls is not Calls.ROUND:
                    settled = Settled(spectators.WATCH, user_id)
                    due_rows.settle(db, [settled], table_id)

            await self._store.write(work)
            return await self._state(live, user_id)

    async def guess(self, table_id: int, user_id: int, seat: Seat) -> Spectator:
        """Note who a person says will win; return their choices. Raises RulesError."""
        async with self._tables.hold(table_id) as live:
            _require_spectator(live.table, user_id)
            if not 0 <= seat < len(live.table.seats):
                raise RulesError("table.no_such_seat")
            guessing = spectators.guessing(live, await self._tables.log(table_id))
            if not guessing.is_open:
                raise RulesError("watch.closed", last=guessing.last)
            await self._store.write(spectator_rows.write_guess, table_id, user_id, seat)
            return await self._state(live, user_id)

    async def _state(self, live: LiveTable, user_id: int) -> Spectator:
        table_id = live.table.id
        return Spectator(
            table=live.table,
            calls=(await self._store.read(spectator_rows.read_calls, table_id)).get(user_id),
            guess=(await self._store.read(spectator_rows.read_guesses, table_id)).get(user_id),
            guessing=spectators.guessing(live, await self._tables.log(table_id)),
        )

    async def right_guesses(
        self, table: Table, winners: Sequence[Seat]
    ) -> tuple[int, list[int], int]:
        """Return the number of right guesses, the people to name among them, and of all guesses.

        Whoever keeps their statistics to themselves is not named.
        """
        guesses = await self._store.read(spectator_rows.read_guesses, table.id)
        right, count = spectators.right_guesses(table, guesses, winners)
        names = [user for user in right if not self._people.preferences(user).unlisted]
        return len(right), names, count

    # ---- the calls -------------------------------------------------------------------------------

    async def round_number(self, table_id: int) -> int | None:
        """Return the number of the round that is played now."""
        async with self._tables.hold(table_id) as live:
            return spectators.round_number(live)

    async def ping_kind(self, table_id: int) -> str:
        """Return the kind of the message that calls spectators now."""
        async with self._tables.hold(table_id) as live:
            return spectators.ping_kind(live)

    async def on_call(self, live: LiveTable, due: Due) -> Decision:
        """Call a person whom the round or the end has found in their quiet hours."""
        calls = await self._store.read(spectator_rows.read_calls, live.table.id)
        preferences = self._people.preferences(due.person_id or 0)
        return spectators.on_due(live, due, calls, preferences, self._now)


def _require_spectator(table: Table, user_id: int) -> None:
    """Refuse a player, and a table that calls nobody because it is over or does not count."""
    if user_id in table.humans():
        raise RulesError("watch.plays_here")
    if table.purpose is not Purpose.GAME:
        raise RulesError("watch.no_game")
    table.require(Status.LOBBY, Status.LIVE)
