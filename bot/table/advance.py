"""Saved moves as values: what a person who waits has left for their next turn."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum, auto
from random import SystemRandom

import msgspec

from rules.contract import Seat

ADVANCE = "advance"
"""Kind of the due row that makes a saved move; its subject is the seat."""
SOONEST, LATEST = timedelta(minutes=3), timedelta(minutes=15)
"""Shortest and longest time after which a saved move is made, once its turn has come."""


class Stage(StrEnum):
    """Stage of a saved move."""

    LEFT = auto()
    """It waits for its turn."""
    DUE = auto()
    """Its turn has come; a due row will make it."""
    DROPPED = auto()
    """It was not made; its person is told why when they next look."""
    GONE = auto()
    """It was made or cancelled: it is deleted, and never stored like this."""


class LeftMove(msgspec.Struct, frozen=True):
    """A whole turn, of one move or several, that a person has saved for a seat."""

    seat: Seat
    user_id: int
    line: str
    """Its moves in notation, separated by `;`."""
    stage: Stage
    state: str
    """The position in which it was left, between two turns, as `stored_states` writes it."""
    version: int
    """Version of the rules that wrote the position."""
    reason: str = ""
    """Code of the text that says why it was not made."""


def delay() -> timedelta:
    """Time from the beginning of a turn to the move that was left for it.

    Nobody may tell from the moment of a move that it had been left, so it comes neither at once nor
    after a fixed time. It takes a few minutes, as a person does who was called and has just looked:
    a likely time among answers that come after minutes or hours. It is drawn from the randomness of
    the system, not from the table's luck: that is published at the end of the game, and whoever
    had it could compute the delays and find the moves that fit them.
    """
    return SOONEST + (LATEST - SOONEST) * SystemRandom().random()
