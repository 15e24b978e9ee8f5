"""Patience of a test with what has to happen: a wait that ends in vain has found a hang.

Nothing is measured by it. The machines that run tests are shared, and a busy one takes its time.
"""

import asyncio
from collections.abc import Callable
from inspect import isawaitable
from typing import Any

LONGEST = 600.0
"""Seconds."""
SLOWNESS = ("Drawing is slow", "Deliveries are late", "The queue grows")
"""Beginnings of lines of the log which say that the machine is busy."""


def logged(caplog):
    """The records of the log, without those which say that the machine is busy."""
    return [record for record in caplog.records if not record.getMessage().startswith(SLOWNESS)]


async def until(condition: Callable[[], Any]) -> None:
    """Wait until `condition`, a function or a coroutine function, returns something true."""
    async with asyncio.timeout(LONGEST):
        while not (await answer if isawaitable(answer := condition()) else answer):
            await asyncio.sleep(0.01)
