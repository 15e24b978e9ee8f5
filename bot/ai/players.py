"""AI seats play by themselves until a person has to act, and every turn of theirs ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from bot.ai.pool import Brains, Budget
from bot.ai.queue import Rank
from bot.ai.worker import FINISHER, Opinion
from bot.clock import Clock
from bot.table.live import CannotGoOn, Playing
from bot.table.seating import stand_in
from rules import levels
from rules.contract import Seat
from rules.lookahead import Lookahead

log = logging.getLogger(__name__)

RETRY = 5.0
"""Seconds before an AI seat is tried again after an unexpected error; twice as many each time."""
LONGEST_RETRY = 600.0
ADVISER = levels.STRONG
"""Who is asked for a suggestion, or the best that a game has below it."""
KEPT = 100
"""So many answers to people are kept, to be explained."""

See = Callable[[int], Awaitable[Playing]]
"""The table as it is now. Raises CannotGoOn."""
Move = Callable[[Playing, Seat, str], Awaitable[None]]
"""Makes a move by its notation, unless the table has changed since it was seen."""


class Machines:
    """A task for each table where an AI seat has to act."""

    def __init__(self, brains: Brains, clock: Clock, *, see: See, move: Move) -> None:
        self._brains, self._clock, self._see, self._move = brains, clock, see, move
        self._working: dict[int, asyncio.Task[None]] = {}
        self._advice: dict[tuple[object, ...], list[Opinion]] = {}

    def wake(self, table_id: int) -> None:
        """An AI seat may have to act: set it to work, unless it is already."""
        if table_id not in self._working:
            self._working[table_id] = asyncio.create_task(self._work(table_id))

    async def close(self) -> None:
        """Begin nothing more; the next start goes on where this one stopped."""
        working = list(self._working.values())
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)

    async def suggest(self, playing: Playing, seat: Seat, tokens: Sequence[str]) -> str:
        """The notation of a good move that begins with `tokens`, or of a line of them, at once."""
        quick = stand_in(playing.table.game)
        return await self._choose(playing, seat, quick, Budget(), tokens, line=True)

    async def advise(self, playing: Playing, seat: Seat, tokens: Sequence[str]) -> list[Opinion]:
        """Opinions of the best player on such moves, best first; empty if it does not look ahead.

        Asked again at the same position it says the same, without thinking anew.
        """
        asked = (playing.table.id, playing.table.revision, seat, tuple(tokens))
        if (told := self._advice.get(asked)) is not None:
            return told
        table, player = playing.table, levels.best(playing.game.facts.players, ADVISER)
        if not isinstance(playing.game.player(player), Lookahead):
            return []
        position, luck = playing.game.state_to_json(playing.state), playing.luck(player)
        told = await self._brains.judge(
            table.game, player, position, seat, luck, tokens, table=table.id
        )
        self._advice[asked] = told
        while len(self._advice) > KEPT:
            del self._advice[next(iter(self._advice))]
        return told

    async def _work(self, table_id: int) -> None:
        """Move for AI seats until a person has to act or the game is over."""
        budget, goes_on, pause = Budget(), True, RETRY
        while goes_on:
            try:
                goes_on, pause = await self._step(table_id, budget), RETRY
            except CannotGoOn:
                goes_on = False
            except Exception:
                log.exception("The AI of table %s tries again in %s s", table_id, pause)
                await self._clock.sleep(pause)
                pause = min(2 * pause, LONGEST_RETRY)
        # nothing is awaited since the last look: a move made now finds no AI at work
        del self._working[table_id]

    async def _step(self, table_id: int, budget: Budget) -> bool:
        """Make one move for an AI seat; False where none has to act."""
        playing = await self._see(table_id)
        seat = playing.ai_seat
        if seat is None:
            return False
        if playing.turn is None:
            budget.renew()
        notation = await self._thought(playing, seat, budget)
        await self._move(playing, seat, notation)
        return True

    async def _thought(self, playing: Playing, seat: Seat, budget: Budget) -> str:
        """Move that the player of an AI seat wants; one that ends the turn where it never does."""
        if is_too_long(playing):
            return await self._choose(playing, seat, FINISHER, Budget())
        player = playing.table.seats[seat].ai or stand_in(playing.table.game)
        return await self._choose(playing, seat, player, budget)

    async def _choose(
        self,
        playing: Playing,
        seat: Seat,
        player: str,
        budget: Budget,
        tokens: Sequence[str] = (),
        *,
        line: bool = False,
    ) -> str:
        """`line`: somebody waits for it who may be shown several moves."""
        table, position = playing.table, playing.game.state_to_json(playing.state)
        rank = Rank.PANEL if line else Rank.SEAT
        return await self._brains.choose(
            table.game,
            player,
            position,
            seat,
            playing.luck(player),
            tokens,
            budget,
            line=line,
            rank=rank,
            table=table.id,
        )


def is_too_long(playing: Playing) -> bool:
    """Whether the turn under way has more moves than its player can need."""
    turn = playing.turn
    return turn is not None and len(turn.plies) >= playing.game.facts.longest_turn
