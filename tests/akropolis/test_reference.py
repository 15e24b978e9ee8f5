"""The engine against a second engine, written from the rules alone and slowly: `reference.py`."""

import json
from dataclasses import astuple
from itertools import islice
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.akropolis.actions import Place
from rules.akropolis.legal import placements
from rules.akropolis.scoring import scoring_hexes
from rules.akropolis.view import surface
from tests.akropolis import reference
from tests.akropolis.building import ALL_VARIANTS, GAME, SEATS_AND_LENGTHS
from tests.rulebook import refusal, rule
from tests.tier import of_tier

SETUPS = st.tuples(
    st.sampled_from(SEATS_AND_LENGTHS),
    st.sets(st.sampled_from(ALL_VARIANTS)),
    st.sampled_from(["hippodamos", "metagenes", "callicrates"]),
)
SEEDS = st.integers(0, 2**64)


def deal(setup, seed):
    (seats, length), variants, architect = setup
    options = {"length": length, "variants": [v for v in ALL_VARIANTS if v in variants]}
    return GAME.new(seats, seed, options | {"solo": architect if seats == 1 else None})


def city_of(position, seat):
    """A city of a position's JSON, as the reference sees it."""
    laid = position["cities"][seat]
    return reference.city_of(laid["tiles"], laid["stones"])


def turns(setup, seed):
    """A random game, turn by turn: position, its JSON, seat and the action chosen there.

    Half of the time it goes for an upper level, when there is one.
    """
    state, luck = deal(setup, seed), Random(seed)
    while acting := GAME.to_act(state):
        [seat], position = acting, GAME.state_to_json(state)
        line = luck.randrange(min(len(position["line"]), position["cities"][seat]["stones"] + 1))
        spots = placements(state.cities[seat])
        upper = [spot for spot in spots if spot.level > 1]
        spot = luck.choice(upper if upper and luck.random() < 0.5 else spots)
        action = Place(seat=seat, line=line, at=spot.at, rot=spot.rot)
        yield state, position, seat, action
        state = state.clone()
        GAME.apply(state, seat, action)


@rule("AK-31", "AK-32", "AK-33", "AK-34", "AK-35", "AK-39")
@settings(max_examples=6)
@given(SETUPS, SEEDS)
def test_the_legal_actions_are_those_of_the_reference(setup, seed):
    for state, position, seat, _ in islice(turns(setup, seed), seed % 3, None, of_tier(3, 1)):
        spots = reference.placements(city_of(position, seat))
        affordable = range(min(len(position["line"]), position["cities"][seat]["stones"] + 1))
        expected = {(line, (q, r), rot) for q, r, rot, _ in spots for line in affordable}
        listed = [(a.line, a.at, a.rot) for a in GAME.legal_actions(state, seat)]
        assert set(listed) == expected
        assert len(listed) == len(expected)


@rule("AK-20", "AK-21", "AK-22", "AK-30", "AK-38", "AK-40", "AK-41", "AK-42", "AK-92", "AK-93")
@settings(max_examples=10)
@given(SETUPS, SEEDS)
def test_every_turn_leads_to_the_position_of_the_reference(setup, seed):
    for state, position, seat, action in turns(setup, seed):
        after = state.clone()
        GAME.apply(after, seat, action)
        expected = reference.advance(position, action.line, action.at, action.rot)
        assert GAME.state_to_json(after) == expected


@rule("AK-54", "AK-55", "AK-60", "AK-61", "AK-62", "AK-63", "AK-64")
@rule("AK-70", "AK-71", "AK-72", "AK-73", "AK-74")
@settings(max_examples=10)
@given(SETUPS, SEEDS)
def test_every_city_is_worth_what_the_reference_says_at_any_time(setup, seed):
    for state, position, seat, _ in turns(setup, seed):
        expected = reference.score(city_of(position, seat), position["options"]["variants"])
        view = GAME.view(state, seat)
        assert msgspec.to_builtins(view.cities[seat].score) == expected
        assert GAME.scores(state)[seat].total == expected["total"]


