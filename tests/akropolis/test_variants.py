"""Rulebook p. 8, Variantes; rules AK-70 to AK-74."""

from itertools import combinations

import msgspec

from rules.akropolis.scoring import city_score
from tests.akropolis import reference
from tests.akropolis.building import ALL_VARIANTS, GAME, build, city, score, worth
from tests.cases import each_case
from tests.rulebook import rule

HOUSES_WORTH_TEN = "23@-3,1r5 18@-4,3r4 43@-3,2r4 1@-6,4r5 45@-4,1r2 19@-4,-1r0 42@-5,3r0 47@-3,3r1"
EXAMPLE_4 = "51@-1,2r5 35@0,0r0 8@2,-2r2 39@2,1r2 31@2,0r4 41@-2,0r5"
EXAMPLE_5 = "6@1,-3r1 23@2,-2r5 60@2,1r3 24@1,1r4 11@-1,3r5 19@3,-1r5 49@1,-2r2 29@4,-4r3 14@2,-4r3"
TWO_LAKES = "59@-1,-1r3 48@-2,0r1 25@-2,2r0 6@-2,2r4 46@0,2r5"


def with_all_variants(state):
    """The score of the first city, by the engine, as if all variants were played."""
    changed = GAME.state_to_json(state)
    changed["options"]["variants"] = list(ALL_VARIANTS)
    view = GAME.view(GAME.state_from_json(changed), None)
    return msgspec.to_builtins(view.cities[0].score)


def values(score):
    return {colour: part["value"] for colour, part in score["districts"].items()}


@rule("AK-70")
def test_houses_worth_9_are_not_doubled(position):
    """Example E1: 9 < 10."""
    houses = with_all_variants(position("maxime_houses"))["districts"]["houses"]
    assert houses == {"value": 9, "stars": 3, "points": 27}


@rule("AK-70")
def test_houses_worth_10_are_doubled():
    """P. 8: "une valeur de 10 ou plus"."""
    assert worth(HOUSES_WORTH_TEN, "houses") == 10
    assert worth(HOUSES_WORTH_TEN, "houses", "houses") == 20


@rule("AK-70")
def test_the_houses_of_the_picture_count_24(position):
    """P. 8: "= 12 x2"; then they are multiplied by their stars."""
    houses = with_all_variants(position("houses_worth_twelve"))["districts"]["houses"]
    assert houses == {"value": 24, "stars": 2, "points": 48}


@rule("AK-71")
def test_a_market_beside_a_market_plaza_is_doubled():
    """P. 8: "1 x2"; example E4: the market (2,0) touches the plaza (2,1)."""
    assert worth(EXAMPLE_4, "markets", "markets") == 2


@rule("AK-71")
def test_markets_away_from_the_market_plazas_are_not_doubled():
    """Example E5: neither (2,0) nor (4,-4) touches (1,-3)."""
    assert worth(EXAMPLE_5, "markets", "markets") == 3


@rule("AK-71")
def test_a_covered_market_plaza_does_not_double():
    """The plaza that the market touches is built over; it touches no other."""
    assert worth("39@-1,-1r4 27@-3,-1r5", "markets", "markets") == 2
    assert worth("39@-1,-1r4 27@-3,-1r5 61@-1,-1r5", "markets", "markets") == 1


@rule("AK-71")
def test_markets_that_disturb_each_other_are_not_saved_by_a_plaza():
    """P. 8: the district must satisfy its usual condition all the same."""
    assert worth("8@-3,2r5 29@-2,1r0 31@-2,0r5", "markets", "markets") == 0


@rule("AK-72")
@each_case(
    ("tiles", "outer", "value"),
    [
        ("14@1,-2r0 59@0,-1r0", 2, 2),
        ("32@-1,0r3", 3, 2),
        ("57@2,-1r5", 4, 2),
    ],
)
def test_barracks_with_3_or_4_empty_spaces_are_doubled(tiles, outer, value):
    """P. 8: "3 ou 4 espaces vides adjacents". Level 2 with two spaces; level 1 with 3 and 4."""
    built = reference.city_of(city(tiles)["tiles"])
    [cell] = reference.districts(built, "barracks")
    assert len(reference.outer_space(built).intersection(reference.neighbours(cell))) == outer
    assert worth(tiles, "barracks", "barracks") == value


