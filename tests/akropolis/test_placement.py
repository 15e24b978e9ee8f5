"""Rulebook p. 4, Ajouter la tuile dans sa Cité; rules AK-23 to AK-39, example E3."""

from collections import Counter

import pytest

from rules.akropolis.actions import Place
from rules.akropolis.legal import sites
from rules.akropolis.view import surface
from rules.contract import IllegalMove
from tests.akropolis import reference
from tests.akropolis.building import GAME, build, city, heights, legal_sites, why_not, worth
from tests.cases import each_case
from tests.rulebook import play_all, rule


def two_seats(tiles="", stones=0, line=(60, 61, 59)):
    return build(city(tiles, stones), city(), line=list(line))


def first_city(moves, *, tiles="", line=(60, 61, 59)):
    """The first city after these moves of its owner, as it is shown."""
    state, _ = play_all(GAME, two_seats(tiles, line=line), moves)
    return GAME.view(state, None).cities[0]


def kinds_covered(state, move):
    """The hexes that a tile would lie on: their heights and kinds, where any are built."""
    action = GAME.parse(state, 0, move)
    tops = reference.city_of(GAME.state_to_json(state)["cities"][0]["tiles"]).cells
    hexes = [tops.get(cell) for cell in reference.footprint(action.at, action.rot)]
    return [(hex_.level, hex_.kind) if hex_ else (0, None) for hex_ in hexes]


@rule("AK-20")
def test_a_turn_is_one_tile_taken_and_added_to_ones_own_city():
    """P. 4: "Prendre une tuile; Ajouter la tuile dans sa Cité"."""
    state, _ = play_all(GAME, two_seats(line=(51, 1, 2)), "T1 -1,2 r5")
    after = GAME.state_to_json(state)
    assert [len(built["tiles"]) for built in after["cities"]] == [1, 0]
    assert after["line"] == [1, 2]


@rule("AK-23")
@each_case(
    ("anchor", "rot", "second", "third"),
    [
        ((-2, 0), 0, (-1, 0), (-2, 1)),
        ((-2, 0), 1, (-2, 1), (-3, 1)),
        ((-1, 0), 2, (-2, 1), (-2, 0)),
        ((-1, 0), 3, (-2, 0), (-1, -1)),
        ((-2, 0), 4, (-2, -1), (-1, -1)),
        ((-2, 0), 5, (-1, -1), (-1, 0)),
    ],
)
def test_a_tile_lies_on_its_anchor_and_the_two_next_cells_clockwise(anchor, rot, second, third):
    """Tile 51 is `Mqt`: plaza, quarry and temples, read clockwise."""
    tops = surface(first_city(f"T1 {anchor[0]},{anchor[1]} r{rot}", line=(51, 1, 2)))
    assert [tops[cell].kind for cell in (anchor, second, third)] == ["plaza", "quarry", "district"]


@rule("AK-30")
@each_case(
    ("tiles", "move", "level"),
    [
        ("51@-1,2r5", "T1 0,0 r0", 2),
        ("16@-2,0r5 23@-1,0r4 6@1,-1r4 25@1,0r3", "T1 1,-1 r2", 3),
    ],
)
def test_the_level_is_one_more_than_the_height_of_the_cells(tiles, move, level):
    """P. 6: "au 3e niveau de valeur 3", and so on."""
    assert first_city(move, tiles=tiles).tiles[-1].level == level


@rule("AK-31")
@each_case(("move", "levels"), [("T1 0,0 r1", [2, 2, 1]), ("T1 1,-1 r0", [0, 0, 2])])
def test_a_tile_never_hangs_over_nor_bridges(move, levels):
    """P. 4: "elle ne peut pas se trouver au-dessus d'un espace vide"; example E3."""
    state = two_seats("51@-1,2r5 35@0,0r0")
    assert [level for level, _ in kinds_covered(state, move)] == levels
    assert why_not(state, 0, move) == "uneven"


