"""State JSON and the JSON of an action, as the rules document them."""

import copy
import json
import re
from pathlib import Path

import pytest

from rules.codec import position_from_outside
from rules.contract import BadNotation, BadPosition
from tests.cases import each_case
from tests.rulebook import refusal
from tests.settlements import reference
from tests.settlements.building import Table, seat

HOME = Path(__file__).parents[2]


def example(key):
    """The position in the rules of a game."""
    text = (HOME / "rules" / key / "RULES.md").read_text(encoding="utf-8")
    block = re.search(r"```json\n(\{\n  \"game\".*?)```", text, re.DOTALL)
    return json.loads(block[1])


def changed(position, *changes):
    """A copy with some values changed: pairs of a path like `turn.mode` and a value.

    Without a value the field is left out.
    """
    copied = copy.deepcopy(position)
    for path, *values in changes:
        *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        inner = copied
        for step in way:
            inner = inner[step]
        if not values:
            del inner[last]
        elif isinstance(inner, list) and last == len(inner):
            inner.append(*values)
        else:
            [inner[last]] = values
    return copied


# ---- positions --------------------------------------------------------------------------------


def test_the_position_of_the_rules_is_read_and_written_back(lay):
    position = example(lay.key)
    assert lay.game.state_to_json(lay.game.state_from_json(position)) == position


def test_a_new_game_has_exactly_the_documented_fields(lay):
    new, documented = lay.deal(4).json, example(lay.key)
    assert new.keys() == documented.keys()
    assert new["players"][0].keys() == documented["players"][0].keys()
    for part in ("turn", "board"):
        assert new[part].keys() == documented[part].keys()


PARTS = (
    *("options", "rng", "deck", "discard", "region_stack", "bonus_supply", "turn", "result"),
    *("turn.mode", "turn.done", "turn.drawn", "turn.number", "turn.seat", "turn.phase"),
    *("players.0.stacks", "players.0.reserve", "players.0.bonus", "players.0.hand"),
    "board.buildings",
)


@each_case("field", PARTS)
def test_a_partial_position_is_welcome(lay, field):
    """Tests build small ones."""
    state = lay.game.state_from_json(changed(example(lay.key), (field,)))
    assert lay.game.to_act(state) == (0,)


def test_a_hand_may_leave_out_types_and_a_reserve_be_in_any_order(lay):
    hand, reserve = ("players.0.hand", {"water": 2}), ("players.0.reserve", [22, 11])
    state = lay.game.state_from_json(changed(example(lay.key), hand, reserve))
    player = lay.game.state_to_json(state)["players"][0]
    assert (player["hand"], player["reserve"]) == (lay.cards("2e"), [11, 22])


@each_case("turn", [{"extension": {"tile": 5}}, {"drawn": {"building": 52, "stack": 0}}])
def test_a_region_to_be_placed_or_a_revealed_building_makes_a_turn_one_of_drawing(lay, turn):
    """Its draw counts as done, whether the position says so or not."""
    table = lay(turn=turn)
    assert (table.turn["mode"], table.turn["done"]) == ("draw", 1)
    assert table.game.mid_turn(table.state)


def test_an_action_that_was_bought_may_have_been_done(lay):
    assert lay(turn={"mode": "build", "done": 4, "extra": 1}).turn["done"] == 4


def test_all_the_cards_of_a_type_may_lie_in_the_deck(lay):
    count = reference.data(lay.key)["deck"]["water"]
    assert lay(deck="e" * count).json["deck"] == ["water"] * count


def test_a_revealed_building_belongs_to_the_seat_whose_turn_it_is(lay):
    """Seat 0 has both copies of n.22; seat 1 reveals one of its own."""
    turn = {"seat": 1, "drawn": {"building": 22, "stack": 0}}
    assert lay(seat(reserve="22 22"), seat(), turn=turn).acting == 1


