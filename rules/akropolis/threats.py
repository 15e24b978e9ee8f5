"""The seat that has the last turn, where it could win with it (AK-42, AK-80).

Every tile that may be left to it is tried on every site; the other seats count as they stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.akropolis import players, scoring
from rules.akropolis.pieces import setup
from rules.akropolis.players import EASY
from rules.akropolis.state import State
from rules.contract import Seat, Threat

LAST_PRICE = 1
"""Price of the dearer of the two tiles from which the last turn takes one."""


def threats(state: State) -> Iterator[Threat]:
    """The seat whose next turn is the last of the game, if it could have most points then."""
    left = len(state.line) + sum(map(len, state.stacks)) - 1
    if state.current is None or state.seats == 1 or left > state.seats:
        return
    last = (state.current + left - 1) % state.seats
    points = _most_points(state, last)
    others = (
        scoring.city_score(city).total for seat, city in enumerate(state.cities) if seat != last
    )
    if points >= max(others):
        yield Threat(last, "akropolis.threat_last_turn", {"n": points})


def _most_points(state: State, seat: Seat) -> int:
    """Most points of a seat after the last turn, whichever two tiles are left (AK-21)."""
    at_end = replace(state, turn=setup(state.seats, state.options.length).turns)
    worths = players.best_worths(at_end, seat, state.line, EASY)
    dearest = state.line[-1]  # it has a tile before it, and so a price
    if not state.cities[seat].stones:
        del worths[dearest]
    else:
        worths[dearest] -= LAST_PRICE
    return round(max(worths.values()))
