"""The answers that a seat may choose from, each with what a label says of it, the best first."""

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
    """A message id of this game."""
    return f"magna_grecia.{name}"


def option(token: str, name: str, args: dict[str, Any], group: str = "") -> Option:
    """An answer with the text of that name."""
    return Option(token, code(f"option_{name}"), args, code(group) if group else "")


def gain(state: State, seat: Seat, *line: Action) -> int:
    """By how much a line of legal actions lifts what the seat would have if the game ended now."""
    after = state.clone()
    for action in line:
        turn.apply(after, seat, action)
    return scoring.row(after, seat).total - scoring.row(state, seat).total


# ---- hexes ------------------------------------------------------------------------------------


def named(state: State, cell: int) -> dict[str, Any]:
    """A hex as a label tells it: its label, and the village or the city on it, if there is one."""
    place = state.places[cell]
    if place >= FIRST_CITY:
        return {"hex": LABELS[cell]} | of_city(state, place)
    village = _VILLAGE_IDS.get(cell)
    return {"hex": LABELS[cell]} | ({"village": village} if village else {})


def of_city(state: State, place: int) -> dict[str, Any]:
    """A city as a label tells it: by its oldest hex, and whose it is."""
    return {"city": list(HEXES[state.cells_of(place)[0]]), "owner": state.owner(place)}


def beyond(state: State, slot: int) -> str:
    """What a slot faces: `city:` with its oldest hex, a village, an oracle, a hex; "" the sea."""
    cell = FACED[slot]
    if cell == OFF:
        return ""
    place = state.places[cell]
    return LABELS[cell] if place == NOWHERE else told(state, place)


def told(state: State, place: int) -> str:
    """A place as labels call it; a city by its oldest hex, which lasts as long as it does."""
    if place >= FIRST_CITY:
        return f"city:{LABELS[state.cells_of(place)[0]]}"
    return place_id(state, place)


def village(state: State, cell: int) -> Option:
    """A village for an oracle."""
    return option(LABELS[cell], "village", named(state, cell), f"area_{AREA_OF[cell]}")


# ---- roads ------------------------------------------------------------------------------------


def road_hex(state: State, seat: Seat, cell: int, ways: Sequence[tuple[int, int]]) -> Option:
    """A hex for a road tile: what it can begin at, and in how many ways it may lie."""
    args = named(state, cell) | {"n": len(ways), "start": _starts(state, seat, cell)}
    return option(LABELS[cell], "road_hex", args, f"area_{AREA_OF[cell]}")


def _starts(state: State, seat: Seat, cell: int) -> list[str]:
    """The places, or the own road ends, at which a road on a cell can begin."""
    slots = [slot for slot in range(6 * cell, 6 * cell + 6) if slot in state.starts[seat]]
    return list(dict.fromkeys(beyond(state, slot) for slot in slots))


def sides(state: State, cell: int, ends: tuple[int, int]) -> Option:
    """A way to lie on a hex: straight or curved, and what lies beyond each end."""
    name = "straight" if ends[1] - ends[0] == 3 else "curved"
    facing = [beyond(state, 6 * cell + side) for side in ends]
    return option(sides_token(ends), name, {"sides": sides_token(ends), "beyond": facing})


def ways(state: State, seat: Seat) -> list[tuple[int, Option]]:
    """Roads to connections that there are not yet, with what each brings: most first, then short.

    One for each two places that it joins.
    """
    found = [(gain(state, seat, *way), way) for way in prospects.ways(state, seat)]
    found.sort(key=lambda each: (-each[0], len(each[1])))
    offered: dict[tuple[str, ...], tuple[int, Option]] = {}
    for brings, way in found:
        one = _way(state, seat, way, brings)
        offered.setdefault(tuple(sorted(one.args["goals"])), (brings, one))
    return list(offered.values())


def _way(state: State, seat: Seat, way: prospects.Way, brings: int) -> Option:
    """The places that it would join, with how many tiles and for what."""
    goals = [_origin(state, seat, way), _goal(state, seat, way)]
    args = {"goals": goals, "n": len(way), "gain": brings}
    name = "way_gain" if brings else "way"
    return option(SEPARATOR.join(map(notation, way)), name, args)


