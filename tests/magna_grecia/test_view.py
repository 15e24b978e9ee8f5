"""The public view, and the data derived from it."""

import msgspec

from rules.rng import Rng
from tests.cases import each_case
from tests.contract.playing import Setup, along
from tests.magna_grecia.building import BY_LABEL, GAME, Table, deal, lay
from tests.rulebook import rule

SETUPS = [Setup(GAME, seats, ()) for seats in (2, 3, 4)]


def test_everybody_sees_the_same():
    state = lay().state
    assert GAME.view(state, 0) == GAME.view(state, 1) == GAME.view(state, None)


@each_case("setup", SETUPS, ids=str)
def test_pieces_are_neither_lost_nor_doubled(setup):
    """20 road tiles, 20 city tiles and 20 markets of each seat, wherever they are."""
    for state in along(setup):
        view = GAME.view(state, None)
        for player in view.players:
            roads = sum(road.seat == player.seat for road in view.roads)
            cities = sum(len(city.hexes) for city in view.cities if city.seat == player.seat)
            markets = sum(market.seat == player.seat for market in view.markets)
            assert roads + player.roads + player.reserve_roads == 20
            assert cities + player.cities + player.reserve_cities == 20
            assert markets + player.markets == 20


def test_a_view_has_the_fields_of_a_position_but_two():
    state = deal().state
    fields = set(GAME.state_to_json(state)) - {"deck", "next_city"}
    assert fields <= set(msgspec.to_builtins(GAME.view(state, None)))


def test_market_costs_are_told_of_every_village_and_city():
    table = lay(cities="0:A9, 1:N7", oracles="D7 H7")
    places = {place.id for place in table.view.places if not place.id.startswith("oracle")}
    assert {cost.place for cost in table.view.market_costs} == places


def test_a_candidate_tells_its_consequences_and_leaves_the_position_alone():
    table = lay(cities="0:A9", roads="0:B8 SW-NE")
    before = table.json
    preview = table.preview("R C8 SW-NE")
    assert preview.causes == (
        {"event": "road_placed", "seat": 0, "hex": list(BY_LABEL["C8"]), "ends": [2, 5]},
        {"event": "connected", "places": ["village:aeclanum", "city:c1"]},
        {"event": "aftermath", "cities": {"c1": list(BY_LABEL["A9"])}},
    )
    assert preview.view_after.limits.roads == 3
    assert table.json == before


def test_the_end_of_a_turn_as_a_candidate_brings_no_card_to_light():
    table = deal(oracle_setup="random").play("end")
    preview = table.preview("end")
    redealt = Table(GAME.redeal(table.state, table.state.to_move, Rng(3)))
    assert preview == redealt.preview("end")
    assert preview.causes == ()


@rule("MG-13")
def test_the_preview_of_the_last_oracle_ends_before_the_first_card_is_turned_up():
    """It shows the oracle on the map, and no card, order or limits of a round."""
    table = deal()
    while table.state.oracles_left > 1:
        table = table.play(min(table.legal()))
    last = min(table.legal())
    preview = table.preview(last)
    end = preview.view_after
    assert [cause["event"] for cause in preview.causes] == ["oracle_placed"]
    assert len(end.oracles) == len(table.state.oracles) + 1
    assert (end.round, end.card, end.next_card, end.order) == (0, None, None, ())
    assert (end.limits.roads, end.limits.cities, end.limits.draw) == (0, 0, 0)
    after = table.play(last).state
    assert (after.round, after.card is None) == (1, False)
