"""The map without its buildings: regions and cities, and the places for the next region."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from rules._settlements.pieces import Ruleset, Symbols
from rules.contract import Hex
from rules.hexgrid import AROUND, DIRECTIONS, STEPS, Sixth, add, cell_of, hex_of, rotate

FLOWER: tuple[int, ...] = (0, *STEPS)
"""The cells of a region, from its centre, in the order of the digits of their names."""


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A region on the map: its centre, and its rotation in steps of 60° clockwise (TG-11)."""

    tile: int
    at: Hex
    rot: Sixth


class City(msgspec.Struct, frozen=True, gc=False):
    """A great city or a holy place."""

    id: str
    at: Hex


_FARTHER = {near + step for near in STEPS for step in STEPS} - set(FLOWER)
"""Steps to the twelve cells at distance 2."""
_PAVED = tuple(cell_of(rotate((2, 1), turns)) for turns in range(6))
"""Steps from a region's centre to those of its neighbours in the perfect paving (TG-13)."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUV"


def hex_names(tiles: Iterable[Tile]) -> dict[Hex, str]:
    """Name of every hex: a letter for its tile by order of placement, a digit for its direction."""
    return {
        at: f"{letter}{digit}"
        for letter, tile in zip(LETTERS, tiles, strict=False)
        for digit, at in enumerate((tile.at, *(add(tile.at, step) for step in DIRECTIONS)))
    }


def region_symbols(rules: Ruleset, tile: Tile) -> Iterator[tuple[int, Symbols]]:
    """The cells of a region, in the order of their names, each with its symbol (TG-11)."""
    centre, *petals = rules.symbols[tile.tile]
    first = cell_of(tile.at)
    yield first, centre
    for direction, step in enumerate(STEPS):
        yield first + step, petals[(direction - tile.rot) % 6]


@dataclass(frozen=True, eq=False)
class Land:
    """Regions and cities; immutable: a new region makes another Land (TG-80)."""

    tiles: tuple[Tile, ...] = ()
    cities: tuple[City, ...] = ()
    symbols: dict[int, Symbols] = field(default_factory=dict)
    """Symbols of every terrain, in the order of the names."""

    def with_region(self, rules: Ruleset, tile: Tile) -> Land:
        """The land with one more region."""
        symbols = {**self.symbols, **dict(region_symbols(rules, tile))}
        return Land((*self.tiles, tile), self.cities, symbols)

    @cached_property
    def holy(self) -> dict[int, int]:
        """Cell of each city, with its bit."""
        return {cell_of(city.at): 1 << i for i, city in enumerate(self.cities)}

    @cached_property
    def shores(self) -> dict[int, int]:
        """Cells beside cities, with the bits of the cities that they touch."""
        touched: dict[int, int] = {}
        for city, bit in self.holy.items():
            for near in AROUND[city]:
                touched[near] = touched.get(near, 0) | bit
        return touched

    @cached_property
    def names(self) -> dict[int, str]:
        """Name of every terrain."""
        return {cell_of(at): name for at, name in hex_names(self.tiles).items()}

    @cached_property
    def by_name(self) -> dict[str, int]:
        """Terrain of every name."""
        return {name: cell for cell, name in self.names.items()}

    @cached_property
    def centres(self) -> dict[Hex, bool]:
        """Legal centres of a region by (q, r), and whether each keeps the perfect paving (TG-83).

        Its hexes are free and touch the map exactly when the nearest terrain or city is two steps
        from its centre. On an empty map the centre is the origin.
        """
        taken = self.symbols.keys() | self.holy.keys()
        rim = [cell for cell in taken if not taken.issuperset(AROUND[cell])]
        far = {cell + step for cell in rim for step in _FARTHER}
        far -= {cell + step for cell in rim for step in STEPS}
        far -= taken
        paved = {cell_of(tile.at) + step for tile in self.tiles for step in _PAVED}
        return {hex_of(cell): cell in paved for cell in sorted(far or {0}, key=hex_of)}
