"""Section 6 of the rules, View; what pictures and panels are made of."""

import math

import pytest

from rules.akropolis.legal import placements
from rules.akropolis.pieces import TILES
from rules.akropolis.scoring import scoring_hexes
from rules.akropolis.view import surface
from rules.contract import IllegalMove, play
from rules.hexgrid import distance
from tests.akropolis import reference
from tests.akropolis.building import GAME, build, city, solo
from tests.cases import each_case
from tests.rulebook import play_all, rule

EXAMPLE_3 = "51@-1,2r5"


def test_the_content_of_the_stacks_is_not_shown_only_their_sizes():
    view = GAME.view(GAME.new(3, 7), None)
    assert view.stack_sizes == (4,) * 11
    assert not hasattr(view, "stacks")


def test_the_unseen_tiles_are_those_in_play_that_are_nowhere_face_up():
    state = GAME.new(2, 7)
    in_play = {tile for tile in TILES if TILES[tile].min_players <= 2}
    assert GAME.view(state, 0).unseen == tuple(sorted(in_play - set(GAME.view(state, 0).line)))


def test_an_opened_tile_is_no_longer_unseen():
    """The third turn opens a stack of three."""
    state = GAME.new(2, 7)
    before = GAME.view(state, 0).unseen
    state, _ = play_all(GAME, state, "T1 -2,0 r0; T1 -2,0 r0; T1 1,1 r0")
    view = GAME.view(state, 0)
    assert set(before) - set(view.unseen) == set(view.line[1:])


def test_every_seat_and_every_spectator_sees_the_same():
    state = GAME.new(4, 7)
    assert len({repr(GAME.view(state, seat)) for seat in (None, 0, 1, 2, 3)}) == 1


def test_the_view_tells_the_winners_once_the_game_is_over():
    cities = [city(stones=3), city(stones=5)]
    assert GAME.view(build(*cities, over=True, current=None, line=[9]), 0).winners == (1,)


def test_the_view_tells_no_winner_while_the_game_runs():
    assert GAME.view(GAME.new(2, 7), 0).winners == ()


@rule("AK-37")
def test_the_surface_is_made_of_the_topmost_hexes():
    """Example E3: tile 35 `bqt` on the start plaza and two quarries."""
    tops = surface(GAME.view(build(city(EXAMPLE_3 + " 35@0,0r0"), city()), None).cities[0])
    cell = tops[0, 0]
    assert (cell.kind, cell.colour, cell.stars, cell.level, cell.piece) == (
        "district",
        "barracks",
        0,
        2,
        1,
    )


def test_the_surface_knows_which_tile_a_hex_belongs_to():
    tops = surface(GAME.view(build(city(EXAMPLE_3), city()), None).cities[0])
    assert (tops[0, 0].piece, tops[-1, 2].piece) == (-1, 0)


def test_the_score_in_the_view_is_the_score_of_the_game():
    state = build(city(EXAMPLE_3, stones=3), city(stones=1))
    assert [built.score.total for built in GAME.view(state, None).cities] == [
        told.total for told in GAME.scores(state)
    ]


@each_case("colour", reference.COLOURS)
def test_the_districts_that_count_are_marked_in_every_colour(position, colour):
    """Only districts whose colour has a plaza bring points: E4 has no houses, no barracks."""
    view = GAME.view(position("lakes_and_edges"), None)
    built = reference.city_of(GAME.state_to_json(position("lakes_and_edges"))["cities"][0]["tiles"])
    marked = scoring_hexes(view.cities[0]) & reference.districts(built, colour)
    assert marked == reference.scoring(built, colour)


# ---- the candidate move -----------------------------------------------------------------------


def candidate(state, text, seat=0):
    return GAME.preview(state, seat, GAME.parse(state, seat, text))


def test_a_preview_tells_price_and_gain():
    """Example E3 with the second tile of the line: 1 stone to pay, 2 to gain."""
    told = candidate(build(city(EXAMPLE_3, stones=1), city(), line=[61, 35]), "T2 0,0 r0")
    assert (told.tile, told.price, told.gain, told.level) == (35, 1, 2, 2)


def test_a_preview_warns_of_covered_plazas():
    told = candidate(build(city(EXAMPLE_3), city(), line=[35, 61]), "T1 0,0 r0")
    assert told.plazas_covered == ("houses",)


def test_a_preview_shows_the_city_before_and_after():
    state = build(city(EXAMPLE_3), city(), line=[35, 61])
    told = candidate(state, "T1 0,0 r0")
    after, _ = play(GAME, state, 0, GAME.parse(state, 0, "T1 0,0 r0"))
    assert told.before == GAME.view(state, 0).cities[0].score
    assert told.city == GAME.view(after, 0).cities[0]


def test_a_preview_lists_the_legal_anchors_of_this_rotation_upper_ones_first():
    state = build(city(EXAMPLE_3), city(), line=[35, 61])
    spots = candidate(state, "T1 0,0 r0").spots
    legal = {a.at for a in GAME.legal_actions(state, 0) if (a.line, a.rot) == (0, 0)}
    levels = [spot.level for spot in spots]
    assert {spot.at for spot in spots} == legal
    assert levels == sorted(levels, reverse=True)


def test_a_preview_of_a_move_that_opens_a_stack_does_not_show_the_stack():
    one = build(city(), city(), line=[12, 34], stacks=[[20, 3, 36], [7, 1, 22]])
    two = build(city(), city(), line=[12, 34], stacks=[[7, 1, 22], [20, 3, 36]])
    assert candidate(one, "T1 -2,0 r0") == candidate(two, "T1 -2,0 r0")


