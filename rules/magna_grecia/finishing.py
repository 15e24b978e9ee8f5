"""Whether the obligations of city tiles can still be met: a search (MG-46 to MG-49)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.contract import Seat
from rules.magna_grecia.land import AROUND, NEAR
from rules.magna_grecia.limits import is_open, joins, tiles_left, villages_beside
from rules.magna_grecia.state import FIRST_CITY, State

Cells = frozenset[int]
NOTHING: Cells = frozenset()


class Duty(NamedTuple):
    """Remaining obligations, and the tiles of the search."""

    owed: Cells
    """Villages to cover."""
    city: Cells
    """Cells of the city that is to be joined; empty where it is joined."""
    laid: Cells
    tiles: int
    """City tiles that can still be placed."""


def can_finish(state: State, seat: Seat, cell: int) -> bool:
    """Whether all obligations after a tile on `cell` can be met (MG-49)."""
    turn = state.turn
    owed = turn.owed.union(villages_beside(state, cell)) - {cell}
    city = _city_to_join(state, seat, cell)
    tile_count = tiles_left(state, seat) - 1
    return can_be_met(state, seat, Duty(owed, city, frozenset((cell,)), tile_count))


def _city_to_join(state: State, seat: Seat, cell: int) -> Cells:
    """Cells of the city that would have to be joined after a tile on `cell` (MG-47)."""
    place, own_cities = state.turn.unjoined, state.own_cities_beside(seat, cell)
    before = NOTHING if place is None else frozenset(state.cities[place].cells)
    is_part = place in own_cities if own_cities else place is None
    if not is_part:
        return before
    return NOTHING if joins(state, seat, cell) else before | {cell}


def can_meet_all(state: State, seat: Seat) -> bool:
    """Whether the present obligations can be met (MG-49)."""
    place = state.turn.unjoined
    city = NOTHING if place is None else frozenset(state.cities[place].cells)
    duty = Duty(state.turn.owed, city, NOTHING, tiles_left(state, seat))
    return can_be_met(state, seat, duty)


def can_be_met(state: State, seat: Seat, duty: Duty) -> bool:
    """Whether further tiles can meet every obligation."""
    if len(duty.owed) > duty.tiles:
        return False
    if not duty.city:
        return True
    if not _is_near_enough(state, seat, duty):
        return False
    cells = _helpful(state, seat, duty)
    return any(can_be_met(state, seat, _after(state, seat, duty, cell)) for cell in cells)


def _after(state: State, seat: Seat, duty: Duty, cell: int) -> Duty:
    """The duty after one more tile."""
    city = duty.city
    if not city.isdisjoint(AROUND[cell]):
        city = NOTHING if joins(state, seat, cell) else city | {cell}
    owed = duty.owed.union(villages_beside(state, cell)) - duty.laid - {cell}
    return Duty(owed, city, duty.laid | {cell}, duty.tiles - 1)


def _helpful(state: State, seat: Seat, duty: Duty) -> Iterator[int]:
    """Cells to cover, and cells where the city grows without a merger."""
    beside = {near for cell in duty.city for near in AROUND[cell]}
    for cell in sorted(duty.owed | beside):
        if cell in duty.laid or not is_open(state, seat, cell):
            continue
        if cell not in beside or not _is_beside_another(state, duty, cell):
            yield cell


def _is_beside_another(state: State, duty: Duty, cell: int) -> bool:
    """Whether a tile there would touch another city of the seat."""
    return any(
        near not in duty.city and (near in duty.laid or state.places[near] >= FIRST_CITY)
        for near in AROUND[cell]
    )


def _is_near_enough(state: State, seat: Seat, duty: Duty) -> bool:
    """Whether a green border or a road of the seat lies within reach of the remaining tiles."""
    around = NOTHING.union(*(NEAR[cell][duty.tiles] for cell in duty.city))
    return any(joins(state, seat, cell) for cell in around)
