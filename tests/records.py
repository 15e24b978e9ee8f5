"""Recorded games of the tests: a replay costs a fraction of what an AI takes to choose moves."""

from __future__ import annotations

from functools import cache
from typing import Any

from bench.measured import easy_game, records_of
from rules import record
from rules.contract import Event
from rules.record import Record


def whole_game(key: str, seats: int) -> Record | None:
    """The shortest recorded game of so many seats from its deal to its end; None if there is none.

    Every game of the house has one for each number of seats at a table of several.
    """
    games = (game for game in records_of(key) if game.seats == seats and game.seed and game.result)
    return min(games, key=lambda game: len(game.plies), default=None)


@cache
def recorded_game(key: str, seats: int, seed: int = 7) -> tuple[tuple[Any, list[Event]], ...]:
    """Each position of a recorded game, with the events that led to it.

    It stands in for `bench.measured.easy_game`, which plays where nothing is recorded.
    """
    game = whole_game(key, seats)
    if game is None:
        return tuple(easy_game(key, seats, seed))
    return (
        (record.begin(game), []),
        *((state.clone(), events) for state, events in record.replay(game)),
    )
