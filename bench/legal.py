"""Listing every legal placement, beside the plain reference of the test tree.

`python -m bench.legal`: both list the same placements of the same cities of 60 hexes. The engine
keeps its set up to date while tiles are laid, so the last columns add a whole turn with all its
bookkeeping. Times are CPU time; the sides take turns, and the median round counts.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

from rules.akropolis.legal import placements
from rules.registry import get
from rules.rng import Rng
from tests.akropolis import reference

AKROPOLIS = get("akropolis")
HEXES = 60
ROUNDS = 9


def main() -> None:
    """Print a line for each of three cities."""
    print("hexes  legal   reference      engine   ratio   with a whole turn   ratio")
    for seed in (1, 2, 3):
        state = late_position(seed)
        city, plain = state.cities[0], plain_city(state)
        listed = [(*each.at, each.rot, each.level) for each in placements(city)]
        if listed != list(reference.placements(plain)):
            raise SystemExit("The engine and the reference disagree: see tests/akropolis.")
        slow, fast, turn = taking_turns(
            (lambda plain=plain: list(reference.placements(plain)), 1),
            (lambda city=city: placements(city), 50),
            (a_turn(state), 50),
        )
        print(
            f"{len(plain.cells):5}  {len(listed):5}  {slow:7.0f} µs  {fast:7.1f} µs  "
            f"{slow / fast:5.0f}x  {fast + turn:15.1f} µs  {slow / (fast + turn):5.0f}x"
        )


def late_position(seed: int) -> Any:
    """A random long game, as soon as the first seat has built on 60 hexes."""
    luck, state = Rng(seed), AKROPOLIS.new(2, seed, {"length": "long"})
    while len(state.cities[0].levels) < HEXES:
        [seat] = AKROPOLIS.to_act(state)
        AKROPOLIS.apply(state, seat, AKROPOLIS.sample(state, seat, luck))
    return state


def plain_city(state: Any) -> reference.City:
    """The first seat's city in the reference's form."""
    return reference.city_of(AKROPOLIS.state_to_json(state)["cities"][0]["tiles"])


def a_turn(state: Any) -> Callable[[], object]:
    """One turn on a copy of the position."""
    [seat] = AKROPOLIS.to_act(state)
    action = AKROPOLIS.sample(state, seat, Rng(1))
    return lambda: AKROPOLIS.apply(state.clone(), seat, action)


def taking_turns(*sides: tuple[Callable[[], object], int]) -> list[float]:
    """Microseconds of each side: the median over the rounds of its calls, so many in a round."""
    rounds = [[microseconds(work, times) for work, times in sides] for _ in range(ROUNDS)]
    return [median(figures) for figures in zip(*rounds, strict=True)]


def microseconds(work: Callable[[], object], times: int) -> float:
    """CPU time of one call."""
    begun = process_time()
    for _ in range(times):
        work()
    return (process_time() - begun) / times * 1e6


if __name__ == "__main__":
    main()
