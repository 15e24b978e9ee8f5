"""The scheduler: one task that sleeps until the next row is due and handles each once, in order.

Rows that fell due while the bot was down are handled at the start. `Services.on_due` holds the
handler of each kind.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta

from bot.clock import cancel
from bot.store import due_rows
from bot.store.store import Store
from bot.table.due import Due, NoLongerDue
from bot.table.live import CannotGoOn
from rules.contract import RulesError

log = logging.getLogger(__name__)

Does = Callable[[Due], Awaitable[object]]
"""Handles a due row. It saves with `done=due.id`, so that the row takes effect at most once."""

FIRST_RETRY = timedelta(minutes=1)
LONGEST_RETRY = timedelta(hours=6)
LONGEST_SLEEP = 86_400.0
"""Seconds until the next look where no row is planned."""
AFTER_AN_ERROR = 60.0
"""Seconds until the next try after the store has failed."""


class Scheduler:
    """Handles due rows one after the other; a failed one is postponed and holds up no other."""

    def __init__(self, store: Store, on_due: Mapping[str, Does]) -> None:
        self._store, self._on_due = store, on_due
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start, first with the rows that fell due since the last run ended."""
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop the task."""
        await cancel(self._running)

    async def drain(self) -> None:
        """Handle all rows that are due now, and return."""
        while await self._ring():
            pass

    async def _run(self) -> None:
        while True:
            self._store.newly_due.clear()
            try:
                await self.drain()
                next_one = await self._store.read(due_rows.read_next)
            except Exception as error:
                self._store.figures.fault("What is due waits", error)
                await self._store.clock.sleep(AFTER_AN_ERROR)
                continue
            if next_one is None:
                await self._store.clock.wait(self._store.newly_due, LONGEST_SLEEP)
            else:
                await self._store.clock.wait_until(self._store.newly_due, next_one[1])

    async def _ring(self) -> bool:
        """Handle the next row if its moment has come; False where it has not."""
        next_one = await self._store.read(due_rows.read_next)
        if next_one is None or next_one[1] > self._store.clock.now():
            return False
        await self._do(next_one[0])
        return True

    async def _do(self, due: Due) -> None:
        try:
            await self._on_due[due.kind](due)
            await self._store.write(due_rows.drop, due.id)
        except NoLongerDue:
            log.debug("Already done or settled: %s", due)
        except CannotGoOn as refusal:
            await self._postpone(due, refusal)
        except RulesError as refusal:
            log.warning("%s of table %s cannot be done: %r", due.kind, due.table_id, refusal)
            await self._store.write(due_rows.drop, due.id)
        except Exception as error:
            self._store.figures.fault(f"{due.kind} of table {due.table_id}", error)
            await self._postpone(due, error)

    async def _postpone(self, due: Due, error: Exception) -> None:
        """Postpone a row, twice as long each time."""
        pause = min(FIRST_RETRY * 2 ** min(due.attempts, 16), LONGEST_RETRY)
        log.warning(
            "%s of table %s fails, next try in %s: %r",
            due.kind,
            due.table_id,
            pause,
            error,
        )
        await self._store.write(due_rows.postpone, due.id, self._store.clock.now() + pause)