@rule("AK-32")
def test_a_tile_on_the_table_shares_an_edge_with_the_city():
    """P. 4: "adjacente à une autre tuile de la Cité par au moins un bord"."""
    assert why_not(two_seats(), 0, "T1 2,0 r0") is None


@rule("AK-32")
@each_case("move", ["T1 4,0 r0", "T1 3,0 r0", "T1 -5,7 r2", "T1 1000,-1000 r5"])
def test_a_tile_apart_from_the_city_is_refused(move):
    assert why_not(two_seats("51@-1,2r5 35@0,0r0"), 0, move) == "not_adjacent"


@rule("AK-32")
@each_case(
    "at",
    [(10_000, 0), (0, -10_000), (-2 + 2**15, -1), (-2 - 2**15, 1), (-2 + 2**16, -2), (10**30, 0)],
)
def test_a_tile_beyond_the_horizon_is_apart_from_the_city(at):
    """However large the numbers: none of them comes round to (-2,0)."""
    with pytest.raises(IllegalMove) as refused:
        GAME.check(two_seats(), 0, Place(line=0, at=at, rot=0))
    assert refused.value.name == "not_adjacent"


@rule("AK-32")
def test_a_tile_may_fill_a_lake():
    """A lake of three cells in a triangle, closed on all sides."""
    state = two_seats("46@2,0r5 40@4,0r5 6@3,-3r0 24@2,-3r2")
    [lake] = reference.lakes(reference.city_of(GAME.state_to_json(state)["cities"][0]["tiles"]))
    assert len(lake) == 3
    assert legal_sites(state)[frozenset(lake)] == 1
    legal = (action for action in GAME.legal_actions(state, 0) if action.line == 0)
    action = next(each for each in legal if {*reference.footprint(each.at, each.rot)} == lake)
    GAME.apply(state, 0, action)
    filled = reference.city_of(GAME.state_to_json(state)["cities"][0]["tiles"])
    score = GAME.view(state, None).cities[0].score
    assert score.total == reference.score(filled)["total"]


@rule("AK-34")
def test_upper_levels_need_no_neighbour_on_their_level():
    """The first tile on level 2 touches no other tile of that level."""
    state = two_seats("51@-1,2r5")
    assert set(heights(state, 0).values()) == {1}
    assert why_not(state, 0, "T1 0,0 r0") is None


@rule("AK-35")
def test_a_tile_may_not_lie_on_one_tile_alone():
    """P. 4: "être à cheval sur au moins 2 tuiles différentes"; example E3.

    Tile 35 lies over the start tile and tile 51: over it, on level 2, there is one tile still.
    """
    state = two_seats("51@-1,2r5 35@0,0r0")
    assert [level for level, _ in kinds_covered(state, "T1 0,0 r0")] == [2, 2, 2]
    assert why_not(state, 0, "T1 0,0 r0") == "single_tile"


@rule("AK-36", "AK-37")
def test_the_plaza_of_the_start_tile_may_be_covered_and_gives_no_stars_then():
    """P. 4: "un hexagone recouvert par une autre tuile n'est plus comptabilisé"; example E3."""
    built = first_city("T1 0,0 r0", tiles="51@-1,2r5", line=(35, 1, 2))
    assert surface(built)[0, 0].kind == "district"
    assert built.score.districts["houses"].stars == 0


@rule("AK-36")
def test_plazas_and_districts_of_any_tile_may_be_covered():
    """Tile 61 lies on a plaza and a market of tile 12 and on a plaza of tile 9."""
    state, move = two_seats("9@-1,-1r1 12@0,-2r3"), "T1 -1,-2 r0"
    assert sorted(kind for _, kind in kinds_covered(state, move)) == ["district", "plaza", "plaza"]
    assert why_not(state, 0, move) is None


@rule("AK-37")
def test_a_covered_district_does_not_score():
    """The only garden is built over."""
    assert worth("26@2,-1r3", "gardens") == 1
    assert worth("26@2,-1r3 61@0,-1r0", "gardens") == 0


