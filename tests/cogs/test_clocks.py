"""Who has how much time, as a post tells it; and that an AI has made a late turn."""

from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from bot.steps.deadlines import table_with_clocks
from bot.table.changes import Ply, Via
from bot.table.options import Late, Pace, Terms
from bot.table.pace import Time
from bot.table.seating import Occupant, Status, Table
from cogs._shared import clocks
from cogs._shared.presentation import log_text

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
RUNS = Time(left=timedelta(hours=30), since=NOON, until=NOON + timedelta(hours=30), begun=True)
STANDS = Time(left=timedelta(hours=17, minutes=50))


def table(*times, pace=Pace.BANK):
    """A table of Maud and Bastien with these clocks."""
    names = ("Maud", "Bastien")
    seats = zip(names, times, strict=True)
    return Table(
        id=1,
        game="akropolis",
        guild_id=1,
        channel_id=1,
        in_thread=True,
        host_id=1,
        language="en",
        status=Status.LIVE,
        size=2,
        options={},
        terms=Terms(pace=pace),
        seats=tuple(Occupant(at, name, time=time) for at, (name, time) in enumerate(seats, 1)),
        commitment="",
        version=1,
        opened_at="",
    )


def test_a_bank_is_told_of_everybody():
    until = int((NOON + timedelta(hours=30)).timestamp())
    expected = f"-# Time: **Maud** until <t:{until}:f> · **Bastien** 17 hours"
    assert clocks.deadline_lines(table(RUNS, STANDS), (0,)) == [expected]


def test_one_reader_reads_how_long_it_is_until_then():
    until = int((NOON + timedelta(hours=30)).timestamp())
    expected = f"-# Time: **Maud**, up <t:{until}:R> · **Bastien** 17 hours"
    assert clocks.deadline_lines(table(RUNS, STANDS), (0,), "en") == [expected]


def test_what_is_left_of_a_day_is_told_of_whose_turn_it_is():
    assert clocks.deadline_lines(table(STANDS, None, pace=Pace.ONE), (1,)) == []
    assert "Maud" in clocks.deadline_lines(table(RUNS, STANDS, pace=Pace.ONE), (0,))[0]
    assert "Bastien" not in clocks.deadline_lines(table(RUNS, STANDS, pace=Pace.ONE), (0,))[0]


def test_who_has_no_time_left_has_none():
    late = Time(begun=True, late=Late.REMIND)
    assert clocks.deadline_lines(table(late, None), (0,)) == ["-# Time: none left for **Maud**"]


def test_a_reminder_says_how_long_there_is_still_time():
    until = int((NOON + timedelta(hours=30)).timestamp())
    line = f"-# Your time runs until <t:{until}:f>; then the others are told."
    assert clocks.time_left(table(RUNS, STANDS), 1, NOON) == [line]
    assert clocks.time_left(table(RUNS, STANDS), 2, NOON) == []


def test_a_reminder_never_names_a_moment_that_is_past():
    later = NOON + timedelta(hours=31)
    assert clocks.time_left(table(RUNS, STANDS), 1, later) == [
        "-# Your time is up: the others are told."
    ]


def test_what_happens_then_is_a_day_of_grace_first():
    terms = Terms(pace=Pace.ONE, excuses=2, late=Late.AI)
    game = replace(table(RUNS, STANDS), terms=terms)
    assert clocks.time_left(game, 1, NOON)[0].endswith("then you get a day of grace, 2 times.")
    assert "then an AI plays your turn" in clocks.grace_line(
        table_with_clocks(game, [(0, replace(RUNS, excused=2))]), 1
    )


def test_the_line_about_time_is_replaced_and_the_other_words_stay():
    content = "Maud, your turn!\n-# Time: **Maud** until then\n12 points"
    lines = ["-# Time: **Maud** until tomorrow"]
    new = clocks.with_lines(content, lines, "en")
    assert new == "Maud, your turn!\n-# Time: **Maud** until tomorrow\n12 points"
    assert clocks.with_lines(content, [], "en") == "Maud, your turn!\n12 points"
    assert clocks.with_lines("Maud, your turn!", lines, "en").splitlines()[-1] == lines[0]


def test_my_games_say_when_time_is_up():
    until = int((NOON + timedelta(hours=30)).timestamp())
    assert clocks.deadline_text(table(RUNS, STANDS), (0,), "en") == f"time is up <t:{until}:R>"
    assert clocks.deadline_text(table(STANDS, None), (0,), "en") == ""
    assert clocks.deadline_text(table(None, None), (0, 1), "en") == ""
    late = Time(begun=True, late=Late.REMIND)
    assert clocks.deadline_text(table(late, RUNS), (0, 1), "en") == "no time left"


def test_a_post_marks_the_turn_that_an_ai_has_made():
    late = Ply(1, 0, "T1 0,0 r0", (), "2026-03-10T12:00:00+00:00", ai=True, via=Via.LATE)
    marked = "-# An AI played this turn: **Maud** was late."
    assert marked in log_text(None, table(None, None), [late], "en")
    ply = Ply(1, 0, "T1 0,0 r0", (), "2026-03-10T12:00:00+00:00", ai=False, by=1)
    assert marked not in log_text(None, table(None, None), [ply], "en")