DRAWING = (("turn.mode", "draw"), ("turn.done", 1))
DRAWN = {"building": 52, "stack": 0}
OVER = ("turn.phase", "over")
CONTRADICTIONS = {
    "another game": [("game", "akropolis")],
    "an unknown field": [("comment", "mine")],
    "no player": [("players", [])],
    "three stacks": [("players.0.stacks", [[], [], []])],
    "a turn of nobody": [("turn.seat", 2)],
    "a region twice": [("region_stack", [1])],
    "a region in hand that lies on the map": [*DRAWING, ("turn.extension", {"tile": 1})],
    "regions that overlap": [("board.tiles.1", {"tile": 3, "at": [1, 1], "rot": 0})],
    "an unknown city": [("board.cities.0.id", "atlantis")],
    "a city on a terrain": [("board.cities.0.at", [0, 1])],
    "a building on no terrain": [("board.buildings.0.hex", [5, 5])],
    "a building on a building": [("board.buildings.1", {"hex": [0, 0], "seat": 1, "building": 41})],
    "an unknown building": [("players.0.reserve", [0])],
    "three copies of two": [("players.0.reserve", [22, 22])],
    "a revealed building that stands": [*DRAWING, ("turn.drawn", {"building": 40, "stack": 3})],
    "a base building in another stack": [("players.0.stacks.0", [50])],
    "another building in the base stack": [("players.0.stacks.3", [51])],
    "a base building from another stack": [*DRAWING, ("turn.drawn", DRAWN | {"stack": 3})],
    "an unknown resource": [("deck", ["gold"])],
    "more cards than there are": [("discard.water", 10), ("players.0.hand.water", 11)],
    "more bonuses than there are": [("players.0.bonus", 14)],
    "actions without a kind": [("turn.done", 1)],
    "too many builds": [("turn.mode", "build"), ("turn.done", 4)],
    "a building and a region in hand": [("turn.drawn", DRAWN), ("turn.extension", {"tile": 9})],
    "a building in hand in the card part": [("turn.drawn", DRAWN), ("turn.phase", "cards")],
    "a card part without bonuses": [("turn.phase", "cards")],
    "over without a result": [OVER],
    "a winner who does not play": [OVER, ("result", {"winner": 2, "reasons": ["connection"]})],
    "a victory without a reason": [OVER, ("result", {"winner": 0, "reasons": []})],
}


def test_a_small_position_may_have_a_lone_player(lay):
    position = example(lay.key)
    lone = position | {"players": position["players"][:1]}
    assert Table(lay, lay.game.state_from_json(lone)).play("S").turn["number"] == 2


@each_case("changes", CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_a_position_from_outside_that_contradicts_itself_is_refused(lay, changes):
    refused = refusal(position_from_outside, lay.game, changed(example(lay.key), *changes))
    assert isinstance(refused, BadPosition)


# ---- actions ----------------------------------------------------------------------------------


ACTIONS = {
    "D1": {"type": "draw", "stack": 0},
    "D4": {"type": "draw", "stack": 3},
    "P": {"type": "park"},
    "B22 A4 2a1m": {"type": "build", "building": 22, "hex": [-1, 0], "pay": "2a1m"},
    "X 5,-3 r2": {"type": "extend", "at": [5, -3], "rot": 2},
    "W+": {"type": "bonus", "as": "action"},
    "W*": {"type": "bonus", "as": "card"},
    "S": {"type": "stop"},
    "E": {"type": "end"},
}


def with_payment(lay, action):
    """The action with its payment in the words of the game."""
    if "pay" not in action:
        return action
    return action | {"pay": {key: n for key, n in lay.cards(action["pay"]).items() if n}}


@each_case("text", ACTIONS)
def test_an_action_is_written_as_documented_and_read_back(lay, text):
    table, documented = lay(), with_payment(lay, ACTIONS[text])
    action = table.parse(text)
    assert table.game.action_to_json(action) == documented
    assert table.game.action_from_json(documented) == action


def test_a_build_without_a_payment_says_so_or_leaves_it_out(lay):
    build = {"type": "build", "building": 22, "hex": [1, -3]}
    free = lay.game.action_from_json(build)
    assert free == lay.game.action_from_json(build | {"pay": {}})
    assert free == lay.game.action_from_json(build | {"pay": dict.fromkeys(lay.resources, 0)})


@each_case(
    "wrong",
    [
        None,
        {},
        {"type": "draw"},
        {"type": "draw", "stack": "0"},
        {"type": "build", "building": "22", "hex": [0, 0]},
        {"type": "build", "building": 22, "hex": [0]},
        {"type": "build", "building": 22, "hex": [0, 0], "pay": [1]},
        {"type": "build", "building": 22, "hex": [0, 0], "pay": {"water": "1"}},
        {"type": "extend", "at": "5,-3", "rot": 2},
        {"type": "extend", "at": [10**9, 0], "rot": 2},
        {"type": "bonus"},
        {"type": "bonus", "as": "stone"},
    ],
)
def test_json_that_is_no_action_is_refused(lay, wrong):
    with pytest.raises(BadNotation) as refused:
        lay.game.action_from_json(wrong)
    assert refused.value.code.startswith((f"{lay.key}.", "common."))
