"""Rounds, what the card allows, the phases of a turn (MG-15 to MG-24)."""

from tests.cases import each_case
from tests.magna_grecia.building import GAME, lay
from tests.rulebook import rule


@rule("MG-17", "MG-19")
def test_a_round_follows_the_card_and_skips_colours_without_a_player():
    """R1 is red brown orange yellow: for yellow, brown and red that is red, brown, yellow.

    The first colour in play begins though the border of the card is another.
    """
    table = lay(seats=3, card="R1")
    assert table.view.order == (2, 1, 0)
    movers = [table.play(moves).state.to_move for moves in ("end", "end;end")]
    assert [table.state.to_move, *movers] == [2, 1, 0]
    assert lay(seats=2, card="O2").view.order == (1, 0)


@rule("MG-15", "MG-17")
def test_after_the_last_turn_the_next_card_is_in_force():
    table = lay(card="Y2").play("end;end")
    assert (table.view.card, table.view.round, table.view.discard) == ("R2", 2, ("Y2",))


LIMITS = [
    # roads and cities placed; those and the draw that Y2 (3 > 4, 2 > 3, 5 > 7) still allows
    (0, 0, (4, 3, 7)),
    (1, 0, (3, 2, 5)),
    (3, 0, (1, 2, 5)),
    (4, 0, (0, 0, 0)),
    (0, 2, (3, 1, 5)),
    (0, 3, (0, 0, 0)),
    (2, 1, (1, 1, 0)),
    (3, 2, (0, 0, 0)),
]


@rule("MG-18")
@each_case(("roads", "cities", "allowed"), LIMITS)
def test_two_basic_actions_or_one_improved(roads, cities, allowed):
    limits = lay(card="Y2", turn={"roads": roads, "cities": cities}).view.limits
    assert (limits.roads, limits.cities, limits.draw) == allowed


@rule("MG-18")
@each_case("move", ["C A17", "D 1+0", "R B8 NE-SW"])
def test_an_improved_number_is_the_only_action(move):
    assert lay(cities="0:A9", turn={"roads": 4}).reason(move) == "card_limit"


@rule("MG-20")
def test_roads_and_city_tiles_may_be_mixed():
    """On peut poser une route, puis fonder une ville et placer une nouvelle route."""
    table = lay(cities="0:A9").play("R B8 NE-SW;C A17;R C8 NE-SW")
    assert (table.view.turn.roads, table.view.turn.cities) == (2, 1)


@rule("MG-20")
@each_case("move", ["R B8 NE-SW", "C A17", "D 1+0"])
def test_a_draw_is_the_last_tile_action(move):
    assert lay(cities="0:A9").play("D 2+1").reason(move) == "already_drawn"


@rule("MG-18", "MG-23")
def test_actions_need_not_be_used():
    assert lay().reason("end") is None


@rule("MG-21")
def test_a_draw_moves_tiles_from_the_reserve_to_the_supply():
    player = lay().play("D 2+1").view.players[0]
    assert (player.roads, player.reserve_roads) == (6, 14)
    assert (player.cities, player.reserve_cities) == (5, 15)


@rule("MG-21")
@each_case("move", ["D 0+0", "D 4+4"])
def test_a_draw_is_of_one_tile_at_least_and_of_as_many_as_the_card_says(move):
    refused = lay().refused(move)
    assert (refused.name, refused.details["n"]) == ("draw_amount", 7)


@rule("MG-21")
def test_a_draw_is_no_more_than_the_reserve_holds():
    table = lay(players=[{"score": 5, "reserve_roads": 1, "reserve_cities": 3}, {}])
    assert table.refused("D 2+0").details == {"rule": "MG-21", "roads": 1, "cities": 3}
    assert table.legal("D") == {f"D {r}+{c}" for r in (0, 1) for c in range(4) if r + c}
    empty = lay(players=[{"reserve_roads": 0, "reserve_cities": 0}, {}])
    assert empty.reason("D 1+0") == "reserve_short"
    assert empty.legal("D") == set()


@rule("MG-22")
@each_case("trade", ["M D7", "S A9"])
@each_case("move", ["R B8 NE-SW", "C A17", "D 1+0", "M D9", "S A9"])
def test_after_a_market_only_the_end_is_left(trade, move):
    table = lay(cities="0:A9", markets="0:A9", joins="A9-D7").play(trade)
    assert table.reason(move) == "market_done"
    assert table.legal() == {"end"}


@rule("MG-22")
def test_a_market_may_follow_a_draw():
    assert lay().play("D 2+1").reason("M D7") is None


@rule("MG-23")
@each_case("step", ["C A9", "D 1+0", "M D7", "R B8 SW-NE"])
def test_a_turn_goes_on_from_its_first_step_until_its_end(step):
    table = lay(cities="0:A9" if step.startswith("R") else "")
    assert not GAME.mid_turn(table.state)
    middle = table.play(step)
    assert (GAME.mid_turn(middle.state), middle.state.to_move) == (True, 0)
    assert list(GAME.legal_actions(middle.state, 1)) == []
    end = middle.play("end")
    assert (GAME.mid_turn(end.state), end.state.to_move) == (False, 1)


@rule("MG-24", "MG-40")
def test_without_points_no_city_tile_is_placed():
    """Si un joueur ne possède plus de PV, il ne peut pas construire."""
    table = lay(players=[{"score": 0}, {}])
    assert table.reason("C A9") == "no_points"
    assert table.legal("C") == set()


@rule("MG-24", "MG-66")
def test_the_last_points_may_be_spent():
    table = lay(players=[{"score": 1}, {}]).play("M D7")
    assert table.score() == 0


@rule("MG-10")
def test_only_tiles_in_supply_can_be_placed():
    table = lay(cities="0:A9", players=[{"score": 9, "roads": 0, "cities": 0}, {}])
    assert table.reason("R B8 NE-SW") == "no_road_tile"
    assert table.reason("C A17") == "no_city_tile"
