"""The public view, and the data derived from it."""

import msgspec

from rules.contract import play
from rules.rng import Rng
from tests.cases import each_case
from tests.contract.playing import Setup, along
from tests.magna_grecia.building import BY_LABEL, GAME, deal, lay
from tests.rulebook import rule

SETUPS = [Setup(GAME, seats, ()) for seats in (2, 3, 4)]


def test_everybody_sees_the_same():
    state = lay().state
    assert GAME.view(state, 0) == GAME.view(state, 1) == GAME.view(state, None)


def test_the_deck_is_seen_one_card_deep():
    table = deal(oracle_setup="random")
    seen, deck = msgspec.to_builtins(table.view), table.json["deck"]
    assert "deck" not in seen
    assert (seen["next_card"], seen["deck_left"]) == (deck[0], 11)
    assert list(seen["unseen"]) == sorted(deck[1:])


@each_case("setup", SETUPS, ids=str)
def test_pieces_are_neither_lost_nor_doubled(setup):
    """20 road tiles, 20 city tiles and 20 markets of each seat, wherever they are."""
    for state in along(setup):
        seen = GAME.view(state, None)
        for player in seen.players:
            roads = sum(road.seat == player.seat for road in seen.roads)
            cities = sum(len(city.hexes) for city in seen.cities if city.seat == player.seat)
            markets = sum(market.seat == player.seat for market in seen.markets)
            assert roads + player.roads + player.reserve_roads == 20
            assert cities + player.cities + player.reserve_cities == 20
            assert markets + player.markets == 20


@each_case("setup", SETUPS, ids=str)
def test_a_view_has_the_fields_of_a_position_but_two(setup):
    for state in along(setup):
        told = set(GAME.state_to_json(state)) - {"deck", "next_city"}
        assert told <= set(msgspec.to_builtins(GAME.view(state, None)))


def test_market_costs_are_told_of_every_village_and_city():
    table = lay(cities="0:A9, 1:N7", oracles="D7 H7")
    places = {place.id for place in table.view.places if not place.id.startswith("oracle")}
    assert {cost.place for cost in table.view.market_costs} == places


def test_limits_and_obligations_are_told():
    table = lay(cities="0:F7").play("C F6")
    assert table.view.limits.cities == 2
    assert table.view.obligations.villages == (BY_LABEL["G6"],)
    assert table.view.obligations.unjoined is None


def test_a_candidate_tells_what_it_would_cause():
    table = lay(cities="0:A9", roads="0:B8 SW-NE")
    preview = GAME.preview(table.state, 0, GAME.parse(table.state, 0, "R C8 SW-NE"))
    assert preview.causes == (
        {"event": "road_placed", "seat": 0, "hex": list(BY_LABEL["C8"]), "ends": [2, 5]},
        {"event": "connected", "places": ["village:aeclanum", "city:c1"]},
        {"event": "aftermath", "cities": {"c1": list(BY_LABEL["A9"])}},
    )
    assert preview.view_after.limits.roads == 3


def test_a_candidate_leaves_the_position_alone():
    table = lay(cities="0:A9", roads="0:B8 SW-NE")
    before = table.json
    for action in GAME.legal_actions(table.state, 0):
        GAME.preview(table.state, 0, action)
    assert table.json == before


def test_the_end_of_a_turn_as_a_candidate_brings_no_card_to_light():
    table = deal(oracle_setup="random").play("end")
    seat = table.state.to_move
    preview = GAME.preview(table.state, seat, GAME.parse(table.state, seat, "end"))
    other = GAME.redeal(table.state, seat, Rng(3))
    assert preview == GAME.preview(other, seat, GAME.parse(other, seat, "end"))
    assert preview.causes == ()


@rule("MG-13")
def test_the_preview_of_the_last_oracle_ends_before_the_first_card_is_turned_up():
    """It shows the oracle on the map, and no card, order or limits of a round."""
    state = deal(2).state
    while state.oracles_left > 1:
        state, _ = play(GAME, state, state.to_move, next(GAME.legal_actions(state, state.to_move)))
    last = next(GAME.legal_actions(state, state.to_move))
    preview = GAME.preview(state, state.to_move, last)
    then = preview.view_after
    assert [cause["event"] for cause in preview.causes] == ["oracle_placed"]
    assert len(then.oracles) == len(state.oracles) + 1
    assert (then.round, then.card, then.next_card, then.order) == (0, None, None, ())
    assert (then.limits.roads, then.limits.cities, then.limits.draw) == (0, 0, 0)
    after, _ = play(GAME, state, state.to_move, last)
    assert (after.round, after.card is None) == (1, False)
