"""The time that each player has, as a post tells it; and that an AI has made a late turn."""

from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from bot.steps.deadlines import table_with_clocks
from bot.table.changes import Ply, Via
from bot.table.options import Late, Pace, Terms
from bot.table.pace import Time
from bot.table.seating import Occupant, Status
from cogs._words import clocks
from cogs._words.turn_lines import TurnLines
from tests.bot.samples import LOBBY

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
UP = NOON + timedelta(hours=30)
UP_AT = int(UP.timestamp())
RUNS = Time(left=timedelta(hours=30), since=NOON, until=UP, begun=True)
STANDS = Time(left=timedelta(hours=17, minutes=50))


LATE = Time(begun=True, late=Late.REMIND)


def table(*times, pace=Pace.BANK):
    """A table of Maud and Bastien with these clocks."""
    seats = zip(("Maud", "Bastien"), times, strict=True)
    occupants = [Occupant(user, name, time=time) for user, (name, time) in enumerate(seats, 1)]
    return replace(LOBBY, status=Status.LIVE, terms=Terms(pace=pace), seats=tuple(occupants))


def test_a_bank_is_told_of_everybody_and_one_reader_reads_how_long_it_is_until_then():
    lines = [f"-# Time: **Maud** until <t:{UP_AT}:f> · **Bastien** 17 hours"]
    assert clocks.deadline_lines(table(RUNS, STANDS), (0,)) == lines
    lines = [f"-# Time: **Maud**, ends <t:{UP_AT}:R> · **Bastien** 17 hours"]
    assert clocks.deadline_lines(table(RUNS, STANDS), (0,), "en") == lines


def test_the_time_left_of_a_day_is_told_of_the_player_whose_turn_it_is():
    assert clocks.deadline_lines(table(STANDS, None, pace=Pace.ONE), (1,)) == []
    (line,) = clocks.deadline_lines(table(RUNS, STANDS, pace=Pace.ONE), (0,))
    assert "Maud" in line
    assert "Bastien" not in line


def test_a_late_player_has_no_time_left():
    lines = clocks.deadline_lines(table(LATE, None), (0,))
    assert lines == ["-# Time: none left for **Maud**"]


def test_a_reminder_says_how_long_there_is_still_time_and_names_no_moment_that_is_past():
    game = table(RUNS, STANDS)
    line = f"-# Your time runs until <t:{UP_AT}:f>; then the others are told."
    assert clocks.time_left(game, 1, NOON) == [line]
    assert clocks.time_left(game, 2, NOON) == []
    line = "-# Your time is up: the others are told."
    assert clocks.time_left(game, 1, UP + timedelta(hours=1)) == [line]


def test_a_day_of_grace_comes_before_all_else():
    terms = Terms(pace=Pace.ONE, excuses=2, late=Late.AI)
    game = replace(table(RUNS, STANDS), terms=terms)
    assert clocks.time_left(game, 1, NOON)[0].endswith("then you get a day of grace, 2 times.")
    game = table_with_clocks(game, [(0, replace(RUNS, excused=2))])
    assert "then an AI plays your turn" in clocks.grace_line(game, 1)


def test_the_line_about_time_is_replaced_and_the_other_words_stay():
    content = "Maud, your turn!\n-# Time: **Maud** until then\n12 points"
    lines = ["-# Time: **Maud** until tomorrow"]
    new = clocks.with_lines(content, lines, "en")
    assert new == "Maud, your turn!\n-# Time: **Maud** until tomorrow\n12 points"
    assert clocks.with_lines(content, [], "en") == "Maud, your turn!\n12 points"
    small = "12 points\n-# Time: **Maud** until then — Round 2 of 12"
    new = clocks.with_lines(small, lines, "en")
    assert new == "12 points\n-# Time: **Maud** until tomorrow — Round 2 of 12"
    assert clocks.with_lines("Maud, your turn!", lines, "en").splitlines()[-1] == lines[0]


def test_my_games_say_when_time_is_up():
    assert clocks.deadline_text(table(RUNS, STANDS), (0,), "en") == f"time is up <t:{UP_AT}:R>"
    assert clocks.deadline_text(table(STANDS, None), (0,), "en") == ""
    assert clocks.deadline_text(table(None, None), (0, 1), "en") == ""
    assert clocks.deadline_text(table(LATE, RUNS), (0, 1), "en") == "no time left"


def test_a_post_marks_the_turn_that_an_ai_has_made():
    mark = "-# An AI played this turn: **Maud** was late."
    late = Ply(1, 0, "T1 0,0 r0", (), NOON.isoformat(), ai=True, via=Via.LATE)
    assert mark in TurnLines(table(None, None), "en").text([late])
    ply = Ply(1, 0, "T1 0,0 r0", (), NOON.isoformat(), ai=False, by=1)
    assert mark not in TurnLines(table(None, None), "en").text([ply])
