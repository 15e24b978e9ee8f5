"""Choosing an action bit by bit: the next question, a candidate, and where one goes from there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rules.contract import Hex, IllegalMove, Seat
from rules.hexgrid import POINTY, nearest
from rules.magna_grecia import legal, limits, markets, prospects, scoring, turn, view
from rules.magna_grecia.actions import Action, City, Draw, End, Market, Oracle, Road, Sell
from rules.magna_grecia.land import BY_LABEL, CELLS, FACED, HEXES, LABELS, OFF, VILLAGES
from rules.magna_grecia.notation import (
    hex_token,
    notation,
    parse,
    read_hex,
    read_letter,
    sides_token,
    unreadable,
)
from rules.magna_grecia.pieces import ROUNDS
from rules.magna_grecia.state import FIRST_CITY, NOWHERE, State, city_id, place_id
from rules.magna_grecia.view import Preview, Spot, Spots
from rules.question import Amounts, Beside, CellOf, OneOf, Option, Question


def _code(name: str) -> str:
    return f"magna_grecia.{name}"


def _option(token: str, name: str, args: dict[str, Any], group: str = "") -> Option:
    return Option(token, _code(f"option_{name}"), args, _code(f"group_{group}") if group else "")


def _raise(refusal: IllegalMove | None) -> None:
    if refusal is not None:
        raise refusal


# ---- the next question ------------------------------------------------------------------------


_WHOLE = {"O": 2, "R": 3, "C": 2, "D": 2, "M": 2, "S": 2, "end": 1}
"""Tokens of a whole action, by the first of them."""


def ask(state: State, seat: Seat, tokens: Sequence[str]) -> Question | None:
    """Which step, then where, then which way; None when `tokens` are a whole legal action."""
    if not tokens:
        return _which_step(state, seat)
    letter = read_letter(tokens[0])
    if len(tokens) > _WHOLE[letter]:
        raise unreadable(" ".join(tokens))
    if len(tokens) == _WHOLE[letter]:
        _raise(legal.why_not(state, seat, parse(" ".join(tokens))))
        return None
    if (state.phase == "oracles") is not (letter == "O"):
        raise legal.illegal("wrong_phase", rule="MG-13", phase=state.phase)
    return _which_way(state, seat, tokens[1]) if len(tokens) > 1 else _WHERE[letter](state, seat)


def _which_step(state: State, seat: Seat) -> OneOf:
    """What can be done next in this turn, with what is left of it."""
    if state.phase == "oracles":
        oracle = _option("O", "oracle", {"n": state.oracles_left})
        return OneOf(code="magna_grecia.ask_step", options=(oracle,))
    steps = (
        ("R", "roads", limits.roads_left(state), bool(legal.road_cells(state, seat))),
        ("C", "cities", limits.cities_left(state), bool(legal.city_cells(state, seat))),
        ("D", "draw", limits.draw_left(state), bool(legal.draws(state, seat))),
        ("M", "market", 1, bool(legal.market_places(state, seat))),
        ("S", "sale", 1, bool(legal.sale_places(state, seat))),
    )
    options = [_button(token, name, left) for token, name, left, is_open in steps if is_open]
    if not state.turn.must_go_on:
        options.append(_button("end", "end", 0, plays=not left_undone(state, seat)))
    return OneOf(code="magna_grecia.ask_step", options=tuple(options), beside=Beside("seat", None))


def _button(token: str, name: str, left: int, *, plays: bool = False) -> Option:
    return Option(token, _code(f"option_{name}"), {"n": left}, is_button=True, plays=plays)


def left_undone(state: State, seat: Seat) -> tuple[str, ...]:
    """What costs nothing, or brings more than it costs now, and would be left if the turn ended."""
    may_draw = state.round < ROUNDS and bool(legal.draws(state, seat))
    places = (_market_option(state, seat, place) for place in legal.market_places(state, seat))
    brings = any(_profit(option)[0] > 0 for option in places)
    undone = {"draw": may_draw, "market": brings}
    return tuple(name for name, is_left in undone.items() if is_left)


def _cells(seat: Seat, code: str, options: Iterable[Option], nowhere: IllegalMove) -> CellOf:
    """Where to; raises that there is nowhere."""
    cells = tuple(options)
    if not cells:
        raise nowhere
    return CellOf(code=code, options=cells, beside=_map_of(seat, cells))


def _map_of(seat: Seat, options: Iterable[Option]) -> Beside:
    """The map with the hexes that are asked about."""
    spots = (Spot(HEXES[BY_LABEL[option.token]], _gain(option)) for option in options)
    return Beside("spots", Spots(seat, tuple(spots)))


def _gain(option: Option) -> int | None:
    if option.code == _code("option_sale_at"):
        gain: int = option.args["n"]
        return gain
    return _profit(option)[0] if "cost" in option.args else None


# ---- oracles, roads, city tiles ---------------------------------------------------------------


def _which_village(state: State, seat: Seat) -> CellOf:
    options = tuple(
        _option(LABELS[cell], "village", _named(cell)) for cell in legal.oracle_cells(state)
    )
    return CellOf(code="magna_grecia.ask_oracle", options=options, beside=_map_of(seat, options))


def _named(cell: int) -> dict[str, Any]:
    """A hex as a label tells it: its label, and its village, if it has one."""
    village = _VILLAGE_IDS.get(cell)
    return {"hex": LABELS[cell]} | ({"village": village} if village else {})


_VILLAGE_IDS = {CELLS[village.q, village.r]: village.id for village in VILLAGES}


def _which_road_hex(state: State, seat: Seat) -> CellOf:
    _raise(legal.no_road(state, seat))
    ways = legal.road_cells(state, seat)
    return _cells(
        seat,
        "magna_grecia.ask_road",
        (_road_option(cell, shapes) for cell, shapes in ways.items()),
        legal.illegal("nowhere_road", rule="MG-33"),
    )


def _which_way(state: State, seat: Seat, token: str) -> OneOf:
    """The ways in which a road tile may lie on a hex; the best is suggested, the pad turns it."""
    at = read_hex(token)
    _raise(legal.no_road(state, seat) or legal.road_hex_refused(state, at))
    cell = CELLS[at]
    shapes = legal.road_cells(state, seat).get(cell)
    if not shapes:
        raise legal.illegal("not_anchored", rule="MG-33", hex=LABELS[cell])
    options = tuple(_sides_option(state, cell, ends) for ends in shapes)
    return OneOf(
        code="magna_grecia.ask_sides",
        args={"hex": LABELS[cell]},
        options=options,
        suggests=True,
        otherwise="magna_grecia.otherwise_sides",
    )


def _road_option(cell: int, shapes: Sequence[tuple[int, int]]) -> Option:
    return _option(LABELS[cell], "road_hex", _named(cell) | {"n": len(shapes)})


def _sides_option(state: State, cell: int, ends: tuple[int, int]) -> Option:
    """Straight or curved, and what lies beyond each end."""
    name = "straight" if ends[1] - ends[0] == 3 else "curved"
    beyond = [_beyond(state, 6 * cell + side) for side in ends]
    return _option(sides_token(ends), name, {"sides": sides_token(ends), "beyond": beyond})


def _beyond(state: State, slot: int) -> str:
    """The place that a slot faces, or else the label of the hex; "" for the sea."""
    cell = FACED[slot]
    if cell == OFF:
        return ""
    place = state.places[cell]
    return LABELS[cell] if place == NOWHERE else place_id(state, place)


def _which_city_hex(state: State, seat: Seat) -> CellOf:
    _raise(legal.no_city(state, seat))
    return _cells(
        seat,
        "magna_grecia.ask_city",
        (_city_option(state, seat, cell) for cell in legal.city_cells(state, seat)),
        legal.illegal("nowhere_city", rule="MG-43"),
    )


def _city_option(state: State, seat: Seat, cell: int) -> Option:
    """Whether it founds, expands or merges, what it covers, and what it leaves to be done."""
    own, owed = state.owned(seat, cell), len(set(limits.villages_beside(state, cell)))
    args = _named(cell) | {"cities": [city_id(place) for place in own], "n": owed}
    code, group = _CITY[min(len(own), 2)]
    return Option(LABELS[cell], code, args, group)


_CITY = (
    ("magna_grecia.option_found", "magna_grecia.group_found"),
    ("magna_grecia.option_expand", "magna_grecia.group_expand"),
    ("magna_grecia.option_merge", "magna_grecia.group_merge"),
)
"""How a city tile is called, and among which, that touches no own city, one, or several."""


# ---- draw, markets, end -----------------------------------------------------------------------


def _how_many(state: State, seat: Seat) -> Amounts:
    _raise(legal.no_draw(state, seat))
    player, left = state.players[seat], limits.draw_left(state)
    most = min(left, player.reserve_roads), min(left, player.reserve_cities)
    kinds = zip(("roads", "cities"), most, strict=True)
    return Amounts(
        code="magna_grecia.ask_draw",
        options=tuple(_option(kind, f"draw_{kind}", {"n": n}) for kind, n in kinds),
        most=most,
        total=(1, left),
        form="{n}",
        joiner="+",
        zeros=True,
        suggests=True,
    )


def _which_place(state: State, seat: Seat) -> CellOf:
    """Those that bring most profit now first."""
    _raise(legal.no_market(state, seat))
    places = [_market_option(state, seat, at) for at in legal.market_places(state, seat)]
    return _cells(
        seat,
        "magna_grecia.ask_market",
        sorted(places, key=_profit, reverse=True),
        legal.illegal("nowhere_market", rule="MG-61"),
    )


def _market_option(state: State, seat: Seat, place: int) -> Option:
    """What a market would cost there and what it would be worth now."""
    active = markets.is_active(state, seat, place)
    cost, count = markets.cost(state, place), state.network.count(place)
    args = _place(state, place) | {"cost": cost, "value": count if active else 0, "n": count}
    return _option(args["hex"], "market_at", args, "active" if active else "inactive")


def _profit(option: Option) -> tuple[int, int]:
    args = option.args
    return args["value"] - args["cost"], args["n"]


def _place(state: State, place: int) -> dict[str, Any]:
    """A place as a label tells it: its hex, and its village or its city."""
    cell = state.cells_of(place)[0]
    if place >= FIRST_CITY:
        return {"hex": LABELS[cell], "city": city_id(place), "owner": state.owner(place)}
    return _named(cell)


def _which_market(state: State, seat: Seat) -> OneOf:
    _raise(legal.no_trade(state))
    sales = [_sale_option(state, place) for place in legal.sale_places(state, seat)]
    if not sales:
        raise legal.illegal("nowhere_sale", rule="MG-70")
    return OneOf(code="magna_grecia.ask_sale", options=tuple(sales), beside=_map_of(seat, sales))


def _sale_option(state: State, place: int) -> Option:
    args = _place(state, place) | {"n": state.network.count(place)}
    return _option(args["hex"], "sale_at", args)


_WHERE: dict[str, Callable[[State, Seat], Question]] = {
    "O": _which_village,
    "R": _which_road_hex,
    "C": _which_city_hex,
    "D": _how_many,
    "M": _which_place,
    "S": _which_market,
}
"""The second question, by the first answer."""


# ---- a candidate ------------------------------------------------------------------------------


def preview(state: State, seat: Seat, action: Action) -> Preview:
    """What a legal action would do: everything about it is public."""
    after = state.clone()
    events = turn.apply(after, seat, action) if not isinstance(action, End) else []
    args = [event.args | {"event": event.code.partition(".")[2]} for event in events]
    return Preview(
        seat=seat,
        notation=notation(action),
        kind=type(action).__name__.lower(),
        hex=None if isinstance(action, Draw | End) else action.hex,
        ends=action.ends if isinstance(action, Road) else None,
        causes=tuple(args),
        before=scoring.final(state).rows,
        after=scoring.final(after).rows,
        limits=view.limits_now(after),
        obligations=view.obligations(after),
        undone=left_undone(state, seat) if isinstance(action, End) else (),
        spots=tuple(_spots(state, seat, action)),
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


# ---- other candidates -------------------------------------------------------------------------


def elsewhere(state: State, seat: Seat, action: Action) -> OneOf | None:
    """For a road tile: the first tiles of the shortest roads to places not yet connected."""
    if not isinstance(action, Road):
        return None
    ways: dict[str, Option] = {}
    for way in sorted(prospects.ways(state, seat), key=len):
        option = _way_option(state, way)
        ways.setdefault(option.token, option)
    return OneOf(code="magna_grecia.ask_road", options=tuple(ways.values())) if ways else None


def _way_option(state: State, way: prospects.Way) -> Option:
    """Where it leads, and with how many tiles."""
    cell, ends = CELLS[way[-1].hex], way[-1].ends
    goals = [_beyond(state, 6 * cell + side) for side in ends]
    named = [goal for goal in goals if ":" in goal]
    return _option(notation(way[0]), "way", {"goals": named, "n": len(way)}, "ways")


def variations(state: State, seat: Seat, action: Action) -> dict[str, Action]:
    """The nearest hex in each direction where the same may be done; a road tile can be turned."""
    if isinstance(action, Road):
        return _other_roads(state, seat, action)
    if isinstance(action, Draw | End):
        return {}
    ways = nearest(action.hex, _spots(state, seat, action), POINTY)
    return {name: type(action)(at) for name, at in ways.items()}


def _other_roads(state: State, seat: Seat, action: Road) -> dict[str, Action]:
    """The same sides elsewhere, where that can be; or the next way to lie on the same hex."""
    cells = legal.road_cells(state, seat)
    ways = nearest(action.hex, [HEXES[cell] for cell in cells], POINTY)
    moves: dict[str, Action] = {}
    for name, at in ways.items():
        shapes = cells[CELLS[at]]
        moves[name] = Road(at, action.ends if action.ends in shapes else shapes[0])
    here = cells[CELLS[action.hex]]
    if len(here) > 1:
        now = here.index((min(action.ends), max(action.ends)))
        moves["cw"] = Road(action.hex, here[(now + 1) % len(here)])
        moves["ccw"] = Road(action.hex, here[now - 1])
    return moves


def is_begun_by(tokens: Sequence[str]) -> Callable[[Action], bool]:
    """Whether an action begins like this, with a letter and perhaps a hex. Raises BadNotation."""
    args = [read_letter(tokens[0]), *(hex_token(read_hex(token)) for token in tokens[1:])]
    return lambda action: notation(action).split()[: len(args)] == args
