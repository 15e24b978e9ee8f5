"""Cities that become one, and what happens to the markets in them (MG-73 to MG-77)."""

from tests.cases import each_case
from tests.magna_grecia.building import BY_LABEL, lay
from tests.rulebook import rule

TWO = {"cities": "0:D9, 0:D7"}
"""Two cities with D8 between them; D9 is the older one."""


def hexes(*labels):
    return tuple(BY_LABEL[label] for label in labels)


@rule("MG-73")
def test_a_tile_between_two_own_cities_merges_them():
    table = lay(**TWO).play("C D8")
    assert [city.hexes for city in table.view.cities] == [hexes("D9", "D8", "D7")]
    assert table.events_of("cities_merged") == [{"city": "c1", "absorbed": ["c2"]}]
    assert table.view.turn.cities == 1
    assert table.view.turn.founded is None


@rule("MG-74")
def test_the_oldest_city_lives_on_with_its_tiles_first():
    table = lay(cities="0:N7, 0:D9, 0:D7 D6").play("C D8")
    assert [(city.id, city.hexes) for city in table.view.cities] == [
        ("c1", hexes("N7")),
        ("c2", hexes("D9", "D8", "D7", "D6")),
    ]


@rule("MG-75", "MG-76")
@each_case(
    ("markets", "remaining", "gone"),
    [
        ("0:D9 0:D7", [("D9", False)], [("D7", False)]),
        ("0:D9x 0:D7", [("D7", False)], [("D9", True)]),
        ("0:D9 0:D7x", [("D9", False)], [("D7", True)]),
        ("0:D9x 0:D7x", [("D9", True)], [("D7", True)]),
        ("1:D9x 1:D7", [("D7", False)], [("D9", True)]),
    ],
)
def test_faq_each_player_keeps_one_market_an_unsold_one_if_there_is_one(markets, remaining, gone):
    """Cela s'applique aussi aux marchés des autres joueurs présents dans vos villes."""
    seat = int(markets[0])
    table = lay(**TWO, markets=markets)
    before = table.view.players[seat].markets
    after = table.play("C D8")
    assert [(market.hex, market.sold) for market in after.view.markets] == [
        (BY_LABEL[at], sold) for at, sold in remaining
    ]
    assert after.events_of("market_removed") == [
        {"seat": seat, "hex": list(BY_LABEL[at]), "sold": sold} for at, sold in gone
    ]
    assert after.view.players[seat].markets == before + 1


@rule("MG-75")
def test_a_city_that_covers_a_village_keeps_one_market_of_each_player():
    """F6 and G6: the city of Compsa covers Volcei, where both seats have a market."""
    table = lay(cities="0:F7", markets="0:F7 0:G6 1:G6").play("C F6;C G6")
    assert [(market.seat, market.hex) for market in table.view.markets] == [
        (0, BY_LABEL["F7"]),
        (1, BY_LABEL["G6"]),
    ]


@rule("MG-76")
def test_a_returned_market_can_be_built_again():
    table = lay(**TWO, markets="0:D9 0:D7", players=[{"score": 9, "markets": 0}, {}])
    assert table.reason("M B6") == "no_market_left"
    assert table.play("C D8").reason("M B6") is None


@rule("MG-77")
def test_a_city_founded_beside_one_with_a_sold_market_brings_an_unsold_one():
    """Fonder sur D7, fusionner avec D9 : le nouveau marché reste."""
    table = lay(cities="0:D9, 0:A9", markets="0:D9x", joins="A9-D7").play("C D7;C D8")
    assert [(market.hex, market.sold) for market in table.view.markets] == [(BY_LABEL["D7"], False)]


@rule("MG-73")
def test_three_cities_become_one():
    """G7 lies between Compsa, Volcei and Numistro."""
    table = lay(cities="0:H7, 0:G6, 0:F7").play("C G7")
    assert [city.hexes for city in table.view.cities] == [hexes("H7", "G7", "G6", "F7")]
    assert table.events_of("cities_merged") == [{"city": "c1", "absorbed": ["c2", "c3"]}]
