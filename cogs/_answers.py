"""What Discord's answer to a request means for a post: wait, go elsewhere, or say it otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

import discord

from bot.outages import asked_pause, is_outage, reason
from bot.outbox import Down, Later

TOO_MANY_DIRECT_CHANNELS = 40003
NOT_A_PLACE_FOR_TEXT = frozenset({50008, 50024})
ARCHIVED = 50083
THREAD_EXISTS = 160004
LOCKED = 160005
WORDS_BLOCKED = frozenset({200000, 200001, 240000})
"""AutoMod refuses a message, AutoMod refuses a title, a link is said to be harmful."""
KNOCK_AGAIN = 60.0
"""Seconds until direct messages are opened again, after too many were opened at once."""


class Unsendable(Exception):
    """Discord refuses, and would refuse again. `code` is its reason."""

    def __init__(self, error: discord.HTTPException) -> None:
        super().__init__(str(error))
        self.code = error.code


class Elsewhere(Unsendable):
    """Nothing can be posted here: the place is gone or closed, or a permission is missing."""


class Otherwise(Unsendable):
    """Nothing with this content can be posted; with another it may be."""


class Nowhere(Exception):
    """No place takes the post, in any form."""


@contextmanager
def understood() -> Iterator[None]:
    """Raises Later or Down for an error that passes by itself, else Elsewhere or Otherwise."""
    try:
        yield
    except Exception as error:
        if is_outage(error):
            pause = asked_pause(error)
            raise (Later(pause) if pause else Down(reason(error))) from error
        if not isinstance(error, discord.HTTPException):
            raise
        if error.code == TOO_MANY_DIRECT_CHANNELS:
            raise Later(KNOCK_AGAIN) from error
        raise (Elsewhere if closed(error) else Otherwise)(error) from error


def closed(error: discord.HTTPException) -> bool:
    """Whether Discord refuses the place, not the content."""
    if error.code in WORDS_BLOCKED:
        return False
    gone = error.status in (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)
    return gone or error.code in {ARCHIVED, LOCKED, *NOT_A_PLACE_FOR_TEXT}
