"""Delivery: what the store says is still to be shown goes out, once, in the order of each table."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from time import monotonic
from typing import Protocol

from bot.store import Delivery, Store

__all__ = ["Courier", "Delivery", "Later", "Outbox", "Refused"]

log = logging.getLogger(__name__)

RATE = 20.0
"""Deliveries begun per second: about two requests each, where Discord allows fifty requests."""
FIRST_RETRY = 1.0
LONGEST_RETRY = 300.0
STOP_PATIENCE = 5.0
"""Seconds that a delivery under way gets to end when the bot stops."""


class Later(Exception):
    """Not now: try again after so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"try again in {seconds} s")
        self.seconds = seconds


class Refused(Exception):
    """Not at all: the delivery can never be made, for this reason."""


class Courier(Protocol):
    """Shows deliveries to people."""

    async def deliver(self, delivery: Delivery) -> None:
        """Show it. Raises Later or Refused; any other exception means: try again, with back-off."""


class Pace:
    """Keeps apart what must not come too fast."""

    def __init__(self, rate: float) -> None:
        self._gap = 1 / rate
        self._next = 0.0

    async def wait(self) -> None:
        """Return when it is this caller's turn."""
        now = monotonic()
        turn = max(self._next, now)
        self._next = turn + self._gap
        await asyncio.sleep(turn - now)


class Outbox:
    """Tables are served side by side, the deliveries of one table one after the other."""

    def __init__(
        self,
        store: Store,
        courier: Courier,
        *,
        rate: float = RATE,
        first_retry: float = FIRST_RETRY,
    ) -> None:
        self._store = store
        self._courier = courier
        self._first_retry = first_retry
        self._pace = Pace(rate)
        self._woken = asyncio.Event()
        self._serving: dict[int, asyncio.Task[None]] = {}
        self._running: asyncio.Task[None] | None = None

    # ---- life ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to deliver, what an earlier run left behind included."""
        self._running = asyncio.create_task(self._run())

    def wake(self) -> None:
        """There may be something new."""
        self._woken.set()

    async def stop(self) -> None:
        """Begin no delivery more; those under way may end, or go out again after the next start."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        serving = list(self._serving.values())
        if serving:
            await asyncio.wait(serving, timeout=STOP_PATIENCE)
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)

    async def drain(self) -> None:
        """Deliver all that is due now, and return."""
        await self._serve_due()
        while self._serving:
            await asyncio.gather(*self._serving.values())
            await self._serve_due()

    # ---- rounds ----------------------------------------------------------------------------------

    async def _run(self) -> None:
        """Serve what is due, then sleep until something is new or becomes due."""
        while True:
            self._woken.clear()
            try:
                pause = await self._serve_due()
            except Exception:
                log.exception("The outbox cannot be read")
                pause = self._first_retry
            with suppress(TimeoutError):
                # wait_for of Python 3.11 may swallow a cancellation; this does not
                async with asyncio.timeout(pause):
                    await self._woken.wait()

    async def _serve_due(self) -> float:
        """Set a task to work for each table with something due; seconds until the next is due."""
        now = self._store.clock()
        pause = LONGEST_RETRY
        for table_id, due in await self._store.waiting():
            if table_id in self._serving:
                continue
            if due <= now:
                self._serving[table_id] = asyncio.create_task(self._serve(table_id))
            else:
                pause = min(pause, (due - now).total_seconds())
        return pause

    async def _serve(self, table_id: int) -> None:
        """Make one delivery of a table; the next round sees what is behind it."""
        try:
            await self._pace.wait()
            delivery = await self._store.claim(table_id)
            if delivery is not None:
                await self._deliver(delivery)
        except Exception:
            log.exception("The outbox of table %s cannot be served", table_id)
            await asyncio.sleep(self._first_retry)
        finally:
            del self._serving[table_id]
            self.wake()

    async def _deliver(self, delivery: Delivery) -> None:
        """Show it, and note the outcome: shown, later, or never."""
        try:
            await self._courier.deliver(delivery)
        except Later as later:
            await self._store.postpone(delivery.id, later.seconds)
        except Refused as refusal:
            log.warning("Delivery %s of table %s: %s", delivery.id, delivery.table_id, refusal)
            await self._store.refuse(delivery.id, str(refusal))
        except Exception:
            pause = self._backed_off(delivery.attempts)
            log.exception("Delivery %s waits %s s", delivery.id, pause)
            await self._store.postpone(delivery.id, pause)
        else:
            await self._store.delivered(delivery.id)

    def _backed_off(self, attempts: int) -> float:
        """Seconds before the next try: twice as long after each."""
        return min(self._first_retry * 2.0 ** min(attempts - 1, 20), LONGEST_RETRY)
