"""New regions: rules TG-80 to TG-85."""

import pytest

from rules.contract import IllegalMove
from tests.cases import each_case
from tests.rulebook import rule
from tests.settlements import reference
from tests.settlements.building import seat

OTHER = seat(stacks="22|||")
LAST = seat(stacks="41|51 52|53 54|60 10", hand="9e")
"""The first stack holds one building only."""
PLACE = "X 1,-3 r0"
"""In the perfect paving, north of the first and third regions."""


def due(lay, **fields):
    """A region has been drawn and is to be laid: n.2."""
    return lay(LAST, OTHER, **fields).play("D1; P")


@rule("TG-80")
def test_the_last_building_of_a_stack_brings_a_region(lay):
    table = due(lay)
    assert table.turn["extension"] == {"tile": 2}
    assert table.json["region_stack"] == [3, 4]
    assert table.events("region_drawn") == [{"seat": 0, "tile": 2}]


@rule("TG-80")
def test_it_comes_after_the_building_was_parked_or_built(lay):
    """Après l'avoir construit ou placé sur votre Plateau individuel; never on that region."""
    table = lay(LAST, OTHER).play("D1")
    assert table.turn["extension"] is None
    assert table.why_not(PLACE) == "resolve_drawn_building_first"
    assert table.why_not("B41 1,-3") == "not_a_terrain_hex"
    assert table.play("B41 C0").turn["extension"] == {"tile": 2}


@rule("TG-80")
def test_a_building_that_is_not_the_last_brings_none(lay):
    assert lay(LAST, OTHER).play("D2; P").turn["extension"] is None


@rule("TG-80")
def test_the_region_is_added_to_the_map_and_the_turn_goes_on(lay):
    table = due(lay).play("X 1,-3 r4")
    assert table.json["board"]["tiles"][-1] == {"tile": 2, "at": [1, -3], "rot": 4}
    assert table.turn["extension"] is None
    assert table.events("region_placed") == [{"seat": 0, "tile": 2, "at": [1, -3], "rot": 4}]
    assert (table.acting, table.why_not("D2")) == (0, None)


@rule("TG-81")
@each_case("stack", [1, 2, 3, 4])
def test_it_counts_for_all_four_stacks(lay, stack):
    piles = ["41 41", "51 52", "53 54", "60 10"]
    piles[stack - 1] = piles[stack - 1].split()[0]
    table = lay(seat(stacks="|".join(piles)), OTHER).play(f"D{stack}; P")
    assert table.turn["extension"] == {"tile": 2}


@rule("TG-81")
def test_two_stacks_can_be_finished_in_one_turn(lay):
    table = lay(seat(stacks="41|51||"), OTHER).play(f"D1; P; {PLACE}; D2; P; X -3,2 r5")
    assert [event["tile"] for event in table.events("region_placed")] == [2, 3]


@rule("TG-82")
@each_case("rot", [-1, 6, 60])
def test_there_are_six_rotations_only(lay, rot):
    table = due(lay)
    action = table.game.action_from_json({"type": "extend", "at": [1, -3], "rot": rot})
    with pytest.raises(IllegalMove) as refused:
        table.game.check(table.state, 0, action)
    assert (refused.value.name, refused.value.details["rot"]) == ("bad_rotation", rot)


@rule("TG-83")
@each_case("at", ["0,0", "2,-1", "0,-2", "-1,2", "-2,2", "7,-3", "20,20", "-4,-3", "0,6"])
def test_it_overlaps_neither_a_terrain_nor_a_city_and_lies_nowhere_apart(lay, at):
    refusal = due(lay).refused(f"X {at} r0")
    assert (refusal.name, refusal.details["at"]) == ("bad_place", at)


@rule("TG-82", "TG-83")
def test_every_place_is_legal_in_every_rotation_and_no_other(lay):
    table = due(lay)
    expected = {f"X {q},{r} r{k}" for q, r in reference.places(table.json) for k in range(6)}
    assert table.legal() == expected


@rule("TG-83")
def test_without_a_map_the_first_region_lies_in_the_middle(lay):
    table = lay(tiles="", cities="", turn={"extension": {"tile": 5}})
    assert table.legal() == {f"X 0,0 r{rot}" for rot in range(6)}


@rule("TG-84")
def test_it_may_be_built_on_at_once(lay):
    """On peut tout de suite construire sur la nouvelle tuile placée."""
    table = lay(seat(stacks="41|41 52||", hand="9e"), OTHER).play(f"D1; P; {PLACE}; D2; B41 E0")
    assert table.building("E0") == (0, 41)


@rule("TG-84")
def test_its_symbols_count_at_once_beside_it(lay):
    """Region 2 turned so that its metal lies beside A6."""
    table = due(lay)
    before = table.price(70, "A6")["board"]
    after = table.play("X 1,-3 r0").price(70, "A6")["board"]
    assert after == lay.letters(expected_symbols(table, "A6"))
    assert after != before


def expected_symbols(table, name):
    symbols = reference.price(table.json, 0, 70, table.hex(name))["board"]
    return table.lay.cards("") | symbols


@rule("TG-85")
def test_with_no_region_left_the_map_stays_as_it_is(lay):
    table = due(lay, region_stack=[])
    assert table.turn["extension"] is None
    assert table.events("no_region_left") == [{"seat": 0}]
    assert table.why_not("D2") is None


@rule("TG-85", "TG-38")
def test_with_no_region_left_the_turn_still_ends_by_itself(lay):
    table = lay(seat(stacks="41|51||"), OTHER, region_stack=[]).play("D1; P; D2; P")
    assert table.acting == 1
