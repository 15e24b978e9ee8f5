"""How much time a turn has: what counts of it, what is left, when it is up."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import assume, given
from hypothesis import strategies as st

from bot.table.hours import Hours
from bot.table.options import Absence, Late, Pace, Terms
from bot.table.pace import (
    Counted,
    Time,
    clock_after_undo,
    clock_of_earlier_turn,
    new_turn,
    turn_over,
)
from bot.table.preferences import Preferences
from tests.cases import each_case

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
PARIS = Hours("Europe/Paris", time(22), time(8))
"""Fourteen active hours a day."""
WEEKDAYS = Hours("Europe/Paris", time(22), time(8), frozenset({5, 6}))
BANK = Terms(pace=Pace.BANK, start=48, increment=12, cap=72)


def at(text, zone="Europe/Paris"):
    """An instant, as the clock on somebody's wall shows it."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


def daily(turns):
    """A pace of turns a day."""
    return Terms(pace=turns)


# ---- turns a day -------------------------------------------------------------------------------


@each_case(
    ("turns", "span"),
    [
        (Pace.FOUR, DAY / 4),
        (Pace.THREE, DAY / 3),
        (Pace.TWO, DAY / 2),
        (Pace.ONE, DAY),
        (Pace.HALF, 2 * DAY),
        (Pace.THIRD, 3 * DAY),
        (Pace.WEEK, 7 * DAY),
    ],
)
def test_so_many_turns_a_day_have_a_part_of_it_each(turns, span):
    assert new_turn(None, daily(turns), Hours(), 0).left == span


def test_a_turn_a_day_is_up_at_the_same_hour_on_the_next_day_whoever_sleeps():
    """Fourteen waking hours, all of which count."""
    fresh_clock = new_turn(None, daily(Pace.ONE), PARIS, 0)
    assert fresh_clock.left == 14 * HOUR
    clock = fresh_clock.run(Counted(PARIS), at("2026-03-10 15:00"))
    assert clock.until == at("2026-03-11 15:00")


def test_a_turn_a_day_skips_the_weekend_of_who_plays_on_weekdays():
    fresh_clock = new_turn(None, daily(Pace.ONE), WEEKDAYS, 0)
    clock = fresh_clock.run(Counted(WEEKDAYS), at("2026-03-13 15:00"))
    assert clock.until == at("2026-03-16 15:00")


@each_case(
    ("start", "end"),
    [("2026-03-28 15:00", "2026-03-29 15:00"), ("2026-10-24 15:00", "2026-10-25 15:00")],
)
def test_a_turn_a_day_does_not_mind_the_summer_where_its_hour_is_slept_through(start, end):
    """The hour that is left out, or comes twice, lies in the night."""
    clock = new_turn(None, daily(Pace.ONE), PARIS, 0).run(Counted(PARIS), at(start))
    assert clock.until == at(end)


def test_an_hour_that_the_summer_skips_does_not_count():
    early = Hours("Europe/Paris", time(22), time(1))
    clock = new_turn(None, daily(Pace.TWO), early, 0).run(Counted(early), at("2026-03-28 21:00"))
    assert clock.until == at("2026-03-29 11:30")
    assert clock.remaining_at(Counted(early), at("2026-03-29 03:00")) == clock.left - 2 * HOUR


def test_an_hour_that_comes_twice_counts_twice():
    late = Hours("Europe/Paris", time(22), time(1))
    clock = new_turn(None, daily(Pace.TWO), late, 0).run(Counted(late), at("2026-10-24 21:00"))
    assert clock.remaining_at(Counted(late), at("2026-10-25 03:00")) == clock.left - 4 * HOUR


# ---- a bank ------------------------------------------------------------------------------------


def test_a_bank_grows_with_each_turn_and_overflows():
    counted, noon = Counted(), at("2026-03-10 12:00")
    clock = new_turn(None, BANK, Hours(), 0)
    assert clock.left == 48 * HOUR
    clock = turn_over(clock.run(counted, noon), counted, noon + 30 * HOUR)
    assert (clock.left, clock.begun) == (18 * HOUR, False)
    clock = new_turn(clock, BANK, Hours(), 0)
    assert clock.left == 30 * HOUR
    for _ in range(9):
        clock = new_turn(turn_over(clock, counted, noon), BANK, Hours(), 0)
    assert clock.left == 72 * HOUR


