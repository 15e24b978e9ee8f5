"""What the look ahead needs to know of either game: what to try, and how to play on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from rules._settlements import legal, players, standing
from rules._settlements.actions import Action, Build, Draw, Extend, Stop
from rules._settlements.prospects import Outlook
from rules._settlements.state import State
from rules.contract import Seat
from rules.lookahead import Effort
from rules.rng import Rng

REGIONS = 3
"""In so many places a new region is tried, each turned as it is worth most there."""
THREAT = 4
"""Whoever needs so many further buildings to join two cities may do so soon."""
PLACES = 2
"""On so many cells each building is tried, where it is worth most."""


class Sight:
    """Two rounds: what is built now pays later, by chains that a single one does not show."""

    names: tuple[str, ...] = standing.NAMES
    turns = 2

    def candidates(self, state: State, seat: Seat, most: int) -> Sequence[Sequence[Action]]:
        found: list[Action] = []
        for action in _thinkable(Outlook(state, seat), most):
            if action not in found:
                found.append(action)
        return [(action,) for action in found[:most]]

    def quick(self, state: State, seat: Seat, rng: Rng) -> Sequence[Action]:
        return (players.chosen(Outlook(state, seat, alone=True)),)

    def reply(self, state: State, seat: Seat, rng: Rng) -> Sequence[Action]:
        """Who may soon join two cities goes on as one would; others take cards.

        Where these build meanwhile costs much to find and changes little.
        """
        turn, outlook = state.turn, Outlook(state, seat, alone=True)
        is_asked = turn.is_pending or turn.phase == "cards" or turn.mode is not None
        if is_asked or outlook.race.needed <= THREAT:
            return (players.chosen(outlook),)
        return (Stop(),)

    def parts(self, state: State, seat: Seat) -> Mapping[str, float]:
        return standing.parts(state, seat)


SIGHT = Sight()
EFFORT = Effort(candidates=4, looks=5, seconds=0.4, caution=1.0)


def _thinkable(outlook: Outlook, most: int) -> Iterator[Action]:
    """What is worth thinking of: first what one would do without."""
    yield players.chosen(outlook)
    turn = outlook.state.turn
    if turn.extension is not None:
        for at in outlook.centres()[: min(most, REGIONS)]:
            yield Extend(at, outlook.rotation(turn.extension, at))
        return
    if legal.drawable(outlook.state):
        yield Draw(outlook.stack())
    yield from islice(_builds(outlook), max(1, most - 3))
    yield from legal.plain_actions(outlook.state)


def _builds(outlook: Outlook) -> Iterator[Build]:
    """Buildings, the most worth first, each on few cells only."""
    tried = Counter[int]()
    for idea in outlook.ideas(legal.buildable(outlook.state)):
        building = idea[1]
        tried[building] += 1
        if tried[building] <= PLACES:
            yield players.built(outlook, idea)
