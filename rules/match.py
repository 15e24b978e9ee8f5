"""Matches of one player against all others, with rotating seats: wins, points and times."""

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
"""The two sides: the player of one seat, and the player of all others."""


class Side(msgspec.Struct, frozen=True):
    """Result of one side in one game."""

    won: float
    """1 for the only winner; a shared victory counts in part, and the others win together."""
    points: float
    """Mean points of its seats."""
    moves: tuple[float, ...]
    """Seconds of each of its moves."""
    turns: tuple[float, ...]
    """Seconds of each of its turns, all moves together."""


class Meeting(msgspec.Struct, frozen=True):
    """Players and seats of a match."""

    game: str
    names: tuple[str, str]
    """The player of one seat, and the player of all others."""
    seats: int
    seed: int
    """Seed of the first deal; each further game has the next one."""
    options: dict[str, Any]
    clock: Clock

    def play_game(self, number: int) -> tuple[Side, ...]:
        """Play game `number` of the match."""
        game = registry.get(self.game)
        players = [game.player(name) for name in self.names]
        seed = self.seed + number
        return play_match_game(game, players, self.seats, number, seed, self.options, self.clock)


def play_match_game(
    game: AnyGame,
    players: Sequence[Player[Any, Any]],
    seats: int,
    number: int,
    seed: int,
    options: dict[str, Any],
    clock: Clock,
) -> tuple[Side, ...]:
    """Play game `number` of a match between two players; the first player's seat rotates."""
    state, first = game.new(seats, seed, options), number % seats
    luck, times = _luck(seed), [Times(), Times()]
    while acting := game.to_act(state):
        seat: Seat = acting[0]
        side = FIRST if seat == first else OTHERS
        start = clock()
        action = players[side].choose(state, seat, luck)
        times[side].add(clock() - start)
        game.apply(state, seat, action)
        if not game.mid_turn(state):
            times[side].end()
    return _sides(game, state, first, times)


def _luck(seed: int) -> Rng:
    """Luck of the players: of another seed than the deal, lest they guess the deal."""
    return Rng(Rng(seed).below(1 << SEED_BITS))


def _sides(game: AnyGame, state: Any, first: Seat, times: Sequence[Times]) -> tuple[Side, ...]:
    result = game.result(state)
    assert result is not None
    seats = range(len(result.scores))
    win_share = (first in result.winners) / max(1, len(result.winners))
    loss_share = (1 - win_share) if result.winners else 0.0
    sides = [(win_share, [first]), (loss_share, [seat for seat in seats if seat != first])]
    points = [[result.scores[seat].total for seat in side_seats] for _, side_seats in sides]
    return tuple(
        Side(
            share, sum(side_points) / max(1, len(side_points)), tuple(time.moves), tuple(time.turns)
        )
        for (share, _), side_points, time in zip(sides, points, times, strict=True)
    )


@dataclass
class Times:
    """Seconds of the moves and of the turns of a side."""

    moves: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)
    turn_seconds: float = 0.0
    """Seconds of the turn in progress."""

    def add(self, seconds: float) -> None:
        """Add a move."""
        self.moves.append(seconds)
        self.turn_seconds += seconds

    def end(self) -> None:
        """End the turn."""
        self.turns.append(self.turn_seconds)
        self.turn_seconds = 0.0


class Standing(msgspec.Struct, frozen=True):
    """Summary of one side over some games."""

    games: int
    wins: float
    points: float
    mean_move: float
    longest_move: float
    mean_turn: float
    longest_turn: float

    @property
    def interval(self) -> tuple[float, float]:
        """Interval that contains its true share of wins, 19 times out of 20."""
        return wilson(self.wins, self.games)


def standing(sides: Sequence[Side]) -> Standing:
    """Summary of a side over at least one game."""
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
