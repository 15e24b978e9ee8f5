"""A person's active hours: the instants that count for their clocks.

An instant is active if the local time then is active. So an hour that is skipped when summer time
begins does not count, and one that is repeated when it ends counts twice.
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
"""Least active time of a day with any."""
SECOND = timedelta(seconds=1)
"""Time zones change their offset at a whole second."""
MIDNIGHT = time()
A_MONDAY = date(2024, 1, 1)
WEEK = range(7)
"""Monday is 0."""

FIXED = re.compile(r"Etc/GMT([+-]\d+)")
"""A zone with a fixed offset."""

Stretch = tuple[datetime, datetime]
"""An interval: its first instant, and the first instant after it."""


class Hours(msgspec.Struct, frozen=True):
    """Hours in which a person may be called and their clock runs; by default all."""

    zone: str = "UTC"
    """IANA name, such as "Europe/Paris"."""
    quiet_from: time | None = None
    """Local time; the quiet hours may span midnight. None for no quiet hours."""
    quiet_to: time | None = None
    quiet_days: frozenset[int] = frozenset()
    """Days of the week that are wholly quiet; Monday is 0."""

    @property
    def always(self) -> bool:
        """Whether no time is quiet."""
        return self.quiet_from is None and not self.quiet_days

    @property
    def day(self) -> timedelta:
        """The longest active time of a day of the week, without changes of the zone's offset."""
        week = (self._of_a_day(A_MONDAY + DAY * past) for past in WEEK)
        return max(sum((end - begin for begin, end in day), timedelta()) for day in week)

    def next_active(self, at: datetime) -> datetime:
        """The first active instant from `at` on."""
        return at if self.always else max(at, next(self._stretches(at))[0])

    def instant_after(self, start: datetime, span: timedelta) -> datetime:
        """The instant when `span` of active time has passed since `start`."""
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
        """Active time between two instants; zero where the second is not later."""
        if self.always or end <= start:
            return max(end - start, timedelta())
        total, usual = timedelta(), self._usual_week
        while start.astimezone(UTC) + A_WEEK <= end:
            total += self._of_a_week(start, usual)
            start = start.astimezone(UTC) + A_WEEK
        return total + self._piecewise(start, end)

    @property
    def _usual_week(self) -> timedelta:
        """The active time of a week without changes of the zone's offset."""
        week = (self._of_a_day(A_MONDAY + DAY * past) for past in WEEK)
        return sum((end - begin for day in week for begin, end in day), timedelta())

    def _of_a_week(self, start: datetime, usual: timedelta) -> timedelta:
        """The active time of the week from an instant on; `usual` unless the offset changes."""
        zone, begin = zone_of(self.zone), start.astimezone(UTC)
        if begin.astimezone(zone).utcoffset() == (begin + A_WEEK).astimezone(zone).utcoffset():
            return usual
        return self._piecewise(begin, begin + A_WEEK)

    def _piecewise(self, start: datetime, end: datetime) -> timedelta:
        """The active time between two instants, summed over stretches."""
        total = timedelta()
        for begin, stop in self._stretches(start):
            if begin >= end:
                break
            total += min(stop, end) - begin
        return total

    def _stretches(self, start: datetime) -> Iterator[Stretch]:
        """Yield the active stretches from an instant on, without end."""
        zone, end = zone_of(self.zone), start.astimezone(UTC)
        while True:
            start, end = end, end + DAY
            for begin, stop in evenly(zone, start, end):
                offset = begin.astimezone(zone).utcoffset() or timedelta()
                wall = begin.replace(tzinfo=None) + offset, stop.replace(tzinfo=None) + offset
                for first, last in self._wall_clock_stretches(*wall):
                    yield (first - offset).replace(tzinfo=UTC), (last - offset).replace(tzinfo=UTC)

    def _wall_clock_stretches(self, begin: datetime, end: datetime) -> Iterator[Stretch]:
        day = begin.date()
        while (midnight := datetime.combine(day, MIDNIGHT)) < end:
            for opens, closes in self._of_a_day(day):
                first, last = max(midnight + opens, begin), min(midnight + closes, end)
                if first < last:
                    yield first, last
            day += DAY

    def _of_a_day(self, day: date) -> list[tuple[timedelta, timedelta]]:
        """The active parts of a date, as times since its midnight."""
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
    """The hours that a person chooses. Raises RulesError where they are invalid."""
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
    """Time of day as a duration since midnight."""
    return timedelta(hours=reading.hour, minutes=reading.minute)


def evenly(zone: ZoneInfo, begin: datetime, end: datetime) -> list[Stretch]:
    """An interval of at most a day, split where the zone's offset changes."""

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
    """IANA names of the time zones by their lower-case names, without those that are no place."""
    return {name.casefold(): name for name in sorted(available_timezones()) if is_place(name)}


def is_place(name: str) -> bool:
    """Whether a zone is a place or an offset; old abbreviations only confuse."""
    if name == "UTC" or FIXED.fullmatch(name):
        return not name.endswith(("+0", "-0"))
    return "/" in name and not name.startswith(("Etc/", "SystemV/", "US/"))


@cache
def zone_of(name: str) -> ZoneInfo:
    """The zone of a name; UTC where a stored name is no longer known."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
