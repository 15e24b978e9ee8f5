"""What AI players think for people: suggested moves, and the reasons for them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ai.pool import Brains
from bot.ai.queue import Rank
from bot.ai.worker import Opinion
from bot.table.live import LiveTable
from bot.table.seating import stand_in
from rules import levels
from rules.contract import Seat
from rules.lookahead import Lookahead

ADVISER = levels.STRONG
"""Player that is asked for a suggestion, or the best that a game has below it."""
KEPT = 100
"""Answers to keep, as a suggestion may have to be explained."""


class Adviser:
    """Suggests moves to people, and remembers why."""

    def __init__(self, brains: Brains) -> None:
        self._brains = brains
        self._opinions: dict[tuple[object, ...], list[Opinion]] = {}

    async def suggest(self, live: LiveTable, seat: Seat, tokens: Sequence[str]) -> str:
        """Return a good move that begins with `tokens`, or a line of them, without thinking long.

        It is the notation; the rank is that of somebody who waits at a panel.
        """
        table, player = live.table, stand_in(live.table.game)
        return await self._brains.choose(
            table.game,
            player,
            live.game.state_to_json(live.state),
            seat,
            live.luck(player),
            tokens,
            line=True,
            rank=Rank.PANEL,
            table=table.id,
        )

    async def advise(self, live: LiveTable, seat: Seat, tokens: Sequence[str]) -> list[Opinion]:
        """Return what the best player thinks of such moves, the best first; [] if it is too simple.

        Asked again at the same position it says the same, without thinking anew.
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
        """Opinions of the best player that looks ahead; [] where a game has none."""
        table, player = live.table, levels.best(live.game.facts.players, ADVISER)
        if not isinstance(live.game.player(player), Lookahead):
            return []
        position, luck = live.game.state_to_json(live.state), live.luck(player)
        return await self._brains.judge(
            table.game, player, position, seat, luck, tokens, table=table.id
        )
