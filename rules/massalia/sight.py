"""The game as the search sees it: moves to try, a way to play on, and the standing."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from heapq import nlargest

from rules import levels
from rules.contract import Seat
from rules.lookahead import Assessment, Effort
from rules.massalia import lines, players, standing
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
"""Actions without a search: all of them are made in a turn anyway, or there is only one way."""
SLOW = (Buy, End)
"""Actions that a search cannot judge: a card comes back turns later.

By the worth of cards to `HARD` it wins two games of three against `easy` without a search; with
searches of purchases as well, 23 of 40 at a time when the rest was weaker.
"""
BUSY = 5
"""Number of effects left above which two candidates are enough: each search has all of them to do,
and the turn of each further opponent, which counts like one of them.
"""
CROWDED = 8
"""Number above which the best action at first sight is taken, lest a turn take seconds."""
FEW = 2
"""Number of effects in a turn up to which each decision has the whole effort; above, its share."""


class Sight:
    """Search one more turn of each seat: only then the gains of cards and cells show."""

    names: tuple[str, ...] = (*standing.WEIGHTS, "others", "won", *PARTS)
    units: Mapping[str, float] = {
        part: standing.WEIGHTS[part] for part in ("life", "scouts", "gauges")
    }
    turns = 1

    def candidates(self, state: State, seat: Seat, limit: int) -> Sequence[Sequence[Action]]:
        judge = Judge(state, seat, HARD)
        workload = sum(entry.n for entry in state.turn.todo) + len(state.living()) - 2
        if workload > CROWDED:
            limit = 1
        elif workload > BUSY:
            limit = min(limit, 2)
        best = nlargest(limit, players.thinkable(state, seat), key=judge.worth)
        if isinstance(best[0], PLAIN + SLOW):
            return [(best[0],)]
        # the order of actions is no choice in which a search can tell skill from luck
        return [(action,) for action in best if type(action) is type(best[0])]

    def quick(self, state: State, seat: Seat, rng: Rng) -> Sequence[Action]:
        return (players.best(state, seat, values=HARD),)

    def reply(self, state: State, seat: Seat, rng: Rng) -> Sequence[Action]:
        return (players.best(state, seat, values=HARD),)

    def parts(self, state: State, seat: Seat) -> Mapping[str, float]:
        return standing.lead(state, seat)

    def behind(self, state: State, seat: Seat) -> float:
        """The life that the winner had left: its weight is that of an even game."""
        if state.winners is None or seat in state.winners:
            return math.inf
        life = min((state.players[winner].life for winner in state.winners), default=0)
        return standing.WEIGHTS["life"] * life


def share(state: State, seat: Seat) -> float:
    """Share of an effort that a decision deserves, so that a turn of many takes no longer."""
    remaining = sum(entry.n for entry in state.turn.todo)
    return min(1.0, FEW / max(remaining + 1, state.turn.next - 1))


def purchases(state: State, seat: Seat, limit: int) -> list[Assessment[Action]]:
    """The rest of the turn with each of the best purchases, and the parts of its worth.

    A purchase is chosen without a search. [] where none is certain.
    """
    if (found := lines.before_purchase(state, seat)) is None:
        return []
    then, river = found
    judge = Judge(then, seat, HARD)
    offers = [
        action
        for action in players.thinkable(then, seat)
        if isinstance(action, Buy) and action.card in river
    ]
    turns: dict[frozenset[Action], Assessment[Action]] = {}
    for action in nlargest(limit, offers, key=judge.worth):
        parts, line = (
            judge.stock.parts(state.box.card[action.card]),
            lines.rest(state, seat, action),
        )
        turns.setdefault(frozenset(line), Assessment(line, sum(parts.values()), 0, parts))
    return list(turns.values())


SIGHT = Sight()
EFFORTS = {
    levels.STRONG: Effort(candidates=4, looks=40, plies=1900, seconds=0.5, duel=1.5),
}
"""By level. A turn may have twenty tiles to place: each decision has little time."""
