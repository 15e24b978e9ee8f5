"""Places, direct connections and their number (MG-50 to MG-56)."""

from tests.cases import each_case
from tests.magna_grecia.building import BY_LABEL, lay
from tests.rulebook import rule

EXAMPLE_I = {
    "seats": 4,
    "cities": "3:N7, 1:M10, 2:H11, 0:L13 L12, 1:C4",
    "joins": "N7-M10 M10-H11 M10-L13 H11-L13 L13-M15 L13-O12 L13-O12 H11-E11 H11-H13"
    " H13-F13 H13-J12 E2-C4 E2-G3",
}
"""Example I: red N7, orange M10 (and C4), brown H11, yellow L13; villages H13 and E2."""


def neighbours(table, label):
    [place] = [place for place in table.view.places if BY_LABEL[label] in place.hexes]
    return set(place.neighbours)


@rule("MG-51", "MG-52")
def test_example_i_connections_are_counted():
    """Red 1, orange 3, brown 4, yellow 4 though five roads leave it, one village 3, another 2."""
    table = lay(**EXAMPLE_I)
    counts = [table.count(label) for label in ("N7", "M10", "H11", "L13", "H13", "E2")]
    assert counts == [1, 3, 4, 4, 3, 2]


@rule("MG-50")
def test_villages_oracles_and_cities_are_places():
    """A city is one place whatever its size."""
    places = {
        place.id: place.hexes for place in lay(cities="0:A9 A10 A11", oracles="J6").view.places
    }
    assert len(places) == 42
    assert {"village:sybaris", "oracle:atina"} <= places.keys()
    assert "village:sipontum" not in places
    assert places["city:c1"] == tuple(BY_LABEL[label] for label in ("A9", "A10", "A11"))


@rule("MG-51")
def test_the_colours_of_roads_do_not_matter():
    table = lay(cities="0:A9", roads="1:B8 SW-NE, 1:C8 SW-NE")
    assert neighbours(table, "A9") == {"village:aeclanum"}


@rule("MG-51")
def test_a_road_stops_at_the_first_place_it_meets():
    """From Sipontum through Aeclanum to Compsa: no direct connection of the two ends."""
    table = lay(cities="0:A9", roads="0:B8 SW-NE, 0:C8 SW-NE, 0:E7 SE-NE")
    assert neighbours(table, "A9") == {"village:aeclanum"}
    assert neighbours(table, "D7") == {"city:c1", "village:compsa"}


@rule("MG-53")
@each_case(
    ("cities", "roads"),
    [
        ("0:A9 A10 A11", "0:B9 SE-NW, 0:C10 E-NW, 0:C11 W-NE, 0:B11 SW-NW"),
        ("0:A9", "0:B8 SW-NE"),
    ],
    ids=["back to the same place", "open"],
)
def test_a_road_back_to_the_same_place_or_to_none_is_no_connection(cities, roads):
    """Around C8 from Sipontum's city to itself; an open road."""
    assert lay(cities=cities, roads=roads).count("A9") == 0


@rule("MG-54")
def test_a_road_of_any_colour_reaches_the_city_that_comes_to_lie_before_its_end():
    """The road from Aeclanum through C8 and B8 ends before A9 until a city stands there."""
    table = lay(roads="1:B8 SW-NE, 1:C8 SW-NE", cities="1:N7")
    assert table.count("D7") == 1
    assert neighbours(table.play("C A9"), "D7") == {"city:c2"}


@rule("MG-55")
def test_lying_beside_each_other_is_no_connection():
    """F6 lies beside Volcei (G6) for a moment."""
    table = lay(cities="0:F7").play("C F6")
    assert table.count("F7") == 0


@rule("MG-56")
def test_a_connection_ends_when_its_places_become_one():
    """A road over C8 and C9 joins the two cities that the tile on D8 merges."""
    table = lay(cities="0:D7, 0:D9", roads="0:C8 E-SW, 0:C9 SE-W")
    assert table.count("D7") == 1
    assert table.play("C D8").count("D7") == 0


@rule("MG-56")
def test_a_city_that_covers_a_village_keeps_its_connections():
    table = lay(cities="0:F7", joins="G6-I4").play("C F6;C G6")
    assert neighbours(table, "F7") == {"village:elea"}
    assert neighbours(table, "I4") == {"city:c1"}
