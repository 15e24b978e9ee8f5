"""Legal places of road tiles (MG-30 to MG-39)."""

from tests.cases import each_case
from tests.magna_grecia.building import lay
from tests.rulebook import rule

FOUND = {
    "seats": 3,
    "cities": "0:A9, 1:N7",
    "roads": "0:B8 NE-SW, 0:C8 NE-SW, 1:N8 E-W, 1:N9 W-NE, 2:B9 SE-NW",
    "oracles": "M10",
}
"""Example F: yellow reaches Aeclanum (D7), brown the oracle M10, red leaves the yellow city A9."""


EXAMPLE_F = [
    # yellow goes on from a village that it has reached
    ("yellow", "R E7 SE-NE", None),
    # red may begin at the yellow city, but only brown has reached the oracle, only yellow Aeclanum
    ("red", "R A10 NE-W", None),
    ("red", "R L10 SE-NE", "not_anchored"),
    ("red", "R E7 SE-NE", "not_anchored"),
    ("red", "R D6 E-W", "not_anchored"),
    # brown may begin at its city, at the yellow one and at the oracle
    ("brown", "R N6 E-W", None),
    ("brown", "R A10 NE-W", None),
    ("brown", "R M11 E-W", None),
    ("brown", "R I6 E-W", "not_anchored"),
    # red goes on from its own road, brown may not
    ("red", "R C10 SE-NW", None),
    ("brown", "R C10 SE-NW", "joins_enemy_road"),
]


@rule("MG-33", "MG-34", "MG-35")
@each_case(("colour", "move", "reason"), EXAMPLE_F)
def test_example_f_a_road_begins_at_any_city_or_where_ones_own_roads_arrive(colour, move, reason):
    table = lay(**FOUND, turn_index=["yellow", "brown", "red"].index(colour))
    assert table.reason(move) == reason


@rule("MG-35")
def test_no_end_may_meet_an_enemy_road_though_the_other_begins_at_a_city():
    """C10 lies between the red road on B9 and the yellow city on C11."""
    table = lay(cities="0:A9, 0:C11", roads="1:B9 SE-NW")
    assert table.reason("R C10 E-NW") == "joins_enemy_road"
    assert table.reason("R C10 E-W") is None


@rule("MG-37", "MG-53")
def test_example_g_a_road_is_cut():
    """A tile before the open end of the red road, without joining it: red cannot go on there."""
    table = lay(cities="0:A9, 0:C11", roads="1:B9 SE-NW").play("R C10 E-W;end")
    assert table.reason("R C10 SE-NW") == "occupied"
    assert table.count("A9") == 0


@rule("MG-30")
def test_a_road_tile_is_free():
    table = lay(cities="0:A9").play("R B8 NE-SW")
    assert table.score() == 20
    assert table.view.players[0].roads == 3


@rule("MG-31", "MG-6")
@each_case("move", ["R B8 NE-NW", "R B8 NE-E", "R B8 NE-NE"])
def test_a_sharp_bend_does_not_exist(move):
    assert lay(cities="0:A9").reason(move) == "bad_shape"


@rule("MG-1", "MG-32")
@each_case("move", ["R A9 E-W", "R B8 E-NE", "R D7 SW-NE", "R B6 E-W", "R 7,-1 E-W"])
def test_a_road_tile_lies_on_an_empty_hex_of_the_board(move):
    """No city, road, oracle or village."""
    table = lay(cities="0:A9", roads="0:B8 SW-NE, 0:C8 SW-NE", oracles="D7")
    assert table.reason(move) == ("off_board" if "," in move else "occupied")


@rule("MG-34")
def test_a_village_reached_in_this_turn_counts_but_not_by_the_tile_itself():
    """C8 faces D7. Example F: de ces villages, ils peuvent placer une autre tuile Route."""
    table = lay(cities="0:A9")
    assert table.reason("R C8 SW-NE") == "not_anchored"
    assert table.play("R B8 SW-NE;R C8 SW-NE").reason("R E7 SE-NE") is None


@rule("MG-36")
@each_case(("roads", "move"), [("", "R A10 NE-W"), ("1:B10 E-W", "R A10 SE-W")])
def test_the_free_end_may_face_the_sea_or_the_side_of_a_road(roads, move):
    """B10 lies with ends to the east and the west, and its side towards A10."""
    assert lay(cities="0:A9", roads=roads).reason(move) is None


@rule("MG-38")
def test_a_road_that_passes_a_village_does_not_reach_it():
    """B8 and C7 lead past Aeclanum to D6."""
    passing = "0:B8 W-NE, 0:B7 E-SW, 0:C7 SW-NE"
    table = lay(cities="0:A9", roads=passing, card="Y1", turn={"roads": 1})
    assert table.count("D7") == 0
    assert table.reason("R E7 SE-NE") == "not_anchored"
    assert table.reason("C D7") == "not_reached"


@rule("MG-39")
def test_roads_may_be_built_in_several_places_of_the_map():
    table = lay(cities="0:A9, 0:N7").play("R B8 SW-NE;R N6 E-W")
    assert table.view.turn.roads == 2
