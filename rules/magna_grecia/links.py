"""Chains of road tiles and the places that they join, updated tile by tile (MG-51).

Roads never leave the map and places never come apart: a chain is known by its two open ends, and a
place by the bit set of its direct connections.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.magna_grecia.land import AROUND, FACED, OFF, VILLAGES
from rules.magna_grecia.pieces import CITY_TILES, SEATS

MOST_PLACES = len(VILLAGES) + CITY_TILES * max(SEATS)
"""Villages, and as many cities as there are city tiles."""
OPPOSITE: tuple[int, ...] = tuple(
    6 * FACED[slot] + (slot + 3) % 6 if FACED[slot] != OFF else -1 for slot in range(6 * OFF)
)
"""Slot on the other side of each slot; -1 at the edge of the map."""


def bits(mask: int) -> Iterator[int]:
    """Numbers of the bits of a set, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@dataclass(slots=True)
class Network:
    """All chains and all direct connections of a position."""

    ends: dict[int, int] = field(default_factory=dict)
    """Other end of each chain by its open end; both are slots."""
    near: list[int] = field(default_factory=lambda: [0] * MOST_PLACES)
    """By place: the places directly connected to it, as bits."""

    def clone(self) -> Network:
        return Network(self.ends.copy(), self.near.copy())

    def count(self, place: int) -> int:
        """Connection count of a place (MG-52)."""
        return self.near[place].bit_count()

    def lay(self, first: int, second: int) -> tuple[int, int] | None:
        """Lay a tile between two slots; return the ends of its chain, None if it closes a ring."""
        ends = self.ends
        back, forth = OPPOSITE[first], OPPOSITE[second]
        start, end = ends.pop(back, first), ends.pop(forth, second)
        if start == forth:
            return None
        ends[start], ends[end] = end, start
        return start, end

    def connect(self, place: int, other: int) -> bool:
        """Connect two places by a chain; return whether the connection is new (MG-52, MG-53)."""
        near = self.near
        if place == other or near[place] >> other & 1:
            return False
        near[place] |= 1 << other
        near[other] |= 1 << place
        return True

    def merge(self, into: int, merged: int) -> None:
        """Make one place part of another: they count as one from now on (MG-56)."""
        near = self.near
        connections, near[merged] = near[merged], 0
        for place in bits(connections):
            near[place] = near[place] & ~(1 << merged) | 1 << into
        near[into] = (near[into] | connections) & ~(1 << merged | 1 << into)


def arrivals(roads: dict[int, int], cell: int) -> Iterator[tuple[int, int]]:
    """Sides of a cell at which a road ends, each with the owner of the road."""
    for side, near in enumerate(AROUND[cell]):
        road = roads.get(near)
        if road is not None and road >> (side + 3) % 6 & 1:
            yield side, road >> 6
