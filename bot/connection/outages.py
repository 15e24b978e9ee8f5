"""Temporary errors of the network, and of Discord when it is busy or only partly works."""

from __future__ import annotations

import logging
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import aiohttp
import discord
from discord.backoff import ExponentialBackoff

from bot.clock import Clock
from bot.connection.answers import (
    ARCHIVED,
    LOCKED,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    UNUSABLE,
    BotStops,
    ForeignAnswer,
    UnknownRefusal,
    is_refusal,
)

log = logging.getLogger(__name__)

T = TypeVar("T")

BROKEN_CONNECTIONS = (aiohttp.ClientError, ConnectionError, TimeoutError, socket.gaierror)
BUSY_DISCORD = (discord.RateLimited, discord.GatewayNotFound, discord.ConnectionClosed)
LONGEST_PAUSE = 60.0
"""Most seconds between two attempts to reach Discord, unless Discord asks for more."""
LONGEST_REASON = 200
"""Most characters of a reason, as a proxy in front of Discord answers with pages of HTML."""
FOREIGN_ERRORS = (ForeignAnswer, UnknownRefusal, BotStops, discord.InvalidData)
"""Errors for answers of a proxy, unknown codes, requests that were cut off, and answers that
discord.py cannot read, as a channel of an unknown type."""
TOO_LATE = frozenset({UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, ARCHIVED, LOCKED, *UNUSABLE})
"""Errors of an answer to a click that has expired, or whose panel or thread is closed."""


def is_outage(error: BaseException | None) -> bool:
    """Whether an error is temporary: neither a bug nor a refusal, so that a retry may work."""
    if isinstance(error, discord.HTTPException):
        return not is_refusal(error)
    return isinstance(error, BROKEN_CONNECTIONS + BUSY_DISCORD + FOREIGN_ERRORS)


async def unless_refused(request: Awaitable[T]) -> T | None:
    """Discord's answer to a request; None where Discord itself refuses.

    Raises the error of an outage: what Discord would have answered is unknown.
    """
    try:
        return await request
    except discord.HTTPException as error:
        if is_outage(error):
            raise
        return None


def is_too_late(error: BaseException | None) -> bool:
    """Whether the answer to a click came too late, or the click was already answered."""
    return isinstance(error, discord.HTTPException) and error.code in TOO_LATE


def reason(error: BaseException) -> str:
    """Cause of an error, in one line."""
    line = " ".join(str(error).split()) or type(error).__name__
    return line[:LONGEST_REASON]


def retry_after(error: BaseException) -> float:
    """Seconds that Discord asks to wait; 0 where it does not say."""
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    headers = error.response.headers if isinstance(error, discord.HTTPException) else {}
    with suppress(ValueError):
        return float(headers.get("Retry-After", 0))
    return 0.0


class Pauses:
    """Growing pauses between the attempts during an outage."""

    def __init__(self) -> None:
        self._growing = ExponentialBackoff()

    def after(self, error: BaseException) -> float:
        """Seconds until the next attempt, after one that raised `error`."""
        return max(retry_after(error), min(self._growing.delay(), LONGEST_PAUSE))


async def keep_trying(work: Callable[[], Awaitable[object]], trouble: str, clock: Clock) -> None:
    """Retry `work` until it succeeds, however long the outage lasts; each failure logs `trouble`.

    Raises every error that is not an outage.
    """
    pauses = Pauses()
    while True:
        try:
            await work()
        except Exception as error:
            if not is_outage(error):
                raise
            pause = pauses.after(error)
            log.warning("%s; next try in %.0f s: %s", trouble, pause, reason(error))
            await clock.sleep(pause)
        else:
            return
