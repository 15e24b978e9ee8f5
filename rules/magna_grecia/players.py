"""Players for AI seats: one that plays anything, one that plans its turn for the best standing."""

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
"""Plans that are followed further at a time by who does not think for long."""
WIDE = 12
"""The same by who does."""
MARKETS = 2
"""Places for a market that are tried at the end of each plan."""
DEPTH = 7
"""Steps of a plan, at most; a road that joins two places is one step."""


class Random:
    """Any legal action."""

    def choose(self, state: State, seat: Seat, rng: Rng) -> Action:
        return sampling.sample(state, seat, rng)


class Weighing:
    """The first action of the turn that leaves it best off, by its weights."""

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


def anything(_action: Action) -> bool:
    """Whatever is best."""
    return True


def best(
    state: State,
    seat: Seat,
    wanted: Wanted = anything,
    weights: Weights = EASY,
    width: int = WIDTH,
) -> Action:
    """The best legal action to begin the rest of the turn with; `wanted` says which may do so."""
    if state.phase == "oracles":
        return max(filter(wanted, legal.legal_actions(state, seat)), key=_crowded)
    return _plan(state, seat, wanted, weights, width).steps[0]


def line(state: State, seat: Seat, wanted: Wanted | None) -> tuple[Action, ...]:
    """The best rest of a turn, to its end; or the actions that belong together and begin so."""
    if wanted is not None:
        plan = _plan(state, seat, wanted)
        return plan.steps[: plan.begun]
    return whole(_plan(state, seat, anything))


def whole(plan: Plan) -> tuple[Action, ...]:
    """A plan, to the end of the turn."""
    return plan.steps if _is_over(plan) else (*plan.steps, End())


def _crowded(action: Action) -> tuple[int, tuple[int, int]]:
    """Villages near an oracle: roads will lead past it."""
    assert isinstance(action, Oracle)
    cell = HEXES.index(action.hex)
    return sum(near in VILLAGE_AT for near in NEAR[cell][REACH]), action.hex


# ---- plans ------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """What a turn may become: its worth, the actions that lead there, the position then."""

    worth: float
    steps: tuple[Action, ...]
    state: State
    begun: int = 0
    """How many actions are its first step: those of a road that joins two places."""
    weights: Weights = EASY
    """What counts for its worth."""


def _plan(
    state: State, seat: Seat, wanted: Wanted, weights: Weights = EASY, width: int = WIDTH
) -> Plan:
    """The best of all plans that may end the turn."""
    return max(plans(state, seat, wanted, weights=weights, width=width), key=_worth)


def plans(
    state: State,
    seat: Seat,
    wanted: Wanted = anything,
    *,
    weights: Weights = EASY,
    width: int = WIDTH,
) -> list[Plan]:
    """Follow the best few plans, step by step: all on the way that may end the turn."""
    none = Plan(0.0, (), state, weights=weights)
    steps = _steps(state, seat, weights)
    front = [_after(none, seat, each) for each in steps if wanted(each[0])]
    if not front:
        rest = filter(wanted, legal.legal_actions(state, seat))
        front = [_after(none, seat, (action,)) for action in rest]
    done = list(front)
    for _ in range(DEPTH):
        open_ended = filter(_goes_on, _distinct(front))
        front = sorted(open_ended, key=_worth, reverse=True)[:width]
        front = [
            _after(plan, seat, steps)
            for plan in front
            for steps in _steps(plan.state, seat, weights)
        ]
        done += front
    return [plan for plan in done if _may_end(plan)]


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
    """One of each few plans that come to the same."""
    seen = set()
    for plan in plans:
        what = (plan.worth, len(plan.state.roads), len(plan.state.cities), plan.state.turn.market)
        if what not in seen:
            seen.add(what)
            yield plan


def _after(plan: Plan, seat: Seat, steps: tuple[Action, ...]) -> Plan:
    """A plan with more steps. Ending a turn changes nothing that counts."""
    after = plan.state
    if not isinstance(steps[0], End):
        after = after.clone()
        for action in steps:
            turn.apply(after, seat, action)
    worth, begun = prospects.worth(after, seat, plan.weights), plan.begun or len(steps)
    return Plan(worth, (*plan.steps, *steps), after, begun, plan.weights)


def _steps(state: State, seat: Seat, weights: Weights) -> Iterator[tuple[Action, ...]]:
    """What is worth thinking of: roads that join, city tiles, trade, a draw, the end."""
    yield from prospects.ways(state, seat)
    yield from ((City(HEXES[cell]),) for cell in legal.city_cells(state, seat))
    if state.turn.must_go_on:
        return
    yield from ((Market(legal.hex_of(state, at)),) for at in _markets(state, seat, weights))
    yield from ((Sell(legal.hex_of(state, at)),) for at in legal.sale_places(state, seat))
    yield from ((draw,) for draw in draws(state, seat))
    yield (End(),)


def _markets(state: State, seat: Seat, weights: Weights) -> list[int]:
    """The few places where a market would be worth most; nothing follows it but the end."""

    def worth(place: int) -> float:
        return prospects.market(state, seat, place, weights)

    return nlargest(MARKETS, legal.market_places(state, seat), key=worth)


def draws(state: State, seat: Seat) -> Iterator[Draw]:
    """As much as there is, all of one kind or half of each."""
    if legal.no_draw(state, seat) is not None:
        return
    player, most = state.players[seat], limits.draw_left(state)
    for wanted in (most, (most + 1) // 2, most // 2, 0):
        roads = min(wanted, player.reserve_roads)
        cities = min(most - roads, player.reserve_cities)
        if roads + cities:
            yield Draw(roads, cities)


def best_draw(state: State, seat: Seat) -> Draw | None:
    """The draw that is worth most; None where nothing may be drawn."""

    def worth(draw: Draw) -> float:
        return _after(Plan(0.0, (), state), seat, (draw,)).worth

    return max(draws(state, seat), key=worth, default=None)
