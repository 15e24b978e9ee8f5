"""Rulebook p. 4 to 7, Quartiers and Calcul des points de victoire; rules AK-50 to AK-64, AK-80."""

import msgspec

from rules.akropolis.scoring import scoring_hexes
from tests.akropolis.building import GAME, build, city, score, worth
from tests.cases import each_case
from tests.rulebook import rule

THREE_LOW_HOUSES = "54@-3,2r0 6@1,2r3 22@-5,3r0 55@-3,2r1 21@-6,4r1"
TWO_PAIRS_OF_HOUSES = "40@2,-1r3 43@4,-4r1 10@1,0r4"


def parts(tiles, colour):
    return score(tiles)["districts"][colour]


def score_of(state, seat=0):
    return msgspec.to_builtins(GAME.view(state, None).cities[seat].score)


def rows_of(state):
    """Value, stars and points of each colour of the first city."""
    return {colour: tuple(part.values()) for colour, part in score_of(state)["districts"].items()}


def scoring_of(state, *cells):
    """The hexes among these whose districts score in the first city."""
    return scoring_hexes(GAME.view(state, None).cities[0]).intersection(cells)


# ---- value and stars --------------------------------------------------------------------------


@rule("AK-50")
def test_height_does_not_matter_for_being_adjacent():
    """Two markets, on level 1 and level 2, disturb each other."""
    assert worth("27@-2,1r1 24@-2,1r0", "markets") == 0


@rule("AK-53")
@each_case(
    ("tiles", "value"),
    [
        ("26@2,-1r3", 1),
        ("1@2,-1r5 31@3,-3r2 49@2,-2r0", 2),
        ("16@-2,0r5 23@-1,0r4 6@1,-1r4 25@1,0r3 49@1,-1r2", 3 + 1),
    ],
)
def test_a_district_is_worth_its_level(tiles, value):
    """P. 6: "un Quartier au 1er niveau est de valeur 1, au 2e niveau de valeur 2", 3 on the third.

    Another garden lies on the table in the last case.
    """
    assert worth(tiles, "gardens") == value


@rule("AK-54")
def test_the_houses_of_maxime_are_worth_27(position):
    """P. 7, example E1: five houses on level 1, two on level 2, three stars: 9 x 3."""
    houses = score_of(position("maxime_houses"))["districts"]["houses"]
    assert houses == {"value": 5 * 1 + 2 * 2, "stars": 3, "points": 27}


@rule("AK-54")
def test_the_stars_of_several_plazas_add_up():
    """P. 5: "leurs étoiles sont cumulables". The start plaza and tiles 3, 4 and 5: 4 stars."""
    assert parts("3@2,0r0 4@-3,1r0 5@0,-3r0", "houses")["stars"] == 4


@rule("AK-54")
def test_a_colour_without_a_plaza_scores_0():
    """P. 5: "posséder au moins une Place de sa couleur"."""
    assert parts("37@1,1r2", "gardens") == {"value": 1, "stars": 0, "points": 0}


@rule("AK-54")
def test_a_plaza_need_not_be_near_its_districts():
    """P. 5: "Il n'est pas nécessaire que la Place soit adjacente"; (-1,2) is far from (2,1)."""
    assert parts("19@2,1r2 30@-1,3r4", "gardens") == {"value": 1, "stars": 3, "points": 3}


@rule("AK-54")
def test_a_plaza_upstairs_shows_no_more_stars():
    """P. 6: "une Place construite aux niveaux supérieurs ne fait pas gagner plus de points"."""
    laid = city("26@1,-2r0 54@0,-1r0")
    assert laid["tiles"][-1]["level"] == 2
    assert parts("26@1,-2r0 54@0,-1r0", "gardens")["stars"] == 3


@rule("AK-54")
def test_the_start_tile_gives_a_houses_plaza_from_the_outset():
    """P. 5: "votre tuile de départ vous donne une Place Habitations d'emblée"."""
    assert parts("", "houses") == {"value": 0, "stars": 1, "points": 0}


