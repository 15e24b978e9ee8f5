"""Founding and expanding cities, and what must be made good in a turn (MG-40 to MG-49)."""

from tests.cases import each_case
from tests.magna_grecia.building import BY_LABEL, lay
from tests.rulebook import rule

ONE_TILE_LEFT = {"card": "Y1", "turn": {"roads": 1}}
"""Y1 allows one city tile beside roads."""


@rule("MG-43")
def test_example_b_a_city_on_a_green_village_or_on_one_that_an_own_road_reaches():
    """Rouge fonde sur un bord vert, Marron sur un village connecté à une route marron."""
    table = lay(cities="0:A9", roads="0:B8 SW-NE, 0:C8 SW-NE")
    assert table.reason("C N7") is None
    assert table.reason("C D7") is None


@rule("MG-43", "MG-47")
@each_case("roads", ["1:B8 SW-NE, 1:C8 SW-NE", "0:B8 SW-NE"], ids=["an enemy's", "too short"])
def test_a_village_that_no_own_road_reaches_is_no_place_for_a_city(roads):
    """With one tile left it cannot be joined either."""
    table = lay(cities="0:A9", roads=roads, **ONE_TILE_LEFT)
    assert table.reason("C D7") == "not_reached"


@rule("MG-43")
def test_one_city_is_founded_in_a_turn():
    """Un joueur peut fonder une seule ville par tour."""
    table = lay(card="O2", turn_index=1).play("C A9")
    assert table.reason("C A17") == "already_founded"
    assert table.reason("C A10") is None


@rule("MG-41", "MG-46")
def test_example_c_only_one_hex_is_left():
    """Toutes les autres cases sont adjacentes à un village, à une ville adverse ou à un Oracle."""
    table = lay(cities="0:D9 E9, 1:B10 C11", oracles="E11", **ONE_TILE_LEFT)
    reasons = {
        label: table.reason(f"C {label}")
        for label in ("C9", "C10", "D8", "D10", "E8", "E10", "F8", "F9")
    }
    assert reasons == {
        "C9": None,
        "C10": "next_to_enemy_city",
        "D10": "next_to_enemy_city",
        "E10": "next_to_oracle",
        **dict.fromkeys(["D8", "E8", "F8", "F9"], "cannot_finish"),
    }


@rule("MG-1", "MG-41", "MG-42", "MG-43")
@each_case(
    ("move", "reason"),
    [
        ("C A9", "occupied"),
        ("C B9", "occupied"),
        ("C D9", "occupied"),
        ("C 0,0", "off_board"),
        ("C C7", "needs_village"),
        ("C N8", "next_to_enemy_city"),
    ],
)
def test_a_city_tile_lies_on_no_city_road_or_oracle(move, reason):
    """It lies on the board, on a village or beside a city of ones own."""
    table = lay(cities="0:A9, 1:N7", roads="0:B9 SE-NW", oracles="D9")
    assert table.reason(move) == reason


@rule("MG-46", "MG-48")
def test_example_d_a_tile_beside_a_village_and_the_next_one_on_it():
    """F6 touches Volcei (G6), which the second tile covers: no founding, no free market."""
    table = lay(cities="0:F7").play("C F6")
    assert table.view.obligations.villages == (BY_LABEL["G6"],)
    assert table.reason("end") == "finish_city_first"
    after = table.play("C G6")
    assert after.reason("end") is None
    assert after.events_of("city_expanded")[0]["village"]
    assert after.view.turn.founded is None
    assert after.view.markets == ()


@rule("MG-47")
def test_example_e_roads_then_a_city_founded_and_expanded_at_once():
    """The road on B8 faces C8, beside Aeclanum (D7), which no road reaches."""
    table = lay(cities="0:A9").play("R B8 SW-NE;R A10 W-NE;C D7")
    assert table.view.obligations.unjoined == "c2"
    assert table.reason("end") == "finish_city_first"
    after = table.play("C C8")
    assert after.view.obligations.unjoined is None
    assert after.events_of("connected") == [{"places": ["city:c1", "city:c2"]}]
    assert after.reason("end") is None


