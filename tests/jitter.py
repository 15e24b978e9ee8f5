"""Random pauses, to find tests and code that depend on what happens first: a plugin of pytest.

`./test -p tests.jitter tests/cogs tests/e2e` delays some requests to the playground, some of its
answers, some deliveries and some writes. Each test has pauses of its own; another number in
HEXAGORA_JITTER draws others. Most of the time is waiting: eight workers are not too many.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest
from aiohttp import web

from bot.store.store import Store
from cogs._posts.courier import DiscordCourier
from playground import server

DRAW = os.environ.get("HEXAGORA_JITTER", "1")
ANSWER, DELIVERY, WRITE = 0.04, 0.25, 0.02
"""Longest pauses, in seconds."""
OFTEN = 0.3
"""Share of all moments at which there is a pause."""


class Pauses:
    """Pauses of one test."""

    def __init__(self, name: str) -> None:
        self._luck = Random(f"{DRAW} {name}")

    async def take(self, longest: float) -> None:
        """Wait for a while, or not at all."""
        if self._luck.random() < OFTEN:
            await asyncio.sleep(self._luck.random() * longest)

    def before(self, act: Callable[..., Awaitable[Any]], longest: float) -> Callable[..., Any]:
        """A method with a pause before it."""

        async def late(*args: Any, **options: Any) -> Any:
            await self.take(longest)
            return await act(*args, **options)

        return late

    def around(self, guard: Any) -> Any:
        """A middleware of the playground with a pause before the request and before its answer."""

        @web.middleware
        async def late(request: web.Request, handler: Any) -> web.StreamResponse:
            await self.take(ANSWER)
            answer = await guard(request, handler)
            if not answer.prepared:
                await self.take(ANSWER)
            return answer

        return late


@pytest.fixture(autouse=True)
def jitter(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the requests, deliveries and writes of a test come late."""
    pauses = Pauses(request.node.nodeid)
    monkeypatch.setattr(server, "guard", pauses.around(server.guard))
    monkeypatch.setattr(Store, "write", pauses.before(Store.write, WRITE))
    monkeypatch.setattr(DiscordCourier, "deliver", pauses.before(DiscordCourier.deliver, DELIVERY))
