"""Delivery: the outbox shows each stored delivery once, in order within each table."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from typing import Protocol

from bot.clock import Clock, cancel
from bot.connection.budget import AT_ONCE, RATE, Budget, Pace, delivery_requests
from bot.database import DriverError, disk_trouble
from bot.store import outbox
from bot.store.store import Store
from bot.table.post import Delivery, Lane

__all__ = ["Courier", "Delivery", "Down", "Later", "Lost", "Outbox", "Refused"]

log = logging.getLogger(__name__)

FIRST_RETRY = 1.0
MOST_FAULTS = 5
"""Tries of a delivery that fails by our own fault; then it is given up, as others wait for it."""
STOP_PATIENCE = 5.0
"""Seconds that the deliveries under way get to finish when the bot stops."""


class Later(Exception):
    """The delivery cannot be made now: try again after `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"try again in {seconds} s")
        self.seconds = seconds


class Down(Exception):
    """Discord cannot be reached, or is in trouble: try again until it works."""


class Refused(Exception):
    """The delivery can never be made; the message is the reason."""

    def __init__(self, reason: str, code: int | None = None) -> None:
        super().__init__(reason)
        self.code = code
        """Discord's code for the reason; None where it is not Discord that refuses."""


class Lost(Refused):
    """No place takes the delivery for now: it is set aside and due again later."""


OUTAGES = (Down, OSError, DriverError)
"""Errors that pass by themselves, or once the host has repaired something."""


class Courier(Protocol):
    """Shows deliveries to people."""

    async def deliver(self, delivery: Delivery) -> bool:
        """Show a delivery; return whether it is forgotten already, in one transaction with more.

        Raises Later, Down, Lost or Refused; another error is our own fault.
        """


class Outage:
    """Logs once when something stops working, and once when it works again."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since: float | None = None

    def note_failure(self, error: Exception) -> None:
        """Note a failure; log it if it is the first."""
        if self._since is None and not disk_trouble(error):  # the store reports its disk
            self._since = self._clock.monotonic()
            unforeseen = None if isinstance(error, OUTAGES) else error
            log.warning("Deliveries wait: %s", error, exc_info=unforeseen)

    def note_success(self) -> None:
        """Note a success; log it if it ends an outage."""
        if self._since is not None:
            lasted = self._clock.monotonic() - self._since
            log.info("Deliveries go out again, after %.0f s", lasted)
            self._since = None


class Outbox:
    """Serves lanes in parallel, and the deliveries of one lane one after the other.

    What calls people at a table is one lane; what edits and tidies there is another (BESIDE), and
    the private messages of each seat are one more.

    Among due deliveries the most urgent goes first: boards, then hands, then lobbies; among equally
    urgent ones, the one that has waited the longest. At most `rate` begin in a second, and none
    while requests of earlier ones wait for the budget: so a newer and more urgent one need not.
    """

    def __init__(
        self,
        store: Store,
        courier: Courier,
        *,
        rate: float = RATE,
        budget: Budget | None = None,
        first_retry: float = FIRST_RETRY,
    ) -> None:
        self._store = store
        self._courier = courier
        self._first_retry = first_retry
        self._clock = store.clock
        self._pace = Pace(rate, self._clock, AT_ONCE)
        self._budget = budget or Budget(self._clock)
        self._store_outage, self._discord_outage = Outage(self._clock), Outage(self._clock)
        self._woken = asyncio.Event()
        self._serving: dict[Lane, asyncio.Task[None]] = {}
        self._due: dict[int, datetime] = {}
        """Moments from which deliveries count as late, by id; for those under way or postponed."""
        self._begun = 0
        """Number of deliveries begun so far."""
        self._running: asyncio.Task[None] | None = None

    # ---- life ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start to deliver, including what an earlier run left undelivered."""
        self._running = asyncio.create_task(self._run())

    def wake(self) -> None:
        """Look for new deliveries now."""
        self._woken.set()

    async def stop(self) -> None:
        """Begin no new delivery; those under way may finish, or are retried by the next run."""
        await cancel(self._running)
        if serving := [*self._serving.values()]:
            await asyncio.wait(serving, timeout=STOP_PATIENCE)
            await cancel(*serving)

    async def drain(self) -> None:
        """Deliver everything that is due now, and return."""
        while True:
            started, idle = self._begun, not self._serving
            if not await self._begin_next():
                continue
            if idle and started == self._begun:  # no delivery was under way during the look
                return
            if self._serving:
                await asyncio.wait(self._serving.values(), return_when=asyncio.FIRST_COMPLETED)

    # ---- one by one ------------------------------------------------------------------------------

    async def _run(self) -> None:
        """Begin the most urgent delivery in a loop; sleep until one is new or due."""
        while True:
            self._woken.clear()
            try:
                pause = await self._begin_next()
            except Exception as error:
                self._store_outage.note_failure(error)
                pause = self._first_retry
            if pause:
                await self._clock.wait(self._woken, pause)

    async def _begin_next(self) -> float:
        """Start a task for the next lane to serve; return the seconds until the next look."""
        await self._budget.room()
        await self._clock.sleep(self._pace.pause)
        now = self._store.clock.now()
        lane, pause = await self._store.read(outbox.next_lane, now, self._serving)
        if lane is not None and lane not in self._serving:
            self._serving[lane] = asyncio.create_task(self._serve(lane))
            self._begun += 1
            self._pace.note_use()
        return pause

    async def _serve(self, lane: Lane) -> None:
        """Make one delivery of a lane; the next look finds the one after it."""
        try:
            delivery = await self._store.claim(lane)
            if delivery is not None:
                with delivery_requests():
                    await self._deliver(delivery)
            self._store_outage.note_success()
        except Exception as error:
            self._store_outage.note_failure(error)
            await self._clock.sleep(self._first_retry)
        finally:
            del self._serving[lane]
            self.wake()

    async def _deliver(self, delivery: Delivery) -> None:
        """Show a delivery, and note the outcome: shown, postponed, set aside or refused."""
        self._due.setdefault(delivery.id, delivery.due or self._clock.now())
        try:
            is_forgotten = await self._courier.deliver(delivery)
        except Later as postponement:
            await self._postpone(delivery, postponement.seconds, failed=False)
        except Lost as lost:
            await self._set_aside(delivery, lost)
        except Refused as refusal:
            await self._give_up(delivery, refusal)
        except OUTAGES as error:
            self._discord_outage.note_failure(error)
            await self._try_again(delivery)
        except Exception as error:
            self._store.figures.fault(f"Delivery {delivery.id} of table {delivery.table_id}", error)
            is_tried_again = delivery.attempts < MOST_FAULTS
            await (self._try_again(delivery) if is_tried_again else self._give_up(delivery, error))
        else:
            if not is_forgotten:
                now = self._store.clock.now()
                await self._store.write(outbox.forget_delivery, delivery.id, now)
            self._measure(delivery)
            self._discord_outage.note_success()

    def _measure(self, delivery: Delivery) -> None:
        """Count a delivery that was shown, with the seconds since it was due."""
        due = self._due.pop(delivery.id)
        self._store.figures.delivery(max(0.0, (self._clock.now() - due).total_seconds()))

    async def _set_aside(self, delivery: Delivery, lost: Lost) -> None:
        self._due.pop(delivery.id, None)
        self._store.figures.refusal(lost, f"delivery {delivery.id} of table {delivery.table_id}")
        await self._store.set_aside(delivery, str(lost))

    async def _give_up(self, delivery: Delivery, reason: Exception) -> None:
        self._due.pop(delivery.id, None)
        self._store.figures.refusal(reason, f"delivery {delivery.id} of table {delivery.table_id}")
        await self._store.write(outbox.refuse, delivery.id, str(reason))

    async def _postpone(self, delivery: Delivery, seconds: float, *, failed: bool) -> None:
        """Postpone a delivery and all behind it in its queue.

        One that waits because it `failed` is tried at once when a post is queued behind it.
        """
        now = self._store.clock.now()
        await self._store.write(outbox.postpone, delivery.id, now, seconds, failed=failed)

    async def _try_again(self, delivery: Delivery) -> None:
        """Postpone a delivery by twice its last pause; the failure is logged already."""
        self._due.pop(delivery.id, None)
        pause = max(2 * delivery.pause, self._first_retry)
        await self._postpone(delivery, pause, failed=True)
