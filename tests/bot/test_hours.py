"""Active hours: a clock that stops at night, on quiet days, and does not mind the summer."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.table.hours import Hours, hours_from_choice, zone_of, zones
from rules.contract import RulesError
from tests.cases import each_case

PARIS = Hours("Europe/Paris", time(22), time(8))
SUNDAY = 6
ZONES = (
    "UTC",
    "Europe/Paris",
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
    "Africa/Casablanca",
)


def at(text, zone="Europe/Paris"):
    """An instant, as the clock on somebody's wall shows it."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


def hours(count):
    return timedelta(hours=count)


# ---- a night -----------------------------------------------------------------------------------


def test_the_clock_stops_at_night_and_goes_on_in_the_morning():
    assert PARIS.instant_after(at("2026-03-10 20:00"), hours(12)) == at("2026-03-11 18:00")


def test_a_moment_at_night_is_put_off_until_the_morning():
    for moment in ("2026-03-10 22:00", "2026-03-10 23:30", "2026-03-11 03:00", "2026-03-11 08:00"):
        assert PARIS.next_active(at(moment)) == at("2026-03-11 08:00")
    assert PARIS.next_active(at("2026-03-10 21:59")) == at("2026-03-10 21:59")


def test_a_night_may_begin_or_end_at_midnight():
    owl = Hours("UTC", time(12), time(0))
    assert owl.next_active(at("2026-03-10 12:00", "UTC")) == at("2026-03-11 00:00", "UTC")
    lark = Hours("UTC", time(0), time(6))
    assert lark.next_active(at("2026-03-10 00:00", "UTC")) == at("2026-03-10 06:00", "UTC")


def test_a_quiet_day_is_quiet_from_midnight_to_midnight():
    sabbath = Hours("Europe/Paris", quiet_days=frozenset({SUNDAY}))
    saturday, monday = at("2026-03-07 22:00"), at("2026-03-09 00:00")
    assert sabbath.instant_after(saturday, hours(3)) == monday + hours(1)
    assert sabbath.between(saturday, monday) == hours(2)


def test_a_night_before_a_quiet_day_is_followed_by_the_day_and_its_night():
    hours_of_work = Hours("Europe/Paris", time(22), time(8), frozenset({SUNDAY}))
    assert hours_of_work.next_active(at("2026-03-07 22:00")) == at("2026-03-09 08:00")


# ---- the clocks are changed ----------------------------------------------------------------------


@each_case(
    ("evening", "morning", "passed"),
    [("2026-03-28 21:00", "2026-03-29 09:00", 11), ("2026-10-24 21:00", "2026-10-25 09:00", 13)],
    ids=["spring", "autumn"],
)
def test_a_night_in_which_clocks_are_changed_is_an_hour_shorter_or_longer(evening, morning, passed):
    """On 29 March 2026 it is three o'clock in Paris right after two."""
    end = PARIS.instant_after(at(evening), hours(2))
    assert end == at(morning)
    assert end - at(evening).astimezone(UTC) == hours(passed)


def test_an_hour_that_is_skipped_does_not_count_and_one_that_comes_twice_counts_twice():
    """Somebody who plays from one to four at night has two hours, or four."""
    owl = Hours("Europe/Paris", time(4), time(1))
    assert owl.between(at("2026-03-29 00:00"), at("2026-03-29 12:00")) == hours(2)
    assert owl.between(at("2026-10-25 00:00"), at("2026-10-25 12:00")) == hours(4)


def test_a_night_that_ends_in_the_skipped_hour_ends_after_it():
    early = Hours("Europe/Paris", time(22), time(2, 30))
    assert early.next_active(at("2026-03-29 01:00")) == at("2026-03-29 03:00")


# ---- any hours at all ----------------------------------------------------------------------------

