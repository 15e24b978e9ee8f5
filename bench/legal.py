"""Listing all legal actions, beside the plain reference engines of the tests.

`python -m bench.legal [GAME …]`: both sides list the same. Times are CPU time; the sides take
turns, and the median round counts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time

from bench.measured import Listing, game_bench
from bench.positions import taking_turns
from rules.registry import games

ROUNDS = 9
LEAST = 2e-3
"""Least seconds of a measurement; quicker work is repeated."""


def main(*keys: str) -> None:
    """Print a line for each position of the given games, or of all that have a reference."""
    for key in keys or games():
        for listing in game_bench(key).listings():
            print(f"{key}: {listing.label}")
            measure(listing)


def measure(listing: Listing) -> None:
    """Print the time of the reference, then each way of the engine with its ratio."""
    works = [listing.reference, *listing.ways.values()]
    slow, *fast = taking_turns(ROUNDS, *(lambda _, work=work: microseconds(work) for work in works))
    print(f"  {slow:10,.1f} µs  reference")
    for name, time in zip(listing.ways, fast, strict=True):
        print(f"  {time:10,.1f} µs  {name}: {slow / time:,.0f} times as fast")


def microseconds(work: Callable[[], object]) -> float:
    """CPU time of one call, the mean of as many as fill the least time."""
    start, calls = process_time(), 0
    while not calls or process_time() - start < LEAST:
        work()
        calls += 1
    return (process_time() - start) / calls * 1e6


if __name__ == "__main__":
    main(*sys.argv[1:])
