"""The game as the search sees it: whole turns to try, and replies of the other seats."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import attrgetter

import msgspec

from rules.contract import Seat
from rules.levels import STRONG
from rules.lookahead import Effort, points_behind
from rules.magna_grecia import players, prospects, scoring
from rules.magna_grecia.actions import Action, End
from rules.magna_grecia.prospects import HARD, Weights
from rules.magna_grecia.state import State
from rules.rng import Rng

WIDEST = 60
"""Plans that are followed at a time: the best one in the end seldom looks best at first."""
WHEN_BEGUN = 2
"""Continuations that are compared once a turn has begun with two seats; with more, one."""
AMONG_MANY = 3
"""Turns that are compared with more than two seats, which all have to be searched."""

SETTLED = msgspec.structs.replace(HARD, site=0.0)
"""Weights for two seats. So wide a beam finds cities by itself: with a weight for reached villages
the player won 170 of 200 games, without it 192 of 200 others. With four seats it was 145 and 111
of 200.
"""

Line = tuple[Action, ...]


class Sight:
    """Search one turn ahead, with the reply of each other seat."""

    names: tuple[str, ...] = prospects.NAMES
    units: Mapping[str, float] = {"points": 1.0, "to_come": 1.0}
    turns = 1

    def candidates(self, state: State, seat: Seat, limit: int) -> Sequence[Line]:
        """The best turns, each of which leaves another position."""
        if state.phase == "oracles":
            return [(players.best(state, seat),)]
        if state.turn.has_begun:
            limit = min(limit, WHEN_BEGUN if len(state.players) == 2 else 1)
        elif len(state.players) > 2:
            limit = min(limit, AMONG_MANY)
        lines: dict[float, Line] = {}
        for plan in sorted(
            players.plans(state, seat, weights=weights(state), width=WIDEST),
            key=attrgetter("worth"),
            reverse=True,
        ):
            lines.setdefault(plan.worth, players.full_turn(plan))
            if len(lines) == limit:
                break
        return list(lines.values())

    def quick(self, state: State, seat: Seat, rng: Rng) -> Line:
        """End the turn at once: the search stops here, and the next turn cannot be foreseen."""
        must = state.phase == "oracles" or state.turn.must_go_on
        return self.reply(state, seat, rng) if must else (End(),)

    def reply(self, state: State, seat: Seat, rng: Rng) -> Line:
        """The best turn of a narrower search: with even fewer plans it would only draw tiles."""
        if state.phase == "oracles":
            return (players.best(state, seat),)
        plans = players.plans(state, seat, weights=weights(state))
        return players.full_turn(max(plans, key=attrgetter("worth")))

    def parts(self, state: State, seat: Seat) -> Mapping[str, float]:
        return prospects.parts(state, seat, weights(state))

    def behind(self, state: State, seat: Seat) -> float:
        result = scoring.result(state)
        return math.inf if result is None else points_behind(result, seat)


def weights(state: State) -> Weights:
    """Weights for a position, by the number of seats."""
    return SETTLED if len(state.players) == 2 else HARD


SIGHT = Sight()
EFFORTS = {STRONG: Effort(candidates=4, looks=1, seconds=0.3)}
"""By level."""
