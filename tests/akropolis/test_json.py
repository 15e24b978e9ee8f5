"""Section 5 of the rules, State JSON, and the JSON of an action."""

import copy
import json

import pytest

from rules.codec import position_from_outside
from rules.contract import BadNotation, BadPosition
from tests.akropolis.building import GAME, SEATS_AND_LENGTHS, build, city, position_json
from tests.cases import each_case
from tests.rulebook import refusal

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
    ("position", "place"),
    [
        (changed(line=[12, 34, 62]), "tile 62"),
        (with_city((99, [-1, 2], 5, 1)), "list index out of range"),
        (changed(line=[12, 3]), "tile 3"),
        (changed(line=[51]), "tile 51"),
        (with_architect(2, [1]), "tile 1"),
        (with_city((51, [-1, 2], 5, 2)), "cities[0].tiles[0]"),
        (with_city((51, [9, 9], 5, 1)), "cities[0].tiles[0]"),
        (
            with_city((51, [-1, 2], 5, 1), (35, [0, 0], 0, 2), (61, [0, 0], 0, 3)),
            "cities[0].tiles[2]",
        ),
        (with_city((51, [-1, 2], 6, 1)), "cities[0].tiles[0].rot"),
        (with_city(stones=-1), "cities[0].stones"),
        (changed(game="massalia"), "game"),
        (changed(version=2), "version"),
        (changed(seats=3), "cities"),
        (changed(architect={"stones": 2, "tiles": []}), "architect"),
        (changed(chief=2), "chief"),
        (changed(current=2), "current"),
        (changed(over=True), "current"),
        (changed(over=True, current=None), "over"),
        (changed(line=[]), "line"),
    ],
)
def test_a_position_from_outside_that_contradicts_itself_is_refused(position, place):
    refused = refusal(position_from_outside, GAME, position)
    assert (refused.code, refused.details["path"]) == ("common.bad_position", place)


@each_case("options", [{"length": "short"}, {"variants": ["quarries"]}, {"solo": "hippodamos"}])
def test_options_that_make_no_game_are_refused(options):
    assert isinstance(refusal(GAME.state_from_json, changed(options=options)), BadPosition)


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
