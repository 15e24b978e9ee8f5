"""Contents of the box: cards, colours, counts (data/magna_grecia.json). The map is in `land`."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rules.assets import load

VERSION = 1
"""Version of the rules and of the JSON of a position; raised when either behaves differently."""


class Colour(StrEnum):
    """The colours of the players and of the borders of cards (MG-5)."""

    YELLOW = "yellow"
    ORANGE = "orange"
    BROWN = "brown"
    RED = "red"


class Card(msgspec.Struct, frozen=True):
    """An action card: the order of play, and for each action its basic and improved number."""

    id: str
    border: Colour
    order: tuple[Colour, Colour, Colour, Colour]
    roads: tuple[int, int]
    cities: tuple[int, int]
    supply: tuple[int, int]


class _Tiles(msgspec.Struct, frozen=True):
    roads: int
    cities: int


class _Components(msgspec.Struct, frozen=True):
    road_tiles_per_player: int
    city_tiles_per_player: int
    markets_per_player: int
    start_supply: _Tiles


class _RoadTile(msgspec.Struct, frozen=True):
    positions: tuple[tuple[int, int], ...]


class _Box(msgspec.Struct, frozen=True):
    components: _Components
    starting_scores: dict[int, int]
    oracle_counts: dict[int, int]
    rounds: int
    oracle_points: int
    default_colors: dict[int, tuple[Colour, ...]]
    cards: tuple[Card, ...]
    road_tile: _RoadTile


_BOX = load("magna_grecia", _Box)

CARDS: dict[str, Card] = {card.id: card for card in _BOX.cards}
ROUNDS = _BOX.rounds
SEATS = tuple(_BOX.starting_scores)
STARTING_SCORES = _BOX.starting_scores
ORACLE_COUNTS = _BOX.oracle_counts
ORACLE_POINTS = _BOX.oracle_points
DEFAULT_COLOURS = _BOX.default_colors
ROAD_TILES = _BOX.components.road_tiles_per_player
CITY_TILES = _BOX.components.city_tiles_per_player
MARKETS = _BOX.components.markets_per_player
FIRST_ROADS = _BOX.components.start_supply.roads
FIRST_CITIES = _BOX.components.start_supply.cities
SHAPES: tuple[tuple[int, int], ...] = _BOX.road_tile.positions
"""The sides that a road tile may join, ascending: three straight ways, six curves (MG-6)."""
