"""Worth of a position to a seat, and roads that would join two places: the easy judgement.

It uses only public facts; the deck is not among them.
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
"""Loss for each point of the best opponent."""
ASLEEP = 0.25
"""Worth of each connection of a market that is not active yet."""
PURSE = 5
"""Points on the track that a seat should keep for later."""
SHORT = 0.45
"""Loss for each of them that is missing."""
TILE = 0.55
"""The first tile in supply; each further one of its kind is worth a fifth less."""
FADING = 0.8


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """Worth of each advantage, in points at the start of the game."""

    city: float
    """A city, for the roads and markets to come."""
    market: float
    """Future gains of a standing market."""
    site: float = 0.0
    """A village that the seat's roads have reached: a place for a city, where more roads begin."""


EASY = Weights(city=0.6, market=0.9)
HARD = Weights(city=0.35, market=0.6, site=3.5)
"""Lower weights for the future win 127 of 200 games of two against `EASY`.

With `site` these weights win 134 of 200 games against three `EASY` players; without it they won 42
of 100 other games.
"""


def share_left(state: State) -> float:
    """Share of the game that is still to come after this turn, 1 .. 0."""
    return (ROUNDS - state.round) / ROUNDS


NAMES = ("points", "rivals", "to_come", "sites", "purse", "supply")


def worth(state: State, seat: Seat, weights: Weights = EASY) -> float:
    """Worth of the position to the seat, in points."""
    share, totals = share_left(state), scoring.totals(state)
    return (
        totals[seat]
        + _rivals(totals, seat)
        + share * (_to_come(state, seat, weights) + _sites(state, seat, weights))
        + share * _purse(state, seat)
        + _supply(state, seat, share)
    )


def parts(state: State, seat: Seat, weights: Weights = EASY) -> dict[str, float]:
    """Terms of the worth, by name."""
    share, totals = share_left(state), scoring.totals(state)
    return {
        "points": float(totals[seat]),
        "rivals": _rivals(totals, seat),
        "to_come": share * _to_come(state, seat, weights),
        "sites": share * _sites(state, seat, weights),
        "purse": share * _purse(state, seat),
        "supply": _supply(state, seat, share),
    }


def _rivals(totals: Sequence[int], seat: Seat) -> float:
    """Loss by the points of the best opponent."""
    return -RIVAL * max(total for index, total in enumerate(totals) if index != seat)


def _to_come(state: State, seat: Seat, weights: Weights) -> float:
    """Future gains of cities and unsold markets."""
    own_cities, near = markets.own_cities(state, seat), state.network.near
    gain = weights.city * own_cities.bit_count()
    for (owner, cell), sold in state.markets.items():
        if owner == seat and not sold:
            place = state.places[cell]
            is_active = (near[place] | 1 << place) & own_cities
            gain += weights.market if is_active else ASLEEP * near[place].bit_count()
    return gain


def _sites(state: State, seat: Seat, weights: Weights) -> float:
    """Worth of the villages that the seat's roads have reached."""
    return weights.site * sum(1 for _ in limits.sites(state, seat)) if weights.site else 0.0


def market(state: State, seat: Seat, place: int, weights: Weights = EASY) -> float:
    """Change of the position's worth by a market in a place."""
    share, near, cost = share_left(state), state.network.near[place], markets.cost(state, place)
    if (near | 1 << place) & markets.own_cities(state, seat):
        gain = near.bit_count() + share * weights.market
    else:
        gain = share * ASLEEP * near.bit_count()
    return gain - cost + share * (_purse(state, seat, cost) - _purse(state, seat))


def _purse(state: State, seat: Seat, spent: int = 0) -> float:
    """Loss for points missing on the track, after spending some more."""
    return -SHORT * max(0, PURSE - state.players[seat].score + spent)


def _supply(state: State, seat: Seat, share: float) -> float:
    """Worth of tiles in supply, as far as there will be turns to place them."""
    player = state.players[seat]
    return min(1.0, 2 * share) * (_tiles(player.roads) + _tiles(player.cities))


def _tiles(count: int) -> float:
    return TILE * (1 - FADING**count) / (1 - FADING)


# ---- roads that join --------------------------------------------------------------------------

Way = tuple[Road, ...]
"""Road tiles, one after the other, the last of which arrives at a place."""


def ways(state: State, seat: Seat) -> list[Way]:
    """A shortest way to join each pair of places that are not connected."""
    turn = state.turn
    if turn.must_go_on:
        return []
    limit = min(limits.roads_left(state), state.players[seat].roads)
    shortest: dict[tuple[int, int], Way] = {}
    todo: list[tuple[int, int, Way]] = [
        (slot, source(state, slot), ()) for slot in sorted(state.starts[seat])
    ]
    for _ in range(limit):
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
    """Place from which a road that begins on a slot would come."""
    place = state.places[FACED[slot]]
    if place != NOWHERE:
        return place
    back = 6 * FACED[slot] + (slot + 3) % 6
    end = state.network.ends.get(back)
    return NOWHERE if end is None else state.places[FACED[end]]


def _tiles_from(state: State, seat: Seat, slot: int) -> Iterator[tuple[Road, int]]:
    """Tiles that may begin on a slot, each with the slot at its other end."""
    cell, side = divmod(slot, 6)
    barred = {at for at, owner in arrivals(state.roads, cell) if owner != seat}
    for turns in (3, 2, 4):
        end = (side + turns) % 6
        if end not in barred:
            ends = (side, end) if side < end else (end, side)
            yield Road(HEXES[cell], ends), 6 * cell + end


def _onward(state: State, beyond: int, origin: int, way: Way) -> Iterator[tuple[int, int, Way]]:
    """Continuation of a way, if the cell beyond its end is free."""
    cell = FACED[beyond]
    if state.is_free(cell):
        yield 6 * cell + (beyond + 3) % 6, origin, way


def _is_new(state: State, origin: int, place: int) -> bool:
    """Whether joining two places makes a new connection; `origin` may be NOWHERE."""
    if origin == NOWHERE:
        return True
    return origin != place and not state.network.near[origin] >> place & 1
