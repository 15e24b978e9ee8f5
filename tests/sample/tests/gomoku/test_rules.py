"""Every rule of `RULES.md`."""

import json
from pathlib import Path

import pytest

from rules import record
from rules.contract import BadNotation, BadOptions, BadPosition, IllegalMove
from rules.gomoku.players import Easy
from rules.registry import get
from rules.rng import Rng
from tests.rulebook import events_of, play_all, refusal, rule

GAME = get("gomoku")
HERE = Path(__file__).parent


def board(cells):
    """A position by its stones, in the order of play."""
    return GAME.state_from_json({"game": "gomoku", "stones": cells.split()})


def play(cells, start=""):
    return play_all(GAME, board(start), ";".join(cells.split()))


@rule("HG-1")
@pytest.mark.parametrize("seats", [0, 1, 3])
def test_two_play(seats):
    assert len(GAME.scores(GAME.new(2, 7))) == 2
    with pytest.raises(BadOptions) as refused:
        GAME.new(seats, 7)
    assert (refused.value.code, refused.value.details["rule"]) == ("gomoku.bad_seats", "HG-1")


@rule("HG-2")
def test_the_board_is_empty_and_has_91_cells():
    start = GAME.new(2, 7)
    assert GAME.view(start, None).stones == ()
    assert len(list(GAME.legal_actions(start, 0))) == 91


@rule("HG-3")
def test_rows_have_six_to_eleven_cells_and_six_again():
    names = [action.cell for action in GAME.legal_actions(GAME.new(2, 7), 0)]
    assert names == sorted(names, key=lambda name: (name[0], int(name[1:])))
    rows = {letter: sum(name[0] == letter for name in names) for letter in "ABCDEFGHIJK"}
    assert list(rows.values()) == [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6]


@rule("HG-3")
@pytest.mark.parametrize("cell", ["A7", "A0", "L1", "F12", "Z99"])
def test_other_cells_do_not_exist(cell):
    refused = refusal(play, cell)
    assert isinstance(refused, IllegalMove)
    assert (refused.code, refused.details["rule"]) == ("gomoku.no_such_cell", "HG-3")


@pytest.mark.parametrize("text", ["e5", " E 5 ", "E05"])
def test_a_cell_is_read_in_any_case_and_with_blanks(text):
    assert GAME.parse(GAME.new(2, 7), 0, text).cell == "E5"


@pytest.mark.parametrize("text", ["", "E", "5", "5E", "E5 E6", "E-5", "é5", "E555"])
def test_text_that_is_no_cell_is_no_move(text):
    with pytest.raises(BadNotation):
        GAME.parse(GAME.new(2, 7), 0, text)


@rule("HG-4")
def test_seat_a_begins_and_they_take_turns():
    state, seats = GAME.new(2, 7), []
    for cell in ("F6", "E5", "F5"):
        seats += GAME.to_act(state)
        state, _ = play_all(GAME, state, cell)
    assert seats == [0, 1, 0]


@rule("HG-5")
def test_a_stone_lies_where_it_was_put():
    state, events = play("F6 E5")
    assert {(stone.at, stone.seat) for stone in GAME.view(state, None).stones} == {
        ((0, 0), 0),
        ((0, -1), 1),
    }
    assert events_of(events, "placed")[1] == {
        "seat": 1,
        "cell": "E5",
        "row": 1,
        "bars": True,
    }


@rule("HG-5", "HG-6")
def test_a_cell_takes_one_stone_for_ever():
    refused = refusal(play, "F6 E5 F6")
    assert (refused.code, refused.details["cell"]) == ("gomoku.taken", "F6")
    refused = refusal(play, "F6 F6")
    assert refused.code == "gomoku.taken"


LINES = {
    "east": "F1 F2 F3 F4 F5",
    "south-east": "A1 B2 C3 D4 E5",
    "south-west": "A6 B6 C6 D6 E6",
}
ELSEWHERE = ["K1", "K3", "K5", "J1", "J3", "J5"]


def in_turn(cells):
    """These stones for A, each but the last answered by B far away."""
    stones = [stone for pair in zip(cells, ELSEWHERE, strict=False) for stone in pair]
    return " ".join(stones[: 2 * len(cells) - 1])


