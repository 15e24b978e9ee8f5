"""Positions to measure in: the end of random games, where the board is full and hands are rich."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from statistics import median
from time import process_time
from typing import Any

from rules.contract import Json, play
from rules.registry import AnyGame, get
from rules.rng import Rng

GAMES = 12
CARDS = 12
"""In a rich hand."""

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
    game, found = get(key), []
    for seed in range(GAMES):
        whole = [(state, seat) for state, seat, _ in moments(game, max(game.facts.seats), seed)]
        found += whole[-(len(whole) // 10) :]
    return [*found, *(rich(game, state) for state, _ in found)]


def rich(game: AnyGame, state: Any) -> Moment:
    """The same position, where one can pay for nearly everything."""
    told = game.state_to_json(state)
    _PAY[next(key for key in _PAY if key in told)](told)
    richer = game.state_from_json(told)
    return richer, game.to_act(richer)[0]


def _stones(told: Json) -> None:
    """Akropolis: stones for every tile of the line."""
    for city in told["cities"]:
        city["stones"] = len(told["line"])


def _cards(told: Json) -> None:
    """Telegraph and Attika: cards of the deck, as many of each type as it has."""
    hand, deck = told["players"][told["turn"]["seat"]]["hand"], told["deck"]
    while deck and sum(hand.values()) < CARDS:
        hand[deck.pop()] += 1


_PAY: dict[str, Callable[[Json], None]] = {"cities": _stones, "players": _cards}
"""By what the JSON of a position has."""


def milliseconds(work: Callable[[], object]) -> float:
    """CPU time of one call."""
    begun = process_time()
    work()
    return (process_time() - begun) * 1e3


def taking_turns(rounds: int, *sides: Callable[[int], float]) -> list[float]:
    """The median of each side over the rounds; the sides take turns."""
    figures = [[side(number) for side in sides] for number in range(rounds)]
    return [median(each) for each in zip(*figures, strict=True)]
