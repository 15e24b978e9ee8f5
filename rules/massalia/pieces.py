"""Contents of the box (data/massalia.json): cards as data, tiles, the numbers of the rules.

A card is defined by its entry in the file, in a small language: effects, and conditions under which
further effects follow. `effects` interprets it; a new card is a new entry and no code.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal

import msgspec

from rules.assets import load
from rules.massalia.land import Land, MapData

VERSION = 1
"""Version of the rules and of the JSON of a position; raised when either behaves differently."""

Verb = Literal[
    "amber", "fish", "water", "heal", "draw",
    "place", "move", "flip", "remove", "banish", "recover", "destroy",
]  # fmt: skip
"""Kinds of effect; the first five happen at once, the others when the player asks (MA-13)."""
Zone = Literal["others", "scouts", "reserve", "families"]
"""Zones that conditions count (MA-68 to MA-71)."""
Reach = Literal["sea", "land", "any"]
TILE_VERBS = frozenset({"place", "move", "flip", "remove"})
"""Effects that are bound to a terrain."""


class Effect(msgspec.Struct, frozen=True):
    """One effect: the verb, the number of times, and a terrain if not that of its card."""

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
    """Life of a scout, and the effects that activating it adds (MA-46)."""

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
    """Water and fish: start, turning points, and the value they turn to (MA-6, MA-53)."""

    start: int
    low: int
    high: int
    reset: int


class HandOption(msgspec.Struct, frozen=True):
    """Numbers of cards with which the first player may begin (MA-76)."""

    default: int
    values: tuple[int, ...]


class FatigueOption(msgspec.Struct, frozen=True):
    """First round of siege fatigue, by the number of seats; `off` is never (MA-75)."""

    default: dict[int, int]
    early: dict[int, int]
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
    """Morale at which an attack follows, and its points (MA-58)."""

    at: int
    attack: int


class FireData(msgspec.Struct, frozen=True):
    """Number of tiles that a fire burns, and its reach (MA-37)."""

    max_tiles: int
    range: int


class Family(msgspec.Struct, frozen=True):
    """One of the four families."""

    letter: str


class Box(msgspec.Struct, frozen=True, dict=True):
    """Contents of a box. Games of other boxes, with other cards, can be played as well."""

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
        """The board with the tables that the rules need."""
        return Land(self.board, self.fire.range)

    @cached_property
    def card(self) -> dict[str, Card]:
        """Every card of the box, by its name and by the name of each of its copies: `S07#2`."""
        seats = max(self.setup.life)
        cards = {card.id: card for card in (*self.basic, *self.cards)}
        for card in self.basic:
            cards |= {f"{card.id}#{n}": card for n in range(1, card.copies * seats + 1)}
        for card in self.cards:
            cards |= {f"{card.id}#{n}": card for n in range(1, card.copies + 1)}
        return cards

    @cached_property
    def tile(self) -> dict[str, TileData]:
        """Every kind of tile by its code."""
        return {tile.code: tile for tile in self.tiles}

    def family_cards(self) -> list[str]:
        """Copies of all family cards (MA-3)."""
        return [f"{card.id}#{n}" for card in self.cards for n in range(1, card.copies + 1)]

    def basic_cards(self, seat: int) -> list[str]:
        """Cards with which a seat begins (MA-2)."""
        return [
            f"{card.id}#{card.copies * seat + n}"
            for card in self.basic
            for n in range(1, card.copies + 1)
        ]

    def bag(self) -> list[str]:
        """Tiles of one colour (MA-4)."""
        return [tile.code for tile in self.tiles for _ in range(tile.count)]

    def terrain(self, card: str, effect: Effect) -> Reach | None:
        """Terrain to which an effect of a card is bound; None for one without tiles (MA-13)."""
        return (effect.terrain or self.card[card].place) if effect.do in TILE_VERBS else None


BOX = load("massalia", Box)


def name_of(card: str) -> str:
    """Name of the card of a copy: "S07" of "S07#2"."""
    return card.partition("#")[0]


def copy_of(card: str) -> int:
    """Number of a copy, from 1."""
    return int(card.partition("#")[2])
