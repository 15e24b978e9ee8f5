"""What was done, as it is told and lit: turn by turn, and nothing of what was taken back."""

import pytest

from bot import words
from bot.steps.takebacks import REFEREE
from bot.steps.visibility import newest_turn
from bot.table.changes import Ply
from bot.words import Line
from cogs._answering.presentation import news_of
from cogs._words import turn_lines
from cogs._words.turn_lines import TurnLines, turns
from rules.contract import Event
from tests.posting import table_of

UNDONE = "2026-01-01T00:00:00Z"


def ply(number, seat=0, *, ends_turn=True, undone=None, points=None, undone_by=None):
    """A ply that says its own number."""
    event = Event("akropolis.counted", {"number": number})
    values = (number, seat, f"n{number}", (event,), "", False, ends_turn, undone, points)
    return Ply(*values, undone_by=undone_by)


def numbers(plies):
    return [each.ply for each in plies]


def test_plies_are_told_turn_by_turn_and_those_taken_back_apart():
    plies = [ply(1), ply(2, 1, ends_turn=False), ply(3, 1), ply(4, ends_turn=False)]
    assert [numbers(turn) for turn in turns(plies)] == [[1], [2, 3], [4]]
    assert list(turns([])) == []
    plies = [ply(number, ends_turn=False) for number in (1, 4)]
    undone = [ply(number, ends_turn=False, undone=UNDONE) for number in (2, 3)]
    plies = [plies[0], *undone, plies[1], ply(5)]
    assert [numbers(turn) for turn in turns(plies)] == [[1], [2, 3], [4, 5]]


def test_turns_taken_back_are_told_in_words_below_the_name_of_whoever_asked(table):
    """Bastien goes back by three turns; before that, Maud has taken back something else."""
    plies = [
        ply(1, undone="2025-12-31T00:00:00Z", undone_by=0),
        ply(2, undone=UNDONE, undone_by=1),
        ply(3, 1, undone=UNDONE, undone_by=1),
        ply(4, undone=UNDONE, undone_by=1),
    ]
    assert TurnLines(table, "en").text(plies).splitlines() == [
        "**Maud** takes back:",
        "-# ~~**Maud** counts~~",
        "**Bastien** takes back:",
        "-# ~~**Maud** counts~~",
        "-# ~~**Bastien** counts~~",
        "-# ~~**Maud** counts~~",
    ]


def test_a_referee_who_takes_turns_back_is_told_as_one(table):
    lines = TurnLines(table, "fr").text([ply(1, undone=UNDONE, undone_by=REFEREE)]).splitlines()
    assert lines == ["Un arbitre annule\N{NO-BREAK SPACE}:", "-# ~~**Maud** counts~~"]


def test_of_many_turns_taken_back_the_newest_are_told(table):
    plies = [ply(number, undone=UNDONE, undone_by=0) for number in range(1, 31)]
    lines = TurnLines(table, "en").text(plies).splitlines()
    assert len(lines) == turn_lines.SHOWN_LINES + 1
    assert f"{30 - turn_lines.SHOWN_LINES} moves" in lines[0]


def test_the_news_are_of_turns_that_stand():
    plies = [ply(1), ply(2, undone=UNDONE), ply(3)]
    assert [event.args["number"] for event in news_of(plies)] == [1, 3]


def test_the_newest_turn_is_the_one_under_way_or_the_last():
    log = [ply(1), ply(2, 1, ends_turn=False), ply(3, 1)]
    assert numbers(newest_turn([])) == []
    assert numbers(newest_turn(log[:1])) == [1]
    assert numbers(newest_turn(log)) == [2, 3]
    assert numbers(newest_turn([*log, ply(4, ends_turn=False)])) == [4]
    assert numbers(newest_turn([*log, ply(4, undone=UNDONE)])) == [2, 3]


@pytest.fixture
def table(monkeypatch):
    """A table of a game that tells every turn in one line."""

    def turn_lines(self, plies):
        return [Line(f"{self.names[plies[0].seat]} counts", ("the end",), len(plies))]

    monkeypatch.setattr(type(words.of("akropolis", "en")), "turn_lines", turn_lines)
    return table_of("akropolis", 4, 4, "fr")


def test_a_turn_is_one_line_and_what_followed(table):
    log_page = TurnLines(table, "en").text([ply(1, ends_turn=False), ply(2), ply(3, 1)])
    maud, followed, bastien, _ = log_page.splitlines()
    assert maud.endswith("**Maud** counts")
    assert followed == "-# the end"
    assert bastien.endswith("**Bastien** counts")


def test_a_turn_says_at_the_end_of_its_line_what_it_has_brought(table):
    turn = [ply(1, ends_turn=False, points=(73, 75)), ply(2, points=(75, 79))]
    log_page = TurnLines(table, "en").text([*turn, ply(3, 1, points=(8, 8)), ply(4)])
    lines = [line for line in log_page.splitlines() if "counts" in line]
    assert lines == [
        "**Maud** counts · +6\xa0→\xa0**79 points**",
        "**Bastien** counts",
        "**Maud** counts",
    ]


def test_a_log_keeps_to_its_room_by_leaving_out_the_oldest_lines(table, monkeypatch):
    log = [ply(number) for number in range(1, 17)]
    first, *lines = TurnLines(table, "en").text(log, 300).splitlines()
    assert lines[-1] == "-# the end"
    assert f"{16 - len(lines) // 2} moves" in first
    assert 100 < len("\n".join((first, *lines))) <= 300
    monkeypatch.setattr(
        type(words.of("akropolis", "en")), "turn_lines", lambda *_: [Line("and " * 50, (), 1)]
    )
    log_page = TurnLines(table, "en").text(log)
    assert log_page.startswith("-# …")
    assert len(log_page) <= turn_lines.LONGEST_TOLD


def test_of_a_long_log_the_newest_lines_are_told_and_all_moves_counted(table):
    log = [ply(number, ends_turn=number % 2 == 0) for number in range(1, 81)]
    first, *lines = TurnLines(table, "en").text(log).splitlines()
    assert len(lines) == 2 * turn_lines.SHOWN_LINES
    assert f"{80 - 2 * turn_lines.SHOWN_LINES} moves" in first
