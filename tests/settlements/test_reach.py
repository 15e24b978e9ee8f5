"""Buildings out of reach, and the cards that are missing, beside the engine's own prices."""

from msgspec.structs import replace

from rules._settlements import prices
from rules._settlements.land import hex_names
from rules._settlements.pieces import counts_of
from rules._settlements.reach import lacks_of, terrain
from rules.contract import play
from rules.hexgrid import cell_of
from rules.rng import Rng
from tests.cases import each_case
from tests.settlements.building import seat


def positions(lay, plies=400, every=5):
    """Positions of a game at random, some plies apart."""
    game = lay.game
    state, rng = game.new(3, 11), Rng(5)
    for ply in range(plies):
        if not (to_act := game.to_act(state)):
            return
        if ply % every == 0:
            yield state
        state, _ = play(game, state, to_act[0], game.sample(state, to_act[0], rng))


def lacks(lay, state, who, buildings):
    view = lay.game.view(state, who)
    return lacks_of(view, who, lay.game.hand(state, who).cards, buildings)


def test_a_building_out_of_reach_is_one_that_the_engine_prices_nowhere(lay):
    for state in positions(lay):
        for who, player in enumerate(state.players):
            kinds = sorted(set(player.reserve))
            nowhere = [number for number in kinds if not prices.costs(state, who, number)]
            assert [lack.building for lack in lacks(lay, state, who, kinds)] == nowhere


def test_with_what_lacks_a_building_can_be_paid_for_where_it_lacks_least(lay):
    for state in positions(lay):
        for who, player in enumerate(state.players):
            for lack in lacks(lay, state, who, sorted(set(player.reserve))):
                richer = state.clone()
                hand, rules = richer.players[who].hand, state.rules
                for key, count in lack.cards.items():
                    hand[rules.index[key]] += count
                hand[0] += lack.any
                assert cell_of(lack.hex) in prices.costs(richer, who, lack.building)


def test_no_card_lacks_beside_the_building_before(lay):
    state = lay.state(seat(reserve="22"), seat(), built="0:21@C3")
    assert lacks(lay, state, 0, [22]) == ()


@each_case("hand", ["", "1e"])
def test_of_cards_of_any_type_only_those_lack_that_one_does_not_hold(lay, hand):
    state = lay.state(seat(hand=hand), seat(), tiles="12@0,0r0", cities="")
    (lack,) = lacks(lay, state, 0, [70])
    needs = [prices.due(state, 0, 70, cell) for cell in state.free]
    fewest = min(prices.least([9] * 4, need, 2) for need in needs)
    assert (lack.cards, lack.any) == ({}, fewest - len(hand) // 2)


def test_a_game_without_regions_has_no_place_to_lack_for(lay):
    view = lay.game.view(lay.state(seat(reserve="22"), seat()), 0)
    empty = replace(view, board=replace(view.board, tiles=(), buildings=()))
    assert lacks_of(empty, 0, {}, [22]) == ()


@each_case("rot", range(6))
def test_terrain_names_every_hex_with_its_symbol(lay, rot):
    state = lay.state(seat(), seat(), tiles=f"12@0,0r{rot}", cities="")
    view = lay.game.view(state, None)
    symbols = terrain(state.rules, view.board)
    assert list(symbols) == list(hex_names(view.board.tiles))
    expected = [state.rules.only_some(counts_of(symbol)) for symbol in state.land.symbols.values()]
    assert [[name] if name else [] for name in symbols.values()] == [
        list(symbol) for symbol in expected
    ]
