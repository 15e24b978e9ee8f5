"""Moves that a referee makes for a player whose turn it is.

A referee sees no more than everybody does. They leave the move to an AI, or type one that the
player has told them: it is made, or refused by one sentence whatever is hidden, and the log says
that it was tried.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.ai.adviser import Adviser
from bot.service.base import Service
from bot.service.commits import Commits
from bot.steps import lines, moves, proxies
from bot.steps.proxies import Made
from bot.table.changes import Effects
from bot.table.encoding import stamp
from bot.table.live import LiveTable, Turn
from bot.table.seating import Person, StaleClick, Table
from rules.contract import IllegalMove, RulesError, Seat


class Proxies(Service):
    """Moves for other people, by referees."""

    def __init__(self, commits: Commits, adviser: Adviser) -> None:
        super().__init__(commits)
        self._adviser = adviser

    async def seat_to_move(self, table_id: int, by: int) -> tuple[Table, Seat]:
        """Return the table, and the seat for which a referee may move now. Raises RulesError."""
        async with self._tables.hold(table_id) as live:
            return live.table, proxies.seat_to_move(live, by)

    async def play(
        self, table_id: int, by: Person, revision: int | None, tokens: Sequence[str]
    ) -> Turn:
        """Make a typed move, or a line of moves, for the player to move.

        Raises `table.not_possible_for` for anything else, whatever the reason.
        """
        async with self._tables.hold(table_id) as live:
            seat = self._seat(live, by, revision)
            try:
                line, at = lines.line_of(live, seat, tokens), stamp(self._now)
                made = lines.step(live, seat, line, at=at)
            except RulesError:
                attempt = proxies.attempt(live, seat, by)
                await self._commits.note(live, Effects(acts=(attempt,)))
                raise IllegalMove("table.not_possible_for") from None
            return await self._save(live, made, by)

    async def let_ai_play(self, table_id: int, by: Person, revision: int | None) -> Turn:
        """Let an AI play the turn of the player to move, or the rest of it."""
        while True:
            async with self._tables.hold(table_id) as live:
                seat = self._seat(live, by, revision)
            notation = await self._adviser.move(live, seat)
            async with self._tables.hold(table_id) as now:
                seat = self._seat(now, by, live.table.revision)
                action = now.game.parse(now.state, seat, notation)
                made = moves.move(now, seat, action, at=stamp(self._now), ai=True)
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
