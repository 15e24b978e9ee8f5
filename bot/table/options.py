"""Options of a table beside those of its game: entry, pace, votes and so on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from enum import StrEnum, auto
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from rules.contract import BadOptions


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


class Page(StrEnum):
    """Page of a panel on which one of the terms is chosen."""

    TERMS = auto()
    PACE = auto()
    """The pace, and what matters only where turns are timed."""
    BANK = auto()
    """What matters only with a time bank."""


class Term(msgspec.Struct, frozen=True):
    """One of the terms. Its texts are `lobby.term_<key>` and `lobby.term_<key>_<value>`."""

    values: tuple[str, ...]
    """Values as they are stored. Custom ids hold their places, so new ones go to the end."""
    page: Page = Page.TERMS
    may_change: bool = False
    """Whether players may agree on another value during the game."""
    unit: str = ""
    """Code of the text that counts the values, which are numbers; "" for one text a value."""
    names_itself: bool = False
    """Whether the texts of its values say what they are about."""
    offered: tuple[str, ...] = ()
    """Values that a menu offers, if they are not those that are stored."""

    def choices(self, chosen: str) -> Iterable[str]:
        """Values in a menu, with the one chosen even where it is not offered."""
        return dict.fromkeys((*(self.offered or self.values), chosen))


def _numbers(numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(str, numbers))


SPANS = _numbers((12, 24, 48, 72, 120, 168, 336))
"""Hours to choose from for the start and the cap of a time bank."""
TERMS: Mapping[str, Term] = {
    "entry": Term(tuple(Entry)),
    "votes": Term(tuple(VoteRule)),
    "pace": Term(tuple(Pace), Page.PACE, may_change=True, offered=PACES),
    "late": Term(tuple(Late), Page.PACE, may_change=True, names_itself=True),
    "excuses": Term(_numbers(range(6)), Page.PACE, may_change=True, unit="excuses"),
    "absence": Term(tuple(Absence), Page.PACE, may_change=True, names_itself=True),
    "start": Term(SPANS, Page.BANK, may_change=True, unit="hours"),
    "increment": Term(_numbers((0, 1, 3, 6, 12, 24)), Page.BANK, may_change=True, unit="hours"),
    "cap": Term(SPANS, Page.BANK, may_change=True, unit="hours"),
    "reminder": Term(tuple(Reminder), may_change=True, names_itself=True),
    "advice": Term(tuple(Advising)),
}
"""All terms, in the order in which they are told and shown."""
CHANGEABLE = {key: term for key, term in TERMS.items() if term.may_change}
"""Terms that may change, in the order of their digits in the number of a draft.

Panels that are open hold such numbers, so a new one comes after the others.
"""


def is_about_time(key: str) -> bool:
    """Whether one of the terms says how turns are timed."""
    return TERMS[key].page is not Page.TERMS


def in_force(terms: Terms) -> list[str]:
    """Keys of the terms that matter, given the pace."""
    pages = [Page.TERMS]
    if terms.pace is not Pace.NONE:
        pages.append(Page.PACE)
    if terms.pace is Pace.BANK:
        pages.append(Page.BANK)
    return [key for key, term in TERMS.items() if key == "pace" or term.page in pages]


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
    if key not in TERMS or value not in (*TERMS[key].values, *TERMS[key].offered):
        raise BadOptions("lobby.bad_choice")
    if value in PRESETS:
        return replace(terms, pace=Pace.BANK, **PRESETS[value]._asdict())
    after = terms_of_values(terms, {key: value})
    if after.start <= after.cap:
        return after
    return replace(after, cap=after.start) if key == "start" else replace(after, start=after.cap)


def terms_of_values(terms: Terms, values: Mapping[str, str]) -> Terms:
    """The terms with other values, as they are stored."""
    return msgspec.convert({**msgspec.to_builtins(terms), **values}, type=Terms, strict=False)