def test_a_preview_in_solo_says_nothing_of_the_architects_answer():
    state = solo(line=[61, 34], stacks=[[23, 9, 20]])
    assert candidate(state, "T1 -2,0 r0").city.stones == 1


def test_a_preview_of_a_tile_that_cannot_lie_there_shows_the_city_as_it_is():
    """Level 0; the price is paid all the same, nothing is gained."""
    state = build(city(EXAMPLE_3, stones=1), city(), line=[61, 35])
    told = candidate(state, "T2 90,90 r0")
    assert (told.level, told.price, told.gain, told.plazas_covered) == (0, 1, 0, ())
    assert told.city.tiles == GAME.view(state, 0).cities[0].tiles
    assert told.city.stones == 0


def test_there_is_no_preview_of_a_tile_one_cannot_pay():
    with pytest.raises(IllegalMove) as refused:
        candidate(build(city(), city(), line=[61, 35]), "T2 -2,0 r0")
    assert refused.value.name == "too_expensive"


# ---- the pad ----------------------------------------------------------------------------------


def around(state, text, seat=0):
    moves = GAME.variations(state, seat, GAME.parse(state, seat, text))
    return {name: GAME.notation(state, seat, action) for name, action in moves.items()}


def test_the_pad_moves_the_ghost_and_turns_it():
    names = set(around(GAME.new(2, 7), "T1 -2,0 r0"))
    assert names <= {"n", "ne", "se", "s", "sw", "nw", "cw", "ccw"}
    assert {"cw", "ccw"} <= names


def test_an_arrow_keeps_tile_and_rotation():
    state = build(city(EXAMPLE_3, stones=1), city(), line=[12, 34, 6])
    moves = GAME.variations(state, 0, GAME.parse(state, 0, "T2 2,0 r0"))
    arrows = [moves[name] for name in moves if name not in {"cw", "ccw"}]
    assert {(action.line, action.rot) for action in arrows} == {(1, 0)}


def test_turning_goes_to_the_next_rotation():
    state = GAME.new(2, 7)
    moves = GAME.variations(state, 0, GAME.parse(state, 0, "T1 -2,0 r0"))
    assert (moves["cw"].rot, moves["ccw"].rot) == (1, 5)


def test_turning_keeps_the_anchor_where_that_is_legal():
    """(-2,0) takes r1 as well as r0 in a new city."""
    assert around(GAME.new(2, 7), "T1 -2,0 r0")["cw"] == "T1 -2,0 r1"


ANGLES = {"n": -90, "ne": -30, "se": 30, "s": 90, "sw": 150, "nw": -150}
"""Where an arrow points on a screen (y down), in degrees from the right."""


def off_course(name, start, at):
    """By how many degrees the way from one flat-top hex to another misses an arrow."""
    q, r = at[0] - start[0], at[1] - start[1]
    angle = math.degrees(math.atan2(math.sqrt(3) * (r + q / 2), 1.5 * q))
    return abs((angle - ANGLES[name] + 180) % 360 - 180)


def pads(state):
    """The pad of every legal placement of the first tile: start, all spots, where arrows lead."""
    legal = [action for action in GAME.legal_actions(state, 0) if action.line == 0]
    for action in legal:
        spots = {other.at for other in legal if other.rot == action.rot} - {action.at}
        yield action.at, spots, GAME.variations(state, 0, action)


@each_case("name", ANGLES)
def test_an_arrow_leads_within_30_degrees_of_where_it_points(name, position):
    for start, _, moves in pads(position("lakes_and_edges")):
        if name in moves:
            assert off_course(name, start, moves[name].at) < 30.001


@each_case("name", ANGLES)
def test_an_arrow_leads_to_the_nearest_spot_that_way(name, position):
    for start, spots, moves in pads(position("lakes_and_edges")):
        ahead = [distance(start, at) for at in spots if off_course(name, start, at) < 29.999]
        if ahead:
            assert distance(start, moves[name].at) <= min(ahead)


@each_case("name", ANGLES)
def test_an_arrow_is_missing_only_where_no_spot_lies_that_way(name, position):
    for start, spots, moves in pads(position("lakes_and_edges")):
        if name not in moves:
            assert not [at for at in spots if off_course(name, start, at) < 29.999]


@each_case(("name", "turns"), [("cw", 1), ("ccw", 5)])
def test_turning_keeps_as_near_the_anchor_as_the_rules_allow(name, turns, position):
    state = position("lakes_and_edges")
    for action in GAME.legal_actions(state, 0):
        rot = (action.rot + turns) % 6
        turned = GAME.variations(state, 0, action)[name]
        spots = [spot.at for spot in placements(state.cities[0]) if spot.rot == rot]
        assert turned.rot == rot
        assert distance(action.at, turned.at) == min(distance(action.at, at) for at in spots)


def test_the_arrows_lead_everywhere():
    """All anchors of a rotation can be reached by arrows from any of them."""
    state = build(city(EXAMPLE_3), city(), line=[12, 34])
    legal = {a.at for a in GAME.legal_actions(state, 0) if (a.line, a.rot) == (0, 0)}
    start = GAME.parse(state, 0, "T1 2,0 r0")
    seen, todo = {start.at}, [start]
    while todo:
        moves = GAME.variations(state, 0, todo.pop())
        for action in (moves[key] for key in moves if key not in {"cw", "ccw"}):
            if action.at not in seen:
                seen.add(action.at)
                todo.append(action)
    assert seen == legal
