"""Meaning of Discord's errors for a post: wait, take another place, or change the content.

A refusal with an unknown code is retried; after `PATIENCE` it closes the place.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta

import discord

from bot.clock import Clock
from bot.connection.answers import (
    PEOPLE,
    PLACES,
    TOO_MANY_DIRECT_CHANNELS,
    UNKNOWN_MESSAGE,
    UnknownRefusal,
)
from bot.connection.outages import is_outage, reason, retry_after
from bot.service.delivery import Delivery, Down, Later

KNOCK_AGAIN = 60.0
"""Seconds until a new attempt to open a direct message, after too many were opened at once."""
PATIENCE = timedelta(hours=2)
"""Time for which a delivery waits for a refusal of unknown meaning to pass."""

_IS_PATIENT: ContextVar[bool] = ContextVar("is_patient", default=True)
"""Whether the delivery under way waits for a refusal of unknown meaning to pass."""


class Unsendable(Exception):
    """Discord refuses, and would refuse again. `code` is its reason."""

    def __init__(self, error: discord.HTTPException | UnknownRefusal) -> None:
        super().__init__(str(error))
        self.code = error.code


class Elsewhere(Unsendable):
    """Nothing can be posted here: the place is gone or closed, or a permission is missing."""


class Unclear(Elsewhere):
    """Nothing could be posted here for a long time, for an unknown reason."""


class Otherwise(Unsendable):
    """The content of a post is refused; other content may be accepted."""


class Nowhere(Exception):
    """No place accepts the post in any form. `code` is the reason of the first refusal, if any."""

    def __init__(self, refusal: Unsendable | None) -> None:
        super().__init__(str(refusal))
        self.code = None if refusal is None else refusal.code


@contextmanager
def patience(delivery: Delivery, clock: Clock) -> Iterator[None]:
    """Let a delivery wait for `PATIENCE` since its first attempt before it gives up a place."""
    began = delivery.tried_at or clock.now()
    token = _IS_PATIENT.set(clock.now() - began < PATIENCE)
    try:
        yield
    finally:
        _IS_PATIENT.reset(token)


@contextmanager
def translated_errors() -> Iterator[None]:
    """Translate an error: Later or Down if it passes by itself, else Elsewhere or Otherwise."""
    try:
        yield
    except UnknownRefusal as error:
        if _IS_PATIENT.get():
            raise Down(reason(error)) from error
        raise Unclear(error) from error
    except Exception as error:
        if getattr(error, "code", 0) == TOO_MANY_DIRECT_CHANNELS:
            raise Later(KNOCK_AGAIN) from error
        if is_outage(error):
            pause = retry_after(error)
            raise (Later(pause) if pause else Down(reason(error))) from error
        if not isinstance(error, discord.HTTPException):
            raise
        raise (Elsewhere if is_closed(error) else Otherwise)(error) from error


def is_closed(error: discord.HTTPException) -> bool:
    """Whether Discord refuses the place or the person rather than the content."""
    return error.code in PLACES | PEOPLE | {UNKNOWN_MESSAGE}
