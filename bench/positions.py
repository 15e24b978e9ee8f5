"""Positions to measure: the end of random games, where the board is full and hands are rich."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from statistics import median
from time import process_time
from typing import Any

from bench.measured import game_bench
from rules.contract import play
from rules.registry import AnyGame, get
from rules.rng import Rng

GAMES = 12

Moment = tuple[Any, int]
"""A position, and the seat to act."""


def moments(game: AnyGame, seats: int, seed: int) -> Iterator[tuple[Any, int, Any]]:
    """Positions of a random game, each with the seat to act and its action."""
    state, luck = game.new(seats, seed), Rng(seed)
    while acting := game.to_act(state):
        action = game.sample(state, acting[0], luck)
        yield state, acting[0], action
        state, _ = play(game, state, acting[0], action)


@cache
def late(key: str) -> list[Moment]:
    """Positions of the last tenth of random games with most seats, plain and with rich hands."""
    game, places = get(key), []
    for seed in range(GAMES):
        game_moments = [
            (state, seat) for state, seat, _ in moments(game, max(game.facts.seats), seed)
        ]
        places += game_moments[-(len(game_moments) // 10) :]
    return [*places, *(rich(game, state) for state, _ in places)]


def rich(game: AnyGame, state: Any) -> Moment:
    """The same position with a hand that can pay for nearly everything."""
    position = game.state_to_json(state)
    game_bench(game.facts.key).enrich(position)
    richer = game.state_from_json(position)
    return richer, game.to_act(richer)[0]


def milliseconds(work: Callable[[], object]) -> float:
    """CPU time of one call."""
    start = process_time()
    work()
    return (process_time() - start) * 1e3


def taking_turns(rounds: int, *sides: Callable[[int], float]) -> list[float]:
    """Median of each side over the rounds; the sides take turns."""
    figures = [[side(number) for side in sides] for number in range(rounds)]
    return [median(values) for values in zip(*figures, strict=True)]