def test_an_empty_bank_gives_a_turn_no_more_than_its_increment():
    counted, noon = Counted(), at("2026-03-10 12:00")
    clock = turn_over(new_turn(None, BANK, Hours(), 0).run(counted, noon), counted, noon + 90 * DAY)
    assert clock.left == timedelta()
    assert new_turn(clock, BANK, Hours(), 0).left == 12 * HOUR


# ---- going back ----------------------------------------------------------------------------------

NOON = at("2026-03-10 12:00")


def undone(clock, first, *, lent=timedelta()):
    """The clock when all is undone from the ply `first` on, at noon."""
    return clock_after_undo(clock, Counted(), NOON, first=first, lent=lent)


def clock_after_turn(clock, span):
    """The clock after a turn of so long."""
    return turn_over(clock.run(Counted(), NOON), Counted(), NOON + span)


@each_case("terms", [BANK, daily(Pace.ONE)])
def test_a_turn_taken_back_goes_on_with_the_rest_of_its_time(terms):
    clock = new_turn(None, terms, Hours(), 0)
    for _ in range(10):
        clock = clock_of_earlier_turn(undone(clock_after_turn(clock, 2 * HOUR), 1), timedelta())
    assert clock.left == new_turn(None, terms, Hours(), 0).left - 20 * HOUR


@each_case("terms", [BANK, daily(Pace.ONE)])
def test_the_next_player_gets_no_second_increment_for_the_turn_that_begins_again(terms):
    """Two hours are used of each try; the turn before theirs is taken back ten times."""
    clock = new_turn(clock_after_turn(new_turn(None, terms, Hours(), 1), HOUR), terms, Hours(), 3)
    time_left = clock.left
    for _ in range(10):
        clock = new_turn(undone(clock_after_turn(clock, 2 * HOUR), 3), terms, Hours(), 3)
    assert clock.left == time_left - 20 * HOUR


def test_increments_of_undone_turns_are_given_again_for_their_place():
    """Three turns with an hour each, undone: once they are played again, nothing is missing."""
    clock = clock_after_turn(new_turn(None, BANK, Hours(), 0), 40 * HOUR)
    for ply in (2, 4, 6):
        clock = clock_after_turn(new_turn(clock, BANK, Hours(), ply), HOUR)
    assert clock.left == (48 - 40 + 3 * 12 - 3) * HOUR
    clock = undone(clock, 2)
    assert clock.left == (48 - 40 - 3) * HOUR
    for ply in (8, 10, 12):
        clock = clock_after_turn(new_turn(clock, BANK, Hours(), ply), timedelta())
    assert clock.left == (48 - 40 + 3 * 12 - 3) * HOUR


def test_a_first_turn_that_begins_again_has_no_second_start():
    clock = undone(clock_after_turn(new_turn(None, BANK, Hours(), 1), 20 * HOUR), 1)
    clock = clock_after_turn(new_turn(clock, BANK, Hours(), 3), 8 * HOUR)
    assert clock.left == 20 * HOUR
    assert new_turn(clock, BANK, Hours(), 5).left == 32 * HOUR


def test_an_hour_is_lent_for_an_earlier_turn_and_leaves_with_it():
    empty = clock_after_turn(new_turn(None, BANK, Hours(), 0), 90 * DAY)
    clock = clock_of_earlier_turn(empty, HOUR)
    assert (clock.left, clock.bank_at(Counted(), NOON)) == (HOUR, timedelta())
    assert clock_after_turn(clock, HOUR / 4).left == timedelta()


def test_of_a_loan_beside_what_was_left_only_the_loan_leaves():
    short = clock_after_turn(new_turn(None, BANK, Hours(), 0), 48 * HOUR - HOUR / 2)
    clock = clock_of_earlier_turn(short, HOUR)
    assert clock.left == HOUR
    assert clock_after_turn(clock, HOUR / 4).left == HOUR / 4


def test_a_day_of_grace_leaves_with_the_turn_that_had_it():
    clock = new_turn(
        clock_after_turn(new_turn(None, BANK, Hours(), 0), 48 * HOUR), BANK, Hours(), 2
    )
    late = clock.run(Counted(), NOON).stop(Counted(), NOON + 12 * HOUR)
    clock = undone(late.excuse(Counted(), NOON), 2)
    assert clock.left == timedelta()


