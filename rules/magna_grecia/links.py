"""Chains of road tiles and the places that they join, kept up to date tile by tile (MG-51).

Roads never leave the map and places never come apart: a chain is known by its two open ends, and a
place by the set of its direct connections, as bits.
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
"""The slot on the other side of each; -1 at the edge of the map."""


def bits(mask: int) -> Iterator[int]:
    """The numbers in a set of bits, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@dataclass(slots=True)
class Network:
    """All chains and all direct connections of a position."""

    ends: dict[int, int] = field(default_factory=dict)
    """From each open end of a chain, a slot, to its other end."""
    near: list[int] = field(default_factory=lambda: [0] * MOST_PLACES)
    """By place: the places directly connected to it, as bits."""

    def clone(self) -> Network:
        return Network(self.ends.copy(), self.near.copy())

    def count(self, place: int) -> int:
        """The connection count of a place (MG-52)."""
        return self.near[place].bit_count()

    def lay(self, one: int, two: int) -> tuple[int, int] | None:
        """Lay a tile between two slots; returns the ends of its chain, None where it is a ring."""
        ends = self.ends
        back, forth = OPPOSITE[one], OPPOSITE[two]
        start, end = ends.pop(back, one), ends.pop(forth, two)
        if start == forth:
            return None
        ends[start], ends[end] = end, start
        return start, end

    def connect(self, one: int, other: int) -> bool:
        """Note that a chain joins two places; returns whether that is new (MG-52, MG-53)."""
        near = self.near
        if one == other or near[one] >> other & 1:
            return False
        near[one] |= 1 << other
        near[other] |= 1 << one
        return True

    def merge(self, into: int, gone: int) -> None:
        """One place becomes part of another: they count once from now on (MG-56)."""
        near = self.near
        moved, near[gone] = near[gone], 0
        for place in bits(moved):
            near[place] = near[place] & ~(1 << gone) | 1 << into
        near[into] = (near[into] | moved) & ~(1 << gone | 1 << into)


def arrivals(roads: dict[int, int], cell: int) -> Iterator[tuple[int, int]]:
    """The sides of a cell at which a road ends, and whose road it is."""
    for side, near in enumerate(AROUND[cell]):
        road = roads.get(near)
        if road is not None and road >> (side + 3) % 6 & 1:
            yield side, road >> 6
