"""Section 5 of the rules, State JSON, and the JSON of an action."""

import copy
import json

import pytest

from rules.contract import BadNotation, BadPosition
from tests.akropolis.building import GAME, SEATS_AND_LENGTHS, build, city, position_json
from tests.cases import each_case

EXAMPLE = {
    "game": "akropolis",
    "version": 1,
    "options": {"length": "standard", "variants": ["houses", "gardens"], "solo": None},
    "seats": 2,
    "over": False,
    "turn": 1,
    "round": 1,
    "chief": 0,
    "current": 1,
    "line": [12, 34, 6],
    "stacks": [[3, 20, 36], [7, 1, 22]],
    "cities": [
        {"stones": 0, "tiles": [{"tile": 51, "at": [-1, 2], "rot": 5, "level": 1}]},
        {"stones": 2, "tiles": []},
    ],
    "architect": None,
}


def changed(**fields):
    """The example of the rules with some fields changed."""
    return copy.deepcopy(EXAMPLE) | fields


HEART = ("game", "seats", "line", "cities")


def without(field, **fields):
    """The example of the rules without a field."""
    position = changed(**fields)
    del position[field]
    return position


def with_city(*tiles, stones=0):
    """The example with other tiles in the first city, each as tile, anchor, rotation and level."""
    laid = [dict(zip(("tile", "at", "rot", "level"), tile, strict=True)) for tile in tiles]
    return changed(cities=[{"stones": stones, "tiles": laid}, {"stones": 2, "tiles": []}])


def with_architect(stones, tiles):
    """A solo game with the architect's stones and tiles."""
    his = {"stones": stones, "tiles": tiles}
    return position_json(city(), solo="metagenes", line=[1, 2], architect=his)


def test_the_position_of_the_rules_is_read_and_written_back():
    assert GAME.state_to_json(GAME.state_from_json(EXAMPLE)) == EXAMPLE


@each_case(("seats", "length"), SEATS_AND_LENGTHS)
def test_a_new_game_has_exactly_the_documented_fields(seats, length):
    options = {"length": length, "solo": "metagenes" if seats == 1 else None}
    assert set(GAME.state_to_json(GAME.new(seats, 7, options))) == set(EXAMPLE)


def test_reading_leaves_the_json_as_it_was():
    before = copy.deepcopy(EXAMPLE)
    state = GAME.state_from_json(EXAMPLE)
    GAME.apply(state, 1, next(GAME.legal_actions(state, 1)))
    assert before == EXAMPLE


def test_the_position_is_silent_on_the_seed():
    written = json.dumps(GAME.state_to_json(GAME.new(2, 2**100 + 1)))
    assert "seed" not in written
    assert str(2**100 + 1) not in written


@each_case(
    "partial",
    [
        changed(stacks=[]),
        changed(line=[12]),
        changed(line=[12, 34, 6, 30, 9, 8], stacks=[[3]]),
        changed(turn=0, round=1),
        changed(cities=[{"stones": 1000, "tiles": []}, {"stones": 0, "tiles": []}]),
    ],
)
def test_a_partial_position_is_welcome(partial):
    assert GAME.state_to_json(GAME.state_from_json(partial))["cities"] == partial["cities"]


