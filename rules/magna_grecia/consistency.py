"""Contradictions in a position that comes from outside (RULES.md, "State JSON")."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Seat
from rules.graph import groups
from rules.magna_grecia import finishing, limits
from rules.magna_grecia.land import AROUND, GREEN, VILLAGE_CELLS
from rules.magna_grecia.links import arrivals, bits
from rules.magna_grecia.pieces import CARDS, CITY_TILES, MARKETS, ROAD_TILES, ROUNDS, SHAPES
from rules.magna_grecia.state import FIRST_CITY, NOWHERE, State


def contradictions(state: State) -> Iterator[str]:
    """Places where a position contradicts itself or the rules."""
    yield from _wrong_clock(state)
    for seat in range(len(state.players)):
        yield from _wrong_pieces(state, seat)
    yield from _wrong_roads(state)
    yield from _wrong_cities(state)
    yield from _wrong_oracles(state)
    yield from _wrong_markets(state)
    yield from _wrong_turn(state)


def _wrong_clock(state: State) -> Iterator[str]:
    """Cards there twice; round and seat to move that do not fit the card."""
    cards = [*state.deck, *state.discard, *([state.card] if state.card else [])]
    if len(set(cards)) < len(cards) or not CARDS.keys() >= set(cards):
        yield "deck"
    if (state.card is None) is (state.phase == "turns"):
        yield "card"
    if state.round not in ([0] if state.phase == "oracles" else range(1, ROUNDS + 1)):
        yield "round"
    seats = range(len(state.players))
    movers = {"oracles": seats, "turns": state.order[state.turn_index :][:1], "over": [None]}
    if state.to_move not in movers[state.phase]:
        yield "to_move"


def _wrong_pieces(state: State, seat: Seat) -> Iterator[str]:
    """Pieces of which a seat has more than there are (MG-4)."""
    player = state.players[seat]
    roads = sum(road >> 6 == seat for road in state.roads.values())
    cities = sum(len(city.cells) for city in state.cities.values() if city.seat == seat)
    markets = sum(owner == seat for owner, _ in state.markets)
    if roads + player.roads + player.reserve_roads > ROAD_TILES:
        yield f"players[{seat}].roads"
    if cities + player.cities + player.reserve_cities > CITY_TILES:
        yield f"players[{seat}].cities"
    if markets + player.markets > MARKETS:
        yield f"players[{seat}].markets"


def _wrong_roads(state: State) -> Iterator[str]:
    """Road tiles of another shape, and roads that meet those of another seat (MG-35)."""
    for index, (cell, road) in enumerate(state.roads.items()):
        ends = tuple(bits(road & 0b111111))
        meets_enemy = any(
            side in ends and owner != road >> 6 for side, owner in arrivals(state.roads, cell)
        )
        if ends not in SHAPES or meets_enemy:
            yield f"roads[{index}]"


def _wrong_cities(state: State) -> Iterator[str]:
    """Cities there twice, in pieces, or beside another city or an oracle (MG-41)."""
    cells = [cell for city in state.cities.values() for cell in city.cells]
    if len(set(cells)) != len(cells) or len(cells) != sum(at >= FIRST_CITY for at in state.places):
        yield "cities"
    for index, (place, city) in enumerate(state.cities.items()):
        touched = {state.places[near] for cell in city.cells for near in AROUND[cell]} - {place}
        touches = any(near >= FIRST_CITY or near in state.oracles for near in touched)
        if touches or len(groups(city.cells, _around)) != 1 or place >= state.next_city:
            yield f"cities[{index}]"


def _around(cell: int) -> tuple[int, ...]:
    return AROUND[cell]


def _wrong_oracles(state: State) -> Iterator[str]:
    """Oracles in other villages, and oracles that point to a city that they are not joined to."""
    for index, (village, city) in enumerate(state.oracles.items()):
        cell = VILLAGE_CELLS[village]
        is_joined = city == NOWHERE or state.network.near[village] >> city & 1
        if cell in GREEN or state.places[cell] != village or not is_joined:
            yield f"oracles[{index}]"
    if (state.oracles_left > 0) is not (state.phase == "oracles"):
        yield "oracles"


def _wrong_markets(state: State) -> Iterator[str]:
    """Markets in no village or city, and several of a seat in one place (MG-62)."""
    stands = {(seat, state.places[cell]) for seat, cell in state.markets}
    places = {place for _, place in stands}
    if len(stands) < len(state.markets) or places & {NOWHERE, *state.oracles}:
        yield "markets"


def _wrong_turn(state: State) -> Iterator[str]:
    """Turns outside the rounds, and obligations of another seat, or that cannot be met (MG-49)."""
    turn, mover = state.turn, state.to_move
    if state.phase != "turns" and turn.has_begun:
        yield "turn"
    for seat in range(len(state.players)):
        owes = bool(set(limits.villages_to_cover(state, seat)))
        if owes and (seat != mover or not turn.cities):
            yield "cities"
    if mover is None or not turn.must_go_on:
        return
    if turn.unjoined is not None:
        city = state.cities[turn.unjoined]
        if city.seat != mover or any(limits.joins(state, mover, cell) for cell in city.cells):
            yield "turn.unjoined"
    if turn.drawn or turn.market or not finishing.can_meet_all(state, mover):
        yield "turn"
