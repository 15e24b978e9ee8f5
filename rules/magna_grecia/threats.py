"""The seat that has the last turn of the game, where it could win with it (MG-90, MG-92).

The others count as they stand. A quick plan says what the turn may gain; the best of all turns is
not sought, as that takes too long, so a margin stands for what the plan overlooks.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from rules.contract import Seat, Threat
from rules.magna_grecia import players, scoring
from rules.magna_grecia.pieces import ROUNDS
from rules.magna_grecia.state import State, Turn

MARGIN = 5
"""Points that the best turn may gain beyond the plan: 4 is the most that was seen in 150 games."""


def threats(state: State) -> Iterator[Threat]:
    """The last seat of the last round, if it could have most points after its turn."""
    if state.phase != "turns" or state.round < ROUNDS:
        return
    last = state.order[-1]
    if last == state.to_move and state.turn.has_begun:
        return
    lead = _lead(state, last)
    if lead + MARGIN >= 0 or lead + _gain(state, last) + MARGIN >= 0:
        yield Threat(last, "magna_grecia.threat_last_turn")


def _lead(state: State, seat: Seat) -> int:
    """Points by which a seat is ahead of the best of the others, negative if it is behind."""
    totals = scoring.totals(state)
    return totals.pop(seat) - max(totals)


def _gain(state: State, seat: Seat) -> int:
    """Points that a quick plan of the last turn gains on the best of the others."""
    ahead = state.clone()
    ahead.turn_index, ahead.to_move, ahead.turn = len(state.order) - 1, seat, Turn()
    plan = max(players.plans(ahead, seat, width=1), key=attrgetter("worth"))
    return _lead(plan.state, seat) - _lead(state, seat)