@rule("AK-55")
def test_each_stone_left_is_one_point():
    """P. 7: "chaque Pierre rapporte 1 Point de victoire"."""
    assert score("", stones=7)["total"] == 7


@rule("AK-55")
def test_the_scores_of_the_contract_say_where_the_points_come_from(position):
    empty = dict.fromkeys(["houses", "markets", "barracks", "temples", "gardens"], 0)
    first = GAME.scores(position("maxime_houses"))[0]
    assert first.parts == empty | {"houses": 27, "stones": 2}


# ---- houses -----------------------------------------------------------------------------------


@rule("AK-60", "AK-50")
def test_only_the_largest_group_of_houses_scores(position):
    """P. 6: "le plus grand groupe d'Habitations adjacentes"; E5: three single houses are lost.

    The houses of the group lie on the levels 1, 2 and 1.
    """
    group = {(0, 2), (1, 1), (2, 1)}
    assert scoring_of(position("lakes_and_edges"), *group, (3, 0), (2, -4)) == group


@rule("AK-60")
def test_the_largest_group_has_most_hexes_even_if_a_smaller_one_is_worth_more():
    """Decision: three houses at level 1 (3), not two at level 2 (4)."""
    assert worth(THREE_LOW_HOUSES, "houses") == 3


@rule("AK-60")
def test_of_two_groups_with_equally_many_houses_the_more_valuable_scores():
    """Two houses worth 2 and two worth 3."""
    assert worth(TWO_PAIRS_OF_HOUSES, "houses") == 3


@rule("AK-60")
def test_a_plaza_does_not_join_two_groups_of_houses():
    """A houses plaza lies between two single houses."""
    assert worth("55@0,2r4 38@1,1r3 46@2,0r0", "houses") == 1


# ---- markets ----------------------------------------------------------------------------------


@rule("AK-61")
def test_markets_side_by_side_do_not_score():
    """P. 6: "Les Marchés ne doivent être adjacents à aucun autre Marché": one of three is alone."""
    assert worth("53@-1,3r4 38@-2,1r3 6@-3,5r5 1@2,1r3", "markets") == 1


@rule("AK-61")
def test_a_market_plaza_does_not_disturb_a_market(position):
    """Example E4: the market (2,0) touches the market plaza (2,1)."""
    assert score_of(position("temples_and_markets"))["districts"]["markets"]["value"] == 1


# ---- barracks ---------------------------------------------------------------------------------


@rule("AK-62", "AK-51")
@each_case(
    ("tiles", "value"),
    [("32@-1,0r3", 1), ("57@2,-1r5", 1), ("14@1,-2r0 59@0,-1r0", 2)],
)
def test_barracks_on_the_edge_of_the_city_score_their_level(tiles, value):
    """P. 6: "Les Casernes doivent se trouver en périphérie"."""
    assert worth(tiles, "barracks") == value


@rule("AK-62")
def test_barracks_inland_do_not_score():
    assert worth("56@-1,-2r0 35@-1,0r2", "barracks") == 0


@rule("AK-62", "AK-52")
def test_a_lake_is_not_the_edge_of_the_city():
    """Decision: the only empty neighbour of the barracks is a lake."""
    assert worth("49@-1,2r1 27@0,2r5 3@-3,3r4", "barracks") == 0


@rule("AK-62")
def test_barracks_between_a_lake_and_the_outside_score():
    """Two outer neighbours, one lake."""
    assert worth("22@-1,3r4 15@1,2r4", "barracks") == 1


# ---- temples ----------------------------------------------------------------------------------


@rule("AK-63")
def test_a_temple_surrounded_on_all_six_sides_scores():
    """P. 6: "Les Temples doivent être complètement entourés"."""
    assert parts("15@3,-2r1 47@1,-2r0", "temples") == {"value": 1, "stars": 2, "points": 2}


@rule("AK-63")
def test_one_empty_neighbour_spoils_a_temple():
    assert worth("38@-2,0r0", "temples") == 0