def _origin(state: State, seat: Seat, way: prospects.Way) -> str:
    """Where a way begins; an own road that leads on counts as the place that it comes from."""
    slot = tail(state, seat, way[0])
    place = prospects.source(state, slot)
    return beyond(state, slot) if place == NOWHERE else told(state, place)


def _goal(state: State, seat: Seat, way: prospects.Way) -> str:
    """The place at which the last tile of a way arrives."""
    cell, begun = CELLS[way[-1].hex], tail(state, seat, way[0])
    if len(way) > 1:
        side = next(side for side in way[-1].ends if FACED[6 * cell + side] == CELLS[way[-2].hex])
        begun = 6 * cell + side
    head = next(6 * cell + side for side in way[-1].ends if side != begun % 6)
    return beyond(state, head)


def tail(state: State, seat: Seat, road: Road) -> int:
    """The slot at which a road tile begins that may be laid: of two, where an own road leads on."""
    cell = CELLS[road.hex]
    slots = [slot for side in road.ends if (slot := 6 * cell + side) in state.starts[seat]]
    own = [slot for slot in slots if state.places[FACED[slot]] == NOWHERE]
    return (own or slots)[0]


# ---- city tiles -------------------------------------------------------------------------------

_CITY = (
    ("magna_grecia.option_found", "magna_grecia.group_found"),
    ("magna_grecia.option_expand", "magna_grecia.group_expand"),
    ("magna_grecia.option_merge", "magna_grecia.group_merge"),
)
"""How a city tile is called, and among which, that touches no own city, one, or several."""


def city(state: State, seat: Seat, cell: int) -> Option:
    """Whether it founds, expands or merges, and how many villages it leaves to be covered."""
    own, owed = state.owned(seat, cell), len(set(limits.villages_beside(state, cell)))
    cities = [told(state, place) for place in own]
    name, group = _CITY[min(len(own), 2)]
    args = named(state, cell) | {"cities": cities, "n": owed}
    return Option(LABELS[cell], name, args, group)


def cities(state: State, seat: Seat) -> list[tuple[int, Option]]:
    """Hexes for a city tile with what each brings: most first, what leaves nothing to do first."""
    cells = legal.city_cells(state, seat)
    found = [(gain(state, seat, City(HEXES[cell])), city(state, seat, cell)) for cell in cells]
    return sorted(found, key=lambda each: (each[1].args["n"], -each[0]))


# ---- markets ----------------------------------------------------------------------------------


def market(state: State, seat: Seat, place: int) -> Option:
    """What a market would cost there and what it would be worth now."""
    active = markets.is_active(state, seat, place)
    cost, count = markets.cost(state, place), state.network.count(place)
    args = _place(state, place) | {"cost": cost, "value": count if active else 0, "n": count}
    group = "group_active" if active else "group_inactive"
    return option(args["hex"], "market_at" if active else "market_idle", args, group)


def markets_by_profit(state: State, seat: Seat) -> list[Option]:
    """Places for a market: those first that bring most now beyond their cost."""
    places = [market(state, seat, at) for at in legal.market_places(state, seat)]
    return sorted(places, key=profit, reverse=True)


def profit(place: Option) -> tuple[int, int]:
    """What a market brings now beyond its cost; then what it counts."""
    args = place.args
    return args["value"] - args["cost"], args["n"]


def sale(state: State, place: int) -> Option:
    """What an own market brings now, and what with one connection more."""
    count = state.network.count(place)
    args = _place(state, place) | {"n": count, "more": count + 1}
    return option(args["hex"], "sale_at", args)


def sales(state: State, seat: Seat) -> list[Option]:
    """Own markets that may be sold, the best first."""
    found = [sale(state, place) for place in legal.sale_places(state, seat)]
    return sorted(found, key=lambda each: -each.args["n"])


def _place(state: State, place: int) -> dict[str, Any]:
    return named(state, state.cells_of(place)[0])
