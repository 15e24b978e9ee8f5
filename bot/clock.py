"""The time, and waiting for it: nothing else in the bot reads a clock or sleeps.

The playground puts its clock forward, and tests let a month pass at once: whoever waits for a
moment that has come by then goes on.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta

LONGEST_NAP = 60.0
"""Seconds until who waits for a moment looks again: the machine's own clock may be put right."""
SHORTEST_NAP = 0.001
"""Seconds that are not worth a nap."""


class Clock:
    """The time of this machine, and whatever was let pass; it goes forward, never back."""

    longest_nap = LONGEST_NAP

    def __init__(self, ahead: timedelta = timedelta()) -> None:
        self.ahead = ahead
        """How much more time has passed than really has."""
        self._limits: dict[asyncio.Timeout, float] = {}
        """Who waits, and until when by `monotonic`."""
        self._moments: list[datetime] = []
        """What is waited for until a moment, rather than for a while."""

    def now(self) -> datetime:
        """The present moment, in UTC."""
        return datetime.now(UTC) + self.ahead

    def monotonic(self) -> float:
        """Seconds since some moment, whatever is done to the machine's own clock."""
        return time.monotonic() + self.ahead.total_seconds()

    @property
    def next_moment(self) -> datetime | None:
        """Earliest moment that somebody waits for; None where nobody does."""
        return min(self._moments, default=None)

    def skip(self, span: timedelta) -> None:
        """Let time pass at once."""
        self.ahead += max(span, timedelta())
        for limit, end in self._limits.items():
            if not limit.expired():  # else who waited is about to go on
                limit.reschedule(in_loop_time(end - self.monotonic()))

    # ---- waiting ---------------------------------------------------------------------------------

    @asynccontextmanager
    async def timeout(self, seconds: float) -> AsyncIterator[None]:
        """Like `asyncio.timeout`: whatever is still waited for after so many seconds is given up.

        Raises TimeoutError.
        """
        async with asyncio.timeout(seconds) as limit:
            self._limits[limit] = self.monotonic() + seconds
            try:
                yield
            finally:
                del self._limits[limit]

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds; let others do something in any case."""
        if seconds < SHORTEST_NAP:
            await asyncio.sleep(0)
            return
        await self.wait(asyncio.Event(), seconds)

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Return when `event` is set, or after so many seconds, whichever comes first."""
        # wait_for of Python 3.11 may swallow a cancellation; this does not
        with suppress(TimeoutError):
            async with self.timeout(seconds):
                await event.wait()

    async def wait_until(self, event: asyncio.Event, when: datetime) -> None:
        """Return when `event` is set, or at that moment, whichever comes first.

        A moment that has passed is not waited for.
        """
        self._moments.append(when)
        try:
            while not event.is_set() and (seconds := (when - self.now()).total_seconds()) > 0:
                await self.wait(event, min(seconds, self.longest_nap))
        finally:
            self._moments.remove(when)


def in_loop_time(seconds: float) -> float:
    """Time of the running loop in so many seconds."""
    return asyncio.get_running_loop().time() + max(0.0, seconds)
