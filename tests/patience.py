"""How long a test waits for what has to happen: a wait that ends in vain has found a hang.

Nothing is measured by it. The machines that run tests are shared, and a busy one takes its time.
"""

import asyncio
from collections.abc import Callable
from inspect import isawaitable
from typing import Any

LONGEST = 600.0
"""Seconds."""
SLOWNESS = ("Drawing is slow", "Deliveries are late", "The queue grows")
"""How the lines of the log begin which say that the machine is busy."""


def logged(caplog):
    """The records of the log, without those which say that the machine is busy."""
    return [one for one in caplog.records if not one.getMessage().startswith(SLOWNESS)]


async def until(condition: Callable[[], Any]) -> None:
    """Wait until `condition`, a function or a coroutine function, returns something true."""
    async with asyncio.timeout(LONGEST):
        while not (await answer if isawaitable(answer := condition()) else answer):
            await asyncio.sleep(0.01)
