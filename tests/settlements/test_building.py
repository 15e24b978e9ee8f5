"""Building and its price: rules TG-50 to TG-61; TG-62 and TG-63 by examples of each rulebook."""

from tests.cases import each_case
from tests.rulebook import rule
from tests.settlements.building import LETTERS, seat

RICH = "9e9b9a9m"
RICH_LAND = "6@0,0r0 4@2,1r0 9@3,-2r2"
"""Three regions with many symbols where they meet."""
ARROWS = (
    *((10, 11), (20, 21), (21, 22), (30, 31), (40, 41), (54, 55), (56, 57), (58, 59)),
    *((60, 61), (61, 62), (62, 63)),
)
NOTHING = {"due": "", "any": 0, "surcharge": 0}


def due(table, building, name, who=0):
    """Cards to pay: types due, cards of any type, surcharge."""
    price = table.price(building, name, who)
    return {key: price[key] for key in ("due", "any", "surcharge")}


# ---- where ------------------------------------------------------------------------------------


@rule("TG-50")
def test_a_building_comes_from_the_reserve(lay):
    table = lay(seat(reserve="41 41 11", hand=RICH), seat()).play("B41 C0")
    assert table.player()["reserve"] == [11, 41]


@rule("TG-51")
def test_any_free_terrain_of_any_region_will_do(lay):
    """With or without a symbol; next to own, foreign or no buildings."""
    table = lay(seat(reserve="41", hand=RICH), seat(), built="1:40@A0 0:41@D0")
    free = {f"{letter}{digit}" for letter in "ABCD" for digit in range(7)} - {"A0", "D0"}
    assert set(table.tokens("B41")) == free
    assert table.play("B41 C0").building("C0") == (0, 41)


# ---- the price --------------------------------------------------------------------------------


@rule("TG-52")
def test_the_cards_paid_go_to_the_discard_pile(lay):
    table = lay(seat(reserve="22", hand="2a2m"), seat(), discard="1e").play("B22 A4 2a")
    assert (table.hand(), table.discard()) == ("2m", "1e2a")


@rule("TG-52")
def test_without_symbols_the_whole_cost_is_due(lay):
    """A5 is blank, and what lies beside it is blank or built upon."""
    table = lay(seat(), seat(), tiles="12@0,0r0", cities="", built="1:41@A0 1:41@A1 1:41@A3")
    assert due(table, 50, "A5") == {"due": "1e1b1a1m", "any": 0, "surcharge": 0}


@rule("TG-53")
def test_symbols_count_across_the_borders_of_regions(lay):
    """A1 has water; around it lie metal of its own region, wood and clay of two others."""
    assert lay().price(50, "A1")["board"] == "1e1a1m"


@rule("TG-53")
def test_a_type_is_never_less_than_free(lay):
    """Two metals for the one that n.22 asks for; the second is no help with the clay."""
    assert due(lay(), 22, "A4") == {"due": "2a", "any": 0, "surcharge": 0}


@rule("TG-53")
def test_symbols_of_other_types_are_useless(lay):
    """N.11 costs water and wood; A0 has two metals besides its waters."""
    assert due(lay(), 11, "A0") == {"due": "2b", "any": 0, "surcharge": 0}


@rule("TG-53")
def test_symbols_are_not_used_up(lay):
    """Two buildings beside the same water, both for nothing."""
    table = lay(seat(reserve="41 41"), seat()).play("B41 C1; B41 C6")
    assert table.events("building_built")[1]["paid"] == {}


@rule("TG-53", "TG-55")
def test_four_symbols_of_a_type_count_and_of_six_n70_uses_five(lay):
    """The hex touches three regions; B5 itself is blank."""
    land = "3@0,0r0 1@2,1r5 22@3,-2r2"
    table = lay(seat(reserve="70"), seat(), tiles=land, cities="")
    assert table.price(70, "B5")["board"] == "4e2m"
    assert due(table, 70, "B5") == NOTHING
    [event] = table.play("B70 B5").events("building_built")
    assert lay.letters(event["board_used"]) == "4e1m"


@rule("TG-53")
def test_the_owner_of_the_buildings_near_does_not_matter(lay):
    table = lay(built="1:40@C2 1:10@C5")
    assert table.price(41, "C1", who=0)["board"] == table.price(41, "C1", who=1)["board"] == "1e"


@rule("TG-53")
def test_a_city_and_the_edge_of_the_map_have_no_symbol(lay):
    """D2 lies on the border of the map: D0, D1 and D3 are its only neighbours."""
    assert lay().price(70, "D2")["board"] == "1b1m"


@rule("TG-54")
def test_an_adjacent_symbol_under_a_building_does_not_count(lay):
    assert lay(built="1:40@A3").price(40, "A0")["board"] == "2e1m"


@rule("TG-54")
def test_the_symbol_built_upon_counts(lay):
    """C0 is the only water near itself."""
    table = lay(built="1:40@C1")
    assert table.price(41, "C0")["board"] == "1e1b1a"
    assert due(table, 41, "C0") == NOTHING


@rule("TG-54")
def test_a_building_covers_its_symbol_for_the_next_one(lay):
    table = lay(seat(reserve="41 41", hand="1e"), seat()).play("B41 C0")
    assert due(table, 41, "C1") == {"due": "1e", "any": 0, "surcharge": 0}


