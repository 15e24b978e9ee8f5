"""A game as a record: read, replayed by the safe door, refused when it is damaged."""

import copy
import json

import pytest

from rules import record
from rules.contract import BadOptions, BadPosition, RulesError
from rules.record import BadRecord
from rules.registry import UnknownGame, get
from rules.seats import seat_draw
from tests.cases import each_case
from tests.catalogues import has_text

AKROPOLIS = get("akropolis")
GAME_OF_TWO_MOVES = {
    "hexagora": 1,
    "game": "akropolis",
    "version": 1,
    "seats": 2,
    "options": {"variants": ["gardens"]},
    "seed": "ff",
    "salt": None,
    "commitment": None,
    "drawn": None,
    "start": None,
    "plies": [{"seat": 0, "move": "T1 -2,0 r0"}, {"seat": 1, "move": "T1 1,1 r0"}],
    "result": None,
}
PROMISE = "9a0f9ae0c13e54c543254d929a8f31068bcc8aa9fb75b615ed2b27736dc9bd18"
"""SHA-256 of sixteen bytes 0a and sixteen bytes 0b, in hex."""
LAST_MOVE = {
    "game": "akropolis",
    "seats": 2,
    "line": [30, 34],
    "turn": 35,
    "cities": [{"stones": 3}, {"stones": 1}],
}


def changed(**fields):
    return copy.deepcopy(GAME_OF_TWO_MOVES) | fields


def refused(told):
    with pytest.raises(RulesError) as refusal:
        list(record.replay(record.from_json(told)))
    return refusal.value


def last_move(result=None):
    """A record that begins with a position and ends the game."""
    return changed(
        start=LAST_MOVE, seed=None, plies=[{"seat": 1, "move": "T1 -2,0 r0"}], result=result
    )


def test_a_record_is_written_as_it_was_read():
    assert record.to_json(record.from_json(GAME_OF_TWO_MOVES)) == GAME_OF_TWO_MOVES


def test_a_replay_begins_with_the_deal_of_its_seed():
    begun = record.begin(record.from_json(GAME_OF_TWO_MOVES))
    dealt = AKROPOLIS.new(2, 0xFF, {"variants": ["gardens"]})
    assert AKROPOLIS.state_to_json(begun) == AKROPOLIS.state_to_json(dealt)


def test_a_replay_shows_every_position_on_the_way():
    reached = [state.turn for state, _ in record.replay(record.from_json(GAME_OF_TWO_MOVES))]
    assert reached == [1, 2]


def test_who_played_is_no_matter_for_a_replay_though_players_had_other_names_then():
    told = GAME_OF_TWO_MOVES | {"played_by": [[[1, "greedy"]], [[1, "person"]]]}
    assert len(list(record.replay(record.from_json(told)))) == 2


def test_a_replay_tells_what_happened():
    events = [events for _, events in record.replay(record.from_json(GAME_OF_TWO_MOVES))]
    assert [told[0].code for told in events] == ["akropolis.tile_taken"] * 2


def test_a_record_may_begin_with_a_position():
    *_, (end, _) = record.replay(record.from_json(last_move()))
    assert AKROPOLIS.result(end).winners == (0,)


def test_a_record_of_a_finished_game_is_held_to_its_result():
    *_, (end, _) = record.replay(record.from_json(last_move()))
    result = json.loads(json.dumps(AKROPOLIS.result(end).details))
    assert list(record.replay(record.from_json(last_move(result))))


def test_another_result_than_the_moves_give_is_refused():
    assert refused(last_move({"winners": [1]})).code == "common.record_wrong_result"


def test_a_result_for_a_game_that_goes_on_is_refused():
    assert refused(changed(result={"winners": [1]})).code == "common.record_wrong_result"


def test_other_fields_are_left_alone():
    assert list(record.replay(record.from_json(changed(names=["Maud", "Karim"]))))


@each_case("forged", ["seed", "salt", "commitment"])
@each_case("value", ["00" * 16, "ff" * 32, "f", "not hexadecimal", ""])
def test_a_deal_that_was_not_promised_is_refused(forged, value):
    told = changed(seed="0a" * 16, salt="0b" * 16, commitment=PROMISE)
    assert list(record.replay(record.from_json(told | {"plies": []}))) == []
    assert refused(told | {forged: value}).code == "common.record_broken_promise"


def test_seats_that_were_not_drawn_so_are_refused():
    told = changed(seed="ff" * 16, salt="00" * 16, plies=[])
    fair = list(seat_draw(told["seed"], told["salt"], told["seats"]))
    assert list(record.replay(record.from_json(told | {"drawn": fair}))) == []
    for forged in ({"drawn": fair[::-1]}, {"drawn": [0]}, {"drawn": fair, "salt": None}):
        assert refused(told | forged).code == "common.record_wrong_draw"


@each_case("cut", [15, 17])
def test_a_byte_cannot_change_sides(cut):
    both = bytes([10] * 16 + [11] * 16)
    told = changed(seed=both[:cut].hex(), salt=both[cut:].hex(), commitment=PROMISE)
    assert refused(told).code == "common.record_broken_promise"


def test_a_promise_without_its_salt_is_refused():
    told = changed(seed="0a" * 16, salt=None, commitment=PROMISE)
    assert refused(told).code == "common.record_broken_promise"


@each_case(
    ("plies", "number"),
    [
        ([{"seat": 1, "move": "T1 -2,0 r0"}], 1),
        ([{"seat": 0, "move": "T1 -2,0 r0"}, {"seat": 1, "move": "T1 90,90 r0"}], 2),
        ([{"seat": 0, "move": "T1 -2,0 r0"}, {"seat": 1, "move": "hello"}], 2),
        ([{"seat": 0, "move": "T4 -2,0 r0"}], 1),
    ],
)
def test_the_first_move_that_cannot_be_played_is_named(plies, number):
    refusal = refused(changed(plies=plies))
    assert (refusal.code, refusal.details["ply"]) == ("common.record_bad_ply", number)


@each_case(
    ("told", "kind"),
    [
        (None, BadRecord),
        ([], BadRecord),
        ({}, BadRecord),
        (changed(hexagora=2), BadRecord),
        (changed(version=99), BadRecord),
        (changed(seats="two"), BadRecord),
        (changed(plies=[{"seat": 0}]), BadRecord),
        (changed(plies={"0": "T1 -2,0 r0"}), BadRecord),
        (changed(seed="not hexadecimal"), BadRecord),
        (changed(seed=None), BadRecord),
        (changed(seed="-1"), BadOptions),
        (changed(seed="f" * 33), BadOptions),
        (changed(seats=9), BadOptions),
        (changed(options={"length": "short"}), BadOptions),
        (changed(game="chess"), UnknownGame),
        (changed(start={"game": "akropolis"}), BadPosition),
    ],
)
def test_a_damaged_record_is_refused_with_a_code_that_has_a_text(told, kind):
    refusal = refused(told)
    assert isinstance(refusal, kind)
    assert has_text(refusal.code)
