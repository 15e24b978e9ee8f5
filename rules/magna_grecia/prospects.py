"""What a position is worth to a seat, and which roads would join two places: how easy thinks.

It looks at public facts only; the deck is not among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.contract import Seat
from rules.magna_grecia import limits, markets, scoring
from rules.magna_grecia.actions import Road
from rules.magna_grecia.land import FACED, HEXES
from rules.magna_grecia.links import arrivals
from rules.magna_grecia.pieces import ROUNDS
from rules.magna_grecia.state import NOWHERE, State

RIVAL = 0.5
"""What a point of the best opponent takes away."""
ASLEEP = 0.25
"""What each connection of a market is worth that is not active yet."""
PURSE = 5
"""Points on the track that one wants to have for what is to come."""
SHORT = 0.45
"""What each point is worth that is missing of them."""
TILE = 0.55
"""The first tile in supply; each further one of its kind is worth a fifth less."""
FADING = 0.8


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """What counts, and how much, in points at the start of the game."""

    city: float
    """A city, for the roads and markets to come."""
    market: float
    """What a standing market will still gain."""
    site: float = 0.0
    """A village that own roads have reached: a place for a city, and more roads begin there."""


EASY = Weights(city=0.6, market=0.9)
HARD = Weights(city=0.35, market=0.6, site=3.5)
"""Who counts less on what is to come wins 127 of 200 games of two against `EASY`.

By the villages that roads have reached it wins 134 of 200 games against three `EASY` ones; without
them it won 42 of 100 others.
"""


def share_left(state: State) -> float:
    """How much of the game is still to come after this turn, 1 .. 0."""
    return (ROUNDS - state.round) / ROUNDS


NAMES = ("points", "rivals", "to_come", "sites", "purse", "supply")


def worth(state: State, seat: Seat, weights: Weights = EASY) -> float:
    """What the position is worth to the seat, in points."""
    left, totals = share_left(state), scoring.totals(state)
    return (
        totals[seat]
        + _rivals(totals, seat)
        + left * (_to_come(state, seat, weights) + _sites(state, seat, weights))
        + left * _purse(state, seat)
        + _supply(state, seat, left)
    )


def parts(state: State, seat: Seat, weights: Weights = EASY) -> dict[str, float]:
    """What adds up to the worth."""
    left, totals = share_left(state), scoring.totals(state)
    return {
        "points": float(totals[seat]),
        "rivals": _rivals(totals, seat),
        "to_come": left * _to_come(state, seat, weights),
        "sites": left * _sites(state, seat, weights),
        "purse": left * _purse(state, seat),
        "supply": _supply(state, seat, left),
    }


def _rivals(totals: Sequence[int], seat: Seat) -> float:
    """What the best of the others takes away."""
    return -RIVAL * max(total for who, total in enumerate(totals) if who != seat)


def _to_come(state: State, seat: Seat, weights: Weights) -> float:
    """What cities and unsold markets may still bring."""
    own, near = markets.own_cities(state, seat), state.network.near
    gain = weights.city * own.bit_count()
    for (who, cell), sold in state.markets.items():
        if who == seat and not sold:
            place = state.places[cell]
            active = (near[place] | 1 << place) & own
            gain += weights.market if active else ASLEEP * near[place].bit_count()
    return gain


def _sites(state: State, seat: Seat, weights: Weights) -> float:
    """What the villages are worth that the seat's roads have reached."""
    return weights.site * sum(1 for _ in limits.sites(state, seat)) if weights.site else 0.0


def market(state: State, seat: Seat, place: int, weights: Weights = EASY) -> float:
    """By how much a market in a place changes the worth of the position."""
    left, near, cost = share_left(state), state.network.near[place], markets.cost(state, place)
    if (near | 1 << place) & markets.own_cities(state, seat):
        gain = near.bit_count() + left * weights.market
    else:
        gain = left * ASLEEP * near.bit_count()
    return gain - cost + left * (_purse(state, seat, cost) - _purse(state, seat))


def _purse(state: State, seat: Seat, spent: int = 0) -> float:
    """What is missing on the track, once so much more is spent."""
    return -SHORT * max(0, PURSE - state.players[seat].score + spent)


def _supply(state: State, seat: Seat, left: float) -> float:
    """Tiles at hand, as far as there will be turns to place them."""
    player = state.players[seat]
    return min(1.0, 2 * left) * (_tiles(player.roads) + _tiles(player.cities))


def _tiles(count: int) -> float:
    return TILE * (1 - FADING**count) / (1 - FADING)


# ---- roads that join --------------------------------------------------------------------------

Way = tuple[Road, ...]
"""Road tiles, one after the other, the last of which arrives at a place."""


def ways(state: State, seat: Seat) -> list[Way]:
    """For each pair of places that are not connected, a shortest way to join them."""
    turn = state.turn
    if turn.must_go_on:
        return []
    most = min(limits.roads_left(state), state.players[seat].roads)
    shortest: dict[tuple[int, int], Way] = {}
    todo: list[tuple[int, int, Way]] = [
        (slot, source(state, slot), ()) for slot in sorted(state.starts[seat])
    ]
    for _ in range(most):
        further: list[tuple[int, int, Way]] = []
        for slot, origin, way in todo:
            for road, beyond in _tiles_from(state, seat, slot):
                place = state.places[FACED[beyond]]
                if place == NOWHERE:
                    further += _onward(state, beyond, origin, (*way, road))
                elif _is_new(state, origin, place):
                    shortest.setdefault((origin, place), (*way, road))
        todo = further
    return list(shortest.values())


def source(state: State, slot: int) -> int:
    """The place from which a road that begins on a slot would come."""
    place = state.places[FACED[slot]]
    if place != NOWHERE:
        return place
    back = 6 * FACED[slot] + (slot + 3) % 6
    end = state.network.ends.get(back)
    return NOWHERE if end is None else state.places[FACED[end]]


def _tiles_from(state: State, seat: Seat, slot: int) -> Iterator[tuple[Road, int]]:
    """The tiles that may begin on a slot, each with the slot at its other end."""
    cell, side = divmod(slot, 6)
    barred = {at for at, who in arrivals(state.roads, cell) if who != seat}
    for turned in (3, 2, 4):
        other = (side + turned) % 6
        if other not in barred:
            ends = (side, other) if side < other else (other, side)
            yield Road(HEXES[cell], ends), 6 * cell + other


def _onward(state: State, beyond: int, origin: int, way: Way) -> Iterator[tuple[int, int, Way]]:
    """Where a way goes on, if the cell beyond its end is free."""
    cell = FACED[beyond]
    if state.is_free(cell):
        yield 6 * cell + (beyond + 3) % 6, origin, way


def _is_new(state: State, origin: int, place: int) -> bool:
    """Whether joining two places would make a direct connection; one of them may be none."""
    if origin == NOWHERE:
        return True
    return origin != place and not state.network.near[origin] >> place & 1
