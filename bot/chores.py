"""Chores: what is done beside the games, again and again. No error of one ends it, or them."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from bot.clock import Clock
from bot.database import BadStore

log = logging.getLogger(__name__)

AFTER_AN_ERROR = 3600.0
"""Seconds until a chore that failed is tried again."""


async def for_ever(chore: Callable[[], Awaitable[float]], clock: Clock) -> None:
    """Do `chore`, rest for as many seconds as it returns, and do it again."""
    while True:
        try:
            rest = await chore()
        except Exception as error:
            rest = AFTER_AN_ERROR
            traceback = None if isinstance(error, BadStore) else error
            log.error("Tried again in %.0f s: %s", rest, error, exc_info=traceback)
        await clock.sleep(rest)