@each_case(
    "wrong",
    [
        pytest.param(changed(line=[12, 34, 62]), id="an unknown tile in the line"),
        pytest.param(changed(line=[0]), id="tile 0"),
        pytest.param(changed(stacks=[[99]]), id="an unknown tile in a stack"),
        pytest.param(changed(line=[12, 12]), id="a tile twice in the line"),
        pytest.param(changed(line=[12, 3]), id="a tile in the line and in a stack"),
        pytest.param(changed(line=[51]), id="a tile in the line and in a city"),
        pytest.param(changed(stacks=[[3], [3]]), id="a tile in two stacks"),
        pytest.param(
            with_city((51, [-1, 2], 5, 1), (51, [2, 0], 0, 1)), id="a tile twice in a city"
        ),
        pytest.param(with_city((51, [-1, 2], 5, 2)), id="a level that the city does not have"),
        pytest.param(with_city((51, [-1, 2], 5, 0)), id="level 0"),
        pytest.param(with_city((51, [9, 9], 5, 1)), id="a tile apart from the city"),
        pytest.param(with_city((51, [0, 0], 0, 2)), id="a tile over an empty cell"),
        pytest.param(
            with_city((51, [-1, 2], 5, 1), (35, [0, 0], 0, 2), (61, [0, 0], 0, 3)),
            id="a tile on one tile alone",
        ),
        pytest.param(with_city((51, [-1, 2], 6, 1)), id="rotation 6"),
        pytest.param(with_city((51, [-1, 2], -1, 1)), id="rotation -1"),
        pytest.param(with_city((51, [-1, 2, 3], 5, 1)), id="three coordinates"),
        pytest.param(with_city((51, ["a", "b"], 5, 1)), id="letters for coordinates"),
        pytest.param(with_city(("51", [-1, 2], 5, 1)), id="a tile id as text"),
        pytest.param(with_city(stones=-1), id="negative stones"),
        pytest.param(changed(game="massalia"), id="another game"),
        pytest.param(changed(version="x"), id="a version that is no number"),
        pytest.param(changed(seats=3), id="more seats than cities"),
        pytest.param(changed(seats=0), id="no seat"),
        pytest.param(changed(seats=5), id="five seats"),
        pytest.param(changed(cities=[]), id="no city"),
        pytest.param(changed(current=2), id="a seat that is not there to act"),
        pytest.param(changed(current=None), id="nobody to act"),
        pytest.param(changed(over=True), id="over, yet somebody to act"),
        pytest.param(changed(over="no"), id="over as text"),
        pytest.param(changed(chief=2), id="a chief who is not there"),
        pytest.param(changed(turn=-1), id="a negative turn"),
        pytest.param(changed(round=0), id="round 0"),
        pytest.param(changed(line=[]), id="an empty line"),
        pytest.param(changed(line=None), id="no line"),
        pytest.param(changed(options={"length": "short"}), id="an unknown length"),
        pytest.param(changed(options={"variants": ["quarries"]}), id="an unknown variant"),
        pytest.param(changed(options={"solo": "hippodamos"}), id="solo with two seats"),
        pytest.param(
            changed(architect={"stones": 2, "tiles": []}), id="an architect in a game for two"
        ),
        pytest.param(
            position_json(city(), solo="hippodamos", line=[1, 2]), id="solo without an architect"
        ),
        pytest.param(with_architect(2, [1]), id="an architect with a tile of the line"),
        pytest.param(with_architect(2, [77]), id="an architect with an unknown tile"),
        pytest.param(with_architect(-2, []), id="an architect in debt"),
        pytest.param(None, id="null"),
        pytest.param([], id="a list"),
        pytest.param(changed(over=True, current=None, line=[1, 2], stacks=[]), id="over too soon"),
        pytest.param(changed(stacks=[[]]), id="an empty stack"),
        pytest.param(changed(comment="mine"), id="an unknown field"),
        *(pytest.param(without(field), id=f"no {field}") for field in HEART),
    ],
)
def test_a_position_that_contradicts_itself_is_refused(wrong):
    with pytest.raises(BadPosition) as refused:
        GAME.state_from_json(wrong)
    assert refused.value.code.startswith(("akropolis.", "common."))


@each_case(
    ("field", "meant"),
    [
        ("options", {"length": "standard", "variants": [], "solo": None}),
        ("over", False),
        ("turn", 0),
        ("round", 1),
        ("chief", 0),
        ("stacks", []),
        ("architect", None),
    ],
)
def test_counters_and_stacks_may_be_left_out(field, meant):
    """A merely partial position is welcome: tests build small ones."""
    partial = without(field, current=0)
    assert GAME.state_to_json(GAME.state_from_json(partial))[field] == meant


@each_case(
    ("fields", "acting"),
    [
        *(({"turn": turn}, (seat,)) for turn, seat in ((0, 0), (1, 1), (4, 0))),
        ({"over": True, "line": [12], "stacks": []}, ()),
    ],
)
def test_the_acting_seat_follows_from_the_turn_when_it_is_not_said(fields, acting):
    assert GAME.to_act(GAME.state_from_json(without("current", **fields))) == acting


# ---- actions ----------------------------------------------------------------------------------


PLACE = {"type": "place", "seat": 0, "line": 2, "at": [-1, 2], "rot": 4}


def test_an_action_is_written_as_documented():
    state = build(city(stones=2), city(), line=[12, 34, 6])
    assert GAME.action_to_json(GAME.parse(state, 0, "T3 -1,2 r4")) == PLACE
    assert GAME.action_to_json(GAME.action_from_json(PLACE)) == PLACE


def test_an_action_may_come_without_its_seat():
    without = {key: PLACE[key] for key in PLACE if key != "seat"}
    action = GAME.action_from_json(without)
    assert (action.line, action.at, action.rot) == (2, (-1, 2), 4)


@each_case(
    "wrong",
    [
        None,
        {},
        [],
        "T3 -1,2 r4",
        PLACE | {"type": "build"},
        PLACE | {"line": "2"},
        PLACE | {"line": 2.5},
        PLACE | {"at": [1]},
        PLACE | {"at": [1, 2, 3]},
        PLACE | {"at": None},
        PLACE | {"rot": None},
        PLACE | {"seat": "me"},
        {"type": "place"},
    ],
)
def test_json_that_is_no_action_is_refused(wrong):
    with pytest.raises(BadNotation) as refused:
        GAME.action_from_json(wrong)
    assert refused.value.code.startswith(("akropolis.", "common."))
