"""Players for AI seats: one plays at random, one counts the lines that are still open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rules.contract import Hex, Seat
from rules.gomoku.actions import Place
from rules.gomoku.legal import legal_actions
from rules.gomoku.pieces import NAMES, WINDOWS
from rules.gomoku.state import State
from rules.rng import Rng

WORTH = 12
"""Factor by which a line is worth more with one stone more."""
OWN = 2
"""Factor by which going on is worth more than stopping the opponent."""


class Random:
    """Any legal stone."""

    def choose(self, state: State, seat: Seat, rng: Rng) -> Place:
        """One of them, all alike."""
        return rng.choice(list(legal_actions(state)))


class Easy:
    """Wins where it can, stops who would win, and keeps to the lines that lead there."""

    def choose(self, state: State, seat: Seat, rng: Rng) -> Place:
        """The cell that is worth most; among equals any."""
        worth = worths(state.stones, seat)
        highest = max(worth.values())
        return Place(NAMES[rng.choice([at for at, value in worth.items() if value == highest])])


def worths(stones: Mapping[Hex, Seat], seat: Seat) -> dict[Hex, int]:
    """Worth of each empty cell: all lines through it on which stones of one seat only lie."""
    totals: Counter[Hex] = Counter({at: 0 for at in NAMES if at not in stones})
    for window in WINDOWS:
        taken = [stones[at] for at in window if at in stones]
        if len(set(taken)) > 1:
            continue
        worth = WORTH ** len(taken) * (OWN if taken and taken[0] == seat else 1)
        for at in window:
            if at in totals:
                totals[at] += worth
    return totals


PLAYERS: dict[str, type[Random] | type[Easy]] = {"random": Random, "easy": Easy}
"""By name, weakest first."""
