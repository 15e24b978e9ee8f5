"""What the look ahead needs to know of either game: what to try, how to play on, what it is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rules._settlements import legal, players, standing
from rules._settlements.actions import Action, Bonus, Build, Draw, End, Extend, Park, Stop
from rules._settlements.prospects import PAVED, Outlook
from rules._settlements.state import State
from rules.contract import Seat
from rules.hexgrid import cell_of, hex_of
from rules.lookahead import Effort
from rules.rng import Rng

PLACES = 2
"""How many places are tried for one building."""


class Sight:
    """Two more turns of one's own."""

    turns = 2

    def candidates(self, state: State, seat: Seat, most: int) -> Sequence[Action]:
        outlook = Outlook(state, seat)
        first = players.chosen(outlook)
        turn = state.turn
        found: list[Action] = [first]
        if turn.extension is not None:
            found += _regions(outlook, turn.extension, most)
        elif turn.phase == "cards":
            found += [Bonus("card"), End()]
        else:
            found += _builds(outlook, most - 2)
            plain = legal.plain_actions(state)
            if outlook.player.stacks and legal.drawable(state):
                found.append(Draw(outlook.stack()))
            found += plain
        return list(_unlike(found))[:most]

    def quick(self, state: State, seat: Seat, rng: Rng) -> Action:
        return players.chosen(Outlook(state, seat, alone=True))

    def reply(self, state: State, seat: Seat, rng: Rng) -> Action:
        return self.quick(state, seat, rng)

    def parts(self, state: State, seat: Seat) -> Mapping[str, float]:
        return standing.parts(state, seat)


SIGHT = Sight()
EFFORT = Effort(candidates=5, looks=4, seconds=1.0)


def _unlike(actions):
    seen = []
    for a in actions:
        if a not in seen:
            seen.append(a)
            yield a


def _builds(outlook: Outlook, most: int) -> Sequence[Build]:
    """The best buildings, each in some places only."""
    kinds = Counter[int]()
    found = []
    for idea in outlook.ideas(legal.buildable(outlook.state)):
        _, building, cell = idea
        kinds[building] += 1
        if kinds[building] <= PLACES:
            found.append(players._build(outlook, idea))
        if len(found) == most:
            break
    return found


def _regions(outlook: Outlook, tile: int, most: int):
    centres = outlook.state.land.centres
    ordered = sorted(centres, key=lambda at: -(outlook._region(cell_of(at)) + PAVED * centres[at]))
    return [Extend(at, outlook.rotation(tile, at)) for at in ordered[:most]]
