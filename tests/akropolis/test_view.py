"""Section 6 of the rules, View; what pictures and panels are made of."""

import math

import pytest

from rules.akropolis import places, turn
from rules.akropolis.legal import placements
from rules.akropolis.pieces import TILES, Colour
from rules.akropolis.scenes import CITIES
from rules.akropolis.state import GameOptions
from rules.akropolis.view import surface
from rules.contract import IllegalMove, play
from rules.hexgrid import distance
from rules.unmet import Unmet
from tests.akropolis.building import GAME, build, city, solo
from tests.cases import each_case
from tests.rulebook import play_all, rule

EXAMPLE_3 = "51@-1,2r5"


def example_3(line=(35, 61), stones=0):
    """Example E3: a city of two tiles, and the tiles of the line."""
    return build(city(EXAMPLE_3, stones=stones), city(), line=list(line))


def test_the_content_of_the_stacks_is_not_shown_only_their_sizes():
    view = GAME.view(GAME.new(3, 7), None)
    assert view.stack_sizes == (4,) * 11
    assert not hasattr(view, "stacks")


def test_the_unseen_tiles_are_those_in_play_that_are_nowhere_face_up():
    """The third turn opens a stack of three, which are unseen no longer."""
    state = GAME.new(2, 7)
    before = GAME.view(state, 0)
    in_play = {tile for tile in TILES if TILES[tile].min_players <= 2}
    assert before.unseen == tuple(sorted(in_play - set(before.line)))
    state, _ = play_all(GAME, state, "T1 -2,0 r0; T1 -2,0 r0; T1 1,1 r0")
    view = GAME.view(state, 0)
    assert set(before.unseen) - set(view.unseen) == set(view.line[1:])


def test_every_seat_and_every_spectator_sees_the_same():
    state = GAME.new(4, 7)
    assert len({repr(GAME.view(state, seat)) for seat in (None, 0, 1, 2, 3)}) == 1


def test_the_view_tells_the_winners_once_the_game_is_over():
    cities = [city(stones=3), city(stones=5)]
    assert GAME.view(build(*cities, over=True, current=None, line=[9]), 0).winners == (1,)
    assert GAME.view(GAME.new(2, 7), 0).winners == ()


@rule("AK-37")
def test_the_surface_is_made_of_the_topmost_hexes():
    """Example E3: tile 35 `bqt` on the start plaza and two quarries; piece -1 is the start tile."""
    tops = surface(GAME.view(build(city(EXAMPLE_3 + " 35@0,0r0"), city()), None).cities[0])
    top = tops[0, 0]
    assert (top.kind, top.colour, top.stars, top.level) == ("district", "barracks", 0, 2)
    assert [tops[cell].piece for cell in ((0, -1), (-1, 2), (0, 0))] == [-1, 0, 1]


# ---- the candidate move -----------------------------------------------------------------------


def candidate(state, text, seat=0):
    return GAME.preview(state, seat, GAME.parse(state, seat, text))


def test_a_preview_tells_price_gain_and_covered_plazas():
    """Example E3 with the second tile of the line: 1 stone to pay, 2 to gain."""
    preview = candidate(example_3(line=(61, 35), stones=1), "T2 0,0 r0")
    assert (preview.tile, preview.price, preview.gain, preview.level) == (35, 1, 2, 2)
    assert preview.plazas_covered == ("houses",)


def test_a_preview_shows_the_city_before_and_after():
    state = example_3()
    preview = candidate(state, "T1 0,0 r0")
    after, _ = play(GAME, state, 0, GAME.parse(state, 0, "T1 0,0 r0"))
    assert preview.before == GAME.view(state, 0).cities[0].score
    assert preview.city == GAME.view(after, 0).cities[0]


def anchors(state):
    """The legal anchors of the first tile, unturned."""
    legal = GAME.legal_actions(state, 0)
    return {action.at for action in legal if (action.line, action.rot) == (0, 0)}


def test_a_preview_lists_the_legal_anchors_of_this_rotation_upper_ones_first():
    state = example_3()
    spots = candidate(state, "T1 0,0 r0").spots
    levels = [spot.level for spot in spots]
    assert {spot.at for spot in spots} == anchors(state)
    assert levels == sorted(levels, reverse=True)


