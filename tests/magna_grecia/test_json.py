"""Positions as JSON: small ones are welcome, contradictory ones are refused."""

from rules.codec import position_from_outside
from tests.cases import each_case
from tests.magna_grecia.building import GAME, at, lay, position_json
from tests.magna_grecia.reference import VILLAGES
from tests.rulebook import refusal


def test_a_small_position_is_filled_up():
    """Card and players are enough."""
    state = GAME.state_from_json({"game": "magna_grecia", "card": "Y2", "players": [{}, {}]})
    position = GAME.state_to_json(state)
    assert position["order"] == [0, 1]
    assert position["options"] == {"oracle_setup": "players", "colors": ["yellow", "red"]}
    assert position["players"][0] == {
        "seat": 0,
        "color": "yellow",
        "score": 10,
        "roads": 4,
        "cities": 4,
        "reserve_roads": 16,
        "reserve_cities": 16,
        "markets": 20,
    }


def test_pieces_on_the_map_are_missing_from_the_reserve():
    player = lay(cities="0:A9 A10", roads="0:B8 SW-NE", markets="0:A9").view.players[0]
    assert (player.reserve_roads, player.reserve_cities, player.markets) == (15, 14, 19)


def test_players_may_name_their_colours_themselves():
    position = position_json(players=[{"color": "orange"}, {"color": "brown"}], card="B2")
    assert GAME.state_to_json(GAME.state_from_json(position))["order"] == [1, 0]


def test_an_oracle_may_leave_its_city_to_the_engine():
    table = lay(cities="0:F7", oracles="H7", joins="F7-H7")
    assert table.json["oracles"] == [{"hex": at("H7"), "city": "c1"}]


def road(label, seat=0, ends=(0, 3)):
    return {"hex": at(label), "seat": seat, "ends": list(ends)}


def city(name, *labels, seat=0):
    return {"id": name, "seat": seat, "hexes": [at(label) for label in labels]}


def market(label, seat=0, sold=False):
    return {"seat": seat, "hex": at(label), "sold": sold}


CITY = city("c1", "A9")
OVER = {"phase": "over", "card": None}
WILD = [{"hex": list(at)} for at, village in VILLAGES.items() if not village["green"]]
FOUNDED = {"cities": 1, "founded": "c1", "unjoined": "c1"}
CONTRADICTIONS = [
    # what the position says, and the path of what is wrong
    ({"game": "attika"}, "game"),
    ({"deck": ["Q1"]}, "deck"),
    ({"deck": ["Y2"]}, "deck"),
    ({"discard": ["R2"]}, "deck"),
    ({"phase": "over"}, "card"),
    ({"round": 13}, "round"),
    ({"to_move": 1}, "to_move"),
    ({"players": [{"score": -1}, {}]}, "players[0].score"),
    ({"players": [{}, {"roads": 10, "reserve_roads": 11}]}, "players[1].roads"),
    ({"players": [{}, {"cities": 10, "reserve_cities": 11}]}, "players[1].cities"),
    ({"markets": [market("D7")], "players": [{"markets": 20}, {}]}, "players[0].markets"),
    ({"oracles": [{"hex": at("A9")}]}, "oracles[0]"),
    ({"oracles": [{"hex": at("D7"), "city": "c1"}], "cities": [CITY]}, "oracles[0]"),
    ({"phase": "oracles", "card": None, "oracles": WILD[:7]}, "oracles"),
    ({"roads": [road("A9")]}, "roads[0]"),
    ({"roads": [road("B8"), road("B8")]}, "roads[1]"),
    ({"roads": [road("B8", ends=(0, 1))]}, "roads[0]"),
    ({"roads": [road("B8"), road("B9", seat=1)]}, "roads[0]"),
    ({"cities": [city("k1", "A9")]}, "cities[0].id"),
    ({"cities": [city("c1")]}, "cities[0]"),
    ({"cities": [city("c1", "A9", "A17")]}, "cities[0]"),
    ({"cities": [CITY, city("c2", "A9")]}, "cities"),
    ({"cities": [CITY, city("c1", "A17")]}, "cities"),
    ({"cities": [CITY, city("c2", "A10", seat=1)]}, "cities[0]"),
    ({"cities": [city("c1", "D6")], "oracles": [{"hex": at("D7")}]}, "cities[0]"),
    ({"cities": [CITY], "next_city": 1}, "cities[0]"),
    ({"cities": [city("c1", "D6")]}, "cities"),
    ({"markets": [market("B8")]}, "markets"),
    ({"markets": [market("D7")], "oracles": [{"hex": at("D7")}]}, "markets"),
    ({"cities": [city("c1", "A9", "A10")], "markets": [market("A9"), market("A10")]}, "markets"),
    (OVER | {"turn": {"roads": 1}}, "turn"),
    ({"turn": FOUNDED, "cities": [CITY]}, "turn.unjoined"),
    ({"turn": FOUNDED, "cities": [city("c1", "J8")]}, "turn"),
    ({"turn": {"cities": 3}, "cities": [city("c1", "F7", "F6")]}, "turn"),
]


@each_case(("position", "path"), CONTRADICTIONS)
def test_a_position_from_outside_that_contradicts_itself_is_refused(position, path):
    refused = refusal(position_from_outside, GAME, position_json() | position)
    assert (refused.code, refused.details["path"]) == ("common.bad_position", path)


@each_case("position", [{"options": {"colors": ["red"]}}, {"options": {"luck": "bad"}}])
def test_options_that_make_no_game_are_refused(position):
    refused = refusal(GAME.state_from_json, position_json() | position)
    assert refused.name in ("bad_colors", "bad_options")


def test_obligations_in_mid_turn_are_welcome():
    """A village to cover, and a city to join."""
    owing = position_json(cities="0:F7 F6", turn={"cities": 1})
    assert GAME.state_from_json(owing).turn.owed
    turn = {"cities": 1, "founded": "c2", "unjoined": "c2"}
    table = lay(cities="0:A9, 0:D7", roads="0:B8 SW-NE", turn=turn)
    assert "C C8" in table.legal()
    assert table.reason("end") == "finish_city_first"


def test_a_ring_of_roads_joins_no_places():
    """No game makes one, a position may: six curves around Maleventum (B6)."""
    ring = "0:B7 SW-NW, 0:C7 W-NE, 0:C6 E-NW, 0:B5 SE-NE, 0:A6 E-SW, 0:A7 SE-W"
    assert {place.count for place in lay(roads=ring).view.places} == {0}


def test_the_seat_of_the_next_oracle_goes_without_saying():
    state = GAME.state_from_json(position_json(phase="oracles", card=None, oracles="J8"))
    assert (state.to_move, state.oracles_left) == (1, 6)
