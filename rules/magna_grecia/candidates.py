"""Moves before they are made: effects of an action or a turn, alternatives, useful rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from msgspec.structs import replace

from rules.contract import Hex, Seat
from rules.hexgrid import POINTY, distance, nearest
from rules.magna_grecia import legal, markets, options, players, scoring, turn, view
from rules.magna_grecia.actions import Action, City, Draw, End, Market, Oracle, Road, Sell
from rules.magna_grecia.land import CELLS, FACED, GREEN, HEXES, SIDES, VILLAGE_CELLS
from rules.magna_grecia.notation import notation
from rules.magna_grecia.pieces import ROUNDS
from rules.magna_grecia.state import State, place_id
from rules.magna_grecia.view import Preview, Start, Step
from rules.notation import SEPARATOR
from rules.question import OneOf, Option
from rules.unmet import Unmet

OFFERED = 25
"""Largest number of alternatives in a list."""
STARTS = 3
"""Number of green-bordered villages whose distance from an oracle is shown."""
Line = tuple[Action, ...]

# ---- effects of a move ------------------------------------------------------------------------


def preview(state: State, seat: Seat, line: Sequence[Action]) -> Preview:
    """Effects of legal actions, one after the other, without what they would reveal."""
    after, causes = state.clone(), []
    for action in line:
        events = turn.apply_openly(after, seat, action)
        causes += [event.args | {"event": event.code.partition(".")[2]} for event in events]
    kinds = {kind_of(action) for action in line}
    is_one = len(kinds) == 1
    return Preview(
        seat=seat,
        notation=SEPARATOR.join(map(notation, line)),
        kind=kind_of(line[0]) if is_one else "turn",
        steps=tuple(map(_step, line)),
        causes=tuple(causes),
        before=scoring.final(state).rows,
        after=scoring.final(after).rows,
        view_after=view.view(after),
        useful_options=tuple(useful_options(after, seat)) if isinstance(line[-1], End) else (),
        spots=tuple(_spots(state, seat, line[0])) if is_one else (),
        starts=_nearest_starts(line[0].hex) if isinstance(line[0], Oracle) else (),
        unmet=tuple(_unmet(after, seat, causes)),
    )


def _unmet(state: State, seat: Seat, causes: Sequence[dict[str, Any]]) -> Iterator[Unmet]:
    """Reasons why new markets and roads count nothing after a move (MG-51, MG-67, MG-68, MG-82)."""
    for cause in causes:
        if cause["event"] == "market_placed":
            yield from _idle_market(state, seat, CELLS[cause["hex"][0], cause["hex"][1]])
    names = {cause["event"] for cause in causes}
    if "road_placed" in names and "connected" not in names:
        yield Unmet(code="magna_grecia.unmet_open_road")
    yield from _faithful_oracles(state, seat, causes)


def _faithful_oracles(
    state: State, seat: Seat, causes: Sequence[dict[str, Any]]
) -> Iterator[Unmet]:
    """Oracles newly joined to a city of the seat that point to one of another seat all the same."""
    pairs = [set(cause["places"]) for cause in causes if cause["event"] == "connected"]
    own = {place_id(state, place) for place, city in state.cities.items() if city.seat == seat}
    for oracle, city in state.oracles.items():
        owner, joined = state.owner(city), place_id(state, oracle)
        if owner in (None, seat) or not any(joined in pair and pair & own for pair in pairs):
            continue
        args = {"hex": list(HEXES[VILLAGE_CELLS[oracle]]), "seat": owner}
        args["n"] = state.network.count(city)
        yield Unmet(code="magna_grecia.unmet_faithful_oracle", args=args)


def _idle_market(state: State, seat: Seat, cell: int) -> Iterator[Unmet]:
    """Reason why a new market is worth nothing; `n` is its worth once a city is joined to it."""
    place = state.places[cell]
    stall = markets.stall_of(state, seat, place)
    if stall is None or stall.sold or markets.value(state, stall):
        return
    if markets.is_active(state, seat, place):
        yield Unmet(code="magna_grecia.unmet_lone_market", args={"hex": list(HEXES[cell])})
    else:
        args = {"hex": list(HEXES[cell]), "n": state.network.count(place) + 1}
        yield Unmet(code="magna_grecia.unmet_idle_market", args=args)


def _nearest_starts(at: Hex) -> tuple[Start, ...]:
    """The green-bordered villages nearest to a hex."""
    starts = [Start(HEXES[cell], distance(at, HEXES[cell])) for cell in GREEN]
    return tuple(sorted(starts, key=lambda start: (start.distance, start.hex))[:STARTS])


def kind_of(action: Action) -> str:
    """Kind of an action: `oracle`, `road`, `city`, `draw`, `market`, `sell` or `end`."""
    return type(action).__name__.lower()


def _step(action: Action) -> Step:
    return Step(
        kind=kind_of(action),
        hex=None if isinstance(action, Draw | End) else action.hex,
        ends=action.ends if isinstance(action, Road) else None,
    )


def _spots(state: State, seat: Seat, action: Action) -> list[Hex]:
    """Hexes where the same kind of action is legal."""
    if isinstance(action, Oracle):
        return [HEXES[cell] for cell in legal.oracle_cells(state)]
    if isinstance(action, Road):
        return [HEXES[cell] for cell in legal.road_cells(state, seat)]
    if isinstance(action, City):
        return [HEXES[cell] for cell in legal.city_cells(state, seat)]
    if isinstance(action, Market):
        return [legal.hex_of(state, place) for place in legal.market_places(state, seat)]
    if isinstance(action, Sell):
        return [legal.hex_of(state, place) for place in legal.sale_places(state, seat)]
    return []


# ---- the rest of a turn -----------------------------------------------------------------------


def useful_options(state: State, seat: Seat) -> list[Option]:
    """Actions that are still allowed and useful, as whole moves, each with its `gain` now.

    A draw costs nothing; a road, a city tile or a market is useful where it brings points.
    """
    if state.turn.must_go_on:
        return []
    return list(_useful_options(state, seat))


def _useful_options(state: State, seat: Seat) -> Iterator[Option]:
    yield from _best(options.ways(state, seat), "")
    if legal.no_city(state, seat) is None:
        without_duties = [
            entry for entry in options.cities(state, seat) if not entry[1].args["owed"]
        ]
        yield from _best(without_duties, "C ")
    if legal.no_market(state, seat) is None:
        places = options.markets_by_profit(state, seat)
        yield from _best([(options.profit(place)[0], place) for place in places], "M ")
    if state.round < ROUNDS and (draw := players.best_draw(state, seat)):
        yield options.option(notation(draw), "draw_still", {"n": draw.roads + draw.cities})


def _best(entries: Sequence[tuple[int, Option]], prefix: str) -> Iterator[Option]:
    """The option with the highest gain, as a whole move, if it gains anything."""
    gain, best = max(entries, key=lambda entry: entry[0], default=(0, None))
    if best is not None and gain > 0:
        yield replace(best, token=f"{prefix}{best.token}", args={**best.args, "gain": gain})


# ---- alternatives -----------------------------------------------------------------------------


def elsewhere(state: State, seat: Seat, action: Action) -> OneOf | None:
    """Roads to other new connections, or other hexes for the same action; the best first."""
    if isinstance(action, End):
        return _question("undone", useful_options(state, seat))
    if isinstance(action, Road):
        return _question("way", [way for _, way in options.ways(state, seat)])
    if isinstance(action, City):
        return _question("city", _whole("C", [option for _, option in options.cities(state, seat)]))
    if isinstance(action, Market):
        return _question("market", _whole("M", options.markets_by_profit(state, seat)))
    if isinstance(action, Sell):
        return _question("sale", _whole("S", options.sales(state, seat)))
    return None


def _question(name: str, entries: Sequence[Option]) -> OneOf | None:
    first_entries = tuple(replace(option, group="") for option in islice(entries, OFFERED))
    return OneOf(code=options.code(f"ask_{name}"), options=first_entries) if first_entries else None


def _whole(letter: str, places: Sequence[Option]) -> list[Option]:
    return [replace(place, token=f"{letter} {place.token}") for place in places]


# ---- the pad ----------------------------------------------------------------------------------


def variations(state: State, seat: Seat, action: Action) -> dict[str, Action]:
    """The nearest hex in each direction for the same action; a road tile is turned."""
    if isinstance(action, Road):
        return _rotations(state, seat, action)
    if isinstance(action, Draw | End):
        return {}
    ways = nearest(action.hex, _spots(state, seat, action), POINTY)
    return {name: type(action)(at) for name, at in ways.items()}


def variations_line(state: State, seat: Seat, line: Line) -> dict[str, Line]:
    """Roads that continue a road by one tile in each direction, or shorten it by its last tile.

    Its last tile is turned about the end at which it begins.
    """
    roads = [action for action in line if isinstance(action, Road)]
    if len(roads) < len(line):
        ways = variations(state, seat, line[0]) if len(line) == 1 else {}
        return {name: (to,) for name, to in ways.items()}
    before = state.clone()
    for road in roads[:-1]:
        turn.apply(before, seat, road)
    last_road = roads[-1]
    all_but_last = tuple(roads[:-1])
    moves: dict[str, Line] = {
        name: (*all_but_last, road) for name, road in _rotations(before, seat, last_road).items()
    }
    if all_but_last:
        moves[_name(options.tail(before, seat, last_road))] = all_but_last
    after = before.clone()
    turn.apply(after, seat, last_road)
    moves |= {
        name: (*roads, road) for name, road in _onward(before, after, seat, last_road).items()
    }
    return moves


def _name(slot: int) -> str:
    """Name of a side on the pad."""
    return SIDES[slot % 6].lower()


def _rotations(state: State, seat: Seat, road: Road) -> dict[str, Action]:
    """The next shapes with the same beginning, clockwise and back; else with any beginning."""
    cell, first_side = CELLS[road.hex], options.tail(state, seat, road) % 6
    shapes = legal.road_cells(state, seat)[cell]
    same = [ends for ends in shapes if first_side in ends]
    ways = sorted(same, key=lambda ends: (sum(ends) - first_side - first_side) % 6)
    ways += [ends for ends in shapes if ends not in same]
    if len(ways) < 2:
        return {}
    current = ways.index((min(road.ends), max(road.ends)))
    return {
        "cw": Road(road.hex, ways[(current + 1) % len(ways)]),
        "ccw": Road(road.hex, ways[current - 1]),
    }


def _onward(before: State, after: State, seat: Seat, road: Road) -> dict[str, Road]:
    """Tiles that continue a road after its last one, by the direction in which they lead."""
    tail = options.tail(before, seat, road)
    head = next(6 * CELLS[road.hex] + side for side in road.ends if side != tail % 6)
    beyond = FACED[head]
    if not after.is_free(beyond) or legal.no_road(after, seat) is not None:
        return {}
    entry = (head + 3) % 6
    shapes = legal.road_cells(after, seat).get(beyond, [])
    exits = [(sum(ends) - entry, ends) for ends in shapes if entry in ends]
    return {_name(exit_side): Road(HEXES[beyond], ends) for exit_side, ends in exits}
