"""Options of a table beside those of its game: entry, pace, votes and so on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum, auto
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from rules.contract import BadOptions

SPANS = (12, 24, 48, 72, 120, 168, 336)
"""Hours to choose from for the start and the cap of a time bank."""
INCREMENTS = (0, 1, 3, 6, 12, 24)
"""Hours to choose from that a turn adds to it."""
MOST_EXCUSES = 5


class VoteRule(StrEnum):
    """Share of the people asked who have to agree before a game is paused, ended and so on."""

    MAJORITY = auto()
    """More than half of them."""
    ALL = auto()


class Absence(StrEnum):
    """Whether the clock of a person who is away stops or runs."""

    WAITS = auto()
    RUNS = auto()


class Entry(StrEnum):
    """Condition for taking a seat."""

    OPEN = auto()
    """Every person who sees the table."""
    STEADY = auto()
    """People who have played three of four games to the end, or are new."""
    RELIABLE = auto()
    """People who have played nine of ten games to the end, or are new."""
    PROVEN = auto()
    """Like `RELIABLE`, but with a minimum number of games."""
    INVITED = auto()
    """Only people whom the host has invited."""


class Reminder(StrEnum):
    """Time into a turn after which its player is reminded, unless they prefer another."""

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
"""Active time of a person before their first reminder."""


class Pace(StrEnum):
    """Time for a turn."""

    NONE = auto()
    """No limit."""
    FOUR = auto()
    """A quarter of a day: four turns a day."""
    THREE = auto()
    TWO = auto()
    ONE = auto()
    HALF = auto()
    """Two days: half a turn a day."""
    THIRD = auto()
    WEEK = auto()
    BANK = auto()
    """Time left from earlier turns, plus an increment."""


class Late(StrEnum):
    """Policy for a turn whose time is up."""

    REMIND = auto()
    """The others are told that the player is late, and what they can do."""
    AI = auto()
    """An AI plays this turn."""
    SEAT = auto()
    """The seat is offered to everybody until its player has moved after all."""


class Advising(StrEnum):
    """Whether players may ask for a suggested move."""

    FREE = auto()
    TOLD = auto()
    """Allowed, and noted in the log."""
    OFF = auto()


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of a table, each with the default of a new one; they are stored as JSON."""

    entry: Entry = Entry.OPEN
    votes: VoteRule = VoteRule.MAJORITY
    absence: Absence = Absence.WAITS
    reminder: Reminder = Reminder.HALF
    pace: Pace = Pace.NONE
    start: int = 72
    """Hours that a bank begins with."""
    increment: int = 12
    """Hours that each later turn adds to it."""
    cap: int = 120
    """Hours that a bank holds at most."""
    late: Late = Late.REMIND
    excuses: int = 0
    """How often a player whose time is up gets one more day before the late policy applies."""
    advice: Advising = Advising.FREE


class Bank(NamedTuple):
    """Hours of a time bank."""

    start: int
    increment: int
    cap: int


PRESETS: Mapping[str, Bank] = {
    "bank_quick": Bank(24, 3, 48),
    "bank_usual": Bank(72, 12, 120),
    "bank_slow": Bank(168, 24, 336),
}
"""Time banks that are chosen with the pace, each by its name in a menu."""
OWN_BANK = str(Pace.BANK)
"""Value in a menu of a time bank whose hours the host has chosen one by one."""
PACES = (*(str(pace) for pace in Pace if pace is not Pace.BANK), *PRESETS)
"""Paces that a new table may have, as a menu writes them."""


OFFERED: Mapping[str, tuple[str, ...]] = {
    "entry": tuple(Entry),
    "votes": tuple(VoteRule),
    "absence": tuple(Absence),
    "reminder": tuple(Reminder),
    "pace": (*PACES, OWN_BANK),
    "start": tuple(map(str, SPANS)),
    "increment": tuple(map(str, INCREMENTS)),
    "cap": tuple(map(str, SPANS)),
    "late": tuple(Late),
    "excuses": tuple(map(str, range(MOST_EXCUSES + 1))),
    "advice": tuple(Advising),
}
"""Values that the host may choose for each of the terms, as a menu writes them."""
OF_A_BANK = ("start", "increment", "cap")
OF_A_CLOCK = ("late", "excuses", "absence")
"""The terms that matter only where turns are timed."""
OF_TIME = ("pace", *OF_A_CLOCK, *OF_A_BANK)


def in_force(terms: Terms) -> list[str]:
    """Keys of the terms that matter, given the pace."""
    void: tuple[str, ...] = ()
    if terms.pace is Pace.NONE:
        void = OF_A_CLOCK + OF_A_BANK
    elif terms.pace is not Pace.BANK:
        void = OF_A_BANK
    return [key for key in OFFERED if key not in void]


def value_of(terms: Terms, key: str) -> str:
    """Value of one of the terms, as a menu writes it."""
    if key == "pace" and terms.pace is Pace.BANK:
        bank = Bank(terms.start, terms.increment, terms.cap)
        return next((name for name, preset in PRESETS.items() if preset == bank), OWN_BANK)
    return str(getattr(terms, key))


def unusual(terms: Terms) -> list[str]:
    """Keys of the terms that matter and differ from those of a new table."""
    usual = Terms()
    return [key for key in in_force(terms) if value_of(terms, key) != value_of(usual, key)]


def terms_with(terms: Terms, key: str, value: str) -> Terms:
    """The terms with a new value for one of them, as a menu writes it. Raises BadOptions.

    A bank never begins with more than it can hold: the value chosen earlier is adapted.
    """
    if value not in OFFERED.get(key, ()):
        raise BadOptions("lobby.bad_choice")
    chosen = {**msgspec.to_builtins(terms), key: value}
    if value in PRESETS:
        chosen |= {key: OWN_BANK, **PRESETS[value]._asdict()}
    after = msgspec.convert(chosen, type=Terms, strict=False)
    if after.start <= after.cap:
        return after
    return replace(after, cap=after.start) if key == "start" else replace(after, start=after.cap)