def test_a_preview_of_a_move_that_opens_a_stack_does_not_show_the_stack():
    stacks = [[20, 3, 36], [7, 1, 22]]
    states = [build(city(), city(), line=[12, 34], stacks=s) for s in (stacks, stacks[::-1])]
    first, second = (candidate(state, "T1 -2,0 r0") for state in states)
    assert first == second


def test_a_preview_in_solo_ends_before_the_architects_answer():
    state = solo(line=[61, 34], stacks=[[23, 9, 20]])
    assert candidate(state, "T1 -2,0 r0").city.stones == 1


def test_a_preview_of_a_tile_that_cannot_lie_there_shows_the_city_as_it_is():
    """Level 0; the price is paid all the same, nothing is gained."""
    state = example_3(line=(61, 35), stones=1)
    preview = candidate(state, "T2 90,90 r0")
    assert (preview.level, preview.price, preview.gain, preview.plazas_covered) == (0, 1, 0, ())
    assert preview.city.tiles == GAME.view(state, 0).cities[0].tiles
    assert preview.city.stones == 0


def test_a_preview_of_a_tile_one_cannot_pay_is_refused():
    with pytest.raises(IllegalMove) as refused:
        candidate(build(city(), city(), line=[61, 35]), "T2 -2,0 r0")
    assert refused.value.name == "too_expensive"


# ---- the pad ----------------------------------------------------------------------------------


def test_the_pad_moves_the_ghost_and_turns_it():
    """An arrow keeps tile and rotation; turning keeps the anchor where that is legal."""
    state = example_3(line=(12, 34, 6), stones=1)
    moves = GAME.variations(state, 0, GAME.parse(state, 0, "T2 2,0 r0"))
    assert {*moves} <= {*ANGLES, "cw", "ccw"}
    turned = moves.pop("cw"), moves.pop("ccw")
    assert [(action.line, action.rot) for action in turned] == [(1, 1), (1, 5)]
    assert {(action.line, action.rot) for action in moves.values()} == {(1, 0)}


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
        spots = {spot.at for spot in legal if spot.rot == action.rot} - {action.at}
        yield action.at, spots, GAME.variations(state, 0, action)


def test_an_arrow_leads_to_the_nearest_spot_within_30_degrees_of_where_it_points(position):
    """It is missing only where no spot lies that way."""
    for start, spots, moves in pads(position("lakes_and_edges")):
        for name in ANGLES:
            ahead = [distance(start, at) for at in spots if off_course(name, start, at) < 29.999]
            if name in moves:
                assert off_course(name, start, moves[name].at) < 30.001
                assert distance(start, moves[name].at) <= min(ahead, default=math.inf)
            else:
                assert not ahead


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
    state = example_3(line=(12, 34))
    start = GAME.parse(state, 0, "T1 2,0 r0")
    reached, todo = {start.at}, [start]
    while todo:
        moves = GAME.variations(state, 0, todo.pop())
        for action in (moves[key] for key in moves if key not in {"cw", "ccw"}):
            if action.at not in reached:
                reached.add(action.at)
                todo.append(action)
    assert reached == anchors(state)


@rule("AK-54")
@each_case("colour", [str(colour) for colour in Colour if colour != Colour.GARDENS])
def test_a_district_that_breaks_the_rule_of_its_colour_has_a_reason(colour):
    """Each city of the lesson has one; each of its tiles is taken for the newest."""
    scene, reasons = turn.new_city(0, GameOptions()), []
    for tile, at, rotation in CITIES[Colour(colour)]:
        turn.lay(scene, tile, at, rotation)
    for _ in CITIES[Colour(colour)]:
        reasons += places.unmet(scene)
        scene.tiles.insert(0, scene.tiles.pop())
    assert Unmet(code=f"akropolis.score_{colour}_idle", args={"colour": colour}) in reasons


def test_a_preview_tells_of_a_district_without_a_plaza_and_of_a_plaza_without_a_district():
    """A plaza of houses, a market and barracks beside the start tile, which has a house plaza."""
    preview = candidate(GAME.new(2, 2), "T1 1,-2 r0")
    assert TILES[preview.tile].code == "Hmb"
    assert [(reason.code, reason.args["colour"]) for reason in preview.unmet] == [
        ("akropolis.unmet_plaza", "houses"),
        ("akropolis.score_no_plaza", "markets"),
        ("akropolis.score_no_plaza", "barracks"),
    ]
