"""Balance of a game: many games of equal players, their length and their winners."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import mean
from typing import Any

import msgspec

from rules.contract import Event, Player, Result
from rules.figures import Figures
from rules.registry import AnyGame
from rules.rng import Rng

PERCENTILES = (5, 25, 50, 75, 95)


class Spread(msgspec.Struct, frozen=True):
    """Distribution of a number over games."""

    mean: float
    percentiles: tuple[float, ...]
    largest: float


class Share(msgspec.Struct, frozen=True):
    """Number of times that something was done, and the share of them in which that seat won."""

    times: int
    won: float


def spread(values: Sequence[float]) -> Spread:
    """Mean, percentiles and maximum of numbers; each percentile is one of them."""
    ranked = sorted(values)
    last = len(ranked) - 1
    percentiles = tuple(ranked[round(last * percent / 100)] for percent in PERCENTILES)
    return Spread(mean(ranked), percentiles, ranked[-1])


class Tally:
    """Counts of finished games."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.wins = [0.0] * seats
        """Wins by seat; a shared victory counts in part."""
        self.amounts: dict[str, list[float]] = defaultdict(list)
        self._times: Counter[tuple[str, str]] = Counter()
        self._won: dict[tuple[str, str], float] = defaultdict(float)

    def add(self, result: Result, figures: Figures) -> None:
        """Count one more game."""
        self.games += 1
        share = 1 / max(1, len(result.winners))
        for seat in result.winners:
            self.wins[seat] += share
        for name, value in figures.amounts.items():
            self.amounts[name].append(value)
        for deed in figures.deeds:
            self._times[deed.group, deed.name] += 1
            self._won[deed.group, deed.name] += share * (deed.seat in result.winners)

    def spreads(self) -> dict[str, Spread]:
        """Distribution of each amount, in the order in which games report them."""
        return {name: spread(values) for name, values in self.amounts.items()}

    def shares(self) -> dict[tuple[str, str], Share]:
        """Share of each deed by its group and name, sorted."""
        return {
            deed: Share(times, self._won[deed] / times)
            for deed, times in sorted(self._times.items())
        }


def play_game(
    game: AnyGame, seats: int, seed: int, options: dict[str, Any], player: Player[Any, Any]
) -> tuple[Result, Figures]:
    """Play a game of one player in all seats; return its result and figures, moves included."""
    state, rng, moves = game.new(seats, seed, options), Rng(seed), 0
    events: list[Event] = []
    while acting := game.to_act(state):
        action = player.choose(state, acting[0], rng)
        events += game.apply(state, acting[0], action)
        moves += 1
    result = game.result(state)
    assert result is not None
    figures = game.figures(result, events)
    amounts = {"moves": float(moves), **figures.amounts}
    return result, Figures(amounts, figures.deeds)
