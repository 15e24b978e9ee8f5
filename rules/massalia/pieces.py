"""What lies in the box (data/massalia.json): cards as data, tiles, the numbers of the rules.

A card is what its entry in the file says, in a small language: effects, and conditions under which
further effects follow. `effects` interprets it; a new card is a new entry and no code.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal

import msgspec

from rules.assets import load
from rules.massalia.land import Land, MapData

VERSION = 1
"""Of the rules and of the JSON of a position; raised when either behaves differently."""

Verb = Literal[
    "amber", "fish", "water", "heal", "draw",
    "place", "move", "flip", "remove", "banish", "recover", "destroy",
]  # fmt: skip
"""What an effect does; the first five at once, the others when the player says so (MA-13)."""
Zone = Literal["others", "scouts", "reserve", "families"]
"""Where a condition counts (MA-68 to MA-71)."""
Reach = Literal["sea", "land", "any"]
TILE_VERBS = frozenset({"place", "move", "flip", "remove"})
"""Effects that are bound to a terrain."""


class Effect(msgspec.Struct, frozen=True):
    """One effect: what is done, how many times, and where, if not where its card says."""

    do: Verb
    n: int
    terrain: Reach | None = None


class Condition(msgspec.Struct, frozen=True):
    """Effects that follow where a count is high enough, once or once for each (MA-67)."""

    kind: Literal["always", "if", "per"]
    effects: tuple[Effect, ...]
    zone: Zone | None = None
    family: str | None = None
    min: int = 1
    max: int | None = None


class ScoutData(msgspec.Struct, frozen=True):
    """What makes a card a scout: its life, and what activating it adds (MA-46)."""

    life: int
    activate: Condition


class Card(msgspec.Struct, frozen=True):
    """One distinct card."""

    id: str
    cost: int
    copies: int
    place: Reach
    effects: tuple[Effect, ...]
    family: str | None = None
    era: str = ""
    shield: int = 0
    combo: Condition | None = None
    scout: ScoutData | None = None


class TileData(msgspec.Struct, frozen=True):
    """One kind of tile, and how many of it a bag holds at the start (MA-4)."""

    code: str
    kind: Literal["life", "fire", "fish", "water"]
    count: int
    life: int = 0


class Gauge(msgspec.Struct, frozen=True):
    """Where water and fish begin, where they turn, and what they turn to (MA-6, MA-53)."""

    start: int
    low: int
    high: int
    reset: int


class HandOption(msgspec.Struct, frozen=True):
    """How many cards the first player may begin with (MA-76)."""

    default: int
    values: tuple[int, ...]


class FatigueOption(msgspec.Struct, frozen=True):
    """From which round on life is lost, by the number of seats; `off` is never (MA-75)."""

    default: dict[int, int]
    off: int


class OptionData(msgspec.Struct, frozen=True):
    """The options of a game."""

    first_hand: HandOption
    fatigue_round: FatigueOption


class Setup(msgspec.Struct, frozen=True):
    """The numbers of the set-up."""

    hand: int
    river: int
    scouts_max: int
    life: dict[int, tuple[int, ...]]
    gauge: Gauge
    morale_start: int
    options: OptionData


class Threshold(msgspec.Struct, frozen=True):
    """How much morale strikes, and how hard (MA-58)."""

    at: int
    attack: int


class FireData(msgspec.Struct, frozen=True):
    """How many tiles a fire burns, and how far it reaches (MA-37)."""

    max_tiles: int
    range: int


class Family(msgspec.Struct, frozen=True):
    """One of the four families."""

    letter: str


class Box(msgspec.Struct, frozen=True, dict=True):
    """Everything in the box. Games of other boxes, with other cards, can be played as well."""

    setup: Setup
    morale_thresholds: tuple[Threshold, ...]
    fire: FireData
    tiles: tuple[TileData, ...]
    families: dict[str, Family]
    basic: tuple[Card, ...]
    cards: tuple[Card, ...]
    board: MapData

    @cached_property
    def land(self) -> Land:
        """The board, as the rules ask for it."""
        return Land(self.board, self.fire.range)

    @cached_property
    def card(self) -> dict[str, Card]:
        """Every card of the box, by its name and by the name of each of its copies: `S07#2`."""
        seats = max(self.setup.life)
        found = {card.id: card for card in (*self.basic, *self.cards)}
        for card in self.basic:
            found |= {f"{card.id}#{n}": card for n in range(1, card.copies * seats + 1)}
        for card in self.cards:
            found |= {f"{card.id}#{n}": card for n in range(1, card.copies + 1)}
        return found

    @cached_property
    def tile(self) -> dict[str, TileData]:
        """Every kind of tile by its code."""
        return {tile.code: tile for tile in self.tiles}

    def family_cards(self) -> list[str]:
        """Every copy of every family card (MA-3)."""
        return [f"{card.id}#{n}" for card in self.cards for n in range(1, card.copies + 1)]

    def basic_cards(self, seat: int) -> list[str]:
        """The cards that a seat begins with (MA-2)."""
        return [
            f"{card.id}#{card.copies * seat + n}"
            for card in self.basic
            for n in range(1, card.copies + 1)
        ]

    def bag(self) -> list[str]:
        """The tiles of one colour (MA-4)."""
        return [tile.code for tile in self.tiles for _ in range(tile.count)]

    def terrain(self, card: str, effect: Effect) -> Reach | None:
        """Where an effect of a card is bound to; None for one without tiles (MA-13)."""
        return (effect.terrain or self.card[card].place) if effect.do in TILE_VERBS else None


BOX = load("massalia", Box)


def name_of(card: str) -> str:
    """The card that this is a copy of: "S07" of "S07#2"."""
    return card.partition("#")[0]


def copy_of(card: str) -> int:
    """Which copy of its card this is, from 1."""
    return int(card.partition("#")[2])
