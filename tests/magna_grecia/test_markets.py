"""Markets: their cost, when they are active, their value, their sale (MG-60 to MG-72)."""

from rules.magna_grecia import options
from tests.cases import each_case
from tests.magna_grecia.building import BY_LABEL, lay
from tests.magna_grecia.test_places import EXAMPLE_I
from tests.rulebook import rule

EXAMPLE_H = {
    "seats": 4,
    "cities": "0:A9 A10 A11, 1:J16, 2:N7 N8",
    "markets": "0:A9 1:J16 2:N7 1:N7 3:N8",
}
"""Yellow: 3 tiles, 1 market. Orange: 1 tile, 1 market. Brown: 2 tiles, 3 markets. Village D7."""


@rule("MG-63")
def test_example_h_what_a_market_costs():
    """Orange pays 4, red 2, brown 1 in the village, yellow 5."""
    table = lay(**EXAMPLE_H)
    assert [table.cost(label) for label in ("A10", "J16", "D7", "N8")] == [4, 2, 1, 5]


@rule("MG-63", "MG-24")
def test_example_h_the_markets_are_built_and_paid():
    table = lay(**EXAMPLE_H).play("M N8;end;M A10;end;M D7;end;M J16;end")
    assert [event["cost"] for event in table.events_of("market_placed")] == [5, 4, 1, 2]
    assert [player.score for player in table.view.players] == [15, 16, 19, 18]


@rule("MG-63", "MG-71")
def test_example_j_sold_markets_do_not_count():
    """Orange et Jaune ont vendu : 2 tuiles Ville et un seul marché non vendu, 3 PV."""
    table = lay(seats=4, cities="3:N7 N8", markets="1:N7x 0:N7x 3:N7", turn_index=2)
    assert table.cost("N7") == 3


@rule("MG-67", "MG-68")
def test_example_i_what_the_markets_are_worth():
    markets = "3:N7 3:M10 3:H11 2:H11 2:H13 0:H11 0:L13 0:E2 1:H11 1:E2 1:L13 1:M10"
    table = lay(**EXAMPLE_I, markets=markets)
    red = [table.value(3, label) for label in ("N7", "M10", "H11")]
    brown = [table.value(2, label) for label in ("H11", "H13")]
    yellow = [table.value(0, label) for label in ("H11", "L13", "E2")]
    orange = [table.value(1, label) for label in ("H11", "E2", "L13", "M10")]
    assert (red, brown, yellow, orange) == ([1, 3, None], [4, 3], [4, 4, None], [4, 2, 4, 3])


@rule("MG-68", "MG-63")
def test_faq_a_market_makes_a_profit():
    """Une ville de 3 tuiles avec un marché, connectée à 6 lieux : coûte 4, vaut 6."""
    joins = "A9-B6 A9-D7 A9-D9 A9-B13 A9-D12 A9-G10"
    table = lay(cities="1:A9 A10 A11, 0:E5", markets="1:A9", joins=joins)
    assert (table.cost("A9"), table.count("A9")) == (4, 6)


@rule("MG-68")
def test_faq_the_size_of_a_city_does_not_matter():
    small = lay(cities="0:A9", markets="0:A9", joins="A9-D7")
    large = lay(cities="0:A9 A10 A11", markets="0:A9", joins="A9-D7")
    assert small.value(0, "A9") == large.value(0, "A9") == 1


@rule("MG-41", "MG-44")
def test_faq_a_city_may_be_built_on_a_village_with_markets():
    """Ceux des autres restent et profitent des routes ; qui y avait le sien n’en reçoit pas."""
    table = lay(roads="0:B8 SW-NE, 0:C8 SW-NE", cities="0:A9", markets="0:D7 1:D7")
    after = table.play("C D7")
    assert after.events_of("market_placed") == []
    assert {market.seat for market in after.view.markets} == {0, 1}
    assert after.cost("D7") == 3


@rule("MG-63", "MG-67")
def test_faq_the_more_markets_there_are_the_dearer_is_the_next():
    """Et il ne rapporte qu’une fois le lieu connecté à une ville de sa couleur."""
    costs = [lay(seats=4, markets=markets).cost("D7") for markets in ("", "1:D7", "1:D7 2:D7")]
    assert costs == [1, 2, 3]
    table = lay(seats=2, markets="1:D7", cities="1:A9", joins="A9-D7").play("M D7")
    assert table.value(0, "D7") is None
    assert table.value(1, "D7") == 1


@rule("MG-62")
@each_case("market", ["0:N7", "0:N7x", "0:N8x"])
@each_case("move", ["M N7", "M N8"])
def test_faq_a_seat_has_one_market_in_a_city_even_after_a_sale(market, move):
    """Un joueur ayant déjà vendu un marché ne peut en construire un nouveau au même endroit."""
    assert lay(cities="1:N7 N8", markets=market).reason(move) == "already_has_market"


@rule("MG-61")
@each_case(
    ("move", "reason"),
    [("M A9", "own_city"), ("M M10", "no_place"), ("M B8", "no_place"), ("M 0,0", "off_board")],
)
def test_a_market_is_built_in_a_village_or_an_enemy_city(move, reason):
    assert lay(cities="0:A9", oracles="M10").reason(move) == reason


