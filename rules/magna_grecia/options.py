"""Options of a seat with the arguments of their labels, the best first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.contract import Seat
from rules.magna_grecia import legal, limits, markets, prospects, scoring, turn
from rules.magna_grecia.actions import Action, City, Road
from rules.magna_grecia.land import AREA_OF, CELLS, FACED, HEXES, LABELS, OFF, VILLAGES
from rules.magna_grecia.notation import notation, sides_token
from rules.magna_grecia.state import FIRST_CITY, NOWHERE, State, place_id
from rules.notation import SEPARATOR
from rules.question import Option

_VILLAGE_IDS = {CELLS[village.q, village.r]: village.id for village in VILLAGES}


def code(name: str) -> str:
    """Message id of this game."""
    return f"magna_grecia.{name}"


def option(token: str, name: str, args: dict[str, Any], group: str = "") -> Option:
    """Option with the text `option_<name>`."""
    return Option(token, code(f"option_{name}"), args, code(group) if group else "")


def gain(state: State, seat: Seat, *line: Action) -> int:
    """Gain of a line of legal actions for its seat, as if the game ended after it."""
    after = state.clone()
    for action in line:
        turn.apply(after, seat, action)
    return scoring.row(after, seat).total - scoring.row(state, seat).total


# ---- hexes ------------------------------------------------------------------------------------


def hex_args(state: State, cell: int) -> dict[str, Any]:
    """Arguments of a hex for labels: its own label, and the village or the city on it, if any."""
    place = state.places[cell]
    if place >= FIRST_CITY:
        return {"hex": LABELS[cell]} | of_city(state, place)
    village_id = _VILLAGE_IDS.get(cell)
    return {"hex": LABELS[cell]} | ({"village": village_id} if village_id else {})


def of_city(state: State, place: int) -> dict[str, Any]:
    """Arguments of a city for labels: its oldest hex, and its owner."""
    return {"city": list(HEXES[state.cells_of(place)[0]]), "owner": state.owner(place)}


def beyond(state: State, slot: int) -> str:
    """Label of the place or hex that a slot faces: "B8", "city:B8", "village:…"; "" for the sea."""
    cell = FACED[slot]
    if cell == OFF:
        return ""
    place = state.places[cell]
    return LABELS[cell] if place == NOWHERE else place_label(state, place)


def place_label(state: State, place: int) -> str:
    """Label of a place; a city is named by its oldest hex, which lasts as long as the city."""
    if place >= FIRST_CITY:
        return f"city:{LABELS[state.cells_of(place)[0]]}"
    return place_id(state, place)


def village(state: State, cell: int) -> Option:
    """Option of a village for an oracle."""
    return option(LABELS[cell], "village", hex_args(state, cell), f"area_{AREA_OF[cell]}")


# ---- roads ------------------------------------------------------------------------------------


def road_hex(state: State, seat: Seat, cell: int, ways: Sequence[tuple[int, int]]) -> Option:
    """Option of a hex for a road tile: the places where it can begin, and the number of ways."""
    args = hex_args(state, cell) | {"n": len(ways), "start": _starts(state, seat, cell)}
    return option(LABELS[cell], "road_hex", args, f"area_{AREA_OF[cell]}")


def _starts(state: State, seat: Seat, cell: int) -> list[str]:
    """Labels of the places, or of the road ends, where a road on a cell can begin."""
    slots = [slot for slot in range(6 * cell, 6 * cell + 6) if slot in state.starts[seat]]
    return list(dict.fromkeys(beyond(state, slot) for slot in slots))


def sides(state: State, cell: int, ends: tuple[int, int]) -> Option:
    """Option of a way to lie on a hex: straight or curved, with the labels beyond its ends."""
    name = "straight" if ends[1] - ends[0] == 3 else "curved"
    facing = [beyond(state, 6 * cell + side) for side in ends]
    return option(sides_token(ends), name, {"sides": sides_token(ends), "beyond": facing})


def ways(state: State, seat: Seat) -> list[tuple[int, Option]]:
    """Roads to new connections, with the gain of each: the highest gain first, then the shortest.

    There is one for each pair of places.
    """
    gains = [(gain(state, seat, *way), way) for way in prospects.ways(state, seat)]
    gains.sort(key=lambda entry: (-entry[0], len(entry[1])))
    by_goals: dict[tuple[str, ...], tuple[int, Option]] = {}
    for points, way in gains:
        choice = _way(state, seat, way, points)
        by_goals.setdefault(tuple(sorted(choice.args["goals"])), (points, choice))
    return list(by_goals.values())


def _way(state: State, seat: Seat, way: prospects.Way, points: int) -> Option:
    """Option of a road: the places that it would join, the number of tiles and the gain."""
    goals = [_origin(state, seat, way), _goal(state, seat, way)]
    args = {"goals": goals, "n": len(way), "gain": points}
    name = "way_gain" if points else "way"
    return option(SEPARATOR.join(map(notation, way)), name, args)


def _origin(state: State, seat: Seat, way: prospects.Way) -> str:
    """Label of the place where a way begins; an own road counts as the place it comes from."""
    slot = tail(state, seat, way[0])
    place = prospects.source(state, slot)
    return beyond(state, slot) if place == NOWHERE else place_label(state, place)


def _goal(state: State, seat: Seat, way: prospects.Way) -> str:
    """Label of the place at which the last tile of a way arrives."""
    cell, start = CELLS[way[-1].hex], tail(state, seat, way[0])
    if len(way) > 1:
        side = next(side for side in way[-1].ends if FACED[6 * cell + side] == CELLS[way[-2].hex])
        start = 6 * cell + side
    head = next(6 * cell + side for side in way[-1].ends if side != start % 6)
    return beyond(state, head)


def tail(state: State, seat: Seat, road: Road) -> int:
    """Slot at which a legal road tile begins: of two, the one that continues an own road."""
    cell = CELLS[road.hex]
    slots = [slot for side in road.ends if (slot := 6 * cell + side) in state.starts[seat]]
    continuing = [slot for slot in slots if state.places[FACED[slot]] == NOWHERE]
    return (continuing or slots)[0]


# ---- city tiles -------------------------------------------------------------------------------

_CITY = (
    ("magna_grecia.option_found", "magna_grecia.group_found"),
    ("magna_grecia.option_expand", "magna_grecia.group_expand"),
    ("magna_grecia.option_merge", "magna_grecia.group_merge"),
)
"""Text and group of a city tile that touches none, one or several cities of its seat."""


def city(state: State, seat: Seat, cell: int) -> Option:
    """Option of a city tile: founding, expanding or merging; number of villages to cover then."""
    own_cities = state.own_cities_beside(seat, cell)
    owed = len(set(limits.villages_beside(state, cell)))
    cities = [place_label(state, place) for place in own_cities]
    name, group = _CITY[min(len(own_cities), 2)]
    args = hex_args(state, cell) | {"cities": cities, "owed": owed}
    return Option(LABELS[cell], name, args, group)


def cities(state: State, seat: Seat) -> list[tuple[int, Option]]:
    """Options of city tiles with their gains: those without obligations first, then by gain."""
    cells = legal.city_cells(state, seat)
    gains = [(gain(state, seat, City(HEXES[cell])), city(state, seat, cell)) for cell in cells]
    return sorted(gains, key=lambda entry: (entry[1].args["owed"], -entry[0]))


# ---- markets ----------------------------------------------------------------------------------


def market(state: State, seat: Seat, place: int) -> Option:
    """Option of a market: its cost and its present value."""
    is_active = markets.is_active(state, seat, place)
    cost, count = markets.cost(state, place), state.network.count(place)
    value, worth = (count, count) if is_active else (0, count + 1)
    args = _place(state, place) | {"cost": cost, "value": value, "n": worth}
    group = "group_active" if is_active else "group_inactive"
    return option(args["hex"], "market_at" if is_active else "market_idle", args, group)


def markets_by_profit(state: State, seat: Seat) -> list[Option]:
    """Options of markets, the highest profit first."""
    places = [market(state, seat, at) for at in legal.market_places(state, seat)]
    return sorted(places, key=profit, reverse=True)


def profit(place: Option) -> tuple[int, int]:
    """Profit of a market now, and its worth once it is active."""
    args = place.args
    return args["value"] - args["cost"], args["n"]


def sale(state: State, place: int) -> Option:
    """Option of a sale: its value now, and with one more connection."""
    count = state.network.count(place)
    args = _place(state, place) | {"n": count, "more": count + 1}
    return option(args["hex"], "sale_at", args)


def sales(state: State, seat: Seat) -> list[Option]:
    """Options of markets that may be sold, the best first."""
    options = [sale(state, place) for place in legal.sale_places(state, seat)]
    return sorted(options, key=lambda sale_option: -sale_option.args["n"])


def _place(state: State, place: int) -> dict[str, Any]:
    return hex_args(state, state.cells_of(place)[0])
