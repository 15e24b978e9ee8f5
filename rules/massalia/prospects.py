"""What a change of the board is worth to a seat, by all that lies open: for the greedy player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.contract import Seat
from rules.massalia import holding
from rules.massalia.land import Resource
from rules.massalia.state import Pile, State, Tile

HELD = 0.15
"""What a point of morale is worth on a cell that one holds."""
READY = 0.8
"""What a point of value is worth on a cell that one may take now."""
ON_THE_WAY = 0.5
"""The same, while marked cells are missing, by the share of those that one has."""
THEIRS = 0.7
"""How much the prospects of the best opponent count against one's own."""
PROTECTED = 0.15
"""What a tile below is worth that comes back when the upper one goes."""
DRAINED = 1.0
"""What a point of somebody's water or fish is worth."""
BURNT = 0.8
"""What any burnt tile is worth, wherever it lay."""


def stake(state: State, seat: Seat, resource: Resource) -> float:
    """What a resource cell is worth to a seat as things lie."""
    pile = state.board[resource.cell]
    if pile and pile[-1].up and pile[-1].owner == seat:
        covered = sum(tile.owner == seat for tile in pile) - 1
        return resource.morale * HELD + covered * PROTECTED
    marks = state.marks(seat, resource.cell)
    if marks >= resource.need:
        return resource.value * (READY + 0.05 * (marks - resource.need))
    return resource.value * ON_THE_WAY * marks / resource.need


def balance(state: State, seat: Seat, resources: Iterable[Resource]) -> float:
    """What some resource cells are worth to a seat, less what they are to its opponents."""
    total = 0.0
    opponents = state.opponents(seat)
    for one in resources:
        total += stake(state, seat, one)
        total -= THEIRS * max((stake(state, other, one) for other in opponents), default=0.0)
    return total


def change(state: State, seat: Seat, piles: Sequence[tuple[int, Pile]]) -> float:
    """What it would be worth if other tiles lay on some cells; the position stays as it is."""
    touched = {one.cell: one for cell, _ in piles for one in state.box.land.touching[cell]}
    before = balance(state, seat, touched.values())
    kept = [(cell, state.board[cell]) for cell, _ in piles]
    for cell, pile in piles:
        state.board[cell] = pile
    after = balance(state, seat, touched.values())
    for cell, pile in kept:
        state.board[cell] = pile
    return after - before


def placing(state: State, seat: Seat, cell: int, kind: str) -> float:
    """A tile laid on a cell: what it does there, and what lies otherwise then."""
    pile = state.board[cell]
    worth = change(state, seat, [(cell, (*pile, Tile(seat, kind, True)))])
    resource = state.box.land.resource.get(cell)
    if resource is None or (pile and pile[-1].owner == seat):
        return worth
    return worth + resource.morale * HELD + acting(state, seat, cell, kind)


def acting(state: State, seat: Seat, cell: int, kind: str) -> float:
    """What a tile does on a resource cell."""
    data = state.box.tile[kind]
    if data.kind == "life":
        return float(data.life * state.box.land.resource[cell].value)
    if data.kind == "fire":
        return sum(worth for worth, _ in burning(state, seat, cell))
    return DRAINED


def burning(state: State, seat: Seat, cell: int) -> list[tuple[float, int]]:
    """The tiles that are best burnt from a cell, and what each is worth."""
    cells = holding.burnable(state, seat, cell)
    found = [(taking(state, seat, near), near) for near in cells]
    best = sorted(found, key=lambda one: (-one[0], one[1]))
    return [one for one in best[: state.box.fire.max_tiles] if one[0] > 0]


def taking(state: State, seat: Seat, cell: int) -> float:
    """An opponent's top tile that leaves a cell."""
    return BURNT + change(state, seat, [(cell, state.board[cell][:-1])])


def turning(state: State, seat: Seat, cell: int) -> float:
    """A top tile that is turned over; one's own may act again."""
    *below, tile = state.board[cell]
    worth = change(state, seat, [(cell, (*below, tile._replace(up=not tile.up)))])
    if tile.owner == seat and cell in state.box.land.resource and state.meets(seat, cell):
        worth += acting(state, seat, cell, tile.kind)
    return worth


def moving(state: State, seat: Seat, start: int, to: int) -> float:
    """A top tile that goes to the next cell."""
    *below, tile = state.board[start]
    return change(state, seat, [(start, tuple(below)), (to, (*state.board[to], tile))])


def resistance(state: State, seat: Seat) -> int:
    """The life of a seat and of its scouts: what an attack has to overcome, as far as one sees."""
    player = state.players[seat]
    return player.life + sum(scout.life for scout in player.scouts)
