"""Legality: the first rule that an action breaks, and every legal action."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.contract import Hex, IllegalMove, Seat
from rules.magna_grecia import finishing, limits, markets
from rules.magna_grecia.actions import Action, City, Draw, End, Market, Oracle, Road, Sell
from rules.magna_grecia.land import (
    AROUND,
    GREEN,
    HEXES,
    LABELS,
    OFF,
    VILLAGE_AT,
    VILLAGE_CELLS,
    cell_of,
)
from rules.magna_grecia.links import arrivals
from rules.magna_grecia.pieces import SHAPES
from rules.magna_grecia.state import FIRST_CITY, NOWHERE, State, city_id

# ---- why not ----------------------------------------------------------------------------------


def why_not(state: State, seat: Seat, action: Action) -> IllegalMove | None:
    """The first rule that `action` breaks, or None; the turn is checked elsewhere."""
    if (state.phase == "oracles") is not isinstance(action, Oracle):
        return illegal("wrong_phase", rule="MG-13", phase=state.phase)
    return _WHY_NOT[type(action)](state, seat, action)


def illegal(name: str, **details: Any) -> IllegalMove:
    """Refusal with the code `name`."""
    return IllegalMove(f"magna_grecia.{name}", **details)


def _off_board(at: Hex) -> IllegalMove | None:
    if cell_of(at) == OFF:
        return illegal("off_board", rule="MG-1", hex=f"{at[0]},{at[1]}")
    return None


def _oracle_refusal(state: State, _seat: Seat, action: Oracle) -> IllegalMove | None:
    cell = cell_of(action.hex)
    village = VILLAGE_AT.get(cell, NOWHERE)
    if cell != OFF and (village == NOWHERE or cell in GREEN or village in state.oracles):
        return illegal("oracle_village", rule="MG-11", hex=LABELS[cell])
    return _off_board(action.hex)


# ---- roads ------------------------------------------------------------------------------------


def no_road(state: State, seat: Seat) -> IllegalMove | None:
    """Refusal of any road tile now, or None (MG-18, MG-20, MG-22, MG-48)."""
    return _no_tile(state, state.players[seat].roads, "no_road_tile", limits.roads_left(state))


def _no_tile(state: State, supply: int, name: str, limit: int) -> IllegalMove | None:
    """Refusal of any tile of a kind, by its supply and the card's limit, or None."""
    if state.turn.market is not None:
        return illegal("market_done", rule="MG-22")
    if state.turn.drawn is not None:
        return illegal("already_drawn", rule="MG-20")
    if not limit:
        return illegal("card_limit", rule="MG-18", card=state.card)
    return None if supply else illegal(name, rule="MG-10")


def _finish_first(state: State) -> IllegalMove | None:
    """Refusal of anything but a city tile while there are obligations (MG-48)."""
    turn = state.turn
    if not turn.must_go_on:
        return None
    villages = [LABELS[cell] for cell in sorted(turn.owed)]
    city = city_id(turn.unjoined) if turn.unjoined is not None else ""
    return illegal("finish_city_first", rule="MG-48", villages=villages, city=city)


def _road_refusal(state: State, seat: Seat, action: Road) -> IllegalMove | None:
    cell = cell_of(action.hex)
    return (
        _finish_first(state)
        or no_road(state, seat)
        or road_hex_refusal(state, action.hex)
        or road_refusal(state, seat, cell, action.ends)
    )


def road_hex_refusal(state: State, at: Hex) -> IllegalMove | None:
    """Refusal of a road tile on a hex, whichever way, or None (MG-32)."""
    cell = cell_of(at)
    if cell != OFF and not state.is_free(cell):
        return illegal("occupied", rule="MG-32", hex=LABELS[cell])
    return _off_board(at)


