"""Chores: background jobs that repeat. An error ends neither its own chore nor the others."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.figures import Figures

AFTER_AN_ERROR = 3600.0
"""Seconds until a failed chore is tried again."""


async def repeat(
    name: str,
    chore: Callable[[], Awaitable[float]],
    figures: Figures,
    *,
    after_an_error: float = AFTER_AN_ERROR,
) -> None:
    """Repeat `chore`, each time after the number of seconds that it returned."""
    while True:
        try:
            pause = await chore()
        except Exception as error:
            pause = after_an_error
            figures.chore_failure(name, error)
        else:
            figures.chore_success(name)
        await figures.clock.sleep(pause)
