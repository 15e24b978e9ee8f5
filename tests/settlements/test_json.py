"""State JSON and the JSON of an action, as the rules document them."""

import copy
import json
import re
from pathlib import Path

import pytest

from rules.contract import BadNotation, BadPosition
from tests.cases import each_case
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


COUNTS = (
    *("rng.seed", "rng.shuffles", "players.0.hand.water", "players.0.bonus", "discard.water"),
    *("bonus_supply", "turn.extra", "turn.owed_cards", "turn.cards_drawn"),
)
DRAWING = (("turn.mode", "draw"), ("turn.done", 1))
OVER = ("turn.phase", "over")
IMPOSSIBLE = {
    "no game": [("game",)],
    "no players": [("players",)],
    "another game": [("game", "akropolis")],
    "an option": [("options", {"length": "long"})],
    "an unknown field": [("comment", "mine")],
    "an unknown field of a player": [("players.0.name", "Maud")],
    "no player": [("players", [])],
    "five players": [("players", [{"stacks": [[], [], [], []]}] * 5)],
    **{f"a negative {path}": [(path, -1)] for path in COUNTS},
    "an unknown region": [("board.tiles.0.tile", 23)],
    "region 0": [("board.tiles.0.tile", 0)],
    "a region twice on the map": [("board.tiles.1", {"tile": 1, "at": [2, 1], "rot": 0})],
    "a region on the map and in the stack": [("region_stack", [1])],
    "a region twice in the stack": [("region_stack", [7, 7])],
    "an unknown region in the stack": [("region_stack", [99])],
    "regions that overlap": [("board.tiles.1", {"tile": 3, "at": [1, 1], "rot": 0})],
    "rotation 6": [("board.tiles.0.rot", 6)],
    "rotation -1": [("board.tiles.0.rot", -1)],
    "three coordinates": [("board.tiles.0.at", [0, 0, 0])],
    "coordinates without end": [("board.tiles.0.at", [10**9, 0])],
    "coordinates where no other region fits": [
        ("board.buildings", []),
        ("board.tiles.0.at", [901, 0]),
    ],
    "an unknown city": [("board.cities.0.id", "atlantis")],
    "a city on a terrain": [("board.cities.0.at", [0, 1])],
    "an unknown building": [("board.buildings.0.building", 42)],
    "a building on no terrain": [("board.buildings.0.hex", [5, 5])],
    "a building on a city": [("board.buildings.0.hex", [-1, 2])],
    "a building of nobody": [("board.buildings.0.seat", 2)],
    "two buildings on a hex": [("board.buildings.1", {"hex": [0, 0], "seat": 1, "building": 41})],
    "a building on the map and in a reserve": [("players.0.reserve", [40])],
    "a building in a reserve and in a stack": [("players.0.reserve", [51])],
    "three copies of two": [("players.0.reserve", [22, 22])],
    "an unknown building in a stack": [("players.0.stacks.0", [23])],
    "an unknown building in a reserve": [("players.0.reserve", [0])],
    "a base building in another stack": [("players.0.stacks.0", [50])],
    "another building in the base stack": [("players.0.stacks.3", [51])],
    "three stacks": [("players.0.stacks", [[], [], []])],
    "five stacks": [("players.0.stacks", [[], [], [], [], []])],
    "an unknown resource in a hand": [("players.0.hand", {"gold": 1})],
    "a hand as a list": [("players.0.hand", [2, 0, 1, 0])],
    "more cards than there are": [("players.0.hand.water", 99)],
    "more cards than there are in all": [("discard.water", 10), ("players.0.hand.water", 11)],
    "an unknown resource in the deck": [("deck", ["gold"])],
    "an unknown resource in the discard pile": [("discard", {"gold": 1})],
    "more workers than there are": [("players.0.bonus", 14)],
    "a supply that is too large": [("bonus_supply", 15)],
    "a turn of nobody": [("turn.seat", 2)],
    "turn 0": [("turn.number", 0)],
    "an unknown phase": [("turn.phase", "night")],
    "an unknown mode": [("turn.mode", "swap")],
    "negative actions": [("turn.mode", "draw"), ("turn.done", -1)],
    "actions without a kind": [("turn.done", 1)],
    "a kind without an action": [("turn.mode", "build")],
    "too many draws": [("turn.mode", "draw"), ("turn.done", 3)],
    "too many builds": [("turn.mode", "build"), ("turn.done", 4)],
    "a revealed building in a turn of building": [
        ("turn.mode", "build"),
        ("turn.done", 1),
        ("turn.drawn", {"building": 52, "stack": 0}),
    ],
    "a region to be placed in a turn of building": [
        ("turn.mode", "build"),
        ("turn.done", 1),
        ("turn.extension", {"tile": 9}),
    ],
    "an unknown revealed building": [*DRAWING, ("turn.drawn", {"building": 42, "stack": 0})],
    "a revealed building that stands": [*DRAWING, ("turn.drawn", {"building": 40, "stack": 3})],
    "a revealed building from nowhere": [*DRAWING, ("turn.drawn", {"building": 52, "stack": 4})],
    "a base building from another stack": [*DRAWING, ("turn.drawn", {"building": 50, "stack": 0})],
    "a region in hand that lies on the map": [*DRAWING, ("turn.extension", {"tile": 1})],
    "a region in hand and in the stack": [*DRAWING, ("turn.extension", {"tile": 7})],
    "an unknown region in hand": [*DRAWING, ("turn.extension", {"tile": 0})],
    "a building and a region in hand": [
        *DRAWING,
        ("turn.drawn", {"building": 52, "stack": 0}),
        ("turn.extension", {"tile": 9}),
    ],
    "a card part without workers": [("turn.phase", "cards")],
    "a building in hand in the card part": [
        *DRAWING,
        ("turn.seat", 1),
        ("turn.phase", "cards"),
        ("turn.drawn", {"building": 52, "stack": 0}),
    ],
    "over without a result": [OVER],
    "a result before the end": [("result", {"winner": 0, "reasons": ["connection"]})],
    "a winner who does not play": [OVER, ("result", {"winner": 2, "reasons": ["connection"]})],
    "a victory without a reason": [OVER, ("result", {"winner": 0, "reasons": []})],
    "a victory for another reason": [OVER, ("result", {"winner": 0, "reasons": ["points"]})],
    "a victory twice for one reason": [
        OVER,
        ("result", {"winner": 0, "reasons": ["connection", "connection"]}),
    ],
    "text for a number": [("turn.number", "1")],
    "a number for a list": [("deck", 7)],
}


def test_a_small_position_may_have_a_lone_player(lay):
    position = example(lay.key)
    lone = position | {"players": position["players"][:1]}
    assert Table(lay, lay.game.state_from_json(lone)).play("S").turn["number"] == 2


@each_case("changes", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_position_that_contradicts_itself_is_refused(lay, changes):
    with pytest.raises(BadPosition) as refused:
        lay.game.state_from_json(changed(example(lay.key), *changes))
    assert refused.value.code.startswith((f"{lay.key}.position_", "common."))


@each_case(("city", "at"), [(0, [6, -3]), (1, [-1, 2])])
def test_a_city_twice_and_two_cities_on_one_hex_are_refused(lay, city, at):
    second = ("board.cities.1", {"id": lay.city(city), "at": at})
    with pytest.raises(BadPosition):
        lay.game.state_from_json(changed(example(lay.key), second))


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
