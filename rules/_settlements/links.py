"""Distance of a player from joining two great cities: "2 more to link Denver and Omaha".

Only public facts: the terrain on the map and the owners of the buildings (TG-90, TG-91).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

import msgspec

from rules._settlements.land import FLOWER
from rules._settlements.view import Board, Goal, Rival, View
from rules.contract import Hex, Seat
from rules.hexgrid import AROUND, cell_of, hex_of

NEAR = 3
"""Most buildings still missing to a link that is near: those of one turn."""


class Link(msgspec.Struct, frozen=True):
    """A chain that would join two great cities with the fewest further buildings."""

    cities: tuple[str, str]
    needed: int
    """Buildings still missing; 0 where the cities are joined already."""
    way: tuple[Hex, ...]
    """Hexes from the first city to the second, own buildings included, cities excluded."""


class Reach(msgspec.Struct, frozen=True):
    """The cheapest chains that begin beside a city, by the cell where they end."""

    missing: dict[int, int]
    """Number of buildings that the chain, its end included, still misses."""
    previous: dict[int, int]
    """Previous cell of the chain; the city for the first cell."""

    def nearest(self, city: int) -> int | None:
        """The cell beside `city` whose chain misses fewest; None if no chain reaches the city."""
        beside = [near for near in AROUND[city] if near in self.missing]
        return min(beside, key=self.missing.__getitem__, default=None)

    def way(self, end: int) -> tuple[int, ...]:
        """The chain to a cell, beginning at the city."""
        back = [end]
        while (cell := self.previous[back[-1]]) in self.previous:
            back.append(cell)
        return tuple(reversed(back))


def links(view: View, seat: Seat) -> tuple[Link, ...]:
    """The pairs of great cities that `seat` can still join on this map, the nearest first."""
    return _links_on(view.board, seat)


def goal(before: Board, after: Board, seat: Seat, seats: int) -> Goal:
    """Distance of `seat` from a win after a move that has led from one map to another."""
    built = sum(building.seat == seat for building in after.buildings)
    rivals = tuple(_rivals(before, after, set(range(seats)) - {seat}))
    nearest = next(iter(_links_on(after, seat)), None)
    if nearest is None:
        return Goal(built, None, 0, None, rivals)
    needed = {link.cities: link.needed for link in _links_on(before, seat)}
    return Goal(built, nearest.cities, nearest.needed, needed.get(nearest.cities), rivals)


def _rivals(before: Board, after: Board, seats: Collection[Seat]) -> Iterator[Rival]:
    """The seats whose nearest link a move changes, if it is near at any time."""
    for seat in seats:
        old, new = (
            next((link.needed for link in _links_on(board, seat)), None)
            for board in (before, after)
        )
        if old != new and min(filter(None, (old, new)), default=NEAR) <= NEAR:
            yield Rival(seat, new, old)


def _links_on(board: Board, seat: Seat) -> tuple[Link, ...]:
    """The links on a map, the nearest first."""
    cities = {city.id: cell_of(city.at) for city in board.cities}
    possible = _links(cities, *ground(board, seat))
    return tuple(sorted(possible, key=lambda link: link.needed))


def ground(board: Board, seat: Seat) -> tuple[set[int], set[int]]:
    """The cells that `seat` has built upon, and the terrains without a building."""
    owners = {cell_of(building.hex): building.seat for building in board.buildings}
    terrain = {cell_of(tile.at) + step for tile in board.tiles for step in FLOWER}
    return {cell for cell in owners if owners[cell] == seat}, terrain - owners.keys()


def _links(
    cities: Mapping[str, int], own_cells: Collection[int], free: Collection[int]
) -> Iterator[Link]:
    reaches = {name: reach(cell, own_cells, free) for name, cell in list(cities.items())[:-1]}
    for start, goal in combinations(cities, 2):
        end = reaches[start].nearest(cities[goal])
        if end is not None:
            way = tuple(map(hex_of, reaches[start].way(end)))
            yield Link((start, goal), reaches[start].missing[end], way)


def reach(
    city: int, own_cells: Collection[int], free: Collection[int], most: float = math.inf
) -> Reach:
    """The cheapest chains from `city` over own buildings and free terrain, no other city.

    No chain misses more than `most` buildings.
    """
    missing = {city: 0}
    previous: dict[int, int] = {}
    level, far = [city], 0
    while level:
        further = []
        for cell in level:  # own buildings join the level during the loop: they cost nothing
            for near in AROUND[cell]:
                if near in missing:
                    continue
                if near in own_cells:
                    missing[near], previous[near] = far, cell
                    level.append(near)
                elif near in free and far < most:
                    missing[near], previous[near] = far + 1, cell
                    further.append(near)
        level, far = further, far + 1
    del missing[city]
    return Reach(missing, previous)


def fewest(
    cities: Collection[int], own_cells: Collection[int], free: Collection[int], most: int
) -> int | None:
    """Fewest buildings missing in a chain between any two cities; None beyond `most`.

    The search starts from all cities at once: two searches meet in the middle of a best chain.
    """
    missing = dict.fromkeys(cities, 0)
    origin = {city: city for city in cities}
    level, far, best = list(cities), 0, most + 1
    while level and 2 * far < best:
        further = []
        for cell in level:  # own buildings join the level during the loop: they cost nothing
            city = origin[cell]
            for near in AROUND[cell]:
                if near in missing:
                    if origin[near] != city and not (cell in cities and near in cities):
                        best = min(best, far + missing[near])
                elif near in own_cells:
                    missing[near], origin[near] = far, city
                    level.append(near)
                elif near in free:
                    missing[near], origin[near] = far + 1, city
                    further.append(near)
        level, far = further, far + 1
    return best if best <= most else None
