"""The engine against a second one that is slow and simple, over random games."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.registry import get, sisters
from rules.rng import Rng
from tests.rulebook import rule
from tests.settlements import reference
from tests.tier import of_tier

KEYS = st.sampled_from(sisters("_settlements"))
SEATS = st.sampled_from([2, 3, 4])
SEEDS = st.integers(0, 2**64)


def turns(key, seats, seed):
    """A random game, action by action: game, position, its JSON, the action chosen there."""
    game, luck = get(key), Rng(seed)
    state = game.new(seats, seed)
    while acting := game.to_act(state):
        action = game.sample(state, acting[0], luck)
        yield game, state, game.state_to_json(state), action
        state = state.clone()
        game.apply(state, acting[0], action)


def some(key, seats, seed, one_in):
    """Now and then a moment of a random game."""
    luck = Random(seed)
    return (moment for moment in turns(key, seats, seed) if luck.randrange(one_in) == 0)


def some_of(luck, items, most):
    """At most `most` of `items`."""
    pool = sorted(items)
    return luck.sample(pool, min(most, len(pool)))


@rule("TG-31", "TG-33", "TG-41", "TG-72", "TG-76", "TG-77", "TG-78", "TG-80", "TG-92")
@settings(max_examples=8)
@given(KEYS, SEATS, SEEDS)
def test_every_action_leads_to_the_position_of_the_reference(key, seats, seed):
    for game, state, before, action in turns(key, seats, seed):
        expected = reference.advance(before, game.action_to_json(action))
        after = state.clone()
        game.apply(after, before["turn"]["seat"], action)
        result = game.state_to_json(after)
        assert reference.unshuffled(result, before) == reference.unshuffled(expected, before)


@rule("TG-51", "TG-65", "TG-66", "TG-83")
@settings(max_examples=of_tier(3, 12))
@given(KEYS, SEATS, SEEDS)
def test_the_legal_actions_are_those_of_the_reference(key, seats, seed):
    for game, state, position, _ in some(key, seats, seed, 40):
        actions = game.legal_actions(state, position["turn"]["seat"])
        listed = Counter(canonical(game.action_to_json(action)) for action in actions)
        assert listed == Counter(canonical(action) for action in reference.legal(position))


def canonical(action):
    return json.dumps(action, sort_keys=True)


@rule("TG-52", "TG-53", "TG-54", "TG-55", "TG-56", "TG-57", "TG-60", "TG-61", "TG-62", "TG-63")
@settings(max_examples=6)
@given(KEYS, SEATS, SEEDS)
def test_every_price_is_that_of_the_reference(key, seats, seed):
    luck = Random(seed)
    for game, state, position, _ in some(key, seats, seed, 10):
        free = set(reference.terrain(position)) - set(reference.built(position))
        for at in some_of(luck, free, 8):
            for number in some_of(luck, reference.buildings(key), 6):
                who = luck.randrange(seats)
                expected = reference.price(position, who, number, at)
                assert game.price(state, who, number, at) == expected


@rule("TG-67")
@settings(max_examples=6)
@given(KEYS, SEATS, SEEDS)
def test_the_automatic_payment_is_that_of_the_reference(key, seats, seed):
    luck = Random(seed)
    for game, state, position, _ in some(key, seats, seed, 10):
        seat, names = position["turn"]["seat"], reference.names(position)
        free = [n for n, at in names.items() if at not in reference.built(position)]
        for name in some_of(luck, free, 8):
            number = luck.choice(list(reference.buildings(key)))
            cost = reference.price(position, seat, number, names[name])
            pay = reference.automatic(cost, position["players"][seat]["hand"])
            assert game.parse(state, seat, f"B{number} {name}").pay == (pay or {})


@rule("TG-12", "TG-56", "TG-58", "TG-90", "TG-91")
@settings(max_examples=8)
@given(KEYS, SEATS, SEEDS)
def test_settlements_and_the_cities_they_touch_are_those_of_the_reference(key, seats, seed):
    for game, state, position, _ in some(key, seats, seed, 10):
        for seat, player in enumerate(game.view(state, None).players):
            groups = reference.groups(reference.built(position, seat))
            assert {
                frozenset(settlement.hexes): set(settlement.cities)
                for settlement in player.settlements
            } == {frozenset(group): reference.touched(position, group) for group in groups}


@rule("TG-90", "TG-92", "TG-93")
@settings(max_examples=12)
@given(KEYS, SEATS, SEEDS)
def test_a_game_ends_with_the_first_position_that_is_won(key, seats, seed):
    *_, (game, state, position, action) = turns(key, seats, seed)
    assert not any(won(position, seat) for seat in range(seats))
    winner = position["turn"]["seat"]
    game.apply(state, winner, action)
    assert won(game.state_to_json(state), winner)
    assert game.result(state).winners == (winner,)


def won(position, seat):
    """Whether a seat has linked two cities or built everything."""
    mine = reference.built(position, seat)
    linked = any(len(reference.touched(position, group)) > 1 for group in reference.groups(mine))
    return linked or len(mine) == 30


@rule("TG-4", "TG-5", "TG-6")
@settings(max_examples=6)
@given(KEYS, SEATS, SEEDS)
def test_every_card_building_and_bonus_is_kept_and_none_is_doubled(key, seats, seed):
    data = reference.data(key)
    for _, _, position, _ in some(key, seats, seed, 10):
        cards = Counter(position["deck"])
        for pile in (position["discard"], *(player["hand"] for player in position["players"])):
            cards.update(pile)
        assert cards == data["deck"]
        assert [len(pieces(position, seat)) for seat in range(seats)] == [30] * seats
        pile = sum(player["bonus"] for player in position["players"])
        assert position["bonus_supply"] + pile <= data["counts"]["bonus_tokens"]


def pieces(position, seat):
    """The thirty buildings of a seat, wherever they are."""
    player, turn = position["players"][seat], position["turn"]
    piles = [number for stack in player["stacks"] for number in stack]
    revealed = [turn["drawn"]["building"]] if turn["drawn"] and turn["seat"] == seat else []
    return [*piles, *player["reserve"], *reference.built(position, seat).values(), *revealed]


def test_the_reference_reads_the_data_files_by_itself():
    """24 kinds, 22 regions: what the engine is compared with does not come from the engine."""
    for key in sisters("_settlements"):
        assert len(reference.buildings(key)) == 24
        assert len(reference.regions(key)) == 22
