"""Positions as JSON: partial ones are welcome, contradictory ones refused with a sentence."""

import pytest

from rules.codec import position_from_outside
from rules.contract import BadPosition
from rules.massalia import GAME
from tests.cases import each_case
from tests.massalia.building import at, laid, player
from tests.rulebook import refusal

ENTRY = {"id": 1, "card": "SO#1", "do": "place", "terrain": "land"}
DRAWN = {"t": "L1", "terrain": "any", "todo": 1}


def read(**fields):
    return GAME.state_from_json({"players": [{}, {}], **fields})


def test_two_empty_players_are_a_position():
    state = read()
    assert [player.life for player in state.players] == [29, 30]
    assert [len(player.bag) for player in state.players] == [64, 64]
    assert state.river == [None] * 6
    assert not GAME.mid_turn(state)


def test_a_bag_that_is_not_told_holds_what_is_nowhere_else():
    state = at(me={"losses": ["L3"]}, board={"C1": "0L3"}, turn={"tile": DRAWN, "next": 2})
    assert player(state).bag.count("L3") == 0
    assert player(state).bag.count("L1") == 7


def test_a_turn_has_begun_where_something_was_done_in_it():
    assert not GAME.mid_turn(at())
    assert GAME.mid_turn(at(me={"played": ["AM#1"]}))
    assert GAME.mid_turn(at(me={"scouts": [{"card": "C07#1", "used": True}]}))
    assert GAME.mid_turn(at(turn={"began": True}))


def test_basic_cards_of_anybody_may_be_banished():
    assert read(pantheon=["AM#1", "AM#7", "S15#1"]).pantheon == ["AM#1", "AM#7", "S15#1"]


def test_choices_and_combos_that_wait_survive_json():
    queue = [
        {"kind": "attack", "n": 3, "from": "G5"},
        {"kind": "drain", "gauge": "water", "from": "G5"},
        {"kind": "fire", "cell": "G5"},
    ]
    turn = {"queue": queue, "combos": ["C03#1", "S01#1"]}
    state = at(3, me={"played": ["C03#1", "S01#1"]}, board={"G4": "1L1"}, turn=turn)
    position = GAME.state_to_json(state)
    assert position["turn"]["queue"] == queue
    assert GAME.state_to_json(GAME.state_from_json(position)) == position


FIRE = {"kind": "fire", "cell": "C1"}
CONTRADICTIONS = [
    # what the position says, and the path of what is wrong
    ({"game": "attika"}, "game"),
    ({"players": [{}]}, "players"),
    ({"players": [{"hand": ["Z01#1"]}, {}]}, "players[0].hand"),
    ({"players": [{"hand": ["S15"]}, {}]}, "players[0].hand"),
    ({"players": [{"hand": ["S15#1"]}, {}], "pantheon": ["S15#1"]}, "players[0].hand"),
    ({"players": [{"hand": ["AM#7"]}, {}]}, "players[0].hand"),
    ({"river": ["AM#1", None, None, None, None, None]}, "river"),
    ({"river": [None] * 5}, "river"),
    ({"board": laid({"C1": "2WA"})}, "tile WA"),
    ({"players": [{"bag": ["L3"]}, {}], "board": laid({"C1": "0L3 0L3"})}, "tile L3"),
    ({"players": [{"life": 31}, {}]}, "players[0].life"),
    ({"players": [{"water": 0}, {}]}, "players[0].water"),
    ({"players": [{"fish": 10}, {}]}, "players[0].fish"),
    ({"players": [{"morale": 3}, {}]}, "players[0].morale"),
    ({"players": [{"morale_hit": [True, False, False]}, {}]}, "players[0].morale_hit"),
    (
        {
            "players": [
                {"scouts": [{"card": f"C{n}#1"} for n in ("02", "04", "05", "07", "09")]},
                {},
            ]
        },
        "players[0].scouts",
    ),
    ({"players": [{"scouts": [{"card": "S15#1", "life": 1}]}, {}]}, "players[0].scouts"),
    ({"players": [{}, {"played": ["AM#7"]}]}, "players[1].played"),
    ({"players": [{}, {}, {"out": True, "hand": ["AM#13"]}]}, "players[2].out"),
    ({"players": [{"out": True}, {}], "seat": 1}, "phase"),
    ({"winners": [0]}, "winners"),
    ({"players": [{"out": True}, {}, {}]}, "seat"),
    ({"fallen": [1]}, "fallen"),
    ({"tied": [1]}, "tied"),
    (
        {"players": [{}, {"out": True}], "phase": "over", "winners": [0], "turn": {"tile": DRAWN}},
        "turn",
    ),
    ({"turn": {"todo": [ENTRY] * 2}}, "turn.todo"),
    ({"turn": {"todo": [ENTRY | {"card": "Z01#1"}]}}, "turn.todo"),
    ({"turn": {"combos": ["S01#1"]}}, "turn.combos"),
    ({"turn": {"families": ["timides"]}}, "turn.families"),
    ({"turn": {"queue": [FIRE]}}, "turn.queue"),
    ({"turn": {"queue": [{"kind": "attack", "n": 3, "from": "C1"}]}}, "turn.queue"),
]


@each_case(("fields", "path"), CONTRADICTIONS)
def test_a_position_from_outside_that_contradicts_itself_is_refused(fields, path):
    refused = refusal(position_from_outside, GAME, {"players": [{}, {}], **fields})
    assert (refused.code, refused.details["path"]) == ("common.bad_position", path)


@each_case("options", [{"fatigue_round": -1}, {"first_hand": 6}])
def test_options_that_make_no_game_are_refused(options):
    with pytest.raises(BadPosition):
        read(options=options)
