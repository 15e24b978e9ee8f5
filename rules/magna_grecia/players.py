"""Players for AI seats."""

from __future__ import annotations

from rules.contract import Seat
from rules.magna_grecia import legal
from rules.magna_grecia.actions import Action
from rules.magna_grecia.state import State
from rules.rng import Rng


class Random:
    """Any legal action."""

    def choose(self, state: State, seat: Seat, rng: Rng) -> Action:
        return legal.sample(state, seat, rng)


PLAYERS: dict[str, type[Random]] = {"random": Random, "greedy": Random}
"""By name, weakest first."""
