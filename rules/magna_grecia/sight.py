"""What the look ahead needs to know of the game: whole turns to try, and what others reply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

import msgspec

from rules.contract import Seat
from rules.levels import STRONG
from rules.lookahead import Effort
from rules.magna_grecia import players, prospects
from rules.magna_grecia.actions import Action, End
from rules.magna_grecia.prospects import HARD, Weights
from rules.magna_grecia.state import State
from rules.rng import Rng

WIDEST = 60
"""Plans that are followed further at a time: what is best at last seldom looks so at first."""
WHEN_BEGUN = 2
"""Ways to go on that are compared once a turn has begun; where more than two play, one."""
AMONG_MANY = 3
"""Turns that are compared where more than two play: each look has all of them to do."""

SETTLED = msgspec.structs.replace(HARD, site=0.0)
"""What counts where two play: so wide a beam finds cities by itself, and who counts villages that
are reached as well won 170 of 200 games, who does not 192 of 200 others. Of games of four it was
145 and 111.
"""

Line = tuple[Action, ...]


class Sight:
    """The turn, and what each of the others replies to it."""

    names: tuple[str, ...] = prospects.NAMES
    units: Mapping[str, float] = {"points": 1.0, "to_come": 1.0}
    turns = 1

    def candidates(self, state: State, seat: Seat, most: int) -> Sequence[Line]:
        """The best turns, each of which leaves another position."""
        if state.phase == "oracles":
            return [(players.best(state, seat),)]
        if state.turn.has_begun:
            most = min(most, WHEN_BEGUN if len(state.players) == 2 else 1)
        elif len(state.players) > 2:
            most = min(most, AMONG_MANY)
        found: dict[float, Line] = {}
        for plan in sorted(
            players.plans(state, seat, weights=weights(state), width=WIDEST),
            key=attrgetter("worth"),
            reverse=True,
        ):
            found.setdefault(plan.worth, players.whole(plan))
            if len(found) == most:
                break
        return list(found.values())

    def quick(self, state: State, seat: Seat, rng: Rng) -> Line:
        """The look ends here: of the next turn there is nothing to be seen yet."""
        must = state.phase == "oracles" or state.turn.must_go_on
        return self.reply(state, seat, rng) if must else (End(),)

    def reply(self, state: State, seat: Seat, rng: Rng) -> Line:
        """The best turn: who follows fewer plans only draws tiles, and warns of nothing."""
        if state.phase == "oracles":
            return (players.best(state, seat),)
        plans = players.plans(state, seat, weights=weights(state))
        return players.whole(max(plans, key=attrgetter("worth")))

    def parts(self, state: State, seat: Seat) -> Mapping[str, float]:
        return prospects.parts(state, seat, weights(state))


def weights(state: State) -> Weights:
    """What counts for a position, by how many play."""
    return SETTLED if len(state.players) == 2 else HARD


SIGHT = Sight()
EFFORTS = {STRONG: Effort(candidates=4, looks=1, seconds=0.3)}
"""By level."""
