"""Markets: who has one where, what one costs, which are active and what they are worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rules.contract import Seat
from rules.magna_grecia.land import VILLAGE_CELLS
from rules.magna_grecia.state import NOWHERE, State


class Stall(NamedTuple):
    """A market as it stands (MG-60)."""

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
    """The market that a seat has in a place: there is one at most (MG-62)."""
    for cell in state.cells_of(place):
        if (seat, cell) in state.markets:
            return Stall(seat, cell, state.markets[seat, cell])
    return None


def cost(state: State, place: int) -> int:
    """What a market costs there: one a tile, or a village, and one an unsold market (MG-63)."""
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
    """What a market is worth now (MG-68)."""
    place = state.places[stall.cell]
    if stall.sold or not is_active(state, stall.seat, place):
        return 0
    return state.network.count(place)


def total_value(state: State, seat: Seat) -> int:
    """What all markets of a seat are worth now."""
    places, near, own = state.places, state.network.near, own_cities(state, seat)
    worth = 0
    for (who, cell), sold in state.markets.items():
        if who == seat and not sold:
            reached = near[places[cell]]
            if reached & own or 1 << places[cell] & own:
                worth += reached.bit_count()
    return worth


class Change(NamedTuple):
    """An unsold market that is worth more or less than before."""

    seat: Seat
    cell: int
    was: int
    now: int


def values(state: State) -> dict[tuple[Seat, int], int]:
    """What each unsold market is worth now."""
    places, near = state.places, state.network.near
    own = [0] * len(state.players)
    for place, city in state.cities.items():
        own[city.seat] |= 1 << place
    worth = {}
    for (seat, cell), sold in state.markets.items():
        if not sold:
            place = places[cell]
            is_active = (near[place] | 1 << place) & own[seat]
            worth[seat, cell] = near[place].bit_count() if is_active else 0
    return worth


def changes(
    before: Mapping[tuple[Seat, int], int], after: Mapping[tuple[Seat, int], int]
) -> list[Change]:
    """The markets that are worth more or less; one that is there no more, nothing."""
    found = [Change(*key, was, after.get(key, 0)) for key, was in before.items()]
    found += [Change(*key, 0, now) for key, now in after.items() if key not in before]
    return [change for change in found if change.was != change.now]


def gains(state: State, one: int, other: int) -> Iterator[Change]:
    """The markets that the newest connection, between two places, has made worth more."""
    near = state.network.near
    for place, gone in ((one, other), (other, one)):
        for stall in stalls(state, place):
            if now := value(state, stall):
                before = (near[place] & ~(1 << gone)) | 1 << place
                was_active = before & own_cities(state, stall.seat)
                yield Change(stall.seat, stall.cell, now - 1 if was_active else 0, now)


def is_for_markets(state: State, place: int) -> bool:
    """Whether markets may stand there: in a village or a city, not at an oracle (MG-61)."""
    return place != NOWHERE and place not in state.oracles


def trading_places(state: State) -> list[int]:
    """Every place where markets may stand: villages, then cities, each as numbered."""
    uncovered = [at for at, cell in enumerate(VILLAGE_CELLS) if state.places[cell] == at]
    villages = [village for village in uncovered if village not in state.oracles]
    return villages + sorted(state.cities)


def surplus(state: State, place: int) -> list[Stall]:
    """The markets that must leave a city that has grown: each player keeps one (MG-75, MG-76)."""
    leaving, kept = list[Stall](), dict[Seat, Stall]()
    for (seat, cell), sold in state.markets.items():
        if state.places[cell] != place:
            continue
        stall = Stall(seat, cell, sold)
        other = kept.setdefault(seat, stall)
        if other is stall:
            continue
        if other.sold and not sold:
            kept[seat], stall = stall, other
        leaving.append(stall)
    return leaving
