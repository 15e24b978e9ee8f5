"""The box, the deal and the oracles (MG-1 to MG-16)."""

from collections import Counter

from rules.contract import BadOptions
from rules.rng import Rng
from tests.cases import each_case
from tests.magna_grecia.building import BY_LABEL, GAME, deal, lay
from tests.magna_grecia.reference import CARDS, LAND, STEPS, VILLAGES, around
from tests.rulebook import refusal, rule

COLOURS = ["yellow", "orange", "brown", "red"]


# ---- the map ----------------------------------------------------------------------------------


@rule("MG-1")
def test_the_map_has_249_hexes_and_42_villages_ten_of_them_green_at_the_edge():
    assert (len(LAND), len(VILLAGES)) == (249, 42)
    green = [at for at, village in VILLAGES.items() if village["green"]]
    assert len(green) == 10
    assert all(any(near not in LAND for near in around(at)) for at in green)


@rule("MG-2")
def test_no_two_villages_are_adjacent():
    assert not [at for at in VILLAGES if set(around(at)) & set(VILLAGES)]


@rule("MG-3")
def test_sybaris_is_hex_n7():
    assert BY_LABEL["N7"] == (0, 13)
    assert VILLAGES[0, 13]["name"] == "Sybaris"


@rule("MG-3")
def test_directions_are_called_by_their_sides():
    """A road tile on B8 from A9 (NE) to C8 (SW)."""
    assert lay(cities="0:A9").play("R B8 NE-SW").view.roads[0].ends == (2, 5)
    assert [BY_LABEL["C8"], BY_LABEL["A9"]] == [
        (BY_LABEL["B8"][0] + STEPS[side][0], BY_LABEL["B8"][1] + STEPS[side][1]) for side in (2, 5)
    ]


@rule("MG-6")
def test_a_road_tile_has_nine_positions():
    """Three straight ones and six curves, where a city lies all around; three from one side."""
    around_c7 = lay(cities="0:C8 D7 D6 C6 B6 B7")
    assert {move.split()[2] for move in around_c7.legal("R C7 ")} == {
        *("E-W", "SE-NW", "SW-NE"),
        *("E-SW", "SE-W", "SW-NW", "W-NE", "E-NW", "SE-NE"),
    }
    one_side = lay(cities="0:A9").legal("R B8")
    assert {move.split()[2] for move in one_side} == {"SE-NE", "SW-NE", "W-NE"}


# ---- the deal ---------------------------------------------------------------------------------


@rule("MG-4", "MG-10")
@each_case(("seats", "points"), [(2, 10), (3, 12), (4, 15)])
def test_everybody_starts_with_points_and_eight_tiles_of_twenty_of_each_kind(seats, points):
    for player in deal(seats).view.players:
        assert player.score == points
        assert (player.roads, player.cities, player.markets) == (4, 4, 20)
        assert (player.reserve_roads, player.reserve_cities) == (16, 16)


@rule("MG-5")
@each_case(
    ("seats", "colours"),
    [(2, ["yellow", "red"]), (3, ["yellow", "brown", "red"]), (4, COLOURS)],
)
def test_the_usual_colours(seats, colours):
    assert [player.color for player in deal(seats).view.players] == colours


@rule("MG-5")
def test_the_colours_can_be_chosen():
    """Brown before orange on every card that says so."""
    table = deal(2, colors=["orange", "brown"], oracle_setup="random")
    assert [player.color for player in table.view.players] == ["orange", "brown"]
    order = [colour for colour in CARDS[table.view.card]["order"] if colour in ("orange", "brown")]
    assert [table.view.players[seat].color for seat in table.view.order] == order


@rule("MG-1", "MG-5")
@each_case(
    ("seats", "seed", "options", "name"),
    [
        (1, 7, {}, "bad_seats"),
        (5, 7, {}, "bad_seats"),
        (2, -1, {}, "bad_seed"),
        (2, 7, {"oracle_setup": "nobody"}, "unknown_setup"),
        (2, 7, {"colors": ["yellow"]}, "bad_colors"),
        (2, 7, {"colors": ["yellow", "yellow"]}, "bad_colors"),
        (2, 7, {"colors": ["yellow", "green"]}, "bad_colors"),
    ],
)
def test_a_deal_that_does_not_make_a_game_is_refused(seats, seed, options, name):
    refused = refusal(GAME.new, seats, seed, options)
    assert isinstance(refused, BadOptions)
    assert refused.name == name


