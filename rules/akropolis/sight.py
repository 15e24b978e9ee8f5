"""The game as the search sees it: moves to try, and the expected worth of the seat's next tile.

Nothing is played out: after a candidate, each tile that may be in the line on the seat's next turn
is tried on all sites at once, and many lines are drawn from these. So chance hardly counts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from heapq import nlargest
from operator import itemgetter

from rules.akropolis import legal, players, scoring
from rules.akropolis.actions import Place
from rules.akropolis.pieces import Colour, setup
from rules.akropolis.players import HARD
from rules.akropolis.state import State, site_of
from rules.contract import Seat
from rules.levels import STRONG
from rules.lookahead import Effort, points_behind
from rules.rng import Rng

TRIED = 9
"""Number of tiles tried from the stacks, a sample of all."""
LINES = 24
"""Number of lines drawn to estimate the next tile."""
TAKEN = (0, 0, 0, 1, 1, 2)
"""Places in the line from which the other seats take, all equally likely."""


class Sight:
    """Search up to the seat's next turn."""

    names: tuple[str, ...] = (*map(str, Colour), "stones", "ahead")
    units: Mapping[str, float] = dict.fromkeys(names, 1.0)
    turns = 0

    def candidates(self, state: State, seat: Seat, limit: int) -> Sequence[tuple[Place]]:
        placements = players.ideas(state, seat, legal.affordable(state, seat), HARD)
        return [
            (players.place_from_idea(seat, idea),)
            for idea in nlargest(limit, placements, itemgetter(0))
        ]

    def quick(self, state: State, seat: Seat, rng: Rng) -> tuple[Place]:
        [line] = self.candidates(state, seat, 1)
        return line

    def reply(self, state: State, seat: Seat, rng: Rng) -> tuple[Place]:
        return self.quick(state, seat, rng)

    def parts(self, state: State, seat: Seat) -> Mapping[str, float]:
        score = scoring.seat_score(scoring.city_score(state.cities[seat]))
        parts = {name: float(points) for name, points in score.parts.items()}
        return {**parts, "ahead": Ahead(state, seat).worth() - score.total}

    def behind(self, state: State, seat: Seat) -> float:
        result = scoring.result(state)
        if result is None or result.winners == (seat,):
            return math.inf
        if state.architect is None:
            return points_behind(result, seat)
        return float(max(0, scoring.architect_score(state).total - result.scores[seat].total))


SIGHT = Sight()
EFFORTS = {STRONG: Effort(candidates=40, looks=1, rounds=1, seconds=1.0)}
"""By level. Many candidates: the best in the end is often only about tenth at first sight."""


class Ahead:
    """Expected worth of a city after the next turn of its seat, which has just placed a tile."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.city, self.seat = state, state.cities[seat], seat
        self.size = setup(state.seats, state.options.length).stack_size
        unseen = sorted(tile for stack in state.stacks for tile in stack)
        self.line, self.stacks = list(state.line), len(state.stacks)
        if len(self.line) > self.size:  # just refilled: all but the first tile came by chance
            unseen = sorted([*unseen, *self.line[1:]])
            self.line, self.stacks = self.line[:1], self.stacks + 1
        self.pool = unseen[:: -(-len(unseen) // TRIED) or 1]

    def worth(self) -> float:
        """Mean over the lines that the seat may find, and the rest of the last tile's worth."""
        luck = Rng(0)
        return sum(self._next(luck) for _ in range(LINES)) / LINES + self._last()

    def _next(self, luck: Rng) -> float:
        """Worth of the city with its next tile, on a line drawn with `luck`."""
        line, stacks = list(self.line), self.stacks
        for _ in range(self.state.seats - 1):
            line, stacks = self._line_after_refill(line, stacks, luck)
            if len(line) > 1:
                line.pop(min(luck.choice(TAKEN), len(line) - 1))
        line, _ = self._line_after_refill(line, stacks, luck)
        if len(line) < 2:
            return self.now
        worths, affordable = self.best, self.city.stones + 1
        return max(worths[tile] - price for price, tile in enumerate(line[:affordable]))

    def _line_after_refill(self, line: list[int], stacks: int, luck: Rng) -> tuple[list[int], int]:
        """Line and number of stacks, with the next stack opened if one tile is left (AK-40)."""
        if len(line) > 1 or not stacks or not self.pool:
            return line, stacks
        return [*line, *(luck.choice(self.pool) for _ in range(self.size))], stacks - 1

    @cached_property
    def now(self) -> float:
        """Points alone: the worth where no turn is left."""
        return float(scoring.city_score(self.city).total)

    @cached_property
    def best(self) -> dict[int, float]:
        """Worth of the city by tile, each where it fits best, at the time of the next turn."""
        tiles, next_turn = sorted({*self.line, *self.pool}), self.state.turn + self.state.sides
        return players.best_worths(replace(self.state, turn=next_turn), self.seat, tiles, HARD)

    def _last(self) -> float:
        """Worth of the last tile's contact and height, of which the next tile says nothing."""
        if not self.city.tiles:
            return 0.0
        last = self.city.tiles[-1]
        site = site_of(last.at, last.rot)
        height = HARD.height * (last.level - 1) * players.share_left(self.state)
        return HARD.snug * legal.common_edges(self.city, site) + height
