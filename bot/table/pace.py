"""Time for turns: the time left and the deadline. Pure functions of a given time.

Time is counted in each person's active hours; if the table's terms say so, it stops while they are
away. A pace in turns a day gives each turn its part of a day. A bank is used by every turn, and
each new turn adds to it.

Taking plies back gives no player extra time. The time that a turn was given is noted as a gift, and
removed when the turn is taken back; time used stays used; and the turn played in its place has no
more than was left before.
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
LONGER = timedelta(days=1)
"""Time by which a person's own settings may put off the deadline of a turn under way."""
LEAST = timedelta(hours=1)
"""Least time of a turn that begins again because another player went back; a loan if needed."""
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
    """Time that counts for a person: their active hours, without an absence."""

    hours: Hours = Hours()
    since: datetime | None = None
    until: datetime | None = None
    """End of the absence that began at `since`; both are None without one."""

    @classmethod
    def of(cls, preferences: Preferences, terms: Terms) -> Self:
        """Build the counted time of a person at a table."""
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
        """The instant when `span` of counted time has passed since `start`."""
        end = self.hours.instant_after(start, span)
        if self.since is None or self.until is None:
            return end
        if end <= self.since or self.until <= start:
            return end
        before = self.hours.between(start, self.since)
        return self.hours.instant_after(max(start, self.until), span - before)


class Gift(msgspec.Struct, frozen=True, array_like=True):
    """Time that the clock of a seat was given at the beginning of a turn."""

    at: int
    """Number of the newest ply then; undoing this ply or an earlier one undoes the turn."""
    span: timedelta
    first: bool = False
    """Whether it was the seat's first turn, which gets the start of a bank."""


class Limit(msgspec.Struct, frozen=True, omit_defaults=True):
    """Bounds of the next turn of a seat whose turn was taken back."""

    most: timedelta
    """Time that was left before the plies were taken back."""
    lent: timedelta = NOTHING
    """Least time of the turn; a loan makes up what is missing."""
    first: bool = False
    """Whether it repeats the seat's first turn, so that a bank gets no increment."""