# ---- oracles ----------------------------------------------------------------------------------


@rule("MG-11")
@each_case(("seats", "oracles"), [(2, 7), (3, 7), (4, 9)])
def test_oracles_are_placed_seat_after_seat(seats, oracles):
    table, movers = deal(seats), []
    while table.view.phase == "oracles":
        movers.append(table.state.to_move)
        table = table.play(min(table.legal("O")))
    assert movers == [ply % seats for ply in range(oracles)]
    assert len(table.view.oracles) == oracles


@rule("MG-11")
@each_case("move", ["O A9", "O B8", "O J8"])
def test_an_oracle_goes_into_a_wild_village_without_oracle(move):
    """A9 has a green border, B8 is no village, J8 has an oracle."""
    assert deal().play("O J8").reason(move) == "oracle_village"


@rule("MG-11", "MG-13")
def test_the_engine_can_place_the_oracles():
    table = deal(4, oracle_setup="random")
    assert (table.view.phase, table.view.round, len(table.view.oracles)) == ("turns", 1, 9)
    green = {at for at, village in VILLAGES.items() if village["green"]}
    assert not green & {oracle.hex for oracle in table.view.oracles}
    names = [event.code.partition(".")[2] for event in GAME.opening(table.state)]
    assert names == ["oracle_placed"] * 9 + ["round_started"]


@rule("MG-14")
def test_a_village_with_an_oracle_is_no_village():
    """No city, no market, no road on it; and none of the places is called a village."""
    table = lay(cities="0:A9", joins="A9-D7", oracles="D7")
    assert table.reason("C D7") == "occupied"
    assert table.reason("M D7") == "no_place"
    assert table.reason("R D7 E-W") == "occupied"
    assert "oracle:aeclanum" in {place.id for place in table.view.places}


# ---- cards ------------------------------------------------------------------------------------


@rule("MG-16")
def test_the_cards_check_themselves():
    """Each colour stands three times in each place, all orders differ."""
    for place in range(4):
        stands = Counter(card["order"][place] for card in CARDS.values())
        assert stands == dict.fromkeys(COLOURS, 3)
    assert len({tuple(card["order"]) for card in CARDS.values()}) == 12
    assert all(card["order"][0] == card["border"] for card in CARDS.values())


@rule("MG-16")
def test_example_a():
    """Y2: yellow, orange, brown, red; 3 roads (alone 4), 2 cities (alone 3), draw 5 (alone 7)."""
    assert CARDS["Y2"]["order"] == COLOURS
    alone = lay(card="Y2").view.limits
    assert (alone.roads, alone.cities, alone.draw) == (4, 3, 7)
    second = lay(card="Y2", turn={"roads": 1}).view.limits
    assert (second.roads, second.cities, second.draw) == (3, 2, 5)


@rule("MG-12")
@each_case("seed", range(8))
def test_each_pack_has_a_card_of_every_border_colour(seed):
    deck = deal(3, seed).json["deck"]
    assert len(set(deck)) == 12
    for pack in (deck[0:4], deck[4:8], deck[8:12]):
        assert {CARDS[card]["border"] for card in pack} == set(COLOURS)


@rule("MG-12", "MG-15")
def test_no_card_is_seen_before_the_last_oracle_and_then_one_of_the_deck():
    table = deal()
    assert (table.view.card, table.view.next_card, len(table.view.unseen)) == (None, None, 12)
    after = deal(oracle_setup="random")
    deck = after.json["deck"]
    assert (after.view.next_card, after.view.deck_left) == (deck[0], 11)
    assert after.view.unseen == tuple(sorted(deck[1:]))
    assert not hasattr(after.view, "deck")


@rule("MG-12")
def test_a_redeal_keeps_the_border_colours_of_each_pack():
    """The colours that are left in a pack can be known by counting."""
    table = deal(oracle_setup="random")
    for seed in range(10):
        redealt = GAME.state_to_json(GAME.redeal(table.state, None, Rng(seed)))
        assert redealt["deck"][0] == table.json["deck"][0]
        packs = [redealt["card"], *redealt["deck"]]
        for first in (0, 4, 8):
            assert len({CARDS[card]["border"] for card in packs[first : first + 4]}) == 4


@rule("MG-15")
def test_a_new_round_brings_the_next_card_to_light():
    table = deal(oracle_setup="random").play("end").play("end")
    [event] = [event for event in table.events if event.code.endswith("round_started")]
    assert event.reveals
    assert event.args["round"] == 2
