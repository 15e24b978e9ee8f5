"""Markets: owners, costs, activity and values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rules.contract import Seat
from rules.magna_grecia.land import VILLAGE_CELLS
from rules.magna_grecia.state import NOWHERE, State


class Stall(NamedTuple):
    """A market on the map (MG-60)."""

    seat: Seat
    cell: int
    sold: bool


def stalls(state: State, place: int) -> list[Stall]:
    """The markets in a place, by seat."""
    return [
        Stall(seat, cell, state.markets[seat, cell])
        for seat in range(len(state.players))
        for cell in state.cells_of(place)
        if (seat, cell) in state.markets
    ]


def stall_of(state: State, seat: Seat, place: int) -> Stall | None:
    """The market of a seat in a place, of which there is at most one (MG-62), or None."""
    for cell in state.cells_of(place):
        if (seat, cell) in state.markets:
            return Stall(seat, cell, state.markets[seat, cell])
    return None


def cost(state: State, place: int) -> int:
    """Cost of a market: one for each tile or village, and for each unsold market (MG-63)."""
    unsold = sum(not stall.sold for stall in stalls(state, place))
    return len(state.cells_of(place)) + unsold


def own_cities(state: State, seat: Seat) -> int:
    """The cities of a seat, as bits."""
    bits = 0
    for place, city in state.cities.items():
        if city.seat == seat:
            bits |= 1 << place
    return bits


def is_active(state: State, seat: Seat, place: int) -> bool:
    """Whether an unsold market of a seat is active in a place (MG-67)."""
    if state.owner(place) == seat:
        return True
    return bool(state.network.near[place] & own_cities(state, seat))


def value(state: State, stall: Stall) -> int:
    """Present value of a market (MG-68)."""
    place = state.places[stall.cell]
    if stall.sold or not is_active(state, stall.seat, place):
        return 0
    return state.network.count(place)


def total_value(state: State, seat: Seat) -> int:
    """Present value of all markets of a seat."""
    places, near, city_bits = state.places, state.network.near, own_cities(state, seat)
    total = 0
    for (owner, cell), sold in state.markets.items():
        if owner == seat and not sold:
            connections = near[places[cell]]
            if connections & city_bits or 1 << places[cell] & city_bits:
                total += connections.bit_count()
    return total


class Change(NamedTuple):
    """An unsold market whose value has changed."""

    seat: Seat
    cell: int
    old: int
    new: int


def values(state: State) -> dict[tuple[Seat, int], int]:
    """Present value of each unsold market."""
    places, near = state.places, state.network.near
    cities_by_seat = [0] * len(state.players)
    for place, city in state.cities.items():
        cities_by_seat[city.seat] |= 1 << place
    worths = {}
    for (seat, cell), sold in state.markets.items():
        if not sold:
            place = places[cell]
            is_active = (near[place] | 1 << place) & cities_by_seat[seat]
            worths[seat, cell] = near[place].bit_count() if is_active else 0
    return worths


def changes(
    before: Mapping[tuple[Seat, int], int], after: Mapping[tuple[Seat, int], int]
) -> list[Change]:
    """Markets whose value has changed; a removed market has no value."""
    entries = [Change(*key, old, after.get(key, 0)) for key, old in before.items()]
    entries += [Change(*key, 0, new) for key, new in after.items() if key not in before]
    return [change for change in entries if change.old != change.new]


def gains(state: State, place_a: int, place_b: int) -> Iterator[Change]:
    """Markets whose value has risen by the newest connection, between two places."""
    near = state.network.near
    for place, partner in ((place_a, place_b), (place_b, place_a)):
        for stall in stalls(state, place):
            if worth := value(state, stall):
                places_before = (near[place] & ~(1 << partner)) | 1 << place
                was_active = places_before & own_cities(state, stall.seat)
                yield Change(stall.seat, stall.cell, worth - 1 if was_active else 0, worth)


def is_for_markets(state: State, place: int) -> bool:
    """Whether markets may stand in a place: a village or a city, not an oracle (MG-61)."""
    return place != NOWHERE and place not in state.oracles


def trading_places(state: State) -> list[int]:
    """Places where markets may stand: villages, then cities, each in order of number."""
    uncovered = [at for at, cell in enumerate(VILLAGE_CELLS) if state.places[cell] == at]
    villages = [village for village in uncovered if village not in state.oracles]
    return villages + sorted(state.cities)


def surplus(state: State, place: int) -> list[Stall]:
    """Markets that must leave a city that has grown: each player keeps one (MG-75, MG-76)."""
    leaving, remaining = list[Stall](), dict[Seat, Stall]()
    for (seat, cell), sold in state.markets.items():
        if state.places[cell] != place:
            continue
        stall = Stall(seat, cell, sold)
        first = remaining.setdefault(seat, stall)
        if first is stall:
            continue
        if first.sold and not sold:
            remaining[seat], stall = stall, first
        leaving.append(stall)
    return leaving
