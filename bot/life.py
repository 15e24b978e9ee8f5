"""The life of the process: it tries to reach Discord until it does, and ends when it is told to."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable

import discord

from bot.app import App
from bot.clock import Clock
from bot.figures import Figures
from bot.i18n import text
from bot.outages import Pauses, is_outage, reason
from bot.settings import BadSettings, Settings

log = logging.getLogger(__name__)

AGAIN = 1.0
"""Seconds until a task that has not ended is cancelled again."""
REFUSED = 4004
"""How the gateway ends the connection of a bot whose token was reset."""


def stop_signal() -> asyncio.Event:
    """An event that is set by Ctrl-C and by the signal that ends a service."""
    stop = asyncio.Event()
    for signum in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(signum, stop.set)
    return stop


async def live(
    settings: Settings,
    stop: asyncio.Event,
    say: Callable[[str], None],
    clock: Clock,
    figures: Figures | None = None,
) -> None:
    """Run the bot until it is told to stop, and try again while Discord is out of reach.

    Says so the first time, and logs it from then on. Raises BadSettings for a token that Discord
    does not know, or no longer.
    """
    pauses, tell = Pauses(), say
    while not stop.is_set():
        try:
            await run(settings, stop, clock, figures)
        except Exception as error:
            if is_refusal(error):
                raise BadSettings(text("doctor.token_refused", settings.language)) from error
            if not is_outage(error):
                raise
            tell(text("doctor.out_of_reach", settings.language, reason=reason(error)))
            tell = log.info
            await clock.wait(stop, pauses.after(error))


def is_refusal(error: Exception) -> bool:
    """Whether Discord has refused the token, at the door or later."""
    if isinstance(error, discord.ConnectionClosed):
        return error.code == REFUSED
    return isinstance(error, discord.LoginFailure)


async def run(
    settings: Settings, stop: asyncio.Event, clock: Clock, figures: Figures | None = None
) -> None:
    """One application, until it fails or is told to stop. Raises why it failed."""
    async with App(settings, clock, figures) as app:
        running = asyncio.create_task(app.start(settings.discord_token or ""))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        await end(app, running)
    if not stop.is_set():
        running.result()


async def end(app: App, running: asyncio.Task[None]) -> None:
    """Close the application and end its task.

    Once is not enough: while discord.py connects again, it swallows a cancellation and goes on,
    unless the application is closed.
    """
    running.cancel()
    await asyncio.wait((running,), timeout=AGAIN)
    try:
        await app.close()
    finally:
        while not running.done():
            running.cancel()
            await asyncio.wait((running,), timeout=AGAIN)
        await asyncio.gather(running, return_exceptions=True)