@rule("TG-55")
def test_n70_never_costs_less_than_no_card(lay):
    """B5 and all the six hexes around it have a symbol."""
    table = lay(tiles=RICH_LAND, cities="")
    assert sum(int(n) for n in table.price(70, "B5")["board"] if n.isdigit()) == 7
    assert due(table, 70, "B5") == NOTHING


@rule("TG-55", "TG-57")
@each_case("letter", LETTERS)
def test_the_rest_of_n70_and_the_surcharge_are_paid_with_any_cards(lay, letter):
    alone = lay(seat(reserve="70", hand=RICH), seat())
    assert alone.why_not(f"B70 A0 1{letter}") is None
    second = lay(seat(reserve="41", hand=RICH), seat(), built="0:10@C6")
    assert second.why_not(f"B41 A0 1{letter}") is None


# ---- settlements ------------------------------------------------------------------------------


@rule("TG-56")
@each_case(
    ("built", "surcharge"),
    [
        ("1:40@C3", 0),
        ("0:40@A4", 1),
        ("0:40@A4 0:41@A5", 1),
        ("0:40@A4 0:10@B2", 2),
        ("0:40@A4 0:10@B2 0:20@D1", 3),
        ("0:40@A4 1:10@B2 1:20@D1", 1),
        ("0:40@A4 1:10@C6", 1),
    ],
)
def test_founding_costs_a_card_for_each_settlement_one_has(lay, built, surcharge):
    """Beside a foreign building, too, as in the last case."""
    price = lay(built=built).price(41, "C5")
    assert (price["new_settlement"], price["surcharge"]) == (True, surcharge)


@rule("TG-56")
def test_building_beside_an_own_building_has_no_surcharge(lay):
    price = lay(built="0:10@C6 0:40@A4 0:20@D1").price(41, "C5")
    assert (price["new_settlement"], price["surcharge"]) == (False, 0)


@rule("TG-57")
def test_surplus_symbols_do_not_lower_the_surcharge(lay):
    """N.41 takes one water of the two beside two metals; n.70 takes five of seven symbols."""
    only_surcharge = {"due": "", "any": 0, "surcharge": 1}
    assert due(lay(built="0:10@C6"), 41, "A0") == only_surcharge
    assert due(lay(tiles=RICH_LAND, cities="", built="0:10@A4"), 70, "B5") == only_surcharge


@rule("TG-58")
def test_three_settlements_can_be_joined_at_once(lay):
    table = lay(seat(reserve="41", hand="2e"), seat(), built="0:10@B4 0:20@C3 0:30@B6")
    assert table.play("B41 B5").events("building_built")[0]["joined"] == 3
    assert table.price(40, "D1")["surcharge"] == 1


@rule("TG-58")
def test_later_surcharges_count_joined_settlements_once(lay):
    table = lay(seat(reserve="41", hand="2e"), seat(), built="0:10@A6 0:20@C0 0:30@D1")
    before = table.price(40, "B2")["surcharge"]
    assert (before, table.play("B41 C3").price(40, "B2")["surcharge"]) == (3, 2)


@rule("TG-58")
def test_settlements_that_touch_the_same_city_are_not_joined(lay):
    """One above it, one below it."""
    table = lay(tiles="1@0,0r0 12@-2,4r0", cities="0@-1,2", built="0:10@A2 0:20@B5")
    touched = [
        settlement.cities for settlement in table.game.view(table.state, 0).players[0].settlements
    ]
    assert touched == [(lay.city(0),)] * 2
    assert table.price(41, "A6")["surcharge"] == 2


# ---- replacement ------------------------------------------------------------------------------


@rule("TG-59")
def test_symbols_cannot_be_used_to_replace(lay):
    """Two metals and a water lie unused beside A4; the clay is to be paid all the same."""
    table = lay(seat(reserve="22", hand="1a1m"), seat())
    assert "A4" not in table.tokens("B22")


# ---- free by chain ----------------------------------------------------------------------------


@rule("TG-60")
def test_a_free_building_may_join_settlements(lay):
    table = lay(seat(reserve="22"), seat(), built="0:21@A6 0:50@C0").play("B22 C3")
    assert table.events("building_built")[0]["joined"] == 2


@rule("TG-60")
@each_case(("before", "after"), ARROWS)
def test_every_arrow_makes_free(lay, before, after):
    price = lay(built=f"0:{before}@C3").price(after, "C2")
    assert price["free"]
    assert {key: price[key] for key in NOTHING} == NOTHING


@rule("TG-61")
def test_all_three_41_follow_40(lay):
    table = lay(seat(reserve="41 41 41"), seat(), built="0:40@C0").play("B41 C1; B41 C2; B41 C5")
    assert {event["free"] for event in table.events("building_built")} == {True}


@rule("TG-61")
def test_a_copy_is_not_free_beside_another_copy(lay):
    """41 follows 40 only."""
    assert not lay(built="0:41@C3").price(41, "C2")["free"]


@rule("TG-61")
def test_six_buildings_of_its_project_follow_50_and_three_do_not(lay):
    beside = lay(built="0:50@C3")
    free = [number for number in range(51, 60) if beside.price(number, "C2")["free"]]
    assert free == [51, 52, 53, 54, 56, 58]