def road_refusal(state: State, seat: Seat, cell: int, ends: tuple[int, int]) -> IllegalMove | None:
    """Refusal of a road tile that joins two sides of a free cell (MG-31, MG-33, MG-35)."""
    if (min(ends), max(ends)) not in SHAPES:
        return illegal("bad_shape", rule="MG-31", hex=LABELS[cell])
    if enemy_sides(state, seat, cell).intersection(ends):
        return illegal("joins_enemy_road", rule="MG-35", hex=LABELS[cell])
    if not any(6 * cell + side in state.starts[seat] for side in ends):
        return illegal("not_anchored", rule="MG-33", hex=LABELS[cell])
    return None


def enemy_sides(state: State, seat: Seat, cell: int) -> set[int]:
    """The sides of a cell at which an enemy road ends (MG-35)."""
    return {side for side, owner in arrivals(state.roads, cell) if owner != seat}


# ---- cities -----------------------------------------------------------------------------------


def no_city(state: State, seat: Seat) -> IllegalMove | None:
    """Refusal of any city tile now, or None (MG-18, MG-20, MG-22, MG-40)."""
    player = state.players[seat]
    refusal = _no_tile(state, player.cities, "no_city_tile", limits.cities_left(state))
    if refusal is None and not player.score:
        return illegal("no_points", rule="MG-40")
    return refusal


def _city_refusal(state: State, seat: Seat, action: City) -> IllegalMove | None:
    return no_city(state, seat) or _off_board(action.hex) or city_refusal(state, seat, action.hex)


def city_refusal(state: State, seat: Seat, at: Hex) -> IllegalMove | None:
    """Refusal of a city tile on a hex of the map, or None (MG-41 to MG-49)."""
    cell = cell_of(at)
    return _never(state, seat, cell) or _not_now(state, seat, cell)


def _never(state: State, seat: Seat, cell: int) -> IllegalMove | None:
    """Refusal of a hex that no further tile can make legal (MG-41)."""
    place = state.places[cell]
    if cell in state.roads or place >= FIRST_CITY or place in state.oracles:
        return illegal("occupied", rule="MG-41", hex=LABELS[cell])
    enemy = limits.enemy_city(state, seat, cell)
    if enemy is not None:
        owner = state.cities[enemy].seat
        return illegal("next_to_enemy_city", rule="MG-41", hex=LABELS[cell], owner=owner)
    oracle = limits.oracle_beside(state, cell)
    if oracle is not None:
        beside = LABELS[VILLAGE_CELLS[oracle]]
        return illegal("next_to_oracle", rule="MG-41", hex=LABELS[cell], oracle=beside)
    return None


def _not_now(state: State, seat: Seat, cell: int) -> IllegalMove | None:
    """Refusal of a hex where a tile neither expands nor founds a city that can be finished."""
    own_cities, turn, hex_args = (
        state.own_cities_beside(seat, cell),
        state.turn,
        {"hex": LABELS[cell]},
    )
    if len(own_cities) > 1 and turn.unjoined in own_cities:
        return illegal("unjoined_merge", rule="MG-47", **hex_args)
    if not own_cities and state.places[cell] == NOWHERE:
        return illegal("needs_village", rule="MG-43", **hex_args)
    if not own_cities and turn.founded is not None:
        return illegal("already_founded", rule="MG-43", **hex_args)
    if finishing.can_finish(state, seat, cell):
        return None
    if not own_cities and not limits.joins(state, seat, cell):
        return illegal("not_reached", rule="MG-43", **hex_args)
    return illegal("cannot_finish", rule="MG-49", n=limits.tiles_left(state, seat), **hex_args)


# ---- draw, markets, end -----------------------------------------------------------------------


def no_draw(state: State, seat: Seat) -> IllegalMove | None:
    """Refusal of any draw now, or None (MG-18, MG-21, MG-22, MG-48)."""
    player = state.players[seat]
    if refusal := _finish_first(state):
        return refusal
    if state.turn.market is not None:
        return illegal("market_done", rule="MG-22")
    if state.turn.drawn is not None:
        return illegal("already_drawn", rule="MG-21")
    if not limits.draw_left(state):
        return illegal("card_limit", rule="MG-18", card=state.card)
    if not player.reserve_roads and not player.reserve_cities:
        return illegal("reserve_short", rule="MG-21", roads=0, cities=0)
    return None


