"""Either game as the search sees it: moves to try, and a way to play on."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from rules._settlements import legal, players, standing, turn
from rules._settlements.actions import Action, Build, Draw, Extend, Stop
from rules._settlements.links import fewest
from rules._settlements.prospects import Outlook
from rules._settlements.state import State
from rules.contract import Seat
from rules.levels import HARD, STRONG
from rules.lookahead import Effort
from rules.rng import Rng

REGIONS = 3
"""Number of places where a new region is tried, each at its best rotation."""
PLACES = 2
"""Number of cells on which each building is tried, the best ones."""


class Sight:
    """Search one round ahead: all others have replied, and the position contains what will pay."""

    names: tuple[str, ...] = standing.NAMES
    units: Mapping[str, float] = {
        "built": standing.BUILT,
        "free": standing.FREE,
        "bonus": standing.BONUS,
        "to_come": standing.TO_COME,
        "drawn": standing.DRAWN,
    }
    turns = 1

    def candidates(self, state: State, seat: Seat, limit: int) -> Sequence[Sequence[Action]]:
        actions: list[Action] = []
        for action in _thinkable(Outlook(state, seat), limit):
            if action not in actions:
                actions.append(action)
        if _has_enough(state, seat):
            actions = [action for action in actions if not isinstance(action, Stop)] or actions
        return [(action, *_end_behind(state, seat, action)) for action in actions[:limit]]

    def quick(self, state: State, seat: Seat, rng: Rng) -> Sequence[Action]:
        return (players.action_by_outlook(Outlook(state, seat, alone=True)),)

    def reply(self, state: State, seat: Seat, rng: Rng) -> Sequence[Action]:
        """Reply like the seat itself: the others' new buildings are in its way, and it in theirs.

        This costs most of the time, and is worth it: with others that only take cards, it wins 75
        of 100 games of two against the easy player, not 95.
        """
        return self.quick(state, seat, rng)

    def parts(self, state: State, seat: Seat) -> Mapping[str, float]:
        return standing.parts(state, seat)

    def behind(self, state: State, seat: Seat) -> float:
        """The buildings that were missing for one of the two ways to win."""
        if state.result is None or state.result.winner == seat:
            return math.inf
        buildings = state.players[seat].buildings
        missing = state.rules.flags.buildings_to_win - len(buildings)
        chain = fewest(state.land.holy, buildings, state.free, missing)
        return standing.BUILT * (missing if chain is None else chain)


def count(state: State, seat: Seat) -> Mapping[str, float]:
    """Cards of a seat: in a large hand each is worth less."""
    return {"cards": float(sum(state.players[seat].hand))}


SIGHT = Sight()
EFFORTS = {
    HARD: Effort(candidates=6, looks=3),
    STRONG: Effort(candidates=8, looks=24, seconds=1.0, caution=0.5),
}
"""By level: a short look at few candidates, or a long look at many."""


def _has_enough(state: State, seat: Seat) -> bool:
    """Whether a turn of nothing but cards would only put off what a seat could do now.

    A look never reaches the answer to its own last turn: to wait promises as much as to act, turn
    after turn, until the deck is empty.
    """
    is_new = state.turn.phase == "act" and state.turn.mode is None
    return is_new and sum(state.players[seat].hand) >= standing.ENOUGH


def _end_behind(state: State, seat: Seat, action: Action) -> Sequence[Action]:
    """The end of the turn, if it is all that is left to do behind a stop."""
    if not isinstance(action, Stop) or not state.players[seat].bonus:
        return ()
    after = state.clone()
    turn.apply(after, action)
    return players.end_behind(after, seat, action)


def _thinkable(outlook: Outlook, limit: int) -> Iterator[Action]:
    """Actions worth considering: first the one that would be played without a search."""
    yield players.action_by_outlook(outlook)
    turn = outlook.state.turn
    if turn.extension is not None:
        for at in outlook.centres()[: min(limit, REGIONS)]:
            yield Extend(at, outlook.rotation(turn.extension, at))
        return
    if legal.drawable(outlook.state):
        yield Draw(outlook.stack())
    yield from islice(_builds(outlook), max(1, limit - 3))
    yield from legal.plain_actions(outlook.state)


def _builds(outlook: Outlook) -> Iterator[Build]:
    """Buildings, the highest worth first, each on few cells only."""
    tries = Counter[int]()
    for idea in outlook.ideas(legal.buildable(outlook.state)):
        building = idea[1]
        tries[building] += 1
        if tries[building] <= PLACES:
            yield players.build_from_idea(outlook, idea)