minutes = st.integers(0, 24 * 60 - 1).map(lambda n: time(n // 60, n % 60))
instants = st.timedeltas(timedelta(), timedelta(days=1000)).map(
    lambda after: at("2025-01-01", "UTC") + after
)
spans = st.timedeltas(timedelta(), timedelta(days=20))


@st.composite
def preferences(draw):
    quiet = draw(st.none() | st.tuples(minutes, minutes).filter(lambda pair: pair[0] != pair[1]))
    days = draw(st.frozensets(st.integers(0, 6), max_size=6))
    return Hours(draw(st.sampled_from(ZONES)), *(quiet or (None, None)), days)


@given(preferences(), instants, spans, spans)
def test_an_instant_after_a_span_is_that_span_away_in_one_part_or_two(hours, start, first, second):
    middle = hours.instant_after(start, first)
    assert hours.between(start, middle) == first
    assume(second)
    assert hours.instant_after(middle, second) == hours.instant_after(start, first + second)


@given(preferences(), instants, spans, spans)
def test_time_between_adds_up(hours, start, first, second):
    middle, end = start + first, start + first + second
    total = hours.between(start, end)
    assert total == hours.between(start, middle) + hours.between(middle, end) <= end - start


@given(preferences(), instants, st.integers(1, 200))
def test_weeks_at_once_are_their_days_one_by_one(hours, start, days):
    moments = [start + timedelta(days=day) for day in range(days + 1)]
    daily = sum(map(hours.between, moments, moments[1:]), timedelta())
    assert hours.between(moments[0], moments[-1]) == daily


@given(preferences(), instants)
def test_the_next_active_instant_is_the_first(hours, start):
    instant = hours.next_active(start)
    assert instant >= start
    assert hours.next_active(instant) == instant
    assert hours.between(start, instant) == timedelta()


def count_minutes(hours, start, minutes):
    """The same, one minute after the other, by the clock on the wall."""
    zone, total = ZoneInfo(hours.zone), 0
    for minute in range(minutes):
        wall = (start + timedelta(minutes=minute)).astimezone(zone)
        night = hours.quiet_from is not None and (
            hours.quiet_from <= wall.time() < hours.quiet_to
            if hours.quiet_from < hours.quiet_to
            else not hours.quiet_to <= wall.time() < hours.quiet_from
        )
        total += not night and wall.weekday() not in hours.quiet_days
    return timedelta(minutes=total)


CHANGES = (
    at("2026-03-29 00:00"),
    at("2026-10-25 00:00"),
    at("2026-03-08 00:00", "America/New_York"),
    at("2026-04-05 00:00", "Australia/Lord_Howe"),
    at("2026-09-27 00:00", "Pacific/Chatham"),
    at("2026-02-15 00:00", "Africa/Casablanca"),
)


@given(preferences(), st.sampled_from(CHANGES), st.integers(-600, 600), st.integers(0, 1500))
def test_a_clock_on_the_wall_counts_the_same(hours, day, before, minutes):
    start = day.astimezone(UTC) + timedelta(minutes=before)
    end = start + timedelta(minutes=minutes)
    assert hours.between(start, end) == count_minutes(hours, start, minutes)


# ---- hours of one's choice -----------------------------------------------------------------------


def test_a_zone_is_found_however_it_is_written():
    assert hours_from_choice(" europe/paris ", time(22), time(8), [SUNDAY]) == Hours(
        "Europe/Paris", time(22), time(8), frozenset({SUNDAY})
    )


@each_case(
    ("asked", "code"),
    [
        (("Paris",), "me.unknown_zone"),
        (("",), "me.unknown_zone"),
        (("UTC", time(22)), "me.half_a_night"),
        (("UTC", None, time(8)), "me.half_a_night"),
        (("UTC", time(8), time(8)), "me.no_hour"),
        (("UTC", time(8), time(7, 1)), "me.no_hour"),
        (("UTC", None, None, range(7)), "me.no_day"),
    ],
)
def test_impossible_hours_are_refused(asked, code):
    with pytest.raises(RulesError) as refusal:
        hours_from_choice(*asked)
    assert refusal.value.code == code


def test_an_hour_a_day_is_enough():
    assert hours_from_choice("UTC", time(20), time(19)).day == hours(1)
    assert hours_from_choice("UTC", time(0, 30), time(23, 30)).day == hours(1)


def test_a_zone_that_the_world_gave_up_is_the_one_of_greenwich():
    assert zone_of("Atlantis/Centre") == ZoneInfo("UTC")


def test_zones_are_places():
    assert {"europe/paris", "america/new_york", "utc"} <= set(zones())
    assert not {"est", "etc/utc", "etc/gmt+0", "us/eastern", "cet"} & set(zones())
