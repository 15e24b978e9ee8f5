"""AI seats: they play until a person has to act, and no turn of theirs goes on for ever."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.ai.pool import Brains, Budget, task_at
from bot.ai.worker import FINISHER
from bot.clock import Clock, cancel
from bot.figures import Figures
from bot.table.live import CannotGoOn, LiveTable
from bot.table.seating import stand_in
from rules.contract import Seat

log = logging.getLogger(__name__)

RETRY = 5.0
"""Seconds before an AI seat tries again after an unexpected error; doubled each time."""
LONGEST_RETRY = 600.0

Load = Callable[[int], Awaitable[LiveTable]]
"""Loads the newest position of a table. Raises CannotGoOn."""
Play = Callable[[LiveTable, Seat, str], Awaitable[None]]
"""Makes a move by its notation, unless the table has changed since it was loaded."""


class AiSeats:
    """Runs a task for each table where an AI seat has to act."""

    def __init__(
        self, brains: Brains, clock: Clock, figures: Figures, *, load: Load, play: Play
    ) -> None:
        self._brains, self._clock, self._figures = brains, clock, figures
        self._load, self._play = load, play
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def wake(self, table_id: int) -> None:
        """Start the task of a table's AI seats, unless it runs already."""
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._work(table_id))

    async def wait(self, table_id: int, patience: float) -> None:
        """Wait until the AI seats of a table have moved, `patience` seconds at most."""
        if (task := self._tasks.get(table_id)) is not None:
            await asyncio.wait({task}, timeout=patience)

    async def close(self) -> None:
        """Stop all tasks; the next start resumes them."""
        await cancel(*self._tasks.values())

    async def _work(self, table_id: int) -> None:
        """Make moves of AI seats until a person has to act or the game is over."""
        budget, has_moved, pause = Budget(), True, RETRY
        while has_moved:
            try:
                has_moved, pause = await self._step(table_id, budget), RETRY
            except CannotGoOn:
                has_moved = False
            except Exception as error:
                self._figures.fault(f"The AI of table {table_id}", error)
                log.warning("The AI of table %s tries again in %s s", table_id, pause)
                await self._clock.sleep(pause)
                pause = min(2 * pause, LONGEST_RETRY)
        # no await since the last look: a step saved from now on starts a new task
        del self._tasks[table_id]

    async def _step(self, table_id: int, budget: Budget) -> bool:
        """Make one move of an AI seat; False where none has to act."""
        live = await self._load(table_id)
        seat = live.ai_seat
        if seat is None:
            return False
        if live.turn is None:
            budget.renew()
        began = self._clock.monotonic()
        notation = await self._choose(live, seat, budget)
        self._figures.ai_move(self._clock.monotonic() - began)
        await self._play(live, seat, notation)
        return True

    async def _choose(self, live: LiveTable, seat: Seat, budget: Budget) -> str:
        """Return the move of an AI seat; one that ends the turn where it is too long."""
        table = live.table
        player = table.seats[seat].ai or stand_in(table.game)
        if is_too_long(live):
            player, budget = FINISHER, Budget()
        return await self._brains.choose(task_at(live, seat, player), budget, table=table.id)


def is_too_long(live: LiveTable) -> bool:
    """Whether the turn under way has reached the game's longest turn."""
    turn = live.turn
    return turn is not None and len(turn.plies) >= live.game.facts.longest_turn
