"""The position: cities on a grid of whole numbers, the line, the stacks, the architect.

A *site* is three mutually adjacent cells (see `rules.hexgrid`) as one number: twice its first cell,
plus its shape. Shape 0 is the cells 0, E, SE and takes a tile at rotations 0, 2, 4; shape 1 is 0,
SE, SW and takes 1, 3, 5 (AK-39).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.akropolis.pieces import FACES, START, TILE_FACES, face_index
from rules.contract import Hex, Seat
from rules.hexgrid import DIRECTIONS, STEPS, Sixth, cell_of

SHAPES: tuple[tuple[int, int, int], ...] = ((0, STEPS[0], STEPS[1]), (0, STEPS[1], STEPS[2]))
"""The three cells of a site, from its first cell, in the order of its rotations."""


def cells_of(site: int) -> tuple[int, int, int]:
    """The three cells of a site, clockwise."""
    first, (_, second, third) = site >> 1, SHAPES[site & 1]
    return first, first + second, first + third


def site_of(at: Hex, rot: int) -> int:
    """The site a tile takes when its first hex lies on `at`, turned `rot` x 60°."""
    shape, turns = rot & 1, rot >> 1
    return 2 * (cell_of(at) - SHAPES[shape][turns]) + shape


def footprint(at: Hex, rot: int) -> tuple[Hex, Hex, Hex]:
    """The hexes a tile occupies, in the order of its faces (AK-23)."""
    q, r = at
    (a, b), (c, d) = DIRECTIONS[rot], DIRECTIONS[(rot + 1) % 6]
    return at, (q + a, r + b), (q + c, r + d)


class PlacedTile(msgspec.Struct, frozen=True, gc=False):
    """A tile in a city, as in the state JSON."""

    tile: int
    at: Hex
    rot: Sixth
    level: int


class GameOptions(msgspec.Struct, frozen=True):
    """The options of a game, as in the state JSON."""

    length: str = "standard"
    variants: tuple[str, ...] = ()
    solo: str | None = None


@dataclass(slots=True)
class City:
    """The tiles of a seat, and the data derived from them, updated tile by tile."""

    stones: int = 0
    variants: tuple[bool, ...] = (False,) * 5
    """Whether each colour is played with its scoring variant."""
    tiles: list[PlacedTile] = field(default_factory=list)
    levels: dict[int, int] = field(default_factory=dict)
    """Height of each built cell (AK-30)."""
    pieces: dict[int, int] = field(default_factory=dict)
    """The tile on top of each cell: 0 the start tile, else 1 + index in `tiles`."""
    faces: dict[int, int] = field(default_factory=dict)
    """The face on top of each built cell: index into pieces.FACES."""
    showing: tuple[set[int], ...] = field(default_factory=lambda: tuple(set() for _ in FACES))
    """The inverse: the cells that show each face."""
    lakes: set[int] = field(default_factory=set)
    """Empty cells enclosed by the city (AK-52)."""
    span: tuple[int, int] = (0, 0)
    """The lowest and the highest built cell; all cells beyond them are outer space."""
    sites: dict[int, int] = field(default_factory=dict)
    """Every legal site, with the level a tile would get there."""
    values: list[int] = field(default_factory=lambda: [0] * 5)
    """By colour: worth of the districts that score, variants included."""
    score: dict[str, Any] | None = field(default=None, compare=False, repr=False)
    """The score as JSON after the last turn, if no tile was laid since; nobody changes it."""

    def cover(self, cell: int, face: int, level: int, piece: int) -> int | None:
        """Put a hex on top of `cell`; return the face that it covers, None on the table (AK-37)."""
        covered = self.faces.get(cell)
        if covered is not None:
            self.showing[covered].discard(cell)
        self.showing[face].add(cell)
        self.faces[cell] = face
        self.levels[cell] = level
        self.pieces[cell] = piece
        return covered

    def clone(self) -> City:
        return City(
            self.stones,
            self.variants,
            self.tiles.copy(),
            self.levels.copy(),
            self.pieces.copy(),
            self.faces.copy(),
            tuple([cells.copy() for cells in self.showing]),
            self.lakes.copy(),
            self.span,
            self.sites.copy(),
            self.values.copy(),
        )


def bare_city(tiles: Iterable[PlacedTile]) -> City:
    """A city with only the faces of its tiles, topmost last, and its span."""
    city = City()
    for start in START:
        city.cover(cell_of(start.at), face_index(start), 1, 0)
    for piece, placed_tile in enumerate(tiles, 1):
        faces = TILE_FACES[placed_tile.tile]
        for at, face in zip(footprint(placed_tile.at, placed_tile.rot), faces, strict=True):
            city.cover(cell_of(at), face, placed_tile.level, piece)
    city.span = min(city.levels), max(city.levels)
    return city


@dataclass(slots=True)
class Architect:
    """The Illustrious Architect's stones and the tiles he took, in order (AK-90, AK-94)."""

    stones: int
    tiles: list[int]


@dataclass(slots=True)
class State:
    """A position; field by field as in the state JSON. `turn.apply` alone changes it."""

    options: GameOptions
    seats: int
    over: bool
    turn: int
    round: int
    chief: Seat
    current: Seat | None
    line: list[int]
    stacks: list[tuple[int, ...]]
    """Face down, the next one first."""
    cities: list[City]
    architect: Architect | None

    def clone(self) -> State:
        architect = self.architect
        return State(
            self.options,
            self.seats,
            self.over,
            self.turn,
            self.round,
            self.chief,
            self.current,
            self.line.copy(),
            self.stacks.copy(),
            [city.clone() for city in self.cities],
            architect and Architect(architect.stones, architect.tiles.copy()),
        )

    @property
    def sides(self) -> int:
        """Number of sides that take turns: the seats, or the player and the architect (AK-41)."""
        return max(self.seats, 2)
