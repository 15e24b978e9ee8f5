"""Chores: what is done beside the games, again and again. No error of one ends it, or them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.figures import Figures

AFTER_AN_ERROR = 3600.0
"""Seconds until a chore that failed is tried again."""


async def for_ever(name: str, chore: Callable[[], Awaitable[float]], figures: Figures) -> None:
    """Do `chore`, rest for as many seconds as it returns, and do it again."""
    while True:
        try:
            pause = await chore()
        except Exception as error:
            pause = AFTER_AN_ERROR
            figures.chore_failure(name, error)
        else:
            figures.chore_success(name)
        await figures.clock.sleep(pause)
