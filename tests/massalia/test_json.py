"""Positions as JSON: partial ones are welcome, contradictory ones refused with a sentence."""

import pytest

from rules.contract import BadPosition
from rules.massalia import GAME
from tests.cases import each_case
from tests.catalogues import has_text
from tests.massalia.building import at, laid, player

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


def test_any_text_is_a_seed_and_the_same_text_the_same_seed():
    seeds = [GAME.state_to_json(read(seed=seed))["seed"] for seed in ("abc", "a b c", "a b c")]
    assert seeds[0] == "abc".zfill(32)
    assert seeds[1] == seeds[2] != seeds[0]


WRONG = {
    "another game": {"game": "attika"},
    "one player": {"players": [{}]},
    "five players": {"players": [{}] * 5},
    "a seat in the wrong place": {"players": [{"seat": 1}, {"seat": 0}]},
    "a seat that is not there": {"seat": 2},
    "a card that does not exist": {"players": [{"hand": ["Z01#1"]}, {}]},
    "a copy that does not exist": {"players": [{"hand": ["S15#2"]}, {}]},
    "a card without its copy": {"players": [{"hand": ["S15"]}, {}]},
    "a card twice": {"players": [{"hand": ["S15#1"], "reserve": ["S15#1"]}, {}]},
    "a card with two players": {"players": [{"hand": ["S15#1"]}, {"hand": ["S15#1"]}]},
    "a card in hand and in the river": {
        "players": [{"hand": ["S15#1"]}, {}],
        "river": ["S15#1", None, None, None, None, None],
    },
    "a basic card of another player": {"players": [{"hand": ["AM#7"]}, {}]},
    "a basic card in the river": {"river": ["AM#1", None, None, None, None, None]},
    "a river of five": {"river": [None] * 5},
    "a cell that does not exist": {"board": laid({"Z9": "0WA"})},
    "a tile that does not exist": {"board": laid({"C1": "0XX"})},
    "a tile of nobody": {"board": laid({"C1": "2WA"})},
    "three tiles of life 3": {"board": laid({"C1": "0L3 0L3 0L3"})},
    "a tile too many with the losses": {
        "players": [{"losses": ["L3"]}, {}],
        "board": laid({"C1": "0L3 0L3"}),
    },
    "more life than there can be": {"players": [{"life": 31}, {}]},
    "no life": {"players": [{"life": 0}, {}]},
    "a gauge at its end": {"players": [{"water": 0}, {}]},
    "a gauge at its other end": {"players": [{"fish": 10}, {}]},
    "morale from nowhere": {"players": [{"morale": 3}, {}]},
    "three thresholds": {"players": [{"morale_hit": [True, False, False]}, {}]},
    "five scouts": {
        "players": [
            {"scouts": [{"card": f"{c}#1"} for c in ("C02", "C04", "C05", "C07", "C09")]},
            {},
        ]
    },
    "a scout that is none": {"players": [{"scouts": [{"card": "S15#1"}]}, {}]},
    "a scout with too much life": {"players": [{"scouts": [{"card": "C02#1", "life": 3}]}, {}]},
    "cards in play out of turn": {"players": [{}, {"played": ["AM#7"]}]},
    "an eliminated player with cards": {"players": [{}, {}, {"out": True, "hand": ["AM#13"]}]},
    "an eliminated player with tiles": {
        "players": [{}, {}, {"out": True}],
        "board": laid({"C1": "2WA"}),
    },
    "an eliminated player to move": {"players": [{"out": True}, {}, {}]},
    "one player left and no end": {"players": [{"out": True}, {}], "seat": 1},
    "an end with two players left": {"phase": "over", "winners": [0]},
    "an end without a winner": {"players": [{"out": True}, {}], "phase": "over"},
    "a winner before the end": {"winners": [0]},
    "somebody fallen who stands": {"fallen": [1]},
    "somebody tied who stands": {"tied": [1]},
    "a card banished and in hand": {"players": [{"hand": ["S15#1"]}, {}], "pantheon": ["S15#1"]},
    "a banished card that does not exist": {"pantheon": ["S15#2"]},
    "a scout that was used out of turn": {
        "players": [{}, {"scouts": [{"card": "C07#1", "used": True}]}]
    },
    "a combo twice": {
        "players": [{"played": ["C03#1"]}, {}],
        "turn": {"combos": ["C03#1", "C03#1"]},
    },
    "a combo of no card": {"turn": {"combos": ["S01#1"]}},
    "an entry twice": {"turn": {"todo": [ENTRY] * 2}},
    "an entry of the future": {
        "turn": {"todo": [{"id": 3, "card": "S05#1", "do": "banish"}], "next": 3}
    },
    "entries in another order": {
        "turn": {"todo": [ENTRY | {"id": 2}, ENTRY | {"id": 1}], "next": 3}
    },
    "a tile that is drawn after the end": {
        "players": [{}, {"out": True}],
        "phase": "over",
        "winners": [0],
        "turn": {"tile": DRAWN, "next": 2},
    },
    "a placement without a terrain": {"turn": {"todo": [{"id": 1, "card": "SO#1", "do": "place"}]}},
    "a family that does not exist": {"turn": {"families": ["timides"]}},
    "an attack on one opponent that waits": {
        "turn": {"queue": [{"kind": "attack", "n": 3, "from": "G5"}]}
    },
    "an attack from an ordinary cell": {
        "players": [{}, {}, {}],
        "turn": {"queue": [{"kind": "attack", "n": 3, "from": "C1"}]},
    },
    "a fire that finds nothing": {"turn": {"queue": [{"kind": "fire", "cell": "G5"}]}},
    "a tile and a choice that wait": {
        "players": [{}, {}, {}],
        "turn": {"tile": DRAWN, "next": 2, "queue": [{"kind": "attack", "n": 3, "from": "G5"}]},
    },
    "fatigue that begins nowhere": {"options": {"fatigue_round": -1}},
    "a first hand of six": {"options": {"first_hand": 6}},
}


@each_case("fields", WRONG.values(), ids=WRONG)
def test_a_position_that_contradicts_itself_is_refused(fields):
    position = {"players": [{}, {}], **fields}
    with pytest.raises(BadPosition) as refused:
        GAME.state_from_json(position)
    assert has_text(refused.value.code)
