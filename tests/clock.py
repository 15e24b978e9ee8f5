"""A clock that stands still until a test lets time pass: a month takes seconds, always the same."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from bot.clock import Clock

MONDAY_NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
CALM = 3
"""Rounds of the loop in which nobody does anything: whoever was woken would have begun by then."""


class StillClock(Clock):
    """Whoever waits is woken when their moment comes, one after the other."""

    longest_nap = math.inf

    def __init__(self, began: datetime = MONDAY_NOON) -> None:
        super().__init__()
        self._began = began
        self._asleep: dict[asyncio.Timeout, asyncio.Task[object]] = {}

    def now(self) -> datetime:
        return self._began + self.ahead

    def monotonic(self) -> float:
        return self.ahead.total_seconds()

    def skip(self, span: timedelta) -> None:
        """Let time pass without waiting for those whose moment comes."""
        self.ahead += max(span, timedelta())
        for limit, end in self._limits.items():
            if end <= self.monotonic() and not limit.expired():
                limit.reschedule(0.0)

    @asynccontextmanager
    async def timeout(self, seconds: float) -> AsyncIterator[None]:
        async with asyncio.timeout(None) as limit:
            self._limits[limit] = self.monotonic() + seconds
            task = asyncio.current_task()
            assert task is not None
            self._asleep[limit] = task
            try:
                yield
            finally:
                del self._limits[limit], self._asleep[limit]

    async def advance(self, span: timedelta) -> None:
        """Let time pass. Each sleeper wakes at its own moment and has done before time goes on.

        Only the test itself may call it, from no other task.
        """
        end = self.ahead + span
        await self.settle()
        while self._limits and min(self._limits.values()) <= end.total_seconds():
            first = min(self._limits, key=self._limits.__getitem__)
            self.ahead = max(self.ahead, timedelta(seconds=self._limits[first]))
            first.reschedule(0.0)
            await self.settle()
        self.ahead = end

    async def settle(self) -> None:
        """Return when everybody else sleeps until some moment, or has done."""
        calm = 0
        while calm < CALM:
            await asyncio.sleep(0)
            busy = asyncio.all_tasks() - {asyncio.current_task(), *self._asleep.values()}
            if busy:
                await asyncio.wait(busy, timeout=0.001, return_when=asyncio.FIRST_COMPLETED)
            calm = 0 if busy else calm + 1


async def sleep_until(clock: Clock, when: datetime) -> None:
    """Sleep until that moment of a clock."""
    await clock.wait_until(asyncio.Event(), when)
