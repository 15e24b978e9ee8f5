"""The engine against the slow second one of `reference.py`, over whole random games."""

from functools import cache
from itertools import islice

import msgspec
import pytest

from rules import record
from rules.massalia import GAME
from rules.massalia.pieces import BOX
from rules.rng import Rng
from tests.cases import each_case
from tests.massalia import reference
from tests.massalia.test_records import RECORDS
from tests.rulebook import refusal
from tests.tier import of_tier

LONGEST = of_tier(600, 10_000)
"""Plies of a game of four; last rounds of a kept one are played in `test_records.py`."""
kept_games = pytest.mark.parametrize("name", ["by_morale", "by_conceding", "by_attack"])
"""Games of two, three and four."""
MOMENTS = of_tier(1, 4)
"""Positions of a game, beside its busiest, in which everything thinkable is tried."""
BUSIEST = of_tier(2, 3)


def moves_of_game(seats, seed, kind="random"):
    """Each position of a game as JSON, the action that is made, and the position after it."""
    state, rng, easy = GAME.new(seats, seed), Rng(seed), GAME.player("easy")
    while acting := GAME.to_act(state):
        [seat] = acting
        thinks = kind == "easy" or (kind == "mixed" and rng.below(2))
        action = easy.choose(state, seat, rng) if thinks else GAME.sample(state, seat, rng)
        before = GAME.state_to_json(state)
        GAME.check(state, seat, action)
        GAME.apply(state, seat, action)
        yield before, GAME.action_to_json(action), GAME.state_to_json(state)


def positions_of(name):
    """Positions of a kept game: one state that changes."""
    yield from (state for state, _ in record.replay(record.from_json(RECORDS[name])))


@pytest.mark.parametrize(
    ("seats", "seed", "longest"), [(2, 1, None), (3, 4, None), (4, 6, LONGEST)]
)
@each_case("kind", of_tier(["mixed"], ["random", "easy", "mixed"]))
def test_both_engines_play_the_same_game(seats, seed, longest, kind):
    for before, action, after in islice(moves_of_game(seats, seed, kind), longest):
        assert reference.allowed(before, action)
        assert reference.advance(before, action) == after


@kept_games
def test_both_engines_play_the_same_after_somebody_concedes(name):
    for position in islice(positions_of(name), 0, None, 60):
        state, before = position.clone(), GAME.state_to_json(position)
        if GAME.to_act(state):
            GAME.apply(state, state.seat, GAME.parse(state, state.seat, "concede"))
            assert GAME.state_to_json(state) == reference.advance(before, {"type": "concede"})


# ---- what is allowed --------------------------------------------------------------------------

CELLS = list(reference.CELLS)
NEAR = [(one, other) for one in CELLS for other in CELLS if reference.far(one, other) <= 1]


def thinkable(position):
    """Every thinkable action in a position, legal or not."""
    seats, turn = len(position["players"]), position["turn"]
    basic = [card for seat in range(seats) for card in BOX.basic_cards(seat)]
    copies = [*BOX.family_cards(), *basic]
    yield from ({"type": kind} for kind in ("end", "concede"))
    for kind in ("play", "activate", "combo", "buy"):
        yield from ({"type": kind, "card": card} for card in copies)
    yield from ({"type": "place", "cell": cell} for cell in CELLS)
    yield from ({"type": "drain", "seat": seat} for seat in range(seats))
    yield from ({"type": "fire", "cells": [cell]} for cell in CELLS)
    for n in (1, 3, 4, 5, 6, 8):
        yield from ({"type": "attack", "split": {str(seat): n}} for seat in range(seats))
    for entry in [*turn["todo"], {"id": turn["next"], "do": "none"}]:
        yield from with_entry(entry["id"], seats, copies)


def with_entry(todo, seats, copies):
    yield {"type": "draw_tile", "todo": todo}
    for kind in ("flip", "remove"):
        yield from ({"type": kind, "todo": todo, "cell": cell} for cell in CELLS)
    yield from ({"type": "move", "todo": todo, "from": start, "to": to} for start, to in NEAR)
    for card in copies:
        yield {"type": "recover", "todo": todo, "card": card}
        yield {"type": "banish", "todo": todo, "card": card, "from": "hand"}
        yield {"type": "banish", "todo": todo, "card": card, "from": "reserve"}
        for seat in range(seats):
            yield {"type": "destroy", "todo": todo, "seat": seat, "card": card}


def moments(name):
    """Some positions of a kept game, and some of those with most to do."""
    sizes = [len(state.turn.todo) for state in positions_of(name)]
    busy = sorted(range(len(sizes)), key=sizes.__getitem__)[-BUSIEST:]
    chosen = {*range(10, len(sizes), len(sizes) // MOMENTS), *busy}
    for number, state in enumerate(positions_of(name)):
        if number in chosen and GAME.to_act(state):
            yield state.clone()


@cache
def action_of(text):
    return GAME.action_from_json(msgspec.json.decode(text))


@kept_games
def test_both_engines_allow_the_same_and_list_each_action_once(name):
    """By notation: of identical copies one stands for all. What waits is listed elsewhere."""
    for state in moments(name):
        before, legal = GAME.state_to_json(state), set()
        for action_json in thinkable(before):
            action = action_of(msgspec.json.encode(action_json))
            refused = refusal(GAME.check, state, state.seat, action)
            assert (refused is None) is reference.allowed(before, action_json), action_json
            if refused is None:
                legal.add(GAME.notation(state, state.seat, action))
        actions = GAME.legal_actions(state, state.seat)
        listed = [GAME.notation(state, state.seat, action) for action in actions]
        assert len(listed) == len(set(listed))
        assert before["turn"]["queue"] or set(listed) == legal
