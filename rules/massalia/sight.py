"""What the look ahead needs to know of the game: what to try, how to play on, what it is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nlargest

from rules.contract import Seat
from rules.levels import STRONG
from rules.lookahead import Effort
from rules.massalia import players, standing
from rules.massalia.actions import Action, Activate, Combo, DrawTile, Fire, Play, Recover
from rules.massalia.judging import Judge
from rules.massalia.state import State
from rules.rng import Rng

PLAIN = (Activate, Combo, DrawTile, Fire, Play, Recover)
"""What is done without much thought: all of it is done in a turn anyway, or there is one way."""
BUSY = 4
"""With more left to do than this two candidates are enough: each look has all of it to do."""


class Sight:
    """One more turn of each: only then it shows what cards and cells bring."""

    names: tuple[str, ...] = (*standing.WEIGHTS, "others", "won")
    units: Mapping[str, float] = {
        part: standing.WEIGHTS[part] for part in ("life", "scouts", "gauges")
    }
    turns = 1

    def candidates(self, state: State, seat: Seat, most: int) -> Sequence[Sequence[Action]]:
        judge = Judge(state, seat)
        if len(state.turn.todo) > BUSY:
            most = min(most, 2)
        best = nlargest(most, players.thinkable(state, seat), key=judge.worth)
        return [(best[0],)] if isinstance(best[0], PLAIN) else [(one,) for one in best]

    def quick(self, state: State, seat: Seat, rng: Rng) -> Sequence[Action]:
        return (players.best(state, seat),)

    def reply(self, state: State, seat: Seat, rng: Rng) -> Sequence[Action]:
        return (players.best(state, seat),)

    def parts(self, state: State, seat: Seat) -> Mapping[str, float]:
        return standing.lead(state, seat)


SIGHT = Sight()
EFFORTS = {STRONG: Effort(candidates=4, looks=4, seconds=0.2)}
"""By level."""