@rule("MG-61")
@each_case("move", ["M P15", "M N8"])
def test_no_connection_is_needed_to_build_a_market(move):
    assert lay(cities="0:A9, 1:N7 N8").reason(move) is None


@rule("MG-64")
def test_markets_come_from_the_supply():
    table = lay(players=[{"score": 9, "markets": 1}, {}]).play("M D7;end;end")
    assert table.view.players[0].markets == 0
    assert lay(players=[{"score": 9, "markets": 0}, {}]).reason("M D7") == "no_market_left"


@rule("MG-65", "MG-72")
def test_the_free_market_and_a_paid_one_in_a_turn():
    table = lay().play("C A9;M D7")
    assert [market.hex for market in table.view.markets] == [BY_LABEL["A9"], BY_LABEL["D7"]]
    assert table.reason("M D9") == "market_done"


@rule("MG-66")
def test_there_is_no_credit():
    table = lay(cities="1:N7 N8", players=[{"score": 1}, {}])
    refused = table.refused("M N7")
    assert refused.name == "too_expensive"
    assert refused.details == {"rule": "MG-66", "hex": "N7", "cost": 2, "score": 1, "n": 2}


@rule("MG-67")
def test_a_market_two_places_away_is_not_active():
    table = lay(cities="0:A9", joins="A9-D7 D7-F7", markets="0:F7")
    assert table.value(0, "F7") is None


@rule("MG-69")
def test_a_market_may_be_built_before_it_is_active():
    table = lay(cities="0:A9").play("M D7")
    assert table.value(0, "D7") is None
    assert table.link(0, "A9", "D7").value(0, "D7") == 1


@rule("MG-70")
def test_a_sale_brings_the_present_value_of_the_market():
    """It may be 0."""
    table = lay(cities="0:A9", joins="A9-D7 D7-F7", markets="0:D7").play("S D7")
    assert table.events_of("market_sold") == [{"seat": 0, "hex": list(BY_LABEL["D7"]), "value": 2}]
    assert table.score() == 22
    assert lay(cities="0:A9", markets="0:A9").reason("S A9") is None


@rule("MG-70")
@each_case(
    ("markets", "move", "reason"),
    [
        ("0:D7", "S D7", "market_inactive"),
        ("1:A9", "S A9", "no_market_here"),
        ("0:A9x", "S A9", "already_sold"),
        ("", "S B8", "no_place"),
        ("", "S 0,0", "off_board"),
    ],
)
def test_only_ones_own_unsold_active_markets_are_sold(markets, move, reason):
    assert lay(cities="0:A9", markets=markets).reason(move) == reason


@rule("MG-70")
def test_any_hex_of_a_city_names_its_market():
    table = lay(cities="0:A9 A10", markets="0:A9", joins="A9-D7")
    assert table.play("S A10").view.markets[0].sold


@rule("MG-60", "MG-71")
def test_a_sold_market_stays_without_a_value():
    table = lay(cities="0:A9", markets="0:A9", joins="A9-D7")
    assert table.value(0, "A9") == 1
    after = table.play("S A9;end;end;end")
    assert after.value(0, "A9") is None
    assert after.reason("S A9") == "already_sold"


@rule("MG-72")
def test_a_founder_may_sell_a_market_or_build_one_but_not_both():
    """Marron fonde une ville avec son marché gratuit, puis vend un marché ou en construit un."""
    table = lay(cities="0:A9", markets="0:A9", joins="A9-D7").play("C N7")
    assert table.play("S A9").reason("M D9") == "market_done"
    assert table.play("M D9").reason("S A9") == "market_done"


@rule("MG-67")
def test_the_preview_of_a_market_without_a_road_says_what_it_will_be_worth():
    """And of a new city whose market nothing is joined to; a road that joins them ends both."""
    table = lay(cities="0:A9")
    [idle] = table.preview("M D7").unmet
    assert (idle.code, idle.args) == (
        "magna_grecia.unmet_idle_market",
        {"hex": list(BY_LABEL["D7"]), "n": 1},
    )
    [lone] = lay().preview("C A9").unmet
    assert lone.code == "magna_grecia.unmet_lone_market"
    assert lay().play("C A9").preview("S A9").unmet == ()
    [road] = table.preview("R B8 SW-NE").unmet
    assert road.code == "magna_grecia.unmet_open_road"
    joined = lay(cities="0:A9", roads="0:B8 SW-NE, 0:C8 SW-NE")
    assert joined.preview("M D7").unmet == ()


@rule("MG-67")
def test_a_market_that_is_not_active_yet_promises_the_same_in_the_menu_and_in_its_preview():
    table = lay(cities="0:A9, 1:D9", joins="D9-D7")
    idle = [
        each
        for each in options.markets_by_profit(table.state, 0)
        if each.code == "magna_grecia.option_market_idle"
    ]
    assert {each.args["n"] for each in idle} == {1, 2}
    for each in idle:
        [unmet] = table.preview(f"M {each.token}").unmet
        assert unmet.args["n"] == each.args["n"]