@rule("AK-37")
def test_a_covered_district_is_no_neighbour_any_more():
    """Two markets disturb each other until one of them is built over."""
    assert worth("1@2,-1r5 31@3,-3r2", "markets") == 0
    assert worth("1@2,-1r5 31@3,-3r2 61@2,-2r0", "markets") == 1


@rule("AK-38")
def test_maxime_covers_two_quarries_and_gets_two_stones(position):
    """P. 5: "recouvre 2 hexagones Carrière. Il gagne immédiatement 2 Pierres"; example E3."""
    state, _ = play_all(GAME, position("maxime_covers_two_quarries"), "T1 0,0 r0")
    assert GAME.view(state, None).cities[0].stones == 2


@rule("AK-38")
def test_a_placement_on_the_table_gives_no_stone():
    """Placing quarries gives nothing: tile 9 is `Mqq`."""
    assert first_city("T1 2,0 r0", line=(9, 1, 2)).stones == 0


@rule("AK-38")
@each_case(
    ("tiles", "move", "stones"),
    [
        ("9@-1,-1r1 12@0,-2r3", "T1 -1,-2 r0", 0),
        ("9@-1,0r3", "T1 -1,0 r0", 1),
        ("9@-2,2r0", "T1 -2,2 r5", 2),
        ("9@0,2r3", "T1 -1,1 r0", 3),
    ],
)
def test_each_covered_quarry_gives_one_stone(tiles, move, stones):
    """0 to 3 for a placement."""
    kinds = [kind for _, kind in kinds_covered(two_seats(tiles), move)]
    assert kinds.count("quarry") == stones
    assert first_city(move, tiles=tiles).stones == stones


@rule("AK-35", "AK-39")
def test_the_first_turn_has_30_sites_and_15_anchors_for_each_tile_and_rotation():
    """Section 10 of the specification. The first seat has 1 stone: two tiles, 180 actions.

    The arms of the start tile do not touch: alone it supports no triangle.
    """
    state = GAME.new(2, 7)
    levels = legal_sites(state)
    assert (len(levels), set(levels.values())) == (30, {1})
    anchors = Counter((action.line, action.rot) for action in GAME.legal_actions(state, 0))
    assert anchors == {(line, rot): 15 for line in (0, 1) for rot in range(6)}


@rule("AK-39")
def test_a_site_takes_a_tile_in_exactly_three_ways():
    state = two_seats("51@-1,2r5 35@0,0r0")
    ways = [
        frozenset(reference.footprint(a.at, a.rot))
        for a in GAME.legal_actions(state, 0)
        if a.line == 0
    ]
    assert {ways.count(site) for site in ways} == {3}


@rule("AK-39")
def test_the_sites_can_be_asked_for_themselves():
    """Three mutually adjacent cells each, with the level a tile would get."""
    state = two_seats("51@-1,2r5")
    levels = {frozenset(cells): level for cells, level in sites(state.cities[0]).items()}
    assert levels == legal_sites(state)


@rule("AK-33", "AK-35", "AK-39")
def test_after_the_first_tile_of_the_example_37_sites_are_legal_3_of_them_upper():
    """Example E3. P. 4: an upper tile "doit être construite sur 3 hexagones".

    The start tile counts as one of the two tiles beneath.
    """
    sites = legal_sites(two_seats("51@-1,2r5"))
    upper = {site for site, level in sites.items() if level == 2}
    assert len(sites) == 37
    assert upper == {
        frozenset({(-1, 1), (-1, 2), (0, 1)}),
        frozenset({(-1, 1), (0, 0), (0, 1)}),
        frozenset({(0, 0), (0, 1), (1, 0)}),
    }


@rule("AK-39", "AK-35")
def test_after_the_second_tile_of_the_example_34_sites_are_legal_none_of_them_upper():
    """Example E3."""
    sites = legal_sites(two_seats("51@-1,2r5 35@0,0r0"))
    assert (len(sites), set(sites.values())) == (34, {1})
