"""Listing everything that is legal, beside the plain references of the test tree.

`python -m bench.legal`: both sides list the same. In Akropolis these are the placements in cities
of 60 hexes: the engine keeps its set up to date while tiles are laid, so the last columns add a
whole turn with all its bookkeeping. In Telegraph and Attika they are the actions of late positions,
every payment among them. Times are CPU time; the sides take turns, and the median round counts.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

from bench.positions import Moment, late, taking_turns
from rules.akropolis.legal import placements
from rules.registry import AnyGame, get
from rules.rng import Rng
from tests.akropolis import reference
from tests.settlements import reference as plain

AKROPOLIS = get("akropolis")
HEXES = 60
ROUNDS = 9
LONGEST = 1500
"""Actions of a position worth measuring; the reference takes long enough."""


def main() -> None:
    """Print a line for each of three positions of every game."""
    akropolis()
    for key in ("telegraph", "attika"):
        settlements(key)


# ---- Akropolis --------------------------------------------------------------------------------


def akropolis() -> None:
    """Three cities."""
    print("hexes  legal   reference      engine   ratio   with a whole turn   ratio")
    for seed in (1, 2, 3):
        state = late_position(seed)
        city, told = state.cities[0], plain_city(state)
        listed = [(*each.at, each.rot, each.level) for each in placements(city)]
        if listed != list(reference.placements(told)):
            raise SystemExit("The engine and the reference disagree: see tests/akropolis.")
        slow, fast, turn = taking_turns(
            ROUNDS,
            lambda _, told=told: microseconds(lambda: list(reference.placements(told))),
            lambda _, city=city: microseconds(lambda: placements(city), times=50),
            lambda _, state=state: microseconds(a_turn(state), times=50),
        )
        print(
            f"{len(told.cells):5}  {len(listed):5}  {slow:7.0f} µs  {fast:7.1f} µs  "
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


# ---- Telegraph and Attika ---------------------------------------------------------------------


def settlements(key: str) -> None:
    """Three late positions with many actions."""
    print(f"\n{key}: actions   reference       engine   ratio")
    game = get(key)
    for state, seat in most_actions(game, late(key)):
        told = game.state_to_json(state)
        listed = [game.action_to_json(action) for action in game.legal_actions(state, seat)]
        if sorted(map(repr, listed)) != sorted(map(repr, plain.legal(told))):
            raise SystemExit("The engine and the reference disagree: see tests/settlements.")
        slow, fast = taking_turns(
            ROUNDS,
            lambda _, told=told: microseconds(lambda: list(plain.legal(told))),
            lambda _, at=(state, seat): microseconds(lambda: list(game.legal_actions(*at))),
        )
        print(f"{len(listed):18,}  {slow / 1e3:7.1f} ms  {fast / 1e3:8.2f} ms  {slow / fast:5.0f}x")


def most_actions(game: AnyGame, places: list[Moment]) -> list[Moment]:
    """Three of them, with a thousand actions or somewhat fewer."""
    counts = {i: sum(1 for _ in game.legal_actions(*at)) for i, at in enumerate(places[::7])}
    best = sorted((i for i in counts if counts[i] <= LONGEST), key=counts.__getitem__)[-3:]
    return [places[7 * i] for i in best]


def microseconds(work: Callable[[], object], times: int = 1) -> float:
    """CPU time of one call, the mean of `times`."""
    begun = process_time()
    for _ in range(times):
        work()
    return (process_time() - begun) / times * 1e6


if __name__ == "__main__":
    main()
