"""A game for the benches: `game_bench(key)`.

Any game can be measured as it is. Further parts, such as a reference engine or positions worth
looking at, are in `bench/games/<game>.py` as its `MEASURED`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from typing import Any

import msgspec
from PIL import Image

from bench.texts import LETTER, MARK, NAME, TextRole
from render.contract import TABLE
from render.samples import NAMES
from rules import record
from rules.assets import HOMES
from rules.contract import Event, Json
from rules.record import Record
from rules.registry import get
from rules.rng import Rng

SEED = 7
LATE = 0.85
"""Share of a game after which a position is late."""


class Seen(msgspec.Struct, frozen=True):
    """A view with the events that are lit in it."""

    view: Any
    news: Sequence[Event] = ()


class Listing(msgspec.Struct, frozen=True):
    """Two ways to list the legal actions of a position: by a plain reference, and by the engine."""

    label: str
    reference: Callable[[], object]
    ways: Mapping[str, Callable[[], object]]
    """Work of the engine, by name."""


class GameBench:
    """Positions and work to measure in a game."""

    def __init__(self, key: str) -> None:
        self.key, self.game = key, get(key)

    def positions(self) -> dict[str, Callable[[], Any]]:
        """Positions to look at, by name: each number of seats, from the start to the end."""
        shares = {"start": 0.0, "middle": 0.5, "late": LATE, "over": 1.0}
        return {
            f"{seats}-{name}": partial(self.position_at, seats, share)
            for seats in self.game.facts.seats
            for name, share in shares.items()
        }

    def position_at(self, seats: int, share: float) -> Any:
        """Position of a game of easy players after a share of it."""
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
        """Share of the picture's width that a hex takes; None if unknown."""
        return None

    def text_roles(self) -> Sequence[TextRole]:
        """The texts that have a goal of their own, to be read without pinching."""
        return [
            TextRole("name of a player", TABLE, NAME, words="|".join(NAMES)),
            TextRole("letter of a seat", TABLE, MARK, words=LETTER),
        ]

    def has_a_typical_hand(self, state: Any, seat: int) -> bool:
        """Whether the picture of the hand of a seat is one to measure."""
        return True

    def naive(self, view: Any) -> Image.Image | None:
        """The same table drawn in the plainest way; None where there is no such code."""
        return None

    def listings(self) -> Iterator[Listing]:
        """Listings by a reference engine too. Raises SystemExit where the two disagree."""
        return iter(())

    def enrich(self, position: Json) -> None:
        """Give the seat to act, in the JSON of a position, everything that it could use."""

    def enquiries(self, state: Any, seat: int) -> Sequence[Callable[[], object]]:
        """Other enquiries on a position, beside moves."""
        return ()


@cache
def records_of(key: str) -> tuple[Record, ...]:
    """Recorded games beside the tests of a game: one for each way to end, and more."""
    folders = [data.parent / "tests" / key / "records" for data in HOMES]
    files = sorted(file for folder in folders for file in folder.glob("*.json"))
    return tuple(record.from_json(json.loads(file.read_text(encoding="utf-8"))) for file in files)


def easy_game(key: str, seats: int, seed: int) -> Iterator[tuple[Any, list[Event]]]:
    """Each position of a game of easy players to its end, with the events that led to it."""
    return game_of_players(key, seats, seed, "easy")


def game_of_players(
    key: str, seats: int, seed: int, level: str, **options: Any
) -> Iterator[tuple[Any, list[Event]]]:
    """Each position of a game of AI players to its end, with the events that led to it."""
    game, luck, news = get(key), Rng(seed), list[Event]()
    state = game.new(seats, seed, defaults(key, seats) | options)
    player = game.player(level)
    while acting := game.to_act(state):
        yield state.clone(), news
        news = game.apply(state, acting[0], player.choose(state, acting[0], luck))
    yield state, news


def defaults(key: str, seats: int) -> dict[str, Any]:
    """Default settings of a game."""
    return {choice.key: choice.default for choice in get(key).facts.settings(seats)}


def game_bench(key: str) -> GameBench:
    """Measurements of the game called `key`. Raises UnknownGame."""
    name = f"bench.games.{key}"
    try:
        game: GameBench = import_module(name).MEASURED
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        return GameBench(key)
    return game