def _draw_refusal(state: State, seat: Seat, action: Draw) -> IllegalMove | None:
    return no_draw(state, seat) or draw_refusal(state, seat, action)


def draw_refusal(state: State, seat: Seat, action: Draw) -> IllegalMove | None:
    """Refusal of a draw of certain tiles, or None (MG-21)."""
    player, limit = state.players[seat], limits.draw_left(state)
    fewest = min(action.roads, action.cities)
    if fewest < 0 or not 1 <= action.roads + action.cities <= limit:
        return illegal("draw_amount", rule="MG-21", n=limit)
    roads, cities = player.reserve_roads, player.reserve_cities
    if action.roads > roads or action.cities > cities:
        return illegal("reserve_short", rule="MG-21", roads=roads, cities=cities)
    return None


def no_trade(state: State) -> IllegalMove | None:
    """Refusal of building or selling any market now, or None (MG-22, MG-48)."""
    if state.turn.market is not None:
        return illegal("market_done", rule="MG-22")
    return _finish_first(state)


def no_market(state: State, seat: Seat) -> IllegalMove | None:
    """Refusal of building any market now, or None (MG-22, MG-64)."""
    if refusal := no_trade(state):
        return refusal
    return None if state.players[seat].markets else illegal("no_market_left", rule="MG-64")


def _market_refusal(state: State, seat: Seat, action: Market) -> IllegalMove | None:
    return (
        no_market(state, seat)
        or _off_board(action.hex)
        or market_refusal(state, seat, state.places[cell_of(action.hex)], action.hex)
    )


def market_refusal(state: State, seat: Seat, place: int, at: Hex) -> IllegalMove | None:
    """Refusal of building a market in a place, or None (MG-61 to MG-66)."""
    hex_args = {"hex": LABELS[cell_of(at)]}
    if not markets.is_for_markets(state, place):
        return illegal("no_place", rule="MG-61", **hex_args)
    if state.owner(place) == seat:
        return illegal("own_city", rule="MG-61", **hex_args)
    if markets.stall_of(state, seat, place) is not None:
        return illegal("already_has_market", rule="MG-62", **hex_args)
    cost, score = markets.cost(state, place), state.players[seat].score
    if cost > score:
        return illegal("too_expensive", rule="MG-66", cost=cost, score=score, n=cost, **hex_args)
    return None


def _sell_refusal(state: State, seat: Seat, action: Sell) -> IllegalMove | None:
    return (
        no_trade(state)
        or _off_board(action.hex)
        or sell_refusal(state, seat, state.places[cell_of(action.hex)], action.hex)
    )


def sell_refusal(state: State, seat: Seat, place: int, at: Hex) -> IllegalMove | None:
    """Refusal of selling a market in a place, or None (MG-70, MG-71)."""
    hex_args = {"hex": LABELS[cell_of(at)]}
    if not markets.is_for_markets(state, place):
        return illegal("no_place", rule="MG-60", **hex_args)
    stall = markets.stall_of(state, seat, place)
    if stall is None:
        return illegal("no_market_here", rule="MG-70", **hex_args)
    if stall.sold:
        return illegal("already_sold", rule="MG-71", **hex_args)
    if not markets.is_active(state, seat, place):
        return illegal("market_inactive", rule="MG-70", **hex_args)
    return None


def _end_refusal(state: State, _seat: Seat, _action: End) -> IllegalMove | None:
    return _finish_first(state)


_WHY_NOT: dict[type[Action], Callable[[State, Seat, Any], IllegalMove | None]] = {
    Oracle: _oracle_refusal,
    Road: _road_refusal,
    City: _city_refusal,
    Draw: _draw_refusal,
    Market: _market_refusal,
    Sell: _sell_refusal,
    End: _end_refusal,
}


# ---- every legal action -----------------------------------------------------------------------


def oracle_cells(state: State) -> list[int]:
    """Cells where an oracle may be placed (MG-11)."""
    return [
        cell
        for village, cell in enumerate(VILLAGE_CELLS)
        if cell not in GREEN and village not in state.oracles
    ]


