"""Time for a turn, its rest and its end: pure, no clock.

Time is counted in each person's own active hours, and stands while they are away where the table
has agreed on that. A pace of turns a day gives each turn its part of a day; a bank is drawn on by
every turn, and each new one adds to it.

Going back gives nobody time. What a turn was given is noted with it, and goes when the turn is
taken back; what was used of it stays used; and the turn that is played in its place has no more
than what was left before.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Self

import msgspec
from msgspec.structs import replace

from bot.table.hours import Hours
from bot.table.options import Absence, Late, Pace, Terms
from bot.table.preferences import Preferences

NOTHING = timedelta()
LEAST = timedelta(hours=1)
"""Lent to a turn that begins again because somebody else went back, where less is left."""
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
    """Time that counts for a person: their active hours, but for when they are away."""

    hours: Hours = Hours()
    since: datetime | None = None
    until: datetime | None = None
    """From when until when their time stands still; None for no such time."""

    @classmethod
    def of(cls, preferences: Preferences, terms: Terms) -> Self:
        """The time of somebody at a table."""
        if terms.absence is Absence.RUNS:
            return cls(preferences.hours)
        return cls(preferences.hours, preferences.away_since, preferences.away_until)

    def between(self, start: datetime, end: datetime) -> timedelta:
        """Time that counts between two instants."""
        active = self.hours.between(start, end)
        if self.since is None or self.until is None:
            return active
        return active - self.hours.between(max(start, self.since), min(end, self.until))

    def instant_after(self, start: datetime, span: timedelta) -> datetime:
        """The instant at which so much of their time has passed since `start`."""
        end = self.hours.instant_after(start, span)
        if self.since is None or self.until is None:
            return end
        if end <= self.since or self.until <= start:
            return end
        before = self.hours.between(start, self.since)
        return self.hours.instant_after(max(start, self.until), span - before)


class Gift(msgspec.Struct, frozen=True, array_like=True):
    """Time that the clock of a seat was given when a turn of it began."""

    at: int
    """The newest ply by then: the turn is undone with any ply that follows it."""
    span: timedelta
    first: bool = False
    """Whether it was the seat's first turn, which a bank begins with."""


class Limit(msgspec.Struct, frozen=True, omit_defaults=True):
    """Bounds of the next turn of a seat, whose turn was taken back."""

    most: timedelta
    """Left before somebody went back."""
    lent: timedelta = NOTHING
    """The turn has so much at least, as a loan."""
    first: bool = False
    """Whether the seat's first turn is to come again: the bank has its start already."""


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
    lent: timedelta = NOTHING
    """How much of what the turn began with is a loan, which goes with the turn."""
    gifts: tuple[Gift, ...] = ()
    """Given to the turns that stand, in their order."""
    limit: Limit | None = None
    """Bounds of the next turn; None where it is like any other."""

    def run(self, counted: Counted, now: datetime) -> Self:
        """The clock, running from now on."""
        return replace(self, since=now, until=counted.instant_after(now, self.left))

    def stop(self, counted: Counted, now: datetime) -> Self:
        """The clock, standing from now on."""
        return replace(self, left=self.remaining_at(counted, now), since=None, until=None)

    def remaining_at(self, counted: Counted, now: datetime) -> timedelta:
        """Time that is left at an instant; never less than zero."""
        if self.since is None:
            return self.left
        return max(self.left - counted.between(self.since, now), NOTHING)

    def foreseen(self, counted: Counted) -> Self:
        """A running clock that knows anew when it is up; its person's hours may be others now."""
        return (
            self
            if self.since is None
            else replace(self, until=counted.instant_after(self.since, self.left))
        )

    def bank_at(self, counted: Counted, now: datetime) -> timedelta:
        """Time for later turns if the turn ended at an instant: all but the loan."""
        return max(self.remaining_at(counted, now) - self.lent, NOTHING)

    def excuse(self, counted: Counted, now: datetime) -> Self:
        """One day more, from now on, given to the turn under way."""
        day, bank = counted.hours.day, self.bank_at(counted, now)
        gifts = _with_more(self.gifts, day - bank)
        longer = replace(self, left=day, lent=NOTHING, gifts=gifts, excused=self.excused + 1)
        return longer.run(counted, now)


