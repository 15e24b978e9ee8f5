"""Matches: one player against all others, the seats taken by turns; who wins, by what, how fast."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules import registry
from rules.contract import Clock, Player, Seat
from rules.registry import AnyGame
from rules.rng import SEED_BITS, Rng

FIRST, OTHERS = 0, 1
"""The two sides: the player of one seat, and the one of all the others."""


class Side(msgspec.Struct, frozen=True):
    """What became of one side in one game."""

    won: float
    """1 for the only winner; a shared victory is a part of it, and the others win together."""
    points: float
    """On average over its seats."""
    moves: tuple[float, ...]
    """How long each of its moves took, in seconds."""
    turns: tuple[float, ...]
    """How long it took over all the moves of each turn."""


class Meeting(msgspec.Struct, frozen=True):
    """Who meets in a match, and how they sit down to it."""

    game: str
    names: tuple[str, str]
    """The player of one seat, and the one of all the others."""
    seats: int
    seed: int
    """Of the first deal; the others have those that follow."""
    options: dict[str, Any]
    clock: Clock

    def played(self, number: int) -> tuple[Side, ...]:
        """Game `number` of the match."""
        game = registry.get(self.game)
        players = [game.player(name) for name in self.names]
        seed = self.seed + number
        return played(game, players, self.seats, number, seed, self.options, self.clock)


def played(
    game: AnyGame,
    players: Sequence[Player[Any, Any]],
    seats: int,
    number: int,
    seed: int,
    options: dict[str, Any],
    clock: Clock,
) -> tuple[Side, ...]:
    """Game `number` of a match between two players, to its end: the seat of the first changes."""
    state, first = game.new(seats, seed, options), number % seats
    luck, taken = _luck(seed), [Taken(), Taken()]
    while acting := game.to_act(state):
        seat: Seat = acting[0]
        who = FIRST if seat == first else OTHERS
        begun = clock()
        action = players[who].choose(state, seat, luck)
        taken[who].add(clock() - begun)
        game.apply(state, seat, action)
        if not game.mid_turn(state):
            taken[who].end()
    return _sides(game, state, first, taken)


def _luck(seed: int) -> Rng:
    """The players' luck: of another seed than the deal, lest they guess at how it was dealt."""
    return Rng(Rng(seed).below(1 << SEED_BITS))


def _sides(game: AnyGame, state: Any, first: Seat, taken: Sequence[Taken]) -> tuple[Side, ...]:
    result = game.result(state)
    assert result is not None
    seats = range(len(result.scores))
    won = (first in result.winners) / max(1, len(result.winners))
    lost = (1 - won) if result.winners else 0.0
    sides = [(won, [first]), (lost, [seat for seat in seats if seat != first])]
    points = [[result.scores[seat].total for seat in own] for _, own in sides]
    return tuple(
        Side(share, sum(scored) / max(1, len(scored)), tuple(time.moves), tuple(time.turns))
        for (share, _), scored, time in zip(sides, points, taken, strict=True)
    )


@dataclass
class Taken:
    """How long the moves of a side took, and its turns."""

    moves: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)
    now: float = 0.0
    """The turn under way."""

    def add(self, seconds: float) -> None:
        """One more move."""
        self.moves.append(seconds)
        self.now += seconds

    def end(self) -> None:
        """The turn is over."""
        self.turns.append(self.now)
        self.now = 0.0


class Standing(msgspec.Struct, frozen=True):
    """How one side fared over some games."""

    games: int
    wins: float
    points: float
    mean_move: float
    longest_move: float
    mean_turn: float
    longest_turn: float

    @property
    def interval(self) -> tuple[float, float]:
        """Within which its true share of wins lies, 19 times out of 20."""
        return wilson(self.wins, self.games)


def standing(sides: Sequence[Side]) -> Standing:
    """All games of a side, at least one, together."""
    moves = [seconds for side in sides for seconds in side.moves] or [0.0]
    turns = [seconds for side in sides for seconds in side.turns] or [0.0]
    return Standing(
        games=len(sides),
        wins=sum(side.won for side in sides),
        points=sum(side.points for side in sides) / len(sides),
        mean_move=sum(moves) / len(moves),
        longest_move=max(moves),
        mean_turn=sum(turns) / len(turns),
        longest_turn=max(turns),
    )


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval for a share of wins."""
    share, spread = wins / games, z * z / games
    middle = (share + spread / 2) / (1 + spread)
    margin = z * math.sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - margin), min(1.0, middle + margin)
