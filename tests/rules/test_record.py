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


def replayed(fields):
    """Positions and events of a replay."""
    return list(record.replay(record.from_json(fields)))


def refused(fields):
    with pytest.raises(RulesError) as refusal:
        replayed(fields)
    return refusal.value


def last_move(result=None):
    """A record that begins with a position and ends the game."""
    return changed(
        start=LAST_MOVE, seed=None, plies=[{"seat": 1, "move": "T1 -2,0 r0"}], result=result
    )


def test_a_record_is_written_as_it_was_read():
    assert record.to_json(record.from_json(GAME_OF_TWO_MOVES)) == GAME_OF_TWO_MOVES


def test_a_replay_begins_with_the_deal_of_its_seed():
    begin = record.begin(record.from_json(GAME_OF_TWO_MOVES))
    dealt = AKROPOLIS.new(2, 0xFF, {"variants": ["gardens"]})
    assert AKROPOLIS.state_to_json(begin) == AKROPOLIS.state_to_json(dealt)


def test_a_replay_shows_every_position_and_its_events_on_the_way():
    replay = record.replay(record.from_json(GAME_OF_TWO_MOVES))
    steps = [(state.turn, events[0].code) for state, events in replay]
    assert steps == [(1, "akropolis.tile_taken"), (2, "akropolis.tile_taken")]


def test_other_fields_and_old_names_of_players_are_no_matter_for_a_replay():
    played_by = [[[1, "greedy"]], [[1, "person"]]]
    assert len(replayed(changed(played_by=played_by, names=["Maud", "Karim"]))) == 2


def test_a_record_may_begin_with_a_position_and_is_held_to_its_result():
    [(end, _)] = replayed(last_move())
    result = AKROPOLIS.result(end)
    assert result.winners == (0,)
    assert replayed(last_move(json.loads(json.dumps(result.details))))


@each_case("fields", [last_move({"winners": [1]}), changed(result={"winners": [1]})])
def test_another_result_than_the_moves_give_is_refused(fields):
    """Also one for a game that goes on."""
    assert refused(fields).code == "common.record_wrong_result"


@each_case("forged", ["seed", "salt", "commitment"])
@each_case("value", ["00" * 16, "ff" * 32, "f", "not hexadecimal", ""])
def test_a_deal_that_was_not_promised_is_refused(forged, value):
    promised = changed(seed="0a" * 16, salt="0b" * 16, commitment=PROMISE, plies=[])
    assert replayed(promised) == []
    assert refused(promised | {forged: value}).code == "common.record_broken_promise"


def test_seats_that_were_not_drawn_so_are_refused():
    fields = changed(seed="ff" * 16, salt="00" * 16, plies=[])
    fair = list(seat_draw(fields["seed"], fields["salt"], fields["seats"]))
    assert replayed(fields | {"drawn": fair}) == []
    for forged in ({"drawn": fair[::-1]}, {"drawn": [0]}, {"drawn": fair, "salt": None}):
        assert refused(fields | forged).code == "common.record_wrong_draw"


@each_case("cut", [15, 17])
def test_a_byte_cannot_change_sides(cut):
    secret = bytes([10] * 16 + [11] * 16)
    fields = changed(seed=secret[:cut].hex(), salt=secret[cut:].hex(), commitment=PROMISE)
    assert refused(fields).code == "common.record_broken_promise"


def test_a_promise_without_its_salt_is_refused():
    fields = changed(seed="0a" * 16, salt=None, commitment=PROMISE)
    assert refused(fields).code == "common.record_broken_promise"


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
    ("fields", "kind"),
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
def test_a_damaged_record_is_refused_with_a_code_that_has_a_text(fields, kind):
    refusal = refused(fields)
    assert isinstance(refusal, kind)
    assert has_text(refusal.code)