@rule("AK-95", "AK-96", "AK-97", "AK-98")
@settings(max_examples=10)
@given(
    st.sampled_from(["standard", "long"]),
    st.sets(st.sampled_from(ALL_VARIANTS)),
    st.sampled_from(["hippodamos", "metagenes", "callicrates"]),
    SEEDS,
)
def test_every_architect_is_worth_what_the_reference_says_at_any_time(length, variants, name, seed):
    for state, position, _, _ in turns(((1, length), variants, name), seed):
        his = position["architect"]
        expected = reference.architect_score(
            name, his["tiles"], his["stones"], position["options"]["variants"]
        )
        assert msgspec.to_builtins(GAME.view(state, 0).architect.score) == expected


@rule("AK-37", "AK-50")
@settings(max_examples=6)
@given(SETUPS, SEEDS)
def test_every_surface_shows_the_hexes_of_the_reference(setup, seed):
    for state, position, seat, _ in turns(setup, seed):
        tops = surface(GAME.view(state, seat).cities[seat])
        assert {
            at: (top.kind, top.colour, top.stars, top.level, top.piece + 1)
            for at, top in tops.items()
        } == {at: astuple(top) for at, top in city_of(position, seat).cells.items()}


@settings(max_examples=6)
@given(SETUPS, SEEDS)
def test_the_districts_that_count_are_those_of_the_reference(setup, seed):
    """Ties between equal groups of houses are free; the rest is fixed."""
    for state, position, seat, _ in turns(setup, seed):
        marked, built = scoring_hexes(GAME.view(state, seat).cities[seat]), city_of(position, seat)
        for colour in ALL_VARIANTS[1:]:
            mine = marked & reference.districts(built, colour)
            assert mine == reference.scoring(built, colour)
        houses = marked & reference.districts(built, "houses")
        best = reference.scoring(built, "houses")
        assert (len(houses), reference.value(built, houses)) == (
            len(best),
            reference.value(built, best),
        )


@rule("AK-31", "AK-32", "AK-35")
@settings(max_examples=8)
@given(SETUPS, SEEDS)
def test_every_spot_is_refused_for_the_reason_of_the_reference(setup, seed):
    """Anchors in and around the city, in every rotation."""
    luck = Random(seed)
    for state, position, seat, action in turns(setup, seed):
        built = city_of(position, seat)
        for _ in range(12):
            q, r = luck.choice(list(built.cells))
            at, rot = (q + luck.randint(-3, 3), r + luck.randint(-3, 3)), luck.randrange(6)
            tried = msgspec.structs.replace(action, line=0, at=at, rot=rot)
            refused = refusal(GAME.check, state, seat, tried)
            assert (refused and refused.name) == reference.refusal(built, at, rot)


@settings(max_examples=6)
@given(SETUPS, SEEDS)
def test_a_candidate_shows_what_playing_it_does(setup, seed):
    for state, position, seat, action in islice(turns(setup, seed), seed % 3, None, of_tier(3, 1)):
        after = reference.advance(position, action.line, action.at, action.rot)
        preview = GAME.preview(state, seat, action)
        stones = after["cities"][seat]["stones"]
        built = reference.city_of(after["cities"][seat]["tiles"], stones)
        expected = reference.score(built, position["options"]["variants"])
        assert msgspec.to_builtins(preview.city.score) == expected
        assert preview.city.stones == stones
        assert preview.gain - preview.price == stones - position["cities"][seat]["stones"]
        assert {(spot.at, spot.level) for spot in preview.spots} == {
            ((q, r), level)
            for q, r, rot, level in reference.placements(city_of(position, seat))
            if rot == action.rot
        }


def test_tiles_are_neither_lost_nor_doubled():
    for _, position, _, _ in turns(((3, "standard"), (), "hippodamos"), 4):
        ids = position["line"] + [tile for stack in position["stacks"] for tile in stack]
        ids += [laid["tile"] for each in position["cities"] for laid in each["tiles"]]
        assert sorted(ids) == list(range(1, 50))


def test_the_reference_reads_the_data_file_by_itself():
    """61 tiles of three hexes: what it compares with does not come from the engine."""
    assert {len(faces) for faces in reference.TILES.values()} == {3}
    assert json.dumps(reference.DATA["totals"]["4"]["tiles"]) == "61"