def _with_more(gifts: tuple[Gift, ...], span: timedelta) -> tuple[Gift, ...]:
    """The gifts, the newest of which is so much larger."""
    return (*gifts[:-1], *(replace(gift, span=gift.span + span) for gift in gifts[-1:]))


def new_turn(time: Time | None, terms: Terms, hours: Hours, plies: int) -> Time:
    """The clock of a seat whose turn begins after so many plies."""
    before, limit = time or Time(), time.limit if time else None
    first = time is None or (limit is not None and limit.first)
    usual = _usual_time(time, terms, hours, first=first)
    bank = usual if limit is None else min(usual, limit.most)
    span = NOTHING if time is None else max(bank - before.left, NOTHING)
    new_time = replace(
        before,
        left=bank,
        begun=True,
        gifts=(*before.gifts, Gift(plies, span, first)),
        limit=None,
    )
    return _with_loan(new_time, limit.lent if limit else NOTHING)


def _usual_time(time: Time | None, terms: Terms, hours: Hours, *, first: bool) -> timedelta:
    """Time that a turn begins with where nobody went back."""
    if terms.pace is not Pace.BANK:
        return of_a_turn(terms, hours)
    if time is None:
        return min(hour(terms.start), hour(terms.cap))
    return min(time.left + (NOTHING if first else hour(terms.increment)), hour(terms.cap))


def turn_over(time: Time, counted: Counted, now: datetime) -> Time:
    """The clock of a seat whose turn has ended."""
    bank = time.bank_at(counted, now)
    return replace(time.stop(counted, now), left=bank, lent=NOTHING, begun=False, late=None)


def clock_of_earlier_turn(time: Time, lent: timedelta) -> Time:
    """The clock of a seat that is back in a turn of before, with what it has left."""
    return _with_loan(replace(time, begun=True), lent)


def _with_loan(time: Time, least: timedelta) -> Time:
    """The clock with a loan that makes up what is missing to `least`."""
    lent = max(least - time.left, NOTHING)
    return replace(time, left=time.left + lent, lent=lent)


def clock_after_undo(
    time: Time, counted: Counted, now: datetime, *, first: int, lent: timedelta
) -> Time:
    """The clock of a seat when all is undone from the ply `first` on.

    What its undone turns were given goes, but not what they used; so the turns that are played in
    their place can be given it anew. `lent` is what the next one has at least.
    """
    gifts = [gift for gift in time.gifts if gift.at >= first]
    if not gifts:
        return time
    ended = turn_over(time, counted, now)
    before = ended.limit or Limit(ended.left)
    return replace(
        ended,
        left=max(ended.left - sum((gift.span for gift in gifts), NOTHING), NOTHING),
        gifts=time.gifts[: -len(gifts)],
        limit=Limit(before.most, lent, before.first or any(gift.first for gift in gifts)),
    )


def of_a_turn(terms: Terms, hours: Hours) -> timedelta:
    """The active time that each turn has at so many turns a day: so long a part of a day."""
    turns = TURNS_A_DAY[terms.pace]
    return hours.day * turns.denominator / turns.numerator


def hour(number: int) -> timedelta:
    """A number of hours as a duration."""
    return timedelta(hours=number)


def at_most(terms: Terms, turns: int, seats: int) -> timedelta | None:
    """Longest duration of a game of so many turns; None where nobody counts the time.

    None where nobody counts it. Nights and holidays are counted by those who have them.
    """
    if terms.pace is Pace.NONE:
        return None
    if terms.pace is not Pace.BANK:
        return turns * of_a_turn(terms, Hours())
    later_turns = max(turns - seats, 0)
    return seats * hour(terms.start) + later_turns * hour(terms.increment)
