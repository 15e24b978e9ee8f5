"""Advice of AI players to people: suggested moves, and the reasons for them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ai.pool import Brains, task_at
from bot.ai.queue import Rank
from bot.ai.seats import is_too_long
from bot.ai.worker import FINISHER, Opinion
from bot.table.live import LiveTable
from bot.table.seating import stand_in
from rules import levels
from rules.contract import Seat
from rules.lookahead import Lookahead

ADVISER = levels.STRONG
"""Level of the player that gives advice; the best one below it where a game has none."""
KEPT = 100
"""Number of answers to keep, as a suggestion may be explained later."""


class Adviser:
    """Suggests moves to people, and remembers why."""

    def __init__(self, brains: Brains) -> None:
        self._brains = brains
        self._opinions: dict[tuple[object, ...], list[Opinion]] = {}

    async def suggest(self, live: LiveTable, seat: Seat, tokens: Sequence[str]) -> str:
        """Return a good move, or line of moves, that begins with `tokens`, without thinking long.

        It is in notation. The task has the rank of a panel that is about to open.
        """
        task = task_at(live, seat, stand_in(live.table.game), tokens, line=True)
        return await self._brains.choose(task, rank=Rank.PANEL, table=live.table.id)

    async def move(self, live: LiveTable, seat: Seat) -> str:
        """Return the move of a stand-in; one that ends the turn where it is too long."""
        player = FINISHER if is_too_long(live) else stand_in(live.table.game)
        task = task_at(live, seat, player)
        return await self._brains.choose(task, rank=Rank.PANEL, table=live.table.id)

    async def advise(self, live: LiveTable, seat: Seat, tokens: Sequence[str]) -> list[Opinion]:
        """Return opinions on moves that begin with `tokens`, best first; [] without look-ahead.

        A second call at the same position returns the same opinions without thinking again.
        """
        key = (live.table.id, live.table.revision, seat, tuple(tokens))
        if (opinions := self._opinions.get(key)) is not None:
            return opinions
        opinions = await self._judge(live, seat, tokens)
        self._opinions[key] = opinions
        while len(self._opinions) > KEPT:
            del self._opinions[next(iter(self._opinions))]
        return opinions

    async def _judge(self, live: LiveTable, seat: Seat, tokens: Sequence[str]) -> list[Opinion]:
        """Return opinions of the best look-ahead player; [] where the game has none."""
        player = levels.best(live.game.facts.players, ADVISER)
        if not isinstance(live.game.player(player), Lookahead):
            return []
        task = task_at(live, seat, player, tokens, why=True)
        return await self._brains.judge(task, table=live.table.id)
