"""Positions to measure in: the end of random games, where the board is full and hands are rich."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from statistics import median
from time import process_time
from typing import Any

from bench.measured import measured
from rules.contract import play
from rules.registry import AnyGame, get
from rules.rng import Rng

NAMES = ("Maud", "Bastien", "Inès", "Karim")
GAMES = 12

Moment = tuple[Any, int]
"""A position, and the seat that has to act."""


def moments(game: AnyGame, seats: int, seed: int) -> Iterator[tuple[Any, int, Any]]:
    """A random game: each position, with who acts there and how."""
    state, luck = game.new(seats, seed), Rng(seed)
    while acting := game.to_act(state):
        action = game.sample(state, acting[0], luck)
        yield state, acting[0], action
        state, _ = play(game, state, acting[0], action)


@cache
def late(key: str) -> list[Moment]:
    """The last tenth of random games with most seats, once plain and once with rich hands."""
    game, places = get(key), []
    for seed in range(GAMES):
        whole = [(state, seat) for state, seat, _ in moments(game, max(game.facts.seats), seed)]
        places += whole[-(len(whole) // 10) :]
    return [*places, *(rich(game, state) for state, _ in places)]


def rich(game: AnyGame, state: Any) -> Moment:
    """The same position, where one can pay for nearly everything."""
    position = game.state_to_json(state)
    measured(game.facts.key).enrich(position)
    richer = game.state_from_json(position)
    return richer, game.to_act(richer)[0]


def milliseconds(work: Callable[[], object]) -> float:
    """CPU time of one call."""
    begun = process_time()
    work()
    return (process_time() - begun) * 1e3


def taking_turns(rounds: int, *sides: Callable[[int], float]) -> list[float]:
    """The median of each side over the rounds; the sides take turns."""
    figures = [[side(number) for side in sides] for number in range(rounds)]
    return [median(each) for each in zip(*figures, strict=True)]
