"""Score and result: life counts, and a later elimination ranks better (MA-73).

Seats that fall in the same attack share a rank.
"""

from __future__ import annotations

from rules.contract import Result, Seat, SeatScore
from rules.massalia.state import State


def seat_score(state: State, seat: Seat) -> SeatScore:
    """Score of a seat: the life that it has left."""
    life = state.players[seat].life
    return SeatScore(life, {"life": life})


def result(state: State) -> Result | None:
    """Result of the game, the winner first and the first to fall last; None before its end."""
    if state.winners is None:
        return None
    seats = range(len(state.players))
    fallen = len(state.fallen)
    ranks = [1 if seat in state.winners else 1 + fallen - _place(state, seat) for seat in seats]
    details = {
        "winners": list(state.winners),
        "fallen": list(state.fallen),
        "life": [state.players[seat].life for seat in seats],
        "rounds": state.round,
    }
    scores = tuple(seat_score(state, seat) for seat in seats)
    return Result(tuple(ranks), state.winners, scores, "massalia.end_last", details)


def _place(state: State, seat: Seat) -> int:
    """Place of a seat among the fallen, from 0; seats of one attack have the place of its last.

    In a position that does not tell, the first place.
    """
    if seat not in state.fallen:
        return 0
    place = state.fallen.index(seat)
    while state.fallen[place + 1 :] and state.fallen[place + 1] in state.tied:
        place += 1
    return place
