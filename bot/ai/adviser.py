"""Advice of AI players to people: suggested moves, and the reasons for them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ai.pool import Brains
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

    async def move(self, live: LiveTable, seat: Seat) -> str:
        """Return the move of a stand-in; one that ends the turn where it is too long."""
        game = live.table.game
        player = FINISHER if is_too_long(live) else stand_in(game)
        position, luck = live.game.state_to_json(live.state), live.luck(player)
        return await self._brains.choose(
            game, player, position, seat, luck, rank=Rank.PANEL, table=live.table.id
        )

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
        table, player = live.table, levels.best(live.game.facts.players, ADVISER)
        if not isinstance(live.game.player(player), Lookahead):
            return []
        position, luck = live.game.state_to_json(live.state), live.luck(player)
        return await self._brains.judge(
            table.game, player, position, seat, luck, tokens, table=table.id
        )
