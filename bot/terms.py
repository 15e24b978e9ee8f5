"""What the people of a table have agreed on beside the game: who may join, how they decide."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum, auto

import msgspec

from rules.contract import BadOptions


class Votes(StrEnum):
    """How many of those who are asked have to say yes before a game is paused, ended and so on."""

    MAJORITY = auto()
    """More than half of them."""
    ALL = auto()


class Absence(StrEnum):
    """What the clock of somebody does who has said that they are away."""

    WAITS = auto()
    RUNS = auto()


class Entry(StrEnum):
    """Who may take a seat."""

    OPEN = auto()
    """Whoever sees the table."""
    INVITED = auto()
    """Only whom its host has invited."""


class Reminder(StrEnum):
    """How long a turn may last until whoever has it is reminded, unless they say otherwise."""

    NEVER = auto()
    QUARTER = auto()
    HALF = auto()
    DAY = auto()


FIRST_REMINDER: Mapping[Reminder, timedelta | None] = {
    Reminder.NEVER: None,
    Reminder.QUARTER: timedelta(hours=6),
    Reminder.HALF: timedelta(hours=12),
    Reminder.DAY: timedelta(hours=24),
}
"""Active time of a person after which they are reminded first."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of a table, each with the default of a new one; they are stored as JSON."""

    entry: Entry = Entry.OPEN
    votes: Votes = Votes.MAJORITY
    absence: Absence = Absence.WAITS
    reminder: Reminder = Reminder.HALF


OFFERED: Mapping[str, tuple[str, ...]] = {
    "entry": tuple(Entry),
    "votes": tuple(Votes),
    "absence": tuple(Absence),
    "reminder": tuple(Reminder),
}
"""What the host chooses from for each of the terms, as a menu writes it."""


def value_of(terms: Terms, key: str) -> str:
    """What was chosen for one of the terms, as a menu writes it."""
    return str(getattr(terms, key))


def unusual(terms: Terms) -> list[str]:
    """The terms that are not those of a new table."""
    usual = Terms()
    return [key for key in OFFERED if value_of(terms, key) != value_of(usual, key)]


def changed(terms: Terms, key: str, value: str) -> Terms:
    """The terms with one of them chosen anew, as a menu writes it. Raises BadOptions."""
    if value not in OFFERED.get(key, ()):
        raise BadOptions("lobby.bad_choice")
    return msgspec.convert({**msgspec.to_builtins(terms), key: value}, type=Terms, strict=False)
