"""How a position stands, for players that look ahead: what one has that wins the race.

What counts, and how much, was found by logistic regression over games of easy players: 58,000
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
"""A building that stands."""
FREE = 0.9
"""A building of the reserve that would be free now; the reserve by itself is worth nothing."""
BONUS = 0.25
"""A worker or an amphora."""
TO_COME = 0.45
"""A building that lies face down and would be free now."""
DRAWN = 0.4
"""A building that lies face down no longer."""
ENOUGH = 12
"""Of further cards the root counts only: they are not spent soon."""
SHARE = 0.2
"""How steeply the chance to win grows with each building, among several others."""


class Scale(msgspec.Struct, frozen=True):
    """What else counts, in buildings: it changes with the number of seats."""

    near: tuple[float, ...]
    """To need so many further buildings to join two cities."""
    card: float
    """Each card in hand, of so many as are soon spent."""
    hand: float
    """The root of how many there are."""
    projects: float
    """The square of the part of a project that stands, for each of them."""
    apart: float
    """Each settlement: what its next one will cost."""


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
    """What makes up how well a seat stands, in buildings: its own, and what all the others have."""
    if state.result is not None:
        return {"won": WON if state.result.winner == seat else -WON}
    others = [sum(own(state, who).values()) for who in range(len(state.players)) if who != seat]
    return {**own(state, seat), "others": -_together(others)}


def own(state: State, seat: Seat) -> dict[str, float]:
    """What a seat has of its own."""
    scale = FOR_TWO if len(state.players) == 2 else FOR_MORE
    player, outlook = state.players[seat], Outlook(state, seat, alone=True)
    projects = state.rules.projects
    needed = fewest(state.land.holy, player.own, state.free, len(scale.near) - 1)
    stands = scoring.built(state, seat).items()
    return {
        "built": BUILT * len(player.own),
        "cards": scale.card * min(outlook.held, ENOUGH) + scale.hand * math.sqrt(outlook.held),
        "near": 0.0 if needed is None else scale.near[needed],
        "free": FREE * sum(map(outlook.is_open, player.reserve)),
        "to_come": TO_COME * sum(map(outlook.is_open, outlook.unseen)),
        "bonus": BONUS * player.bonus,
        "drawn": -DRAWN * len(outlook.unseen),
        "projects": scale.projects
        * sum((count / projects[code].size) ** 2 for code, count in stands),
        "apart": -scale.apart * len(player.settlements),
    }


def _together(worths: list[float]) -> float:
    """What stands against a seat: the best of the others, and a little more where more are near."""
    best = max(worths)
    return best + math.log(sum(math.exp(SHARE * (worth - best)) for worth in worths)) / SHARE
