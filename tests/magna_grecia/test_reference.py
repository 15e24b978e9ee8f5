"""The engine and the slow second one agree, position by position, over whole random games."""

import json
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.magna_grecia import scoring
from rules.rng import Rng
from tests.cases import each_case
from tests.magna_grecia import reference
from tests.magna_grecia.building import GAME
from tests.rulebook import rule
from tests.tier import of_tier

SEATS = st.sampled_from([2, 3, 4])
SEEDS = st.integers(0, 2**32)


def plies(seats, seed):
    """A random game: positions, their JSON, and the actions chosen there, tiles preferred."""
    setup = ["players", "random"][seed % 2]
    state, rng, luck = GAME.new(seats, seed, {"oracle_setup": setup}), Rng(seed), Random(seed)
    while acting := GAME.to_act(state):
        [seat] = acting
        action = eager(state, seat, rng, luck)
        yield state, GAME.state_to_json(state), seat, action
        state = state.clone()
        GAME.apply(state, seat, action)


def eager(state, seat, rng, luck):
    """A random action that seldom ends a turn, or spends all points on markets."""
    for _ in range(luck.randint(1, 5)):
        action = GAME.sample(state, seat, rng)
        if GAME.action_to_json(action)["type"] not in ("end", "market"):
            break
    return action


def as_text(actions):
    return sorted(json.dumps(action) for action in actions)


@rule("MG-18", "MG-20", "MG-21", "MG-22", "MG-32", "MG-33", "MG-35", "MG-36", "MG-41", "MG-43")
@rule("MG-46", "MG-47", "MG-48", "MG-49", "MG-61", "MG-62", "MG-63", "MG-66", "MG-70")
@settings(max_examples=of_tier(1, 6))
@given(SEATS, SEEDS)
def test_the_legal_actions_are_those_of_the_reference(seats, seed):
    for ply, (state, position, seat, _) in enumerate(plies(seats, seed)):
        if ply % of_tier(29, 13) == seed % 13:
            listed = map(GAME.action_to_json, GAME.legal_actions(state, seat))
            assert as_text(listed) == as_text(reference.legal(position))


@rule("MG-11", "MG-15", "MG-17", "MG-24", "MG-40", "MG-42", "MG-44", "MG-73", "MG-74", "MG-75")
@rule("MG-80", "MG-81", "MG-82", "MG-83", "MG-85", "MG-90", "MG-91")
@settings(max_examples=of_tier(4, 16))
@given(SEATS, SEEDS)
def test_every_step_leads_to_the_position_of_the_reference(seats, seed):
    for state, position, seat, action in plies(seats, seed):
        after = state.clone()
        GAME.apply(after, seat, action)
        assert GAME.state_to_json(after) == reference.advance(position, GAME.action_to_json(action))


@rule("MG-50", "MG-51", "MG-52", "MG-53", "MG-54", "MG-55", "MG-56", "MG-63", "MG-67", "MG-68")
@settings(max_examples=of_tier(1, 8))
@given(SEATS, SEEDS)
def test_places_markets_and_standing_of_a_position_are_those_of_the_reference(seats, seed):
    for ply, (state, position, _, _) in enumerate(plies(seats, seed)):
        if ply % 5:
            continue
        view = msgspec.to_builtins(GAME.view(state, None))
        assert {p["id"]: (p["count"], set(p["neighbours"])) for p in view["places"]} == {
            place: (reference.count(position, place), reference.neighbours(position, place))
            for place in reference.places(position)
        }
        assert [(m["active"], m["value"]) for m in view["markets"]] == [
            (reference.is_active(position, m), reference.value(position, m))
            for m in position["markets"]
        ]
        for each in view["market_costs"]:
            assert each["cost"] == reference.cost(position, each["place"])
        assert list(view["standing"]) == reference.final(position)["rows"]


@rule("MG-18", "MG-46")
@settings(max_examples=of_tier(2, 8))
@given(SEATS, SEEDS)
def test_limits_and_obligations_are_those_of_the_reference(seats, seed):
    for state, position, seat, _ in plies(seats, seed):
        if position["phase"] == "turns":
            view = GAME.view(state, None)
            allowed = view.limits.roads, view.limits.cities, view.limits.draw
            assert allowed == reference.limits(position)
            assert set(view.obligations.villages) == reference.owed(position, seat)


@rule("MG-23")
@each_case("seed", of_tier(range(2), range(6)))
def test_a_position_read_again_goes_on_alike(seed):
    """Everything kept step by step is what is found when the position is read anew."""
    for state, position, _, _ in plies(2 + seed % 3, seed):
        assert GAME.state_from_json(position) == state


@rule("MG-91")
@given(SEATS, SEEDS)
@settings(max_examples=of_tier(3, 10))
def test_the_totals_of_all_seats_are_the_same_counted_at_once(seats, seed):
    for state, *_ in plies(seats, seed):
        rows = [scoring.row(state, seat) for seat in range(seats)]
        assert scoring.totals(state) == [row.total for row in rows]