@rule("MG-47")
def test_a_city_is_joined_by_a_tile_on_a_green_village():
    """Elea (I4) is three hexes from green-bordered Poseidonia (I1)."""
    table = lay(card="O2", turn_index=1).play("C I4;C I3;C I2")
    assert table.view.obligations.unjoined == "c1"
    assert table.legal() == {"C I1"}
    assert table.play("C I1").view.obligations.unjoined is None


@rule("MG-47")
def test_an_unjoined_city_does_not_merge():
    """D8 lies between the new city on D7 and the old one on D9."""
    table = lay(cities="0:D9", roads="0:B8 SW-NE").play("C D7")
    assert table.reason("C D8") == "unjoined_merge"
    assert table.play("C C8").view.obligations.unjoined is None


@rule("MG-42")
def test_a_tile_beside_an_own_city_expands_it():
    table = lay(cities="0:A9").play("C A10")
    assert [city.hexes for city in table.view.cities] == [(BY_LABEL["A9"], BY_LABEL["A10"])]
    assert table.events_of("city_expanded") == [
        {"seat": 0, "city": "c1", "hex": list(BY_LABEL["A10"]), "village": False}
    ]


@rule("MG-44")
def test_a_new_city_brings_a_free_market():
    """Si un joueur fonde une ville, il place un marché gratuitement dans cette ville."""
    table = lay().play("C A9")
    assert table.events_of("market_placed") == [
        {"seat": 0, "hex": list(BY_LABEL["A9"]), "cost": 0, "free": True, "active": True}
    ]
    assert (table.score(), table.view.players[0].markets) == (19, 19)


@rule("MG-44")
@each_case(
    ("fields", "seats"),
    [
        ({"markets": "0:A9"}, [0]),
        ({"markets": "0:A9x"}, [0]),
        ({"players": [{"score": 9, "markets": 0}, {}]}, []),
        ({"markets": "1:A9"}, [1, 0]),
    ],
)
def test_a_market_of_ones_own_or_an_empty_supply_forgoes_the_free_one(fields, seats):
    """Vous perdez donc le bénéfice de cette gratuité; the markets of others stay."""
    table = lay(**fields).play("C A9")
    assert [(market.seat, market.hex) for market in table.view.markets] == [
        (seat, BY_LABEL["A9"]) for seat in seats
    ]
    assert len(table.events_of("market_placed")) == (seats == [1, 0])


@rule("MG-45")
def test_several_cities_are_expanded_in_a_turn_the_new_one_too():
    table = lay(card="O2", turn_index=1, cities="0:A17").play("C A9;C A10;C A16")
    assert [len(city.hexes) for city in table.view.cities] == [2, 2]


@rule("MG-48")
def test_obligations_come_before_everything_else():
    table = lay(cities="0:F7, 0:A9").play("C F6")
    assert all(move.startswith("C") for move in table.legal())
    for move in ("R B8 SW-NE", "D 1+0", "M D7", "S F7", "end"):
        assert table.reason(move) == "finish_city_first"


@rule("MG-49")
@each_case("player", [{"score": 1}, {"score": 9, "cities": 1}])
def test_points_and_supply_limit_what_can_be_made_good(player):
    assert lay(cities="0:F7", players=[player, {}]).reason("C F6") == "cannot_finish"


@rule("MG-48", "MG-49")
def test_two_obligations_are_met_in_any_order():
    """The new city on D7 is to be joined by C8, and Volcei to be covered: two tiles are left."""
    cities = {"cities": "0:F7, 0:A9", "roads": "0:B8 SW-NE", "card": "O2", "turn_index": 1}
    table = lay(**cities).play("C D7;C F6")
    assert table.legal() == {"C C8", "C G6"}
    assert table.play("C G6").legal() == {"C C8"}
    assert "end" in table.play("C C8;C G6").legal()
