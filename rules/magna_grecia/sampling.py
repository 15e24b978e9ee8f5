"""A random legal action, without listing them all."""

from __future__ import annotations

from collections.abc import Callable

from rules.contract import Seat
from rules.magna_grecia import legal, markets
from rules.magna_grecia.actions import Action, City, Draw, End, Market, Oracle, Road, Sell
from rules.magna_grecia.land import HEXES
from rules.magna_grecia.state import State
from rules.rng import Rng

TRIES = 6
"""Attempts of `sample` to find a place before it tries another kind of action."""
_LUCK = 1 << 200


def sample(state: State, seat: Seat, rng: Rng) -> Action:
    """A random legal action: every one is possible, though not equally likely.

    Listing them all would cost far more than the move: a kind is drawn and some of its places are
    tried, then the next kind follows.
    """
    if state.phase == "oracles":
        return Oracle(HEXES[rng.choice(legal.oracle_cells(state))])
    if state.turn.must_go_on:
        return City(HEXES[rng.choice(legal.city_cells(state, seat))])
    luck, kind = divmod(rng.below(_LUCK), len(_SAMPLES) + 1)
    for draw in _SAMPLES[kind:]:
        if (action := draw(state, seat, luck)) is not None:
            return action
    return End()


def _sample_road(state: State, seat: Seat, luck: int) -> Action | None:
    starts = sorted(state.starts[seat])
    if not starts or legal.no_road(state, seat) is not None:
        return None
    for _ in range(TRIES):
        luck, at = divmod(luck, len(starts))
        luck, turns = divmod(luck, 3)
        cell, side = divmod(starts[at], 6)
        end = (side + 2 + turns) % 6
        ends = (side, end) if side < end else (end, side)
        if legal.enemy_sides(state, seat, cell).isdisjoint(ends):
            return Road(HEXES[cell], ends)
    return None


def _sample_city(state: State, seat: Seat, luck: int) -> Action | None:
    if legal.no_city(state, seat) is not None:
        return None
    cells = legal.city_candidates(state, seat)
    for _ in range(TRIES):
        luck, at = divmod(luck, len(cells))
        if legal.city_refusal(state, seat, HEXES[cells[at]]) is None:
            return City(HEXES[cells[at]])
    return None


def _sample_draw(state: State, seat: Seat, luck: int) -> Action | None:
    draws = legal.draws(state, seat)
    return Draw(*draws[luck % len(draws)]) if draws else None


def _sample_market(state: State, seat: Seat, luck: int) -> Action | None:
    if legal.no_market(state, seat) is not None:
        return None
    places = markets.trading_places(state)
    for _ in range(TRIES):
        luck, at = divmod(luck, len(places))
        if legal.may_build(state, seat, places[at]):
            return Market(legal.hex_of(state, places[at]))
    return None


def _sample_sale(state: State, seat: Seat, luck: int) -> Action | None:
    places = legal.sale_places(state, seat)
    return Sell(legal.hex_of(state, places[luck % len(places)])) if places else None


_SAMPLES: tuple[Callable[[State, Seat, int], Action | None], ...] = (
    _sample_sale,
    _sample_city,
    _sample_road,
    _sample_city,
    _sample_road,
    _sample_draw,
    _sample_market,
)
"""Samplers in the order in which `sample` tries them before it ends the turn; tiles come twice."""
