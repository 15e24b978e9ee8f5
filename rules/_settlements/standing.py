"""How a position stands, for players that look ahead: what one has that wins the race."""

from __future__ import annotations

import math

from rules._settlements.prospects import Outlook
from rules._settlements.state import State
from rules.contract import Seat

WON = 100.0
BUILT = 1.0
"""A building that stands."""
CARDS = 0.9
"""The root of the cards in hand."""
NEAR = (0.0, 3.0, 0.7)
"""To need so many further buildings to join two cities."""
FREE = 0.5
"""A building of the reserve that would be free now; the reserve by itself is worth nothing."""
BONUS = 0.7
"""A worker or an amphora."""


NAMES = ("built", "cards", "near", "free", "bonus", "others", "won")


def parts(state: State, seat: Seat) -> dict[str, float]:
    """What makes up how well a seat stands, in buildings: its own, and the best of the others."""
    if state.result is not None:
        return {"won": WON if state.result.winner == seat else -WON}
    others = [sum(own(state, who).values()) for who in range(len(state.players)) if who != seat]
    return {**own(state, seat), "others": -max(others)}


def own(state: State, seat: Seat) -> dict[str, float]:
    """What a seat has of its own."""
    player, outlook = state.players[seat], Outlook(state, seat, alone=True)
    needed = outlook.race.needed
    return {
        "built": BUILT * len(player.own),
        "cards": CARDS * math.sqrt(outlook.held),
        "near": NEAR[needed] if needed < len(NEAR) else 0.0,
        "free": FREE * sum(map(outlook.is_open, player.reserve)),
        "bonus": BONUS * player.bonus,
    }