@rule("HG-7")
@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
@pytest.mark.parametrize("last", range(5))
def test_five_in_a_row_win_whichever_came_last(line, last):
    cells = line.split()
    cells.append(cells.pop(last))
    before, _ = play(in_turn(cells).rpartition(" ")[0])
    assert GAME.result(before) is None
    state, events = play_all(GAME, before, cells[-1])
    result = GAME.result(state)
    assert (result.winners, result.ranks, result.reason) == ((0,), (1, 2), "gomoku.end_row")
    assert set(events_of(events, "won")[0]["cells"]) == set(cells)
    assert GAME.to_act(state) == ()


@rule("HG-7")
def test_six_win_as_well():
    state, events = play(in_turn(["F1", "F2", "F3", "F5", "F6", "F4"]))
    assert GAME.result(state).winners == (0,)
    assert events_of(events, "placed")[-1]["row"] == 6


@rule("HG-7")
@pytest.mark.parametrize("cells", ["F1 F2 F3 F4 F6", "A1 B2 C3 D4 F6", "F1 F2 F3 F4 G5"])
def test_a_gap_or_a_bend_does_not_win(cells):
    state, _ = play(in_turn(cells.split()))
    assert GAME.result(state) is None


@rule("HG-7")
def test_stones_of_both_are_no_row():
    state, _ = play("F1 F5 F2 K1 F3 K2 F4 K4 F6")
    assert GAME.result(state) is None


@rule("HG-8")
def test_a_full_board_is_a_shared_victory():
    """Two easy players never let each other win."""
    state, rng = GAME.new(2, 7), Rng(7)
    while seats := GAME.to_act(state):
        action = Easy().choose(state, seats[0], rng)
        events = GAME.apply(state, seats[0], action)
    result = GAME.result(state)
    assert len(GAME.view(state, None).stones) == 91
    assert (result.ranks, result.winners, result.reason) == ((1, 1), (0, 1), "gomoku.end_full")
    assert events[-1].code == "gomoku.full"


@rule("HG-9")
def test_the_score_is_the_longest_row():
    state, _ = play("F1 A1 F2 K1 F3 K2")
    assert [score.total for score in GAME.scores(state)] == [3, 2]
    assert [score.total for score in GAME.scores(GAME.new(2, 7))] == [0, 0]


# ---- positions --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stones", "path"),
    [
        ("F6 F6", "stones[1]"),
        ("F6 L1", "stones[1]"),
        (in_turn(LINES["east"].split()) + " A1", "stones[9]"),
    ],
    ids=["twice", "nowhere", "after the end"],
)
def test_an_impossible_position_is_refused(stones, path):
    with pytest.raises(BadPosition) as refused:
        board(stones)
    assert refused.value.details["path"] == path


@pytest.mark.parametrize("different", [{"game": "akropolis"}, {"version": 2}])
def test_a_position_of_another_game_is_refused(different):
    with pytest.raises(BadPosition) as refused:
        GAME.state_from_json({"game": "gomoku", "stones": []} | different)
    assert refused.value.details["path"] in different


# ---- choosing ---------------------------------------------------------------------------------


def test_the_pad_walks_to_the_nearest_empty_cell():
    state = board("F5 K1")
    ways = GAME.variations(state, 0, GAME.parse(state, 0, "F6"))
    assert {name: action.cell for name, action in ways.items()} == {
        "e": "F7",
        "se": "G6",
        "sw": "G5",
        "w": "F4",
        "nw": "E5",
        "ne": "E6",
    }


def test_a_preview_says_how_long_the_row_will_be():
    state = board("F1 A1 F2 A2 F4 K1")
    preview = GAME.preview(state, 0, GAME.parse(state, 0, "F3"))
    assert (preview.seat, preview.row) == (0, 4)
    assert state == board("F1 A1 F2 A2 F4 K1")


# ---- players ----------------------------------------------------------------------------------


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_the_easy_player_wins_where_it_can(line):
    *four, fifth = line.split()
    state = board(in_turn(four) + " " + ELSEWHERE[3])
    assert Easy().choose(state, 0, Rng(1)).cell == fifth


def test_the_easy_player_stops_who_would_win():
    state = board("F2 A1 F3 A3 F4 F1 F5")
    assert Easy().choose(state, 1, Rng(1)).cell == "F6"


# ---- records ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "reason"), [("second_seat_wins", "end_row"), ("full_board", "end_full")]
)
def test_a_finished_game_ends_as_it_did(name, reason):
    game_record = record.from_json(
        json.loads((HERE / "records" / f"{name}.json").read_text("utf-8"))
    )
    *_, (state, _) = record.replay(game_record)
    assert GAME.result(state).reason == f"gomoku.{reason}"
    assert GAME.result(state).details == game_record.result
