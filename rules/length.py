"""Length of a game: turns of whole games of equal players, and the range that most of them take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.contract import Length, Player
from rules.registry import AnyGame
from rules.rng import Rng

SHORTEST, USUAL, LONGEST = 10, 50, 90
"""Percentiles of a range: four of five games are between the first and the last."""


class Duration(msgspec.Struct, frozen=True):
    """Duration of one game: turns of all seats together, and rounds where the game counts them."""

    turns: int
    number: int | None


def play_game(
    game: AnyGame, seats: int, seed: int, options: Mapping[str, Any], player: Player[Any, Any]
) -> Duration:
    """Play a game of one player in all seats to its end, and count its turns."""
    state, rng, turns = game.new(seats, seed, options), Rng(seed), 0
    while acting := game.to_act(state):
        game.apply(state, acting[0], player.choose(state, acting[0], rng))
        turns += not game.mid_turn(state)
    return Duration(turns, game.number(state))


def percentile(values: Sequence[int], percent: int) -> int:
    """The one of some numbers below which so many percent of them lie."""
    ranked = sorted(values)
    return ranked[round((len(ranked) - 1) * percent / 100)]


def length_range(turns: Sequence[int]) -> Length:
    """The range of the turns of most games."""
    return Length(*(percentile(turns, percent) for percent in (SHORTEST, USUAL, LONGEST)))
