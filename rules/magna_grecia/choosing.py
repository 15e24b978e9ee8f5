"""Choosing an action step by step: the next question, and its suggested answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from rules.contract import IllegalMove, Seat
from rules.magna_grecia import candidates, legal, limits, options
from rules.magna_grecia.actions import Action
from rules.magna_grecia.land import BY_LABEL, CELLS, HEXES, LABELS
from rules.magna_grecia.notation import (
    hex_token,
    notation,
    parse,
    read_hex,
    read_letter,
    unreadable,
)
from rules.magna_grecia.options import code
from rules.magna_grecia.state import State
from rules.magna_grecia.view import Openings, Spot, Spots
from rules.question import Amounts, Beside, CellOf, OneOf, Option, Question


def _raise(refusal: IllegalMove | None) -> None:
    if refusal is not None:
        raise refusal


# ---- the next question ------------------------------------------------------------------------


_WHOLE = {"O": 2, "R": 3, "C": 2, "D": 2, "M": 2, "S": 2, "end": 1}
"""Number of tokens of a whole action, by its first token."""


def ask(state: State, seat: Seat, tokens: Sequence[str]) -> Question | None:
    """Next question of step, hex and sides; None when `tokens` are a whole legal action."""
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
    """Question for the next step of this turn, with the limits that remain."""
    if state.phase == "oracles":
        oracle = options.option("O", "oracle", {"n": state.oracles_left})
        return OneOf(code="magna_grecia.ask_step", options=(oracle,))
    now = _openings(state, seat)
    steps = (
        ("R", "roads", limits.roads_left(state), bool(now.roads)),
        ("C", "cities", limits.cities_left(state), bool(now.cities)),
        ("D", "draw", limits.draw_left(state), bool(legal.draws(state, seat))),
        ("M", "market", 1, bool(now.markets)),
        ("S", "sale", 1, bool(now.sales)),
    )
    steps_now = [_button(token, name, count) for token, name, count, is_open in steps if is_open]
    if not state.turn.must_go_on:
        is_done = not candidates.useful_options(state, seat)
        end = _button("end", "end", 0, plays=is_done)
        steps_now.append(replace(end, finishes=is_done))
    beside = Beside("openings", now)
    return OneOf(code="magna_grecia.ask_step", options=tuple(steps_now), beside=beside)


def _openings(state: State, seat: Seat) -> Openings:
    """The hexes where a seat may do each kind of step now."""
    places = legal.market_places(state, seat), legal.sale_places(state, seat)
    markets, sales = (tuple(legal.hex_of(state, place) for place in each) for each in places)
    return Openings(
        roads=tuple(HEXES[cell] for cell in legal.road_cells(state, seat)),
        cities=tuple(HEXES[cell] for cell in legal.city_cells(state, seat)),
        markets=markets,
        sales=sales,
    )


def _button(token: str, name: str, count: int, *, plays: bool = False) -> Option:
    return Option(token, code(f"option_{name}"), {"n": count}, is_button=True, plays=plays)


def _cells(seat: Seat, name: str, entries: Iterable[Option], refusal: IllegalMove) -> CellOf:
    """Question for a hex; the best is suggested. Raises `nowhere` when there is none."""
    cells = tuple(entries)
    if not cells:
        raise refusal
    return CellOf(
        code=code(f"ask_{name}"),
        options=cells,
        beside=_map_of(seat, cells),
        suggests=True,
        otherwise=code(f"otherwise_{name}"),
    )


def _map_of(seat: Seat, entries: Iterable[Option]) -> Beside:
    """The map with the hexes of a question."""
    spots = (Spot(HEXES[BY_LABEL[option.token]], _gain(option)) for option in entries)
    return Beside("spots", Spots(seat, tuple(spots)), each="spots")


def _gain(option: Option) -> int | None:
    if option.code == code("option_sale_at"):
        gain: int = option.args["n"]
        return gain
    return options.profit(option)[0] if "cost" in option.args else None


# ---- oracles, roads, city tiles ---------------------------------------------------------------


def _which_village(state: State, seat: Seat) -> CellOf:
    entries = [options.village(state, cell) for cell in legal.oracle_cells(state)]
    refusal = legal.illegal("wrong_phase", rule="MG-13", phase=state.phase)
    return _cells(seat, "oracle", entries, refusal)


def _which_road_hex(state: State, seat: Seat) -> CellOf:
    """Question for the hex of a road: areas together, first those where the best roads begin."""
    _raise(legal.no_road(state, seat))
    cells = legal.road_cells(state, seat)
    best = [way.token.split()[1] for _, way in options.ways(state, seat)]
    ranks = {label: rank for rank, label in reversed(list(enumerate(best)))}
    entries = [options.road_hex(state, seat, cell, ways) for cell, ways in cells.items()]
    entries.sort(key=lambda option: ranks.get(option.token, len(ranks)))
    areas = list(dict.fromkeys(option.group for option in entries))
    entries.sort(key=lambda option: areas.index(option.group))
    return _cells(seat, "road", entries, legal.illegal("nowhere_road", rule="MG-33"))


def _which_way(state: State, seat: Seat, token: str) -> OneOf:
    """Question for the sides of a road tile; the best are suggested, and the pad turns the tile."""
    at = read_hex(token)
    _raise(legal.no_road(state, seat) or legal.road_hex_refusal(state, at))
    cell = CELLS[at]
    shapes = legal.road_cells(state, seat).get(cell)
    if not shapes:
        raise legal.illegal("not_anchored", rule="MG-33", hex=LABELS[cell])
    return OneOf(
        code="magna_grecia.ask_sides",
        args={"hex": LABELS[cell]},
        options=tuple(options.sides(state, cell, ends) for ends in shapes),
        suggests=True,
    )


def _which_city_hex(state: State, seat: Seat) -> CellOf:
    _raise(legal.no_city(state, seat))
    entries = [option for _, option in options.cities(state, seat)]
    return _cells(seat, "city", entries, legal.illegal("nowhere_city", rule="MG-43"))


# ---- draw, markets ----------------------------------------------------------------------------


def _how_many(state: State, seat: Seat) -> Amounts:
    _raise(legal.no_draw(state, seat))
    player, limit = state.players[seat], limits.draw_left(state)
    limits_by_kind = min(limit, player.reserve_roads), min(limit, player.reserve_cities)
    kinds = zip(("roads", "cities"), limits_by_kind, strict=True)
    return Amounts(
        code="magna_grecia.ask_draw",
        options=tuple(options.option(kind, f"draw_{kind}", {"n": n}) for kind, n in kinds),
        limits=limits_by_kind,
        total=(1, limit),
        form="{n}",
        joiner="+",
        zeros=True,
        suggests=True,
    )


def _which_place(state: State, seat: Seat) -> CellOf:
    """Question for the place of a market, by its profit."""
    _raise(legal.no_market(state, seat))
    entries = options.markets_by_profit(state, seat)
    return _cells(seat, "market", entries, legal.illegal("nowhere_market", rule="MG-61"))


def _which_market(state: State, seat: Seat) -> CellOf:
    _raise(legal.no_trade(state))
    entries = options.sales(state, seat)
    return _cells(seat, "sale", entries, legal.illegal("nowhere_sale", rule="MG-70"))


_WHERE: dict[str, Callable[[State, Seat], Question]] = {
    "O": _which_village,
    "R": _which_road_hex,
    "C": _which_city_hex,
    "D": _how_many,
    "M": _which_place,
    "S": _which_market,
}
"""The second question, by the first answer."""


def is_begun_by(tokens: Sequence[str]) -> Callable[[Action], bool]:
    """Predicate for actions that begin with a letter and perhaps a hex. Raises BadNotation."""
    args = [read_letter(tokens[0]), *(hex_token(read_hex(token)) for token in tokens[1:])]
    return lambda action: notation(action).split()[: len(args)] == args
