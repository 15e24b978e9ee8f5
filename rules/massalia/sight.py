"""What the look ahead needs to know of the game: what to try, how to play on, what it is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nlargest

from rules import levels
from rules.contract import Seat
from rules.lookahead import Effort, Judged
from rules.massalia import players, standing
from rules.massalia.actions import (
    Action,
    Activate,
    Buy,
    Combo,
    DrawTile,
    End,
    Fire,
    Play,
    Recover,
)
from rules.massalia.appraisal import HARD, PARTS
from rules.massalia.judging import Judge
from rules.massalia.state import State
from rules.rng import Rng

PLAIN = (Activate, Combo, DrawTile, Fire, Play, Recover)
"""What is done without much thought: all of it is done in a turn anyway, or there is one way."""
SLOW = (Buy, End)
"""What a look cannot judge: a card comes back turns later.

By what cards bring to `HARD` it wins two games of three against `easy`, without a look; with looks
at purchases as well, 23 of 40 at a time when the rest was weaker.
"""
BUSY = 5
"""With more units of cards' effects left than this two candidates are enough: each look has all
of them to do, and the turn of each further opponent, which counts like one of them.
"""
CROWDED = 8
"""With more left than this the best at a glance is taken, lest a turn take seconds."""
FEW = 2
"""In a turn with so many effects each decision has the whole effort; with more, its share."""


class Sight:
    """One more turn of each: only then it shows what cards and cells bring."""

    names: tuple[str, ...] = (*standing.WEIGHTS, "others", "won", *PARTS)
    units: Mapping[str, float] = {
        part: standing.WEIGHTS[part] for part in ("life", "scouts", "gauges")
    }
    turns = 1

    def candidates(self, state: State, seat: Seat, most: int) -> Sequence[Sequence[Action]]:
        judge = Judge(state, seat, HARD)
        left = sum(entry.n for entry in state.turn.todo) + len(state.living()) - 2
        if left > CROWDED:
            most = 1
        elif left > BUSY:
            most = min(most, 2)
        best = nlargest(most, players.thinkable(state, seat), key=judge.worth)
        if isinstance(best[0], PLAIN + SLOW):
            return [(best[0],)]
        # what is done first and what later is no choice that a look can tell from luck
        return [(one,) for one in best if type(one) is type(best[0])]

    def quick(self, state: State, seat: Seat, rng: Rng) -> Sequence[Action]:
        return (players.best(state, seat, values=HARD),)

    def reply(self, state: State, seat: Seat, rng: Rng) -> Sequence[Action]:
        return (players.best(state, seat, values=HARD),)

    def parts(self, state: State, seat: Seat) -> Mapping[str, float]:
        return standing.lead(state, seat)


def share(state: State, seat: Seat) -> float:
    """Which part of an effort a decision deserves, so that a turn of many takes no longer."""
    left = sum(entry.n for entry in state.turn.todo)
    return min(1.0, FEW / max(left + 1, state.turn.next - 1))


def purchases(state: State, seat: Seat, most: int) -> list[Judged[Action]]:
    """The best purchases, where one is chosen at a glance, and what is thought of their cards."""
    judge, found = Judge(state, seat, HARD), players.thinkable(state, seat)
    if not isinstance(max(found, key=judge.worth), Buy):
        return []
    best = nlargest(most, (one for one in found if isinstance(one, Buy)), key=judge.worth)
    every = [(one, judge.stock.parts(state.box.card[one.card])) for one in best]
    return [Judged((one,), sum(parts.values()), 0, parts) for one, parts in every]


SIGHT = Sight()
EFFORTS = {
    levels.STRONG: Effort(candidates=4, looks=40, plies=1900, seconds=0.5, duel=1.5),
}
"""By level. A turn may have twenty tiles to place: each has little time, so that all end soon."""
