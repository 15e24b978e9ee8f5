"""How far a player is from joining two great cities: "2 more to link Denver and Omaha".

Public facts only: the terrain on the map and who has built where (TG-90, TG-91).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations

import msgspec

from rules import hexgrid
from rules._settlements.view import Board, City, View
from rules.contract import Hex, Seat


class Link(msgspec.Struct, frozen=True):
    """A chain that would join two great cities with the fewest further buildings."""

    cities: tuple[str, str]
    needed: int
    """Buildings still missing; 0 where the cities are joined already."""
    way: tuple[Hex, ...]
    """Its hexes from the first city to the second, own buildings included, cities not."""


class _Around(dict[Hex, tuple[Hex, ...]]):
    """The six neighbours of each hex, remembered once asked for."""

    def __missing__(self, at: Hex) -> tuple[Hex, ...]:
        around = self[at] = tuple(hexgrid.neighbours(at))
        return around


AROUND = _Around()


class Reach(msgspec.Struct, frozen=True):
    """The cheapest chains that begin beside a city."""

    missing: dict[Hex, int]
    """Of the chain up to a hex, that one included, the buildings that do not stand yet."""
    came: dict[Hex, Hex]
    """The hex before it on that chain; the city for the first."""

    def nearest(self, city: Hex) -> Hex | None:
        """The hex beside `city` where the chain that misses least arrives; None if none does."""
        beside = [at for at in AROUND[city] if at in self.missing]
        return min(beside, key=self.missing.__getitem__, default=None)

    def way(self, last: Hex) -> tuple[Hex, ...]:
        """The chain up to `last`, from the city on."""
        back = [last]
        while (at := self.came[back[-1]]) in self.came:
            back.append(at)
        return tuple(reversed(back))


def links(view: View, seat: Seat) -> tuple[Link, ...]:
    """The pairs of great cities that `seat` can still join on this map, the nearest first."""
    own, free = ground(view.board, seat)
    found = _links(view.board.cities, own, free)
    return tuple(sorted(found, key=lambda link: link.needed))


def ground(board: Board, seat: Seat) -> tuple[set[Hex], set[Hex]]:
    """The hexes that `seat` has built upon, and those that nobody has."""
    own = {built.hex for built in board.buildings if built.seat == seat}
    terrain = {at for tile in board.tiles for at in (tile.at, *AROUND[tile.at])}
    return own, terrain.difference([built.hex for built in board.buildings])


def _links(cities: Iterable[City], own: Collection[Hex], free: Collection[Hex]) -> Iterator[Link]:
    reaches: dict[str, Reach] = {}
    for one, other in combinations(cities, 2):
        if one.id not in reaches:
            reaches[one.id] = reach(one.at, own, free)
        there = reaches[one.id]
        last = there.nearest(other.at)
        if last is not None:
            yield Link((one.id, other.id), there.missing[last], there.way(last))


def reach(city: Hex, own: Collection[Hex], free: Collection[Hex]) -> Reach:
    """The cheapest chains from `city` over own buildings and free terrain, no other city."""
    missing = {city: 0}
    came: dict[Hex, Hex] = {}
    level, far = [city], 0
    while level:
        further = []
        for at in level:  # own buildings join the level while it is walked: they cost nothing
            for near in AROUND[at]:
                if near in missing:
                    continue
                if near in own:
                    missing[near], came[near] = far, at
                    level.append(near)
                elif near in free:
                    missing[near], came[near] = far + 1, at
                    further.append(near)
        level, far = further, far + 1
    del missing[city]
    return Reach(missing, came)
