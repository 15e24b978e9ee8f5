"""The clock that the bot reads and waits by: nothing else in the bot reads the time or sleeps.

The playground and tests can skip time, even a month at once: each wait whose moment lies within
the skipped time then ends.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Any

LONGEST_NAP = 60.0
"""Seconds after which a wait for a moment looks again: the machine's own clock may be corrected."""
SHORTEST_NAP = 0.001
"""Seconds below which a sleep only yields to other tasks."""

EPOCH = 1_420_070_400_000
"""Discord's first millisecond, in Unix time: its ids count from there."""


class Clock:
    """The time of this machine plus all skipped time, which only grows."""

    longest_nap = LONGEST_NAP

    def __init__(self, ahead: timedelta = timedelta()) -> None:
        self.ahead = ahead
        """Sum of the skipped times."""
        self._limits: dict[asyncio.Timeout, float] = {}
        """Timeouts under way, each with its end by `monotonic`."""
        self._moments: list[datetime] = []
        """Moments that `wait_until` is waiting for."""

    def now(self) -> datetime:
        """The present moment, in UTC."""
        return datetime.now(UTC) + self.ahead

    def monotonic(self) -> float:
        """Seconds since a fixed moment; changes of the machine's own clock do not matter."""
        return time.monotonic() + self.ahead.total_seconds()

    @property
    def next_moment(self) -> datetime | None:
        """Earliest moment that a task waits for; None where no task does."""
        return min(self._moments, default=None)

    def skip(self, span: timedelta) -> None:
        """Skip this much time; a negative span is ignored."""
        self.ahead += max(span, timedelta())
        for limit, end in self._limits.items():
            if not limit.expired():  # else its task is about to resume
                limit.reschedule(in_loop_time(end - self.monotonic()))

    # ---- waiting ---------------------------------------------------------------------------------

    @asynccontextmanager
    async def timeout(self, seconds: float) -> AsyncIterator[None]:
        """Cancel the block after `seconds`, like `asyncio.timeout`, but skipped time counts.

        Raises TimeoutError.
        """
        async with asyncio.timeout(seconds) as limit:
            self._limits[limit] = self.monotonic() + seconds
            try:
                yield
            finally:
                del self._limits[limit]

    async def sleep(self, seconds: float) -> None:
        """Return after `seconds`; yield to other tasks in any case."""
        if seconds < SHORTEST_NAP:
            await asyncio.sleep(0)
            return
        await self.wait(asyncio.Event(), seconds)

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Return when `event` is set, or after `seconds`, whichever comes first."""
        # wait_for of Python 3.11 may swallow a cancellation; this does not
        with suppress(TimeoutError):
            async with self.timeout(seconds):
                await event.wait()

    async def wait_until(self, event: asyncio.Event, when: datetime) -> None:
        """Return when `event` is set, or at that moment, whichever comes first.

        It returns at once where the moment has passed.
        """
        self._moments.append(when)
        try:
            while not event.is_set() and (seconds := (when - self.now()).total_seconds()) > 0:
                await self.wait(event, min(seconds, self.longest_nap))
        finally:
            self._moments.remove(when)


async def cancel(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel tasks, and return when they have ended; None stands for one that never began."""
    begun = [task for task in tasks if task is not None]
    for task in begun:
        task.cancel()
    await asyncio.gather(*begun, return_exceptions=True)


def in_loop_time(seconds: float) -> float:
    """Time of the running loop `seconds` from now."""
    return asyncio.get_running_loop().time() + max(0.0, seconds)


def creation_time(snowflake: int) -> datetime:
    """Moment at which Discord made an id."""
    return datetime.fromtimestamp(((snowflake >> 22) + EPOCH) / 1000, UTC)
