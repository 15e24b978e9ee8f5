"""Options of a table beside the game: entry, pace, votes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum, auto

import msgspec
from msgspec.structs import replace

from rules.contract import BadOptions

SPANS = (12, 24, 48, 72, 120, 168, 336)
"""Hours that a bank of time may begin with, and hold."""
INCREMENTS = (0, 1, 3, 6, 12, 24)
"""Hours that a turn may add to it."""
MOST_EXCUSES = 5


class Votes(StrEnum):
    """Share of those asked who have to agree before a game is paused, ended and so on."""

    MAJORITY = auto()
    """More than half of them."""
    ALL = auto()


class Absence(StrEnum):
    """Clock of a person who has said that they are away."""

    WAITS = auto()
    RUNS = auto()


class Entry(StrEnum):
    """Condition for taking a seat."""

    OPEN = auto()
    """Whoever sees the table."""
    STEADY = auto()
    """Who has played three of four games to the end, or is new."""
    RELIABLE = auto()
    """Who has played nine of ten games to the end, or is new."""
    PROVEN = auto()
    """The same, but for some games at least."""
    INVITED = auto()
    """Only whom its host has invited."""


class Reminder(StrEnum):
    """Time of a turn after which its player is reminded, unless they prefer another."""

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


class Pace(StrEnum):
    """Time for a turn."""

    NONE = auto()
    """As much as it takes."""
    FOUR = auto()
    """A fourth of a day: four turns a day."""
    THREE = auto()
    TWO = auto()
    ONE = auto()
    HALF = auto()
    """Two days: half a turn a day."""
    THIRD = auto()
    WEEK = auto()
    BANK = auto()
    """What is left of the turns before, and a little more."""


class Late(StrEnum):
    """Policy for a turn whose time is up."""

    REMIND = auto()
    """The others are told, and what they can do."""
    AI = auto()
    """An AI plays this turn."""
    SEAT = auto()
    """Whoever wants may take the seat, until its player has moved after all."""


class Advising(StrEnum):
    """Whether a player may have a move suggested."""

    FREE = auto()
    TOLD = auto()
    """The log tells it."""
    OFF = auto()


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of a table, each with the default of a new one; they are stored as JSON."""

    entry: Entry = Entry.OPEN
    votes: Votes = Votes.MAJORITY
    absence: Absence = Absence.WAITS
    reminder: Reminder = Reminder.HALF
    pace: Pace = Pace.NONE
    start: int = 72
    """Hours that a bank begins with."""
    increment: int = 12
    """Hours that each later turn adds to it."""
    cap: int = 120
    """Hours that it holds at most."""
    late: Late = Late.REMIND
    excuses: int = 0
    """How often somebody whose time is up has a day more, before anything else happens."""
    advice: Advising = Advising.FREE


OFFERED: Mapping[str, tuple[str, ...]] = {
    "entry": tuple(Entry),
    "votes": tuple(Votes),
    "absence": tuple(Absence),
    "reminder": tuple(Reminder),
    "pace": tuple(Pace),
    "start": tuple(map(str, SPANS)),
    "increment": tuple(map(str, INCREMENTS)),
    "cap": tuple(map(str, SPANS)),
    "late": tuple(Late),
    "excuses": tuple(map(str, range(MOST_EXCUSES + 1))),
    "advice": tuple(Advising),
}
"""What the host chooses from for each of the terms, as a menu writes it."""
OF_A_BANK = ("start", "increment", "cap")
OF_A_CLOCK = ("late", "excuses", "absence")
"""The terms that mean something only where turns have a time."""
OF_TIME = ("pace", *OF_A_CLOCK, *OF_A_BANK)


def in_force(terms: Terms) -> list[str]:
    """The terms that mean something beside the others."""
    void: tuple[str, ...] = ()
    if terms.pace is Pace.NONE:
        void = OF_A_CLOCK + OF_A_BANK
    elif terms.pace is not Pace.BANK:
        void = OF_A_BANK
    return [key for key in OFFERED if key not in void]


def value_of(terms: Terms, key: str) -> str:
    """Value of one of the options, as a menu writes it."""
    return str(getattr(terms, key))


def unusual(terms: Terms) -> list[str]:
    """The terms that are not those of a new table, and mean something."""
    usual = Terms()
    return [key for key in in_force(terms) if value_of(terms, key) != value_of(usual, key)]


def terms_with(terms: Terms, key: str, value: str) -> Terms:
    """The terms with one of them chosen anew, as a menu writes it. Raises BadOptions.

    A bank never begins with more than it can hold: what was chosen before gives way.
    """
    if value not in OFFERED.get(key, ()):
        raise BadOptions("lobby.bad_choice")
    chosen = {**msgspec.to_builtins(terms), key: value}
    after = msgspec.convert(chosen, type=Terms, strict=False)
    if after.start <= after.cap:
        return after
    return replace(after, cap=after.start) if key == "start" else replace(after, start=after.cap)
