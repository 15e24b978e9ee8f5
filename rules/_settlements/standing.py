"""Standing of a seat in a position, for players that look ahead.

The terms and their weights come from logistic regression over games of easy players: 58,000
positions with two seats, of both games, which hardly differ; 15,767 with four, of Telegraph alone.
"""

from __future__ import annotations

import math

import msgspec

from rules._settlements import scoring
from rules._settlements.links import fewest
from rules._settlements.prospects import Outlook
from rules._settlements.state import State
from rules.contract import Seat

WON = 100.0
BUILT = 1.0
"""A building on the map."""
FREE = 0.9
"""A building of the reserve that would be free now; the reserve itself has no worth."""
BONUS = 0.25
"""A worker or an amphora."""
TO_COME = 0.45
"""A building that lies face down and would be free now."""
DRAWN = 0.4
"""A building that is no longer face down."""
ENOUGH = 12
"""Hand size above which only the root counts: further cards are not spent soon."""
SHARE = 0.2
"""Growth of the chance to win with each building, among several other seats."""


class Scale(msgspec.Struct, frozen=True):
    """Other weights, in buildings, which depend on the number of seats."""

    near: tuple[float, ...]
    """Needing 0, 1, 2, … further buildings to join two cities."""
    card: float
    """Each card in hand that is spent soon."""
    hand: float
    """The root of the size of the hand."""
    projects: float
    """The square of the completed share of each project."""
    apart: float
    """Cost of each settlement for founding the next one."""


FOR_TWO = Scale(near=(0.0, 6.6, 4.0, 2.1, 0.3), card=0.43, hand=0.8, projects=2.0, apart=0.3)
FOR_MORE = Scale(near=(0.0, 15.0, 10.0, 4.8, 1.0), card=0.7, hand=0.2, projects=2.5, apart=1.3)

NAMES = (
    "built",
    "cards",
    "near",
    "free",
    "to_come",
    "bonus",
    "drawn",
    "projects",
    "apart",
    "others",
    "won",
)


def parts(state: State, seat: Seat) -> dict[str, float]:
    """Terms of a seat's standing, in buildings: its own, and those of all other seats."""
    if state.result is not None:
        return {"won": WON if state.result.winner == seat else -WON}
    rivals = [
        sum(own_terms(state, rival).values())
        for rival in range(len(state.players))
        if rival != seat
    ]
    return {**own_terms(state, seat), "others": -_together(rivals)}


def own_terms(state: State, seat: Seat) -> dict[str, float]:
    """Terms of a seat's own buildings and cards."""
    scale = FOR_TWO if len(state.players) == 2 else FOR_MORE
    player, outlook = state.players[seat], Outlook(state, seat, alone=True)
    projects = state.rules.projects
    needed = fewest(state.land.holy, player.buildings, state.free, len(scale.near) - 1)
    project_counts = scoring.project_counts(state, seat).items()
    return {
        "built": BUILT * len(player.buildings),
        "cards": scale.card * min(outlook.hand_size, ENOUGH)
        + scale.hand * math.sqrt(outlook.hand_size),
        "near": 0.0 if needed is None else scale.near[needed],
        "free": FREE * sum(map(outlook.is_open, player.reserve)),
        "to_come": TO_COME * sum(map(outlook.is_open, outlook.unseen)),
        "bonus": BONUS * player.bonus,
        "drawn": -DRAWN * len(outlook.unseen),
        "projects": scale.projects
        * sum((number / projects[code].size) ** 2 for code, number in project_counts),
        "apart": -scale.apart * len(player.settlements),
    }


def _together(worths: list[float]) -> float:
    """Strength of the other seats: that of the best, and a little more where others are close."""
    best = max(worths)
    return best + math.log(sum(math.exp(SHARE * (worth - best)) for worth in worths)) / SHARE
