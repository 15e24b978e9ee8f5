"""Candidates: what a step or a whole turn would change, where else it could be, what is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from rules.contract import Hex, Seat
from rules.hexgrid import POINTY, nearest
from rules.magna_grecia import legal, options, players, scoring, turn, view
from rules.magna_grecia.actions import Action, City, Draw, End, Market, Oracle, Road, Sell
from rules.magna_grecia.land import CELLS, FACED, HEXES, SIDES
from rules.magna_grecia.notation import notation
from rules.magna_grecia.pieces import ROUNDS
from rules.magna_grecia.state import State
from rules.magna_grecia.view import Preview, Step
from rules.notation import SEPARATOR
from rules.question import OneOf, Option

OFFERED = 25
"""Other candidates that somebody looks through, at most."""
Line = tuple[Action, ...]

# ---- what it would change ---------------------------------------------------------------------


def preview(state: State, seat: Seat, line: Sequence[Action]) -> Preview:
    """What legal actions would do, one after the other, up to what they bring to light."""
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
        then=view.view(after),
        undone=tuple(undone(after, seat)) if isinstance(line[-1], End) else (),
        spots=tuple(_spots(state, seat, line[0])) if is_one else (),
    )


def kind_of(action: Action) -> str:
    """`oracle`, `road`, `city`, `draw`, `market`, `sell` or `end`."""
    return type(action).__name__.lower()


def _step(action: Action) -> Step:
    return Step(
        kind=kind_of(action),
        hex=None if isinstance(action, Draw | End) else action.hex,
        ends=action.ends if isinstance(action, Road) else None,
    )


def _spots(state: State, seat: Seat, action: Action) -> list[Hex]:
    """Every hex where the same kind of action may be done."""
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


# ---- what is left -----------------------------------------------------------------------------


def undone(state: State, seat: Seat) -> list[Option]:
    """What is allowed and useful still, as whole candidates, each with its `gain` now.

    A draw costs nothing; a road, a city tile or a market is useful where it brings points.
    """
    if state.turn.must_go_on:
        return []
    return list(_undone(state, seat))


def _undone(state: State, seat: Seat) -> Iterator[Option]:
    yield from _best(options.ways(state, seat), "")
    if legal.no_city(state, seat) is None:
        quiet = [each for each in options.cities(state, seat) if not each[1].args["n"]]
        yield from _best(quiet, "C ")
    if legal.no_market(state, seat) is None:
        places = options.markets_by_profit(state, seat)
        yield from _best([(options.profit(place)[0], place) for place in places], "M ")
    if state.round < ROUNDS and (draw := players.best_draw(state, seat)):
        yield options.option(notation(draw), "draw_still", {"n": draw.roads + draw.cities})


def _best(found: Sequence[tuple[int, Option]], begun: str) -> Iterator[Option]:
    """The one that brings most, if it brings anything, as a whole candidate."""
    gain, best = max(found, key=lambda each: each[0], default=(0, None))
    if best is not None and gain > 0:
        yield replace(best, token=f"{begun}{best.token}", args={**best.args, "gain": gain})


# ---- other candidates -------------------------------------------------------------------------


def elsewhere(state: State, seat: Seat, action: Action) -> OneOf | None:
    """For a road the others to new connections; else where the same may be done, the best first."""
    if isinstance(action, End):
        return _offered("undone", undone(state, seat))
    if isinstance(action, Road):
        return _offered("way", [way for _, way in options.ways(state, seat)])
    if isinstance(action, City):
        return _offered("city", _whole("C", [each for _, each in options.cities(state, seat)]))
    if isinstance(action, Market):
        return _offered("market", _whole("M", options.markets_by_profit(state, seat)))
    if isinstance(action, Sell):
        return _offered("sale", _whole("S", options.sales(state, seat)))
    return None


def _offered(name: str, found: Sequence[Option]) -> OneOf | None:
    few = tuple(replace(option, group="") for option in islice(found, OFFERED))
    return OneOf(code=options.code(f"ask_{name}"), options=few) if few else None


def _whole(letter: str, places: Sequence[Option]) -> list[Option]:
    return [replace(place, token=f"{letter} {place.token}") for place in places]


# ---- the pad ----------------------------------------------------------------------------------


def variations(state: State, seat: Seat, action: Action) -> dict[str, Action]:
    """The nearest hex in each direction where the same may be done; a road tile is turned."""
    if isinstance(action, Road):
        return _turned(state, seat, action)
    if isinstance(action, Draw | End):
        return {}
    ways = nearest(action.hex, _spots(state, seat, action), POINTY)
    return {name: type(action)(at) for name, at in ways.items()}


def variations_line(state: State, seat: Seat, line: Line) -> dict[str, Line]:
    """Of a road, where it goes on: a tile more on the hex before it, or back over its last one.

    Its last tile is turned about the end at which it begins.
    """
    roads = [action for action in line if isinstance(action, Road)]
    if len(roads) < len(line):
        ways = variations(state, seat, line[0]) if len(line) == 1 else {}
        return {name: (to,) for name, to in ways.items()}
    before = state.clone()
    for road in roads[:-1]:
        turn.apply(before, seat, road)
    last = roads[-1]
    kept = tuple(roads[:-1])
    moves: dict[str, Line] = {
        name: (*kept, road) for name, road in _turned(before, seat, last).items()
    }
    if kept:
        moves[_name(options.tail(before, seat, last))] = kept
    after = before.clone()
    turn.apply(after, seat, last)
    moves |= {name: (*roads, road) for name, road in _onward(before, after, seat, last).items()}
    return moves


def _name(slot: int) -> str:
    """A side as the pad calls it."""
    return SIDES[slot % 6].lower()


def _turned(state: State, seat: Seat, road: Road) -> dict[str, Action]:
    """The other ways to lie with the same beginning, clockwise and back; else any other way."""
    cell, begun = CELLS[road.hex], options.tail(state, seat, road) % 6
    every = legal.road_cells(state, seat)[cell]
    same = [ends for ends in every if begun in ends]
    ways = sorted(same, key=lambda ends: (sum(ends) - begun - begun) % 6)
    ways += [ends for ends in every if ends not in same]
    if len(ways) < 2:
        return {}
    now = ways.index((min(road.ends), max(road.ends)))
    return {
        "cw": Road(road.hex, ways[(now + 1) % len(ways)]),
        "ccw": Road(road.hex, ways[now - 1]),
    }


def _onward(before: State, after: State, seat: Seat, road: Road) -> dict[str, Road]:
    """The tiles that lead a road on from its last one, by the direction in which they lead."""
    begun = options.tail(before, seat, road)
    head = next(6 * CELLS[road.hex] + side for side in road.ends if side != begun % 6)
    beyond = FACED[head]
    if not after.is_free(beyond) or legal.no_road(after, seat) is not None:
        return {}
    entry = (head + 3) % 6
    shapes = legal.road_cells(after, seat).get(beyond, [])
    exits = [(sum(ends) - entry, ends) for ends in shapes if entry in ends]
    return {_name(out): Road(HEXES[beyond], ends) for out, ends in exits}