@rule("AK-63", "AK-52")
def test_a_lake_spoils_a_temple_like_any_empty_cell():
    assert worth("60@2,-3r1 38@3,-1r4 19@4,-4r1 44@-2,1r1 42@3,0r2", "temples") == 0


@rule("AK-63")
def test_the_neighbours_of_a_temple_may_be_lower(position):
    """Example E4: (0,1) on level 2 and (1,-1) on level 1 score, (0,2) does not: 2 + 1."""
    state = position("temples_and_markets")
    assert scoring_of(state, (0, 1), (1, -1), (0, 2)) == {(0, 1), (1, -1)}


# ---- the worked examples ----------------------------------------------------------------------


@rule("AK-54", "AK-55", "AK-61", "AK-62", "AK-63")
def test_temples_and_markets(position):
    """Example E4: 12 points and the stones."""
    state = position("temples_and_markets")
    assert rows_of(state) == {
        "houses": (1, 0, 0),
        "markets": (1, 6, 6),
        "barracks": (1, 0, 0),
        "temples": (3, 2, 6),
        "gardens": (0, 0, 0),
    }
    assert score_of(state)["total"] == 12


@rule("AK-54", "AK-55", "AK-60", "AK-61", "AK-62", "AK-63", "AK-64")
def test_lakes_and_edges(position):
    """Example E5: 20 points and the stones. P. 6: "Les Jardins n'ont aucune contrainte"."""
    state = position("lakes_and_edges")
    assert rows_of(state) == {
        "houses": (4, 1, 4),
        "markets": (3, 2, 6),
        "barracks": (2, 2, 4),
        "temples": (0, 2, 0),
        "gardens": (2, 3, 6),
    }
    assert score_of(state)["total"] == 20


@rule("AK-61", "AK-62")
def test_the_districts_that_score_among_lakes_and_edges(position):
    """Example E5, district by district."""
    scoring = {(2, 0), (4, -4), (2, -5), (3, -3), (0, -1)}
    spoilt = [(1, -2), (1, 0), (3, -4)]
    assert scoring_of(position("lakes_and_edges"), *scoring, *spoilt) == scoring


@rule("AK-50")
def test_scores_are_known_at_any_time():
    """Before the first tile every city is worth its stones."""
    assert [each.total for each in GAME.scores(GAME.new(4, 7))] == [1, 2, 3, 4]


# ---- winning ----------------------------------------------------------------------------------


GARDEN = "19@2,1r2 30@-1,3r4"  # one garden, three stars, houses 1 x 1: four points


def result_of(*cities):
    state = build(*cities, line=[61], over=True, current=None, turn=36, round=12, chief=1)
    return GAME.result(state)


@rule("AK-80")
def test_most_points_win():
    """P. 7: "Le joueur ayant le plus de points remporte la partie". The JSON tells it, too."""
    result = result_of(city(stones=3), city(stones=5))
    assert result.winners == (1,)
    assert GAME.result(GAME.new(2, 7)) is None
    assert result.details["winners"] == [1]
    assert [each["total"] for each in result.details["scores"]] == [3, 5]


@rule("AK-80")
def test_a_tie_is_won_by_the_most_stones():
    """P. 7: "En cas d'égalité, c'est le joueur ayant le plus de cubes Pierre qui l'emporte"."""
    result = result_of(city(GARDEN), city(stones=score(GARDEN)["total"]))
    assert (result.winners, result.ranks) == ((1,), (2, 1))


@rule("AK-80")
def test_equal_points_and_stones_share_the_victory():
    """Decision: the rulebook stops at stones."""
    assert result_of(city(stones=5), city(stones=2), city(stones=5)).winners == (0, 2)


@rule("AK-80")
@each_case(
    ("stones", "ranks"),
    [((3, 5), (2, 1)), ((5, 5), (1, 1)), ((5, 2, 5), (1, 3, 1)), ((1, 2, 3, 2), (4, 2, 1, 2))],
)
def test_tied_seats_share_a_rank(stones, ranks):
    assert result_of(*[city(stones=n) for n in stones]).ranks == ranks
