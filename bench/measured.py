"""A game as the benches see it: `measured(key)`.

Any game can be measured as it is. What one has beyond that, such as a reference engine or a
position worth looking at, stands in `bench/games/<game>.py` as its `MEASURED`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any

import msgspec
from PIL import Image

from rules.contract import Event, Json
from rules.registry import get
from rules.rng import Rng

SEED = 7
LATE = 0.85
"""The share of a game that is over when it is late."""


class Seen(msgspec.Struct, frozen=True):
    """A view, and the news that are lit in it."""

    view: Any
    news: Sequence[Event] = ()


class Listing(msgspec.Struct, frozen=True):
    """All that is legal in a position: listed by a plain reference, and by the engine."""

    label: str
    reference: Callable[[], object]
    ways: Mapping[str, Callable[[], object]]
    """What the engine does for it, by name."""


class Measured:
    """What is measured of a game."""

    def __init__(self, key: str) -> None:
        self.key, self.game = key, get(key)

    def positions(self) -> dict[str, Callable[[], Any]]:
        """Positions to look at, by name: each number of seats, from the start to the end."""
        shares = {"start": 0.0, "middle": 0.5, "late": LATE, "over": 1.0}
        return {
            f"{seats}-{name}": partial(self.reached, seats, share)
            for seats in self.game.facts.seats
            for name, share in shares.items()
        }

    def reached(self, seats: int, share: float) -> Any:
        """The position of a game of easy players of which this share is over."""
        positions = list(easy_game(self.key, seats, SEED))
        return positions[round(share * (len(positions) - 1))][0]

    def move(self) -> tuple[Seen, Seen]:
        """The table of most seats before and after a late move."""
        positions = list(easy_game(self.key, max(self.game.facts.seats), SEED))
        late = round(LATE * (len(positions) - 2))
        before, after = (
            Seen(self.game.view(state, None), news) for state, news in positions[late : late + 2]
        )
        return before, after

    def hex_share(self, view: Any) -> float | None:
        """The share of the width of the picture of the table that a hex takes; None: not told."""
        return None

    def naive(self, view: Any) -> Image.Image | None:
        """The same table drawn in the plainest way; None where nobody has written one."""
        return None

    def listings(self) -> Iterator[Listing]:
        """What a reference engine lists too. Raises SystemExit where the two disagree."""
        return iter(())

    def enrich(self, position: Json) -> None:
        """Give the seat to act, in the JSON of a position, all that it could use."""

    def enquiries(self, state: Any, seat: int) -> Sequence[Callable[[], object]]:
        """What else may be asked of a position, beside moves."""
        return ()


def easy_game(key: str, seats: int, seed: int) -> Iterator[tuple[Any, list[Event]]]:
    """Each position of a game of easy players to its end, and what has led to it."""
    game, luck, news = get(key), Rng(seed), list[Event]()
    state, player = game.new(seats, seed, defaults(key, seats)), game.player("easy")
    while acting := game.to_act(state):
        yield state.clone(), news
        news = game.apply(state, acting[0], player.choose(state, acting[0], luck))
    yield state, news


def defaults(key: str, seats: int) -> dict[str, Any]:
    """The settings that nobody has changed."""
    return {choice.key: choice.default for choice in get(key).facts.settings(seats)}


def measured(key: str) -> Measured:
    """What is measured of the game called `key`. Raises UnknownGame."""
    name = f"bench.games.{key}"
    try:
        own: Measured = import_module(name).MEASURED
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        return Measured(key)
    return own
