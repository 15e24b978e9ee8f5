"""Checks that find a position impossible: field by field, then on the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rules.contract import BadPosition, Seat
from rules.graph import groups
from rules.magna_grecia import finishing, limits, scoring, turn
from rules.magna_grecia.form import (
    UNSET,
    PlayerForm,
    PositionForm,
    next_city,
    or_usual,
    oracles_left,
    order_of,
    place_of,
    player_of,
    round_of,
)
from rules.magna_grecia.land import AROUND, CELLS, GREEN, HEXES, OFF, VILLAGE_AT, VILLAGE_CELLS
from rules.magna_grecia.links import MOST_PLACES, arrivals
from rules.magna_grecia.pieces import CARDS, CITY_TILES, MARKETS, ROAD_TILES, ROUNDS, SHAPES
from rules.magna_grecia.state import FIRST_CITY, NOWHERE, GameOptions, State

MOST_POINTS = 9999
"""Limit of points; no game gets near it."""
Findings = Iterator[tuple[str, bool]]
"""By field, whether it contradicts the rest."""


def impossible(path: str) -> BadPosition:
    """Refusal of a position that is wrong at `path`."""
    return BadPosition("magna_grecia.position_impossible", path=path)


def refuse_first(findings: Findings) -> None:
    """Raise the first contradiction, if any."""
    for path, is_wrong in findings:
        if is_wrong:
            raise impossible(path)


# ---- contradictions in the JSON alone ---------------------------------------------------------


def in_form(form: PositionForm, options: GameOptions) -> Findings:
    """Contradictions that are visible in the JSON alone."""
    yield from _wrong_cards(form)
    yield from _wrong_clock(form, options)
    for seat, player in enumerate(form.players):
        yield from _wrong_player(form, seat, player, options)
    yield from _wrong_oracles(form)
    yield from _wrong_roads(form)
    yield from _wrong_cities(form)
    yield from _wrong_markets(form)
    yield from _wrong_turn(form)


def _wrong_cards(form: PositionForm) -> Findings:
    yield "card", (form.card is None) is (form.phase == "turns")
    yield "card", form.card is not None and form.card not in CARDS
    for name, pile in (("deck", form.deck), ("discard", form.discard)):
        for index, card in enumerate(pile):
            yield f"{name}[{index}]", card not in CARDS
    uses = Counter([*form.deck, *form.discard, *([form.card] if form.card else [])])
    yield "deck", any(times > 1 for times in uses.values())
    yield "deck", form.phase == "over" and bool(form.deck)


def _wrong_clock(form: PositionForm, options: GameOptions) -> Findings:
    """Contradictions of round, order and seat to move."""
    round_number, order, seats = round_of(form), order_of(form, options), range(len(form.players))
    yield (
        "round",
        not (round_number == 0 if form.phase == "oracles" else 1 <= round_number <= ROUNDS),
    )
    usual = () if form.card is None else turn.seat_order(CARDS[form.card], options)
    yield "order", order != usual
    yield "turn_index", not 0 <= form.turn_index < max(1, len(order))
    yield "turn_index", form.phase != "turns" and form.turn_index > 0
    if form.to_move is UNSET:
        return
    yield "to_move", (form.to_move is None) is not (form.phase == "over")
    yield "to_move", form.to_move is not None and form.to_move not in seats
    yield "to_move", form.phase == "turns" and form.to_move != order[form.turn_index]


def _wrong_player(
    form: PositionForm, seat: Seat, player: PlayerForm, options: GameOptions
) -> Findings:
    path, stock = f"players[{seat}]", player_of(form, seat)
    yield f"{path}.seat", or_usual(player.seat, seat) != seat
    yield f"{path}.color", or_usual(player.color, options.colors[seat]) != options.colors[seat]
    for name in ("score", "roads", "cities", "reserve_roads", "reserve_cities", "markets"):
        yield f"{path}.{name}", not 0 <= getattr(stock, name) <= MOST_POINTS
    roads = sum(road.seat == seat for road in form.roads)
    cities = sum(len(city.hexes) for city in form.cities if city.seat == seat)
    markets = sum(market.seat == seat for market in form.markets)
    yield f"{path}.roads", roads + stock.roads + stock.reserve_roads > ROAD_TILES
    yield f"{path}.cities", cities + stock.cities + stock.reserve_cities > CITY_TILES
    yield f"{path}.markets", markets + stock.markets > MARKETS


def _wrong_oracles(form: PositionForm) -> Findings:
    wild = {HEXES[cell] for cell in VILLAGE_CELLS if cell not in GREEN}
    remaining = oracles_left(form)
    for index, oracle in enumerate(form.oracles):
        yield f"oracles[{index}].hex", oracle.hex not in wild
        yield f"oracles[{index}].city", _is_no_city(or_usual(oracle.city, None), form)
    yield "oracles", len({oracle.hex for oracle in form.oracles}) < len(form.oracles)
    yield "oracles_left", (remaining > 0) is not (form.phase == "oracles")
    yield "oracles_left", remaining + len(form.oracles) > len(wild)


def _is_no_city(name: str | None, form: PositionForm) -> bool:
    return name is not None and name not in {city.id for city in form.cities}


def _wrong_roads(form: PositionForm) -> Findings:
    yield "roads", form.phase == "oracles" and bool(form.roads)
    seats = range(len(form.players))
    for index, road in enumerate(form.roads):
        path, cell = f"roads[{index}]", CELLS.get(road.hex, OFF)
        yield f"{path}.hex", cell == OFF or cell in VILLAGE_AT
        yield f"{path}.seat", road.seat not in seats
        yield f"{path}.ends", tuple(sorted(road.ends)) not in SHAPES
    yield "roads", len({road.hex for road in form.roads}) < len(form.roads)


def _wrong_cities(form: PositionForm) -> Findings:
    yield "cities", form.phase == "oracles" and bool(form.cities)
    taken = {oracle.hex for oracle in form.oracles} | {road.hex for road in form.roads}
    for index, city in enumerate(form.cities):
        path = f"cities[{index}]"
        place = place_of(city.id)
        yield f"{path}.id", place is None or place >= MOST_PLACES
        yield f"{path}.seat", city.seat not in range(len(form.players))
        yield f"{path}.hexes", not city.hexes or not CELLS.keys() >= set(city.hexes)
        yield f"{path}.hexes", len(set(city.hexes)) < len(city.hexes)
        yield f"{path}.hexes", len(groups([CELLS[at] for at in city.hexes], _around)) > 1
        yield f"{path}.hexes", not taken.isdisjoint(city.hexes)
        taken.update(city.hexes)
    yield "cities", len({city.id for city in form.cities}) < len(form.cities)
    numbers = [(place_of(city.id) or 0) - FIRST_CITY + 1 for city in form.cities]
    yield (
        "next_city",
        not max(numbers, default=0) < next_city(form) <= MOST_PLACES - FIRST_CITY + 1,
    )


def _around(cell: int) -> tuple[int, ...]:
    return AROUND[cell]


def _wrong_markets(form: PositionForm) -> Findings:
    yield "markets", form.phase == "oracles" and bool(form.markets)
    oracles = {oracle.hex for oracle in form.oracles}
    villages = {HEXES[cell] for cell in VILLAGE_CELLS} - oracles
    places = {at: city.id for city in form.cities for at in city.hexes}
    stands: list[tuple[Seat, Any]] = []
    for index, market in enumerate(form.markets):
        path = f"markets[{index}]"
        yield f"{path}.seat", market.seat not in range(len(form.players))
        yield f"{path}.hex", market.hex not in places and market.hex not in villages
        stands.append((market.seat, places.get(market.hex, market.hex)))
    yield "markets", len(set(stands)) < len(stands)


def _wrong_turn(form: PositionForm) -> Findings:
    """Contradictions of a turn outside the rounds, or beyond the limits of its card (MG-18)."""
    yield "turn", form.turn is not None and form.phase != "turns"
    if form.turn is None or form.card is None:
        return
    turn, card = form.turn, CARDS[form.card]
    alone = 0 if turn.roads and turn.cities else 1
    yield "turn.roads", not 0 <= turn.roads <= card.roads[alone]
    yield "turn.cities", not 0 <= turn.cities <= card.cities[alone]
    if turn.drawn is not None:
        fewest = min(turn.drawn.roads, turn.drawn.cities)
        limit = card.supply[0 if turn.roads or turn.cities else 1]
        yield "turn.drawn", fewest < 0 or not 1 <= turn.drawn.roads + turn.drawn.cities <= limit
        yield "turn.drawn", bool(turn.roads and turn.cities)
        yield "turn.drawn", turn.roads > card.roads[0] or turn.cities > card.cities[0]
    founded, unjoined = place_of(turn.founded), place_of(turn.unjoined)
    newest = FIRST_CITY + next_city(form) - 2
    yield "turn.founded", turn.founded is not None and not (founded and founded <= newest)
    yield "turn.founded", turn.founded is not None and not turn.cities
    yield "turn.unjoined", turn.unjoined is not None and unjoined != founded
    yield "turn.unjoined", _is_no_city(turn.unjoined, form)


# ---- contradictions on the map ----------------------------------------------------------------


def on_map(state: State, form: PositionForm) -> Findings:
    """Contradictions of roads, cities, oracles, obligations and the final account on the map."""
    for index, road in enumerate(form.roads):
        ends_beside = arrivals(state.roads, CELLS[road.hex])
        joined_seats = [other_seat for side, other_seat in ends_beside if side in road.ends]
        yield f"roads[{index}]", any(other_seat != road.seat for other_seat in joined_seats)
    for index, city in enumerate(form.cities):
        place = place_of(city.id)
        touched = {state.places[cell] for at in city.hexes for cell in _around(CELLS[at])}
        enemies = {
            touched_place
            for touched_place in touched
            if touched_place >= FIRST_CITY and touched_place != place
        }
        yield f"cities[{index}].hexes", bool(enemies or touched & state.oracles.keys())
    for index, (oracle, target) in enumerate(state.oracles.items()):
        near = state.network.near[oracle]
        yield f"oracles[{index}].city", target != NOWHERE and not near >> target & 1
    yield from _wrong_obligations(state)
    yield "final", form.final is not None and form.phase != "over"
    yield "final", form.final is not None and form.final != scoring.final(state)


def _wrong_obligations(state: State) -> Findings:
    """Contradictions of obligations: only a turn with city tiles has any, and they can be met."""
    for seat in range(len(state.players)):
        owes = bool(set(limits.villages_to_cover(state, seat)))
        yield "cities", owes and (seat != state.to_move or not state.turn.cities)
    if state.phase != "turns" or not state.turn.must_go_on:
        return
    turn, mover = state.turn, state.to_move
    assert mover is not None
    if turn.unjoined is not None:
        city = state.cities[turn.unjoined]
        joined = any(limits.joins(state, mover, cell) for cell in city.cells)
        yield "turn.unjoined", city.seat != mover or joined
    yield "turn", bool(turn.drawn or turn.market)
    yield "turn", not finishing.can_meet_all(state, mover)
