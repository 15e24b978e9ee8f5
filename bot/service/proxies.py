"""Moves that a referee makes for a player whose turn it is.

A referee sees no more than everybody does. Where the player sees more, the referee may only leave
the move to an AI, or type one that the player has told them: it is made, or refused by one sentence
whatever is hidden, and the log says that it was tried.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.ai.adviser import Adviser
from bot.service.cache import LiveTables
from bot.service.commits import Commits
from bot.steps import lines, moves, proxies
from bot.steps.prompts import legal
from bot.steps.proxies import Made
from bot.store.store import Store
from bot.table.changes import Effects
from bot.table.encoding import stamp
from bot.table.live import LiveTable, Turn
from bot.table.seating import Person, StaleClick, Table
from rules.contract import IllegalMove, RulesError, Seat


class Proxy(msgspec.Struct, frozen=True):
    """A player for whom a referee may move now."""

    table: Table
    seat: Seat
    user_id: int
    is_open: bool
    """Whether the referee may see what the player sees."""


class Proxies:
    """Moves for other people, by referees."""

    def __init__(
        self, tables: LiveTables, commits: Commits, store: Store, adviser: Adviser
    ) -> None:
        self._tables, self._commits = tables, commits
        self._store, self._adviser = store, adviser

    async def player(self, table_id: int, by: int) -> Proxy:
        """Return the player for whom a referee may move now. Raises RulesError."""
        async with self._tables.hold(table_id) as live:
            seat = proxies.seat_to_move(live, by)
            user = live.table.seats[seat].user_id or 0
            return Proxy(live.table, seat, user, proxies.is_open(live))

    async def play(
        self, table_id: int, by: Person, revision: int | None, tokens: Sequence[str]
    ) -> Turn:
        """Make a typed move, or a line of moves, for the player to move.

        Raises `table.not_possible_for` for anything else, whatever the reason.
        """
        async with self._tables.hold(table_id) as live:
            seat = self._seat(live, by, revision)
            try:
                made = self._made(live, seat, tokens)
            except RulesError:
                line = proxies.attempt(live, seat, by)
                await self._commits.note(live, Effects(acts=(line,)))
                raise IllegalMove("table.not_possible_for") from None
            return await self._save(live, made, by)

    def _made(self, live: LiveTable, seat: Seat, tokens: Sequence[str]) -> Made:
        """Return the step of a typed line. Raises RulesError where it is not possible."""
        line = lines.line_of(live, seat, tokens)
        at = stamp(self._store.clock.now())
        if len(line) > 1:
            after, plies = lines.apply_line(live, seat, line, at=at)
            return moves.commit_moves(live, after, plies)
        action = legal(live, seat, line[0].split())
        return moves.move(live, seat, action, at=at, ai=False)

    async def let_ai_play(self, table_id: int, by: Person, revision: int | None) -> Turn:
        """Let an AI play the turn of the player to move, or the rest of it."""
        while True:
            async with self._tables.hold(table_id) as live:
                seat = self._seat(live, by, revision)
            notation = await self._adviser.move(live, seat)
            async with self._tables.hold(table_id) as now:
                seat = self._seat(now, by, live.table.revision)
                action = now.game.parse(now.state, seat, notation)
                at = stamp(self._store.clock.now())
                made = moves.move(now, seat, action, at=at, ai=True)
                turn = await self._save(now, made, by)
            if not turn.goes_on:
                return turn
            revision = turn.table.revision

    def _seat(self, live: LiveTable, by: Person, revision: int | None) -> Seat:
        """Return the seat to move. Raises StaleClick and other RulesErrors."""
        seat = proxies.seat_to_move(live, by.user_id)
        if revision not in (None, live.table.revision):
            raise StaleClick("table.stale", revision=live.table.revision)
        return seat

    async def _save(self, live: LiveTable, made: Made, by: Person) -> Turn:
        after, change, turn = proxies.made_by(live, made, by)
        await self._commits.save(after, change)
        return turn