class Time(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The clock of a seat; it runs while the game waits for its person."""

    left: timedelta = NOTHING
    """Active time that was left at `since`, or when it stopped."""
    since: datetime | None = None
    """Instant since when it runs; None while it is stopped."""
    until: datetime | None = None
    """Expected deadline; None while it is stopped."""
    begun: bool = False
    """Whether a turn is under way, which then goes on with the time left."""
    excused: int = 0
    """How often its person was given one more day."""
    late: Late | None = None
    """Late policy applied to the turn under way; None while it has time left."""
    lent: timedelta = NOTHING
    """Part of the turn's starting time that is a loan, which ends with the turn."""
    gifts: tuple[Gift, ...] = ()
    """Gifts of the standing turns, in order."""
    limit: Limit | None = None
    """Bounds of the next turn, if an earlier one was taken back."""
    latest: datetime | None = None
    """Latest deadline of the turn under way, if its person has changed their hours meanwhile."""

    def run(self, counted: Counted, now: datetime) -> Self:
        """The clock, running from now on."""
        return replace(self, since=now).foreseen(counted)

    def stop(self, counted: Counted, now: datetime) -> Self:
        """The clock, stopped from now on."""
        return replace(self, left=self.remaining_at(counted, now), since=None, until=None)

    def charge(self, counted: Counted, now: datetime) -> Self:
        """The running clock, with the time so far charged to it."""
        return self.stop(counted, now).run(counted, now)

    def remaining_at(self, counted: Counted, now: datetime) -> timedelta:
        """Time left at an instant; never less than zero."""
        if self.since is None:
            return self.left
        return max(self.left - counted.between(self.since, now), NOTHING)

    def foreseen(self, counted: Counted) -> Self:
        """A running clock with its deadline recomputed, as its person's hours may have changed."""
        if self.since is None:
            return self
        until = counted.instant_after(self.since, self.left)
        return replace(self, until=min(until, self.latest) if self.latest else until)

    def by_other_hours(self, counted: Counted) -> Self:
        """A running clock by the hours that its person has changed; they gain a day at most."""
        latest = self.until + LONGER if self.until else None
        if latest and self.latest:
            latest = min(latest, self.latest)
        return replace(self, latest=latest).foreseen(counted)

    def during_absence(self, counted: Counted, span: timedelta) -> Self:
        """A running clock whose person goes away for a span, which puts off its latest deadline."""
        return replace(self, latest=self.latest and self.latest + span).foreseen(counted)

    def bank_at(self, counted: Counted, now: datetime) -> timedelta:
        """Time kept for later turns if the turn ended at an instant: all except the loan."""
        return max(self.remaining_at(counted, now) - self.lent, NOTHING)

    def excuse(self, counted: Counted, now: datetime) -> Self:
        """The running clock with one day from now on for the turn under way, as a gift."""
        day, bank = counted.hours.day, self.bank_at(counted, now)
        gifts = _with_more(self.gifts, day - bank)
        longer = replace(
            self, left=day, lent=NOTHING, gifts=gifts, excused=self.excused + 1, latest=None
        )
        return longer.run(counted, now)


def _with_more(gifts: tuple[Gift, ...], span: timedelta) -> tuple[Gift, ...]:
    """The gifts with `span` added to the newest."""
    return (*gifts[:-1], *(replace(gift, span=gift.span + span) for gift in gifts[-1:]))


def new_turn(time: Time | None, terms: Terms, hours: Hours, plies: int) -> Time:
    """The clock of a seat whose turn begins after this number of plies."""
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
    """Starting time of a turn where no plies were taken back."""
    if terms.pace is not Pace.BANK:
        return of_a_turn(terms, hours)
    if time is None:
        return min(hour(terms.start), hour(terms.cap))
    return min(time.left + (NOTHING if first else hour(terms.increment)), hour(terms.cap))


def turn_over(time: Time, counted: Counted, now: datetime) -> Time:
    """The clock of a seat whose turn has ended."""
    bank = time.bank_at(counted, now)
    stopped = time.stop(counted, now)
    return replace(stopped, left=bank, lent=NOTHING, begun=False, late=None, latest=None)


def clock_by_other_terms(
    time: Time, terms: Terms, hours: Hours, before: Counted, counted: Counted, now: datetime
) -> Time:
    """The stopped clock of a seat whose table plays by other `terms` from now on.

    The turn under way has as much time as a whole turn by the new terms, or what it had left,
    whichever is more; so nobody's deadline comes nearer, and nobody is late any more. `before` is
    the time that counted by the old terms. Later turns get their time by the new terms alone; time
    given earlier stays, so taking plies back removes none of it.
    """
    usual = hour(terms.start) if terms.pace is Pace.BANK else of_a_turn(terms, hours)
    until = now if time.until is None else max(time.until, now)
    left = time.remaining_at(before, now)
    longest = max(left, counted.between(now, until), usual)
    limit = time.limit and replace(time.limit, most=max(time.limit.most, longest))
    return replace(
        time,
        left=longest,
        since=None,
        until=None,
        late=None,
        lent=max(time.lent - (longest - left), NOTHING),
        gifts=tuple(replace(gift, span=NOTHING) for gift in time.gifts),
        limit=limit,
    )


def clock_of_earlier_turn(time: Time, lent: timedelta) -> Time:
    """The clock of a seat that is back in an earlier turn, with the time it has left."""
    return _with_loan(replace(time, begun=True), lent)


def _with_loan(time: Time, least: timedelta) -> Time:
    """The clock with a loan that raises its time to `least`."""
    lent = max(least - time.left, NOTHING)
    return replace(time, left=time.left + lent, lent=lent)


def clock_after_undo(
    time: Time, counted: Counted, now: datetime, *, first: int, lent: timedelta
) -> Time:
    """The clock of a seat after all plies from `first` on were undone.

    The gifts of its undone turns are removed, so that the turns played in their place can get them
    again; the time they used stays used. `lent` is the least time of the next turn.
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
    """Active time of each turn at a pace in turns a day: its part of an active day."""
    turns = TURNS_A_DAY[terms.pace]
    return hours.day * turns.denominator / turns.numerator


def hour(number: int) -> timedelta:
    """A number of hours as a duration."""
    return timedelta(hours=number)