@rule("AK-72")
def test_lakes_are_not_counted_among_the_empty_spaces():
    """Decision: two outer neighbours and a lake are not three."""
    assert worth("22@-1,3r4 15@1,2r4", "barracks", "barracks") == 1


@rule("AK-72")
def test_the_barracks_of_example_5_count_3(position):
    """(2,-5) has four outer neighbours: 2, and (3,-3) counts 1."""
    barracks = with_all_variants(position("lakes_and_edges"))["districts"]["barracks"]
    assert barracks == {"value": 3, "stars": 2, "points": 6}


@rule("AK-73")
@each_case(("tiles", "value"), [(EXAMPLE_4, 5), ("15@3,-2r1 47@1,-2r0", 1)])
def test_a_temple_upstairs_is_doubled_one_on_the_table_is_not(tiles, value):
    """P. 8: "placés sur un niveau supérieur"; example E4: 2 x 2 + 1 = 5."""
    assert worth(tiles, "temples", "temples") == value


@rule("AK-74", "AK-52")
@each_case(
    ("tiles", "cells"),
    [("19@2,1r2 30@-1,3r4", 1), (EXAMPLE_5, 2), ("46@2,0r5 40@4,0r5 6@3,-3r0 24@2,-3r2", 3)],
)
def test_a_garden_beside_a_lake_of_any_size_is_doubled(tiles, cells):
    """P. 8: "adjacents à un lac (espace vide complètement entouré)"."""
    sizes = [len(lake) for lake in reference.lakes(reference.city_of(city(tiles)["tiles"]))]
    assert cells in sizes
    assert worth(tiles, "gardens", "gardens") == 2 * worth(tiles, "gardens")


@rule("AK-74")
def test_a_garden_without_a_lake_is_not_doubled():
    assert worth("37@1,1r2", "gardens", "gardens") == 1


@rule("AK-74")
def test_a_garden_between_two_lakes_is_doubled_once_only():
    """A garden on level 2 touches two lakes, one on level 1 touches one: (2 + 1) x 2."""
    assert worth(TWO_LAKES, "gardens", "gardens") == 6


@rule("AK-70", "AK-71", "AK-72", "AK-73", "AK-74")
@each_case(
    ("name", "total", "expected"),
    [("temples_and_markets", 22, [1, 2, 2, 5, 0]), ("lakes_and_edges", 28, [4, 3, 3, 0, 4])],
)
def test_all_variants_together(position, name, total, expected):
    """Examples E4 and E5, last lines: houses, markets, barracks, temples, gardens."""
    score = with_all_variants(position(name))
    assert (score["total"], [*values(score).values()]) == (total, expected)


@each_case("chosen", [c for n in range(6) for c in combinations(ALL_VARIANTS, n)])
def test_each_variant_changes_its_own_colour_only(chosen):
    """P. 8: "Il est possible de jouer avec plusieurs variantes dans la même partie"."""
    plain, alone = values(score(EXAMPLE_5)), values(score(EXAMPLE_5, *ALL_VARIANTS))
    expected = {colour: (alone if colour in chosen else plain)[colour] for colour in plain}
    assert values(score(EXAMPLE_5, *chosen)) == expected


@each_case("chosen", [(), ("barracks",), ALL_VARIANTS])
def test_a_city_can_be_scored_with_any_variants_whatever_the_game_plays(chosen):
    """Section 5: the score of any city with any variants at any time."""
    built = build(city(EXAMPLE_5), city(), variants=["gardens"]).cities[0]
    assert msgspec.to_builtins(city_score(built, chosen)) == score(EXAMPLE_5, *chosen)


@each_case(("tiles", "colour", "value"), [("57@2,-1r5", "barracks", 2), (TWO_LAKES, "gardens", 6)])
def test_a_doubled_district_still_needs_a_plaza(tiles, colour, value):
    """P. 8: "bénéficier de la présence d'au moins une Place de même type"."""
    part = score(tiles, colour)["districts"][colour]
    assert part == {"value": value, "stars": 0, "points": 0}