def road_cells(state: State, seat: Seat) -> dict[int, list[tuple[int, int]]]:
    """Cells for a road tile, with the sides that it may join there (MG-30 to MG-39)."""
    if state.turn.must_go_on or no_road(state, seat) is not None:
        return {}
    start_sides: dict[int, set[int]] = {}
    for slot in sorted(state.starts[seat]):
        start_sides.setdefault(slot // 6, set()).add(slot % 6)
    ways = {cell: _shapes(state, seat, cell, sides) for cell, sides in start_sides.items()}
    return {cell: shapes for cell, shapes in ways.items() if shapes}


def _shapes(state: State, seat: Seat, cell: int, sides: set[int]) -> list[tuple[int, int]]:
    """Shapes of a road tile on a free cell that begin on one of `sides`."""
    barred = enemy_sides(state, seat, cell)
    return [
        (a, b)
        for a, b in SHAPES
        if (a in sides or b in sides) and a not in barred and b not in barred
    ]


def city_candidates(state: State, seat: Seat) -> list[int]:
    """Cells where a city tile may be legal: beside the seat's cities, and in villages."""
    cells = {
        near
        for city in state.cities.values()
        if city.seat == seat
        for cell in city.cells
        for near in AROUND[cell]
    }
    if state.turn.founded is None:
        cells.update(VILLAGE_CELLS)
    return sorted(cells - {OFF})


def city_cells(state: State, seat: Seat) -> list[int]:
    """Cells for a city tile (MG-40 to MG-49)."""
    if no_city(state, seat) is not None:
        return []
    cells = city_candidates(state, seat)
    return [cell for cell in cells if city_refusal(state, seat, HEXES[cell]) is None]


def draws(state: State, seat: Seat) -> list[tuple[int, int]]:
    """Draws, as numbers of road tiles and city tiles (MG-21)."""
    if no_draw(state, seat) is not None:
        return []
    player, limit = state.players[seat], limits.draw_left(state)
    return [
        (roads, cities)
        for roads in range(min(limit, player.reserve_roads) + 1)
        for cities in range(min(limit - roads, player.reserve_cities) + 1)
        if roads + cities
    ]


def market_places(state: State, seat: Seat) -> list[int]:
    """Places for a market: villages, then cities (MG-61 to MG-66)."""
    if no_market(state, seat) is not None:
        return []
    return [place for place in markets.trading_places(state) if may_build(state, seat, place)]


def may_build(state: State, seat: Seat, place: int) -> bool:
    """Whether the seat may build a market in a place, provided it may build at all."""
    return market_refusal(state, seat, place, hex_of(state, place)) is None


def sale_places(state: State, seat: Seat) -> list[int]:
    """Places of markets that may be sold, in the order of placement (MG-70)."""
    if no_trade(state) is not None:
        return []
    own_cities = markets.own_cities(state, seat)
    places = [
        state.places[cell]
        for (owner, cell), sold in state.markets.items()
        if owner == seat and not sold
    ]
    return [place for place in places if (state.network.near[place] | 1 << place) & own_cities]


def hex_of(state: State, place: int) -> Hex:
    """Hex that stands for a place: its village, or the oldest tile of the city."""
    return HEXES[state.cells_of(place)[0]]


def legal_actions(state: State, seat: Seat) -> Iterator[Action]:
    """Every legal action: roads, city tiles, draws, markets, sales, the end."""
    if state.phase == "oracles":
        yield from (Oracle(HEXES[cell]) for cell in oracle_cells(state))
        return
    for cell, shapes in road_cells(state, seat).items():
        yield from (Road(HEXES[cell], ends) for ends in shapes)
    yield from (City(HEXES[cell]) for cell in city_cells(state, seat))
    yield from (Draw(roads, cities) for roads, cities in draws(state, seat))
    yield from (Market(hex_of(state, place)) for place in market_places(state, seat))
    yield from (Sell(hex_of(state, place)) for place in sale_places(state, seat))
    if not state.turn.must_go_on:
        yield End()
