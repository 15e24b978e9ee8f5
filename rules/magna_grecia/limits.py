"""Limits of the card in this turn (MG-18), and hexes that never take a city tile (MG-41)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Seat
from rules.magna_grecia.land import AROUND, GREEN, OFF, VILLAGE_CELLS
from rules.magna_grecia.links import arrivals
from rules.magna_grecia.state import FIRST_CITY, NOWHERE, State

_ROADS_TO: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple((near, 1 << (side + 3) % 6) for side, near in enumerate(AROUND[cell]) if near != OFF)
    for cell in VILLAGE_CELLS
)
"""By village: the cells beside it, each with the bit of a road's end that arrives from there."""

# ---- the card ---------------------------------------------------------------------------------


def roads_left(state: State) -> int:
    """Road tiles that the card still allows (MG-18)."""
    turn, card = state.turn, state.in_force
    return _tiles_left(state, (turn.roads, *card.roads), (turn.cities, card.cities[0]))


def cities_left(state: State) -> int:
    """City tiles that the card still allows (MG-18)."""
    turn, card = state.turn, state.in_force
    return _tiles_left(state, (turn.cities, *card.cities), (turn.roads, card.roads[0]))


def _tiles_left(state: State, kind: tuple[int, int, int], other: tuple[int, int]) -> int:
    """Tiles left of a kind, by its (placed, basic, improved) and the other's (placed, basic)."""
    if state.turn.drawn or state.turn.market:
        return 0
    placed, basic, improved = kind
    if other[0] == 0:
        return improved - placed
    return max(0, basic - placed) if other[0] <= other[1] else 0


def draw_left(state: State) -> int:
    """Tiles that the card still allows to draw (MG-18, MG-21)."""
    turn, card = state.turn, state.in_force
    basic, improved = card.supply
    if turn.drawn or turn.market:
        return 0
    if not turn.roads and not turn.cities:
        return improved
    if turn.roads and turn.cities:
        return 0
    is_basic = turn.roads <= card.roads[0] and turn.cities <= card.cities[0]
    return basic if is_basic else 0


def tiles_left(state: State, seat: Seat) -> int:
    """City tiles that the seat can still place in this turn (MG-49)."""
    player = state.players[seat]
    return min(cities_left(state), player.cities, player.score)


# ---- hexes that never take a city tile ---------------------------------------------------------


def enemy_city(state: State, seat: Seat, cell: int) -> int | None:
    """An enemy city beside a cell (MG-41), or None."""
    for near in AROUND[cell]:
        place = state.places[near]
        if place >= FIRST_CITY and state.cities[place].seat != seat:
            return place
    return None


def oracle_beside(state: State, cell: int) -> int | None:
    """An oracle beside a cell (MG-41), or None."""
    for near in AROUND[cell]:
        if state.places[near] in state.oracles:
            return state.places[near]
    return None


def is_open(state: State, seat: Seat, cell: int) -> bool:
    """Whether nothing lasting forbids the seat a city tile on a cell (MG-41)."""
    place = state.places[cell]
    if cell == OFF or cell in state.roads or place >= FIRST_CITY or place in state.oracles:
        return False
    return enemy_city(state, seat, cell) is None and oracle_beside(state, cell) is None


def villages_beside(state: State, cell: int) -> Iterator[int]:
    """Cells of uncovered villages beside a cell (MG-46)."""
    for near in AROUND[cell]:
        place = state.places[near]
        if NOWHERE < place < FIRST_CITY and place not in state.oracles:
            yield near


def villages_to_cover(state: State, seat: Seat) -> Iterator[int]:
    """Cells of uncovered villages beside cities of a seat (MG-46)."""
    for city in state.cities.values():
        if city.seat == seat:
            for cell in city.cells:
                yield from villages_beside(state, cell)


def sites(state: State, seat: Seat) -> Iterator[int]:
    """Cells of uncovered villages that roads of a seat reach: sites for new cities (MG-43)."""
    places, roads, oracles = state.places, state.roads, state.oracles
    for village, cell in enumerate(VILLAGE_CELLS):
        if places[cell] == village and village not in oracles:
            for near, end in _ROADS_TO[village]:
                road = roads.get(near)
                if road is not None and road >> 6 == seat and road & end:
                    yield cell
                    break


def joins(state: State, seat: Seat, cell: int) -> bool:
    """Whether a tile on a cell joins a new city: green border or own road (MG-43, MG-47)."""
    return cell in GREEN or any(owner == seat for _, owner in arrivals(state.roads, cell))
