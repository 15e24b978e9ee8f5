"""How much time somebody has for a turn, what is left of it, and when it is up: pure, no clock.

Time is counted in each person's own active hours, and stands while they are away where the table
has agreed on that. A pace of turns a day gives each turn its part of a day; a bank is drawn on by
every turn, and each new one adds to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Self

import msgspec
from msgspec.structs import replace

from bot.habits import Habits
from bot.hours import Hours
from bot.terms import Absence, Late, Pace, Terms

NOTHING = timedelta()
LEAST = timedelta(hours=1)
"""What a turn has at least that begins again because somebody went back."""
TURNS_A_DAY: Mapping[Pace, Fraction] = {
    Pace.FOUR: Fraction(4),
    Pace.THREE: Fraction(3),
    Pace.TWO: Fraction(2),
    Pace.ONE: Fraction(1),
    Pace.HALF: Fraction(1, 2),
    Pace.THIRD: Fraction(1, 3),
    Pace.WEEK: Fraction(1, 7),
}


class Counted(msgspec.Struct, frozen=True):
    """Which time counts for somebody: their active hours, but for when they are away."""

    hours: Hours = Hours()
    since: datetime | None = None
    until: datetime | None = None
    """From when until when their time stands still; None for no such time."""

    @classmethod
    def of(cls, habits: Habits, terms: Terms) -> Self:
        """The time of somebody at a table."""
        if terms.absence is Absence.RUNS:
            return cls(habits.hours)
        return cls(habits.hours, habits.away_since, habits.away_until)

    def between(self, start: datetime, end: datetime) -> timedelta:
        """How much of the time between two instants counts."""
        whole = self.hours.between(start, end)
        if self.since is None or self.until is None:
            return whole
        return whole - self.hours.between(max(start, self.since), min(end, self.until))

    def later(self, start: datetime, span: timedelta) -> datetime:
        """The instant at which so much of their time has passed since `start`."""
        end = self.hours.later(start, span)
        if self.since is None or self.until is None:
            return end
        if end <= self.since or self.until <= start:
            return end
        before = self.hours.between(start, self.since)
        return self.hours.later(max(start, self.until), span - before)


class Time(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The clock of a seat; it runs while the game waits for its person."""

    left: timedelta = NOTHING
    """Active time that was left at `since`, or when it stopped."""
    since: datetime | None = None
    """Since when it runs; None while it stands."""
    until: datetime | None = None
    """When it is up, as far as one knows; None while it stands."""
    begun: bool = False
    """Whether a turn is under way: then it goes on with what is left."""
    excused: int = 0
    """How often its person was given a day more."""
    late: Late | None = None
    """What was done because the turn under way has no time left; None while it has."""

    def run(self, counted: Counted, now: datetime) -> Self:
        """The clock, running from now on."""
        return replace(self, since=now, until=counted.later(now, self.left))

    def stop(self, counted: Counted, now: datetime) -> Self:
        """The clock, standing from now on."""
        return replace(self, left=self.left_at(counted, now), since=None, until=None)

    def left_at(self, counted: Counted, now: datetime) -> timedelta:
        """What is left at an instant; never less than nothing."""
        if self.since is None:
            return self.left
        return max(self.left - counted.between(self.since, now), NOTHING)

    def foreseen(self, counted: Counted) -> Self:
        """A running clock that knows anew when it is up; its person's hours may be others now."""
        return (
            self
            if self.since is None
            else replace(self, until=counted.later(self.since, self.left))
        )

    def excuse(self, counted: Counted, now: datetime) -> Self:
        """One day more, from now on."""
        longer = replace(self, left=counted.hours.day, excused=self.excused + 1)
        return longer.run(counted, now)


def new_turn(time: Time | None, terms: Terms, hours: Hours, *, again: bool = False) -> Time:
    """The clock of a seat whose turn begins: `again` where somebody went back to it.

    Then it has what was left of it, so that nobody wins time by going back.
    """
    if time is not None and again:
        return replace(time, left=max(time.left, LEAST), begun=True)
    bank = time.left + hour(terms.increment) if time else hour(terms.start)
    left = min(bank, hour(terms.cap)) if terms.pace is Pace.BANK else of_a_turn(terms, hours)
    return replace(time or Time(), left=left, begun=True)


def turn_over(time: Time, counted: Counted, now: datetime) -> Time:
    """The clock of a seat whose turn has ended."""
    return replace(time.stop(counted, now), begun=False, late=None)


def of_a_turn(terms: Terms, hours: Hours) -> timedelta:
    """The active time that each turn has at so many turns a day: so long a part of a day."""
    turns = TURNS_A_DAY[terms.pace]
    return hours.day * turns.denominator / turns.numerator


def hour(number: int) -> timedelta:
    """So many hours."""
    return timedelta(hours=number)


def at_most(terms: Terms, turns: int, seats: int) -> timedelta | None:
    """How long a game of so many turns lasts where everybody takes all of their time.

    None where nobody counts it. Nights and holidays are counted by those who have them.
    """
    if terms.pace is Pace.NONE:
        return None
    if terms.pace is not Pace.BANK:
        return turns * of_a_turn(terms, Hours())
    later = max(turns - seats, 0)
    return seats * hour(terms.start) + later * hour(terms.increment)
