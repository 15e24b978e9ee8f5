"""The hours in which somebody plays: which instants count for their clocks, and which do not.

An instant is active if the clock on their wall shows an active time then. So an hour that the
summer skips is not there, and one that the autumn repeats counts twice.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import msgspec

from rules.contract import RulesError

DAY = timedelta(days=1)
A_WEEK = 7 * DAY
LEAST = timedelta(hours=1)
"""What somebody leaves of a day on which they play."""
SECOND = timedelta(seconds=1)
"""Clocks are changed at a whole one."""
MIDNIGHT = time()
A_MONDAY = date(2024, 1, 1)
WEEK = range(7)
"""Monday is 0."""

FIXED = re.compile(r"Etc/GMT([+-]\d+)")
"""A zone with one offset all the year."""

Stretch = tuple[datetime, datetime]
"""From an instant to another one, which is no longer in it."""


class Hours(msgspec.Struct, frozen=True):
    """Hours in which a person can be called and their clock runs; by default all of them."""

    zone: str = "UTC"
    """By its IANA name, as "Europe/Paris"."""
    quiet_from: time | None = None
    """On their wall; the night may lie over midnight. None for no quiet hours."""
    quiet_to: time | None = None
    quiet_days: frozenset[int] = frozenset()
    """Whole days of the week without play; Monday is 0."""

    @property
    def always(self) -> bool:
        """Whether there is no quiet time at all."""
        return self.quiet_from is None and not self.quiet_days

    @property
    def day(self) -> timedelta:
        """The active time of a day with some, on which the clocks are not changed."""
        week = (self._of_a_day(A_MONDAY + DAY * past) for past in WEEK)
        return max(sum((end - begin for begin, end in day), timedelta()) for day in week)

    def is_active(self, at: datetime) -> bool:
        """Whether an instant counts."""
        return self.next_active(at) == at

    def next_active(self, at: datetime) -> datetime:
        """The first instant from `at` on that counts."""
        return at if self.always else max(at, next(self._stretches(at))[0])

    def instant_after(self, start: datetime, span: timedelta) -> datetime:
        """The instant at which `span` of active time has passed since `start`."""
        if self.always or span <= timedelta():
            return start + max(span, timedelta())
        usual = self._usual_week
        while span > (week := self._of_a_week(start, usual)):
            start, span = start.astimezone(UTC) + A_WEEK, span - week
        for begin, end in self._stretches(start):
            if span <= end - begin:
                return begin + span
            span -= end - begin
        raise AssertionError("time does not end")

    def between(self, start: datetime, end: datetime) -> timedelta:
        """Active time between two instants; zero where the second is not the later one."""
        if self.always or end <= start:
            return max(end - start, timedelta())
        total, usual = timedelta(), self._usual_week
        while start.astimezone(UTC) + A_WEEK <= end:
            total += self._of_a_week(start, usual)
            start = start.astimezone(UTC) + A_WEEK
        return total + self._piecewise(start, end)

    @property
    def _usual_week(self) -> timedelta:
        """The active time of a week in which the clocks are not changed."""
        week = (self._of_a_day(A_MONDAY + DAY * past) for past in WEEK)
        return sum((end - begin for day in week for begin, end in day), timedelta())

    def _of_a_week(self, start: datetime, usual: timedelta) -> timedelta:
        """The active time of the week from an instant on: the `usual` one, without a change."""
        zone, begin = zone_of(self.zone), start.astimezone(UTC)
        if begin.astimezone(zone).utcoffset() == (begin + A_WEEK).astimezone(zone).utcoffset():
            return usual
        return self._piecewise(begin, begin + A_WEEK)

    def _piecewise(self, start: datetime, end: datetime) -> timedelta:
        """The active time between two instants, counted piece by piece."""
        total = timedelta()
        for begin, stop in self._stretches(start):
            if begin >= end:
                break
            total += min(stop, end) - begin
        return total

    def _stretches(self, start: datetime) -> Iterator[Stretch]:
        """The active time from an instant on, piece by piece, without end."""
        zone, end = zone_of(self.zone), start.astimezone(UTC)
        while True:
            start, end = end, end + DAY
            for begin, stop in evenly(zone, start, end):
                offset = begin.astimezone(zone).utcoffset() or timedelta()
                wall = begin.replace(tzinfo=None) + offset, stop.replace(tzinfo=None) + offset
                for first, last in self._wall_clock_stretches(*wall):
                    yield (first - offset).replace(tzinfo=UTC), (last - offset).replace(tzinfo=UTC)

    def _wall_clock_stretches(self, begin: datetime, end: datetime) -> Iterator[Stretch]:
        """The active time between two readings of the clock on the wall."""
        day = begin.date()
        while (midnight := datetime.combine(day, MIDNIGHT)) < end:
            for opens, closes in self._of_a_day(day):
                first, last = max(midnight + opens, begin), min(midnight + closes, end)
                if first < last:
                    yield first, last
            day += DAY

    def _of_a_day(self, day: date) -> list[tuple[timedelta, timedelta]]:
        """The active parts of a date, as they lie after its midnight."""
        if day.weekday() in self.quiet_days:
            return []
        if self.quiet_from is None or self.quiet_to is None:
            return [(timedelta(), DAY)]
        quiet, loud = time_since_midnight(self.quiet_from), time_since_midnight(self.quiet_to)
        return [(loud, quiet)] if loud < quiet else [(timedelta(), quiet), (loud, DAY)]


def hours_from_choice(
    zone: str,
    quiet_from: time | None = None,
    quiet_to: time | None = None,
    quiet_days: Collection[int] = (),
) -> Hours:
    """The hours that somebody asks for. Refuses a zone there is not, and hours without an end."""
    if (zone_name := zones().get(zone.strip().casefold())) is None:
        raise RulesError("me.unknown_zone", zone=zone.strip())
    if (quiet_from is None) != (quiet_to is None):
        raise RulesError("me.half_a_night")
    if quiet_days and not set(WEEK) - set(quiet_days):
        raise RulesError("me.no_day")
    hours = Hours(zone_name, quiet_from, quiet_to, frozenset(quiet_days))
    if quiet_from == quiet_to is not None or hours.day < LEAST:
        raise RulesError("me.no_hour")
    return hours


def time_since_midnight(reading: time) -> timedelta:
    """Time that has passed on a clock since it showed midnight."""
    return timedelta(hours=reading.hour, minutes=reading.minute)


def evenly(zone: ZoneInfo, begin: datetime, end: datetime) -> list[Stretch]:
    """The same time in parts, in each of which the clocks of a zone go on without a change."""

    def offset(at: datetime) -> timedelta | None:
        return at.astimezone(zone).utcoffset()

    before, after = begin, end - timedelta.resolution
    if offset(before) == offset(after):
        return [(begin, end)]
    while after - before > SECOND:
        middle = before + (after - before) // 2
        if offset(middle) == offset(begin):
            before = middle
        else:
            after = middle
    changed = after.replace(microsecond=0)
    return [(begin, changed), (changed, end)]


@cache
def zones() -> dict[str, str]:
    """Every time zone by its name in small letters, but for those that are no place."""
    return {name.casefold(): name for name in sorted(available_timezones()) if is_place(name)}


def is_place(name: str) -> bool:
    """Whether people live by a zone, or by an offset: old abbreviations only confuse."""
    if name == "UTC" or FIXED.fullmatch(name):
        return not name.endswith(("+0", "-0"))
    return "/" in name and not name.startswith(("Etc/", "SystemV/", "US/"))


@cache
def zone_of(name: str) -> ZoneInfo:
    """The rules of a zone; those of UTC where a stored one is no longer known."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
