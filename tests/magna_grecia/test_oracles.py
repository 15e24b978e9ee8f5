"""Control of the oracles (MG-80 to MG-87)."""

from tests.cases import each_case
from tests.magna_grecia.building import BY_LABEL, SIDES, lay
from tests.rulebook import rule

FIGHT = {
    "seats": 4,
    "cities": "0:H11, 3:M10, 1:F7, 0:A9, 3:N7",
    "oracles": "J8",
}
"""Yellow H11 and A9, red M10 and N7, orange F7 around the oracle J8."""


@rule("MG-81")
def test_examples_k_and_l_yellow_connects_the_oracle_and_takes_it():
    table = lay(**FIGHT)
    assert table.holder("J8") is None
    after = table.link(0, "H11", "J8")
    assert after.events_of("oracle_turned") == [
        {"hex": list(BY_LABEL["J8"]), "from": None, "to": "c1", "seat": 0}
    ]


@rule("MG-82")
def test_example_m_red_is_connected_to_two_places_and_takes_it():
    """L'Oracle et un village, contre le seul Oracle de Jaune."""
    table = lay(**FIGHT).link(0, "H11", "J8").link(3, "M10", "J8")
    assert table.holder("J8") == 0
    assert table.link(3, "M10", "L13").holder("J8") == 3


@rule("MG-82")
def test_example_n_orange_has_three_connections_and_takes_it():
    """L'Oracle, une ville jaune et une ville rouge."""
    red = lay(**FIGHT).link(0, "H11", "J8").link(3, "M10", "J8").link(3, "M10", "L13")
    two = red.link(1, "F7", "J8").link(1, "F7", "A9")
    assert two.holder("J8") == 3
    assert two.link(1, "F7", "N7").holder("J8") == 1


@rule("MG-82", "MG-52")
def test_example_o_yellow_has_to_surpass_red():
    """Rouge 5, Jaune 4 (deux routes vers le même village) ; à 5 l'Oracle reste, à 6 il tourne."""
    red = "G10-D12 G10-D14 G10-F13 G10-E11"
    yellow = "D7-B6 D7-E5 D7-C4 D7-C4"
    table = lay(cities="1:G10, 0:D7 D6", oracles="H7", joins=f"D7-H7 {yellow} G10-H7 {red}")
    assert (table.count("G10"), table.count("D7"), table.holder("H7")) == (5, 4, 1)
    five = table.link(0, "D7", "D9")
    assert (five.count("D7"), five.holder("H7")) == (5, 1)
    six = five.link(0, "D7", "A9")
    assert (six.count("D7"), six.holder("H7")) == (6, 0)


@rule("MG-80")
def test_faq_a_village_never_controls_an_oracle():
    table = lay(cities="0:A9", oracles="J8", joins="J8-J6 J8-H7")
    assert table.holder("J8") is None


@rule("MG-80")
def test_an_oracle_looks_at_directly_connected_cities_only():
    """Sipontum is connected to Aeclanum, which is connected to the oracle."""
    table = lay(cities="0:A9", oracles="H7", joins="A9-D7 D7-H7")
    assert table.holder("H7") is None


@rule("MG-83", "MG-56")
def test_merging_trap_two_neighbours_become_one_and_the_oracle_turns():
    """Red is joined to the oracle and two brown cities: 3. Brown merges them: red has 2 left."""
    joins = "F7-H7 F7-D7 F7-D9 I10-H7 I10-J12 I10-L13"
    table = lay(seats=3, card="B2", cities="2:F7, 1:D7, 1:D9, 0:I10", oracles="H7", joins=joins)
    assert (table.count("F7"), table.count("I10"), table.holder("H7")) == (3, 3, 2)
    after = table.play("C D8")
    assert (after.count("F7"), after.count("I10"), after.holder("H7")) == (2, 3, 0)


@rule("MG-83")
def test_oracles_are_looked_at_after_every_tile():
    """The first of two road tiles turns it already."""
    table = lay(cities="0:A9, 1:F7", oracles="H7", joins="F7-H7").link(0, "A9", "H7")
    assert table.holder("H7") == 1
    assert table.link(0, "A9", "D9").holder("H7") == 0


@rule("MG-84")
def test_of_equal_cities_the_oldest_takes_a_free_oracle():
    """A tile joins two cities with the same count to the oracle at once: the one founded first."""
    table = lay(cities="1:F7, 0:I10", joins="F7-H7 I10-H7", oracles="H7")
    assert (table.count("F7"), table.count("I10"), table.holder("H7")) == (1, 1, 1)


@rule("MG-85")
def test_an_oracle_follows_the_city_it_points_to_into_a_merged_one():
    table = lay(cities="0:D9, 0:D7", oracles="H7", joins="D7-H7").play("C D8")
    assert table.view.oracles[0].city == "c1"
    assert table.events_of("oracle_turned") == []


@rule("MG-87")
@each_case("more", ["", ", 0:M8 E-SW, 0:M9 E-W"])
def test_an_oracle_points_to_the_first_side_where_a_road_arrives(more):
    """A road arrives from the south-west, in the second case one from the west, too."""
    table = lay(cities="0:N7", roads=f"0:N8 E-W, 0:N9 W-NE{more}", oracles="M10")
    assert SIDES[table.view.oracles[0].points_to] == "SW"


@rule("MG-82")
def test_the_preview_of_a_road_to_an_oracle_that_stays_with_another_says_why():
    """A road that wins it says nothing of the kind."""
    joined = {"oracles": "D7", "roads": "0:B8 SW-NE"}
    [stays] = lay(cities="1:D9, 0:A9", joins="D9-D7", **joined).preview("R C8 SW-NE").unmet
    assert (stays.code, stays.args) == (
        "magna_grecia.unmet_faithful_oracle",
        {"hex": list(BY_LABEL["D7"]), "seat": 1, "n": 1},
    )
    assert lay(cities="1:D9, 0:A9", **joined).preview("R C8 SW-NE").unmet == ()