def test_a_clock_of_before_gifts_were_noted_stays_as_it_is():
    old = Time(left=5 * HOUR)
    assert undone(old, 1) == old


# ---- standing and running ----------------------------------------------------------------------


def test_a_clock_that_stood_goes_on_with_what_was_left():
    counted, noon = Counted(PARIS), at("2026-03-10 12:00")
    clock = new_turn(None, BANK, PARIS, 0).run(counted, noon).stop(counted, at("2026-03-11 10:00"))
    assert clock.left == 48 * HOUR - 12 * HOUR
    assert (clock.since, clock.until) == (None, None)
    assert clock.remaining_at(counted, noon + 90 * DAY) == clock.left


def test_an_excuse_is_a_day_of_who_has_it():
    clock = Time(begun=True).excuse(Counted(PARIS), at("2026-03-10 15:00"))
    assert (clock.until, clock.excused) == (at("2026-03-11 15:00"), 1)


def test_the_turn_that_follows_a_late_one_is_a_turn_like_any_other():
    late = Time(begun=True, late=Late.AI, excused=2)
    assert turn_over(late, Counted(), at("2026-03-10 12:00")) == Time(excused=2)


# ---- away --------------------------------------------------------------------------------------


def away(since, until):
    """Somebody who sleeps at night and has said that they cannot play."""
    return Preferences(hours=PARIS, away_since=at(since), away_until=at(until))


@each_case(
    ("since", "until", "absence", "end"),
    [
        ("2026-03-11 09:00", "2026-03-20 08:00", Absence.WAITS, "2026-03-20 14:00"),
        ("2026-03-11 09:00", "2026-03-20 08:00", Absence.RUNS, "2026-03-11 15:00"),
        ("2026-03-01 09:00", "2026-03-05 08:00", Absence.WAITS, "2026-03-11 15:00"),
    ],
    ids=["it stands", "the table lets it run", "the absence is over"],
)
def test_time_stands_in_an_absence_unless_the_table_lets_it_run(since, until, absence, end):
    counted = Counted.of(away(since, until), Terms(pace=Pace.ONE, absence=absence))
    assert counted.instant_after(at("2026-03-10 15:00"), 14 * HOUR) == at(end)
    assert counted.between(at("2026-03-10 15:00"), at(end)) == 14 * HOUR


ZONES = ("UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca")
FIRST, LAST = (
    at("2026-01-01 00:00").replace(tzinfo=None),
    at("2027-12-01 00:00").replace(tzinfo=None),
)
INSTANTS = st.datetimes(FIRST, LAST, timezones=st.just(ZoneInfo("UTC")))
SPANS = st.timedeltas(timedelta(), 20 * DAY)
TIMES = st.times().map(lambda clock: clock.replace(second=0, microsecond=0))


@st.composite
def times(draw):
    """Somebody's hours, and perhaps an absence."""
    night = draw(TIMES), draw(TIMES)
    assume(night[0] != night[1])
    quiet_days = draw(st.frozensets(st.integers(0, 6), max_size=3))
    hours = draw(
        st.sampled_from([Hours(), Hours(draw(st.sampled_from(ZONES)), *night, quiet_days)])
    )
    since = draw(INSTANTS)
    return draw(st.sampled_from([Counted(hours), Counted(hours, since, since + draw(SPANS))]))


@given(times(), INSTANTS, SPANS)
def test_at_the_end_of_a_span_just_that_much_has_passed(counted, start, span):
    end = counted.instant_after(start, span)
    assert counted.between(start, end) == span
    if span:
        assert counted.between(start, end - timedelta.resolution) < span


@given(times(), INSTANTS, SPANS, SPANS, SPANS)
def test_it_makes_no_difference_how_often_a_clock_is_looked_at(counted, start, one, other, left):
    clock = Time(left=left).run(counted, start)
    middle, end = start + one, start + one + other
    resumed_clock = clock.stop(counted, middle).run(counted, middle)
    assert resumed_clock.remaining_at(counted, end) == clock.remaining_at(counted, end)
