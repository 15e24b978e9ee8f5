"""What may be seen: the View of a table, the surface of a city, the preview of a move."""

from __future__ import annotations

import msgspec

from rules.contract import Hex, Seat


class PlacedTile(msgspec.Struct, frozen=True):
    """A tile in a city, as in the state JSON."""

    tile: int
    at: Hex
    rot: int
    level: int


class DistrictScore(msgspec.Struct, frozen=True):
    """One colour of one city: `points` = `value` (after variants) × `stars` (AK-54)."""

    value: int
    stars: int
    points: int


class CityScore(msgspec.Struct, frozen=True):
    """All five colours by name, and the stones."""

    districts: dict[str, DistrictScore]
    stones: int
    total: int


class ArchitectScore(msgspec.Struct, frozen=True):
    """As a city's, with the points of Metagenes' quarries (AK-95)."""

    districts: dict[str, DistrictScore]
    quarry_points: int
    stones: int
    total: int


class CityView(msgspec.Struct, frozen=True):
    """One seat's city; the start tile is implied, `tiles` are in the order of placement."""

    stones: int
    tiles: tuple[PlacedTile, ...]
    score: CityScore


class ArchitectView(msgspec.Struct, frozen=True):
    """The Illustrious Architect: his tiles lie in a row, unplaced (AK-94)."""

    stones: int
    tiles: tuple[int, ...]
    score: ArchitectScore


class GameOptions(msgspec.Struct, frozen=True):
    """The options of a game, as in the state JSON."""

    length: str = "standard"
    variants: tuple[str, ...] = ()
    solo: str | None = None


class View(msgspec.Struct, frozen=True):
    """All there is to see: the state without the stacks' content. The same for every seat."""

    game: str
    version: int
    options: GameOptions
    seats: int
    over: bool
    turn: int
    round: int
    rounds: int
    """Rounds in the whole game (AK-4 table)."""
    chief: Seat
    current: Seat | None
    line: tuple[int, ...]
    stack_sizes: tuple[int, ...]
    unseen: tuple[int, ...]
    cities: tuple[CityView, ...]
    architect: ArchitectView | None
    winners: tuple[Seat, ...] = ()
    """Once over: the winning seats; in solo (0,) when the player beat the architect, else ()."""


class Spot(msgspec.Struct, frozen=True):
    """A legal placement of the previewed tile at its rotation: anchor cell and level."""

    at: Hex
    level: int


class Preview(msgspec.Struct, frozen=True):
    """A candidate move of one seat: what it would make of the city. Reveals no stack."""

    seat: Seat
    notation: str
    line: int
    tile: int
    at: Hex
    rot: int
    level: int
    """Level the tile would get; 0 when it cannot lie there."""
    price: int
    gain: int
    """Stones for covered quarries (AK-38)."""
    city: CityView
    """The city after the move."""
    before: CityScore
    plazas_covered: tuple[str, ...]
    """Colours of the plazas the move would cover, one entry per plaza."""
    spots: tuple[Spot, ...]
    """All legal anchors of this tile at this rotation: level 2 and up first, then snug ones."""


class Cell(msgspec.Struct, frozen=True):
    """The topmost hex of a cell of a city."""

    kind: str
    """quarry, plaza or district"""
    colour: str | None
    stars: int
    level: int
    piece: int
    """Index of its tile in `CityView.tiles`; -1 for the start tile."""
