"""Players for AI seats: one plays at random, one plans its turn for the best standing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import nlargest
from typing import NamedTuple

from rules.contract import Seat
from rules.magna_grecia import legal, limits, prospects, sampling, turn
from rules.magna_grecia.actions import Action, City, Draw, End, Market, Oracle, Sell
from rules.magna_grecia.land import HEXES, NEAR, REACH, VILLAGE_AT
from rules.magna_grecia.prospects import EASY, HARD, Weights
from rules.magna_grecia.state import State
from rules.rng import Rng

WIDTH = 4
"""Number of plans that are followed at a time by a fast player."""
WIDE = 12
"""The same by a thorough player."""
MARKETS = 2
"""Number of places for a market that are tried at the end of each plan."""
DEPTH = 7
"""Most steps of a plan; a road that joins two places is one step."""


class Random:
    """Plays any legal action."""

    def choose(self, state: State, seat: Seat, rng: Rng) -> Action:
        return sampling.sample(state, seat, rng)


class Weighing:
    """Plays the first action of the best turn by its weights."""

    def __init__(self, weights: Weights, width: int) -> None:
        self._weights, self._width = weights, width

    def choose(self, state: State, seat: Seat, rng: Rng) -> Action:
        return best(state, seat, weights=self._weights, width=self._width)


PLAYERS: dict[str, Random | Weighing] = {
    "random": Random(),
    "easy": Weighing(EASY, WIDTH),
    "hard": Weighing(HARD, WIDE),
}
"""By name, weakest first."""

Wanted = Callable[[Action], bool]


def is_any_action(_action: Action) -> bool:
    """Predicate that accepts every action."""
    return True


def best(
    state: State,
    seat: Seat,
    wanted: Wanted = is_any_action,
    weights: Weights = EASY,
    width: int = WIDTH,
) -> Action:
    """The best action to begin the rest of the turn with, among those that `wanted` accepts."""
    if state.phase == "oracles":
        return max(filter(wanted, legal.legal_actions(state, seat)), key=_villages_nearby)
    return _plan(state, seat, wanted, weights, width).steps[0]


def line(state: State, seat: Seat, wanted: Wanted | None) -> tuple[Action, ...]:
    """The best rest of a turn, to its end; or the first step of the best plan among `wanted`."""
    if wanted is not None:
        plan = _plan(state, seat, wanted)
        return plan.steps[: plan.first_length]
    return full_turn(_plan(state, seat, is_any_action))


def full_turn(plan: Plan) -> tuple[Action, ...]:
    """Actions of a plan, to the end of the turn."""
    return plan.steps if _is_over(plan) else (*plan.steps, End())


def _villages_nearby(action: Action) -> tuple[int, tuple[int, int]]:
    """Number of villages near an oracle: roads will lead past it."""
    assert isinstance(action, Oracle)
    cell = HEXES.index(action.hex)
    return sum(neighbour in VILLAGE_AT for neighbour in NEAR[cell][REACH]), action.hex


# ---- plans ------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """A possible turn: its worth, its actions, the position afterwards."""

    worth: float
    steps: tuple[Action, ...]
    state: State
    first_length: int = 0
    """Number of actions in its first step: those of a road that joins two places."""
    weights: Weights = EASY
    """Weights behind its worth."""


def _plan(
    state: State, seat: Seat, wanted: Wanted, weights: Weights = EASY, width: int = WIDTH
) -> Plan:
    """The best of all plans that may end the turn."""
    return max(plans(state, seat, wanted, weights=weights, width=width), key=_worth)


def plans(
    state: State,
    seat: Seat,
    wanted: Wanted = is_any_action,
    *,
    weights: Weights = EASY,
    width: int = WIDTH,
) -> list[Plan]:
    """Search with a beam of `width` plans, step by step; return all that may end the turn."""
    empty = Plan(0.0, (), state, weights=weights)
    steps = _steps(state, seat, weights)
    front = [_after(empty, seat, step) for step in steps if wanted(step[0])]
    if not front:
        actions = filter(wanted, legal.legal_actions(state, seat))
        front = [_after(empty, seat, (action,)) for action in actions]
    found = list(front)
    for _ in range(DEPTH):
        open_ended = filter(_goes_on, _distinct(front))
        front = sorted(open_ended, key=_worth, reverse=True)[:width]
        front = [
            _after(plan, seat, steps)
            for plan in front
            for steps in _steps(plan.state, seat, weights)
        ]
        found += front
    return [plan for plan in found if _may_end(plan)]


def _worth(plan: Plan) -> float:
    return plan.worth


def _is_over(plan: Plan) -> bool:
    return isinstance(plan.steps[-1], End)


def _goes_on(plan: Plan) -> bool:
    """Whether anything but the end of the turn can follow: after trade nothing can (MG-22)."""
    return not _is_over(plan) and plan.state.turn.market is None


def _may_end(plan: Plan) -> bool:
    return not plan.state.turn.must_go_on


def _distinct(plans: list[Plan]) -> Iterator[Plan]:
    """One plan for each result."""
    results = set()
    for plan in plans:
        result = (plan.worth, len(plan.state.roads), len(plan.state.cities), plan.state.turn.market)
        if result not in results:
            results.add(result)
            yield plan


def _after(plan: Plan, seat: Seat, steps: tuple[Action, ...]) -> Plan:
    """A plan with more steps; ending a turn changes no weight."""
    after = plan.state
    if not isinstance(steps[0], End):
        after = after.clone()
        for action in steps:
            turn.apply(after, seat, action)
    worth = prospects.worth(after, seat, plan.weights)
    first_length = plan.first_length or len(steps)
    return Plan(worth, (*plan.steps, *steps), after, first_length, plan.weights)


def _steps(state: State, seat: Seat, weights: Weights) -> Iterator[tuple[Action, ...]]:
    """Steps worth considering: roads that join, city tiles, trade, a draw, the end."""
    yield from prospects.ways(state, seat)
    yield from ((City(HEXES[cell]),) for cell in legal.city_cells(state, seat))
    if state.turn.must_go_on:
        return
    yield from ((Market(legal.hex_of(state, at)),) for at in _markets(state, seat, weights))
    yield from ((Sell(legal.hex_of(state, at)),) for at in legal.sale_places(state, seat))
    yield from ((draw,) for draw in draws(state, seat))
    yield (End(),)


def _markets(state: State, seat: Seat, weights: Weights) -> list[int]:
    """Places where a market would be worth most; only the end of the turn can follow it."""

    def worth(place: int) -> float:
        return prospects.market(state, seat, place, weights)

    return nlargest(MARKETS, legal.market_places(state, seat), key=worth)


def draws(state: State, seat: Seat) -> Iterator[Draw]:
    """Draws of as many tiles as allowed, all of one kind or half of each."""
    if legal.no_draw(state, seat) is not None:
        return
    player, limit = state.players[seat], limits.draw_left(state)
    for road_count in (limit, (limit + 1) // 2, limit // 2, 0):
        roads = min(road_count, player.reserve_roads)
        cities = min(limit - roads, player.reserve_cities)
        if roads + cities:
            yield Draw(roads, cities)


def best_draw(state: State, seat: Seat) -> Draw | None:
    """The draw of the highest worth; None where nothing may be drawn."""

    def worth(draw: Draw) -> float:
        return _after(Plan(0.0, (), state), seat, (draw,)).worth

    return max(draws(state, seat), key=worth, default=None)
