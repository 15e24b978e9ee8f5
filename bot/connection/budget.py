"""Budget of requests: the bot keeps below Discord's global limit of fifty a second by itself.

Every request of the bot counts, but for the answers to clicks and commands: they have no part in
the limit and never wait. What people wait for goes before the deliveries. Where Discord refuses a
request by its global limit nothing is sent for as long as it asks; then the rate is halved and
grows again. Other limits are those of one place, and discord.py waits for each of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from bot.clock import SHORTEST_NAP, Clock
from bot.connection.answers import CLICKS

log = logging.getLogger(__name__)

RATE = 45.0
"""Requests a second; the rest of the fifty is for those that arrive later than they were sent."""
AT_ONCE = 4
"""Requests that may go at once after a calm: no second has more than this and the rate together."""
LOWEST_RATE = 5.0
GROWTH = 1.0
"""Requests a second by which a halved rate grows in a second."""
CROWD = 9
"""Deliveries' requests that may wait: enough never to idle, and a newer post may still go first."""
PATIENCE = 30.0
"""Longest rate limit, in seconds, that a request waits out; for longer ones the outbox waits."""

_IS_DELIVERY: ContextVar[bool] = ContextVar("is_delivery", default=False)
"""Whether the requests of this task show a delivery."""


@contextmanager
def delivery_requests() -> Iterator[None]:
    """Block whose requests show a delivery, and so go behind those that a person waits for."""
    token = _IS_DELIVERY.set(True)
    try:
        yield
    finally:
        _IS_DELIVERY.reset(token)


class Pace:
    """A steady rate, with a few uses at once after a calm."""

    def __init__(self, rate: float, clock: Clock, at_once: int = 1) -> None:
        self.rate = rate
        self._clock, self._at_once = clock, at_once
        self._next = 0.0
        """Moment of the next use if none had come early."""

    @property
    def pause(self) -> float:
        """Seconds until the next use is allowed; not above 0 if it is allowed now."""
        return self._next - self._clock.monotonic() - (self._at_once - 1) / self.rate

    def note_use(self) -> None:
        """Note a use at this moment."""
        self._next = max(self._next, self._clock.monotonic()) + 1 / self.rate


class Budget:
    """Lets the requests of one bot go, at most `RATE` a second."""

    def __init__(self, clock: Clock, rate: float = RATE) -> None:
        self._clock, self._highest = clock, rate
        self._pace = Pace(rate, clock, AT_ONCE)
        self._people, self._deliveries = (deque[asyncio.Future[None]]() for _ in range(2))
        self._roomy = asyncio.Event()
        self._roomy.set()
        self._letting_go: asyncio.Task[None] | None = None
        self._halt_ends = 0.0
        self._lowered: tuple[float, float] | None = None
        """Rate to which a refusal has lowered the highest one, and the moment from which it grows.
        """

    # ---- for deliveries --------------------------------------------------------------------------

    async def room(self) -> None:
        """Return when another delivery may begin."""
        while self.halt >= SHORTEST_NAP:
            await self._clock.sleep(self.halt)
        await self._roomy.wait()

    # ---- requests --------------------------------------------------------------------------------

    @property
    def halt(self) -> float:
        """Seconds for which Discord wants no request; not above 0 where it takes them."""
        return self._halt_ends - self._clock.monotonic()

    @property
    def rate(self) -> float:
        """Requests a second at this moment."""
        if self._lowered is None:
            return self._highest
        lowest, since = self._lowered
        rate = lowest + GROWTH * max(0.0, self._clock.monotonic() - since)
        if rate < self._highest:
            return rate
        self._lowered = None
        return self._highest

    async def take(self) -> None:
        """Return when a request may go. Raises RateLimited where that takes too long."""
        if self.halt > PATIENCE:
            raise discord.RateLimited(self.halt)
        turn = asyncio.get_running_loop().create_future()
        (self._deliveries if _IS_DELIVERY.get() else self._people).append(turn)
        self._note_room()
        if self._letting_go is None:
            self._letting_go = asyncio.create_task(self._let_go())
        await turn

    def note_refusal(self, seconds: float) -> None:
        """Note that Discord refuses everything for so long: halt, and halve the rate."""
        if self.halt <= 0:  # else it refuses what was under way when the halt began
            self._lowered = max(LOWEST_RATE, self.rate / 2), self._clock.monotonic() + seconds
            log.warning(
                "Discord's global limit: no requests for %.1f s, then %.0f a second",
                seconds,
                self._lowered[0],
            )
        self._halt_ends = max(self._halt_ends, self._clock.monotonic() + seconds)
        if self.halt > PATIENCE:
            for turn in (*self._people, *self._deliveries):
                if not turn.done():
                    turn.set_exception(discord.RateLimited(self.halt))

    async def _let_go(self) -> None:
        """Let the requests that wait go, each when it may."""
        try:
            while turn := self._next_turn():
                pause = max(self.halt, self._pace.pause)
                if pause >= SHORTEST_NAP:
                    await self._clock.sleep(pause)
                else:
                    self._pace.rate = self.rate
                    self._pace.note_use()
                    turn.set_result(None)
        finally:
            self._letting_go = None

    def _next_turn(self) -> asyncio.Future[None] | None:
        """First of those that wait; drops those that wait no more."""
        for line in (self._people, self._deliveries):
            while line and line[0].done():
                line.popleft()
        self._note_room()
        return next((line[0] for line in (self._people, self._deliveries) if line), None)

    def _note_room(self) -> None:
        if len(self._deliveries) < CROWD:
            self._roomy.set()
        else:
            self._roomy.clear()

    # ---- at the wire -----------------------------------------------------------------------------

    def trace(self) -> aiohttp.TraceConfig:
        """Hooks that hold each request back, and read each answer.

        They see what discord.py tries again as well, and answers to clicks, which they let pass.
        """
        hooks = aiohttp.TraceConfig()
        hooks.on_request_start.append(self._before)
        hooks.on_request_end.append(self._after)
        return hooks

    async def _before(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        request: aiohttp.TraceRequestStartParams,
    ) -> None:
        is_free = any(part in request.url.path for part in CLICKS)
        if request.url.scheme.startswith("http") and not is_free:
            await self.take()

    async def _after(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        answer: aiohttp.TraceRequestEndParams,
    ) -> None:
        response = answer.response
        if response.status == HTTPStatus.TOO_MANY_REQUESTS and _is_global(response.headers):
            self.note_refusal(_seconds(response.headers))


def _is_global(headers: Any) -> bool:
    """Whether a 429 is meant for the whole bot: by Discord, or by the proxy that blocks it."""
    return "X-RateLimit-Global" in headers or "Via" not in headers


def _seconds(headers: Any) -> float:
    """Seconds that a 429 asks to wait."""
    try:
        return max(0.0, float(headers.get("Retry-After", 1)))
    except ValueError:
        return 1.0
