"""Listing every legal placement: the engine against the plain reference of the test tree.

Both list the same placements of the same cities; the engine keeps its set up to date while tiles
are laid, so its figure is given with and without that upkeep. `python -m bench.legal`
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from rules.akropolis.legal import placements
from rules.registry import get
from rules.rng import Rng
from tests.akropolis import reference

AKROPOLIS = get("akropolis")
TILES = 27


def city_of(seed: int) -> Any:
    """A city of 27 tiles, as in the last turns of a long game: the state that holds it."""
    luck, state = Rng(seed), AKROPOLIS.new(2, seed, {"length": "long"})
    while len(state.cities[0].tiles) < TILES:
        [seat] = AKROPOLIS.to_act(state)
        AKROPOLIS.apply(state, seat, AKROPOLIS.sample(state, seat, luck))
    return state


def microseconds(work: Callable[[], object], times: int) -> float:
    """The fastest of five rounds, for one call."""
    rounds = []
    for _ in range(5):
        start = perf_counter()
        for _ in range(times):
            work()
        rounds.append((perf_counter() - start) / times * 1e6)
    return min(rounds)


def upkeep(state: Any) -> float:
    """What one turn costs the engine with all its bookkeeping, the legal set included."""
    seat = AKROPOLIS.to_act(state)[0]
    action = AKROPOLIS.sample(state, seat, Rng(1))
    cloning = microseconds(lambda: state.clone(), 200)
    return microseconds(lambda: AKROPOLIS.apply(state.clone(), seat, action), 200) - cloning


def main() -> None:
    """Print the ratio for three cities."""
    print("hexes  legal   reference      engine    ratio   engine with a whole turn    ratio")
    for seed in (1, 2, 3):
        state = city_of(seed)
        told = AKROPOLIS.state_to_json(state)["cities"][0]
        plain, city = reference.city_of(told["tiles"]), state.cities[0]
        listed = [(*each.at, each.rot, each.level) for each in placements(city)]
        if listed != list(reference.placements(plain)):
            raise SystemExit("The engine and the reference disagree: see tests/akropolis.")
        slow = microseconds(lambda plain=plain: list(reference.placements(plain)), 5)
        fast = microseconds(lambda city=city: placements(city), 200)
        turn = fast + upkeep(state)
        print(
            f"{len(plain.cells):5}  {len(listed):5}  {slow:7.0f} µs  {fast:7.1f} µs  "
            f"{slow / fast:6.0f}x  {turn:20.1f} µs  {slow / turn:8.0f}x"
        )


if __name__ == "__main__":
    main()
