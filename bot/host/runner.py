"""The life of the process: connecting to Discord, restarting after errors, and stopping."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections import deque
from collections.abc import Callable

import discord

from bot.app import App
from bot.clock import Clock
from bot.connection.outages import Pauses, is_outage, reason
from bot.database import BadStore
from bot.figures import Figures
from bot.host.doctor import application_id
from bot.i18n import text
from bot.settings import BadSettings, Settings

log = logging.getLogger(__name__)

AGAIN = 1.0
"""Seconds until a task that has not ended is cancelled again."""
REFUSED = 4004
"""Close code of the gateway for a bot whose token was reset."""
MOST_FAULTS = 5
"""Faults of unknown cause within `SHORT_TIME` after which the bot does not restart."""
SHORT_TIME = 600.0
"""Seconds."""


def stop_signal() -> asyncio.Event:
    """An event that SIGINT (Ctrl-C) and SIGTERM (the end of a service) set."""
    stop = asyncio.Event()
    for signum in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(signum, stop.set)
    return stop


class TooManyFaults(Exception):
    """Reason why the bot does not restart, as one sentence for the host."""


class Faults:
    """Count of unforeseen faults, to stop a bot that would restart for ever."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._moments: deque[float] = deque(maxlen=MOST_FAULTS)

    def count(self) -> None:
        """Count one fault now."""
        self._moments.append(self._clock.monotonic())

    @property
    def are_too_many(self) -> bool:
        """Whether MOST_FAULTS faults occurred within SHORT_TIME."""
        span = self._moments[-1] - self._moments[0] if self._moments else 0.0
        return len(self._moments) == MOST_FAULTS and span < SHORT_TIME


async def live(
    settings: Settings,
    stop: asyncio.Event,
    say: Callable[[str], None],
    clock: Clock,
    figures: Figures | None = None,
) -> None:
    """Run the bot until it is told to stop, and restart it after every error.

    `say` gets the first outage, the log the later ones. Raises BadSettings for a token that is
    malformed or that Discord refuses, BadStore for an unusable database, and TooManyFaults after
    several faults of unknown cause in a short time.
    """
    require_token(settings)
    pauses, tell, faults = Pauses(), say, Faults(clock)
    while not stop.is_set():
        try:
            await run(settings, stop, clock, figures)
        except (BadSettings, BadStore):
            raise
        except Exception as error:
            if is_token_refused(error):
                raise BadSettings(text("doctor.token_refused", settings.language)) from error
            if is_outage(error):
                tell(text("doctor.out_of_reach", settings.language, reason=reason(error)))
                tell = log.info
            else:
                note_fault(error, faults, settings)
            await clock.wait(stop, pauses.after(error))


def note_fault(error: Exception, faults: Faults, settings: Settings) -> None:
    """Log an unforeseen fault. Raises TooManyFaults after too many of them."""
    faults.count()
    log.error("The bot starts again after a fault: %s", type(error).__name__, exc_info=error)
    if faults.are_too_many:
        kind = type(error).__name__
        raise TooManyFaults(
            text("doctor.gives_up", settings.language, n=MOST_FAULTS, fault=kind)
        ) from error


def require_token(settings: Settings) -> None:
    """Refuse a malformed token, which Discord could not report without a network."""
    if application_id(settings.discord_token or "") is None:
        raise BadSettings(text("doctor.token_form", settings.language))


def is_token_refused(error: Exception) -> bool:
    """Whether Discord has refused the token, at the login or later."""
    if isinstance(error, discord.ConnectionClosed):
        return error.code == REFUSED
    return isinstance(error, discord.LoginFailure)


async def run(
    settings: Settings, stop: asyncio.Event, clock: Clock, figures: Figures | None = None
) -> None:
    """Run one application until it fails or is told to stop. Raises the error that ended it."""
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

    One cancellation is not enough: while discord.py reconnects, it swallows a cancellation and goes
    on, unless the application is closed.
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
