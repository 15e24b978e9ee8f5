"""The map: 249 land hexes, the villages among them, and adjacency tables (MG-1 to MG-3).

Where speed counts, a hex is a *cell*, 0 .. 248 in the order of the data; OFF is everything but
land. A *side* is a direction 0 .. 5, a *slot* one side of a cell: 6 x cell + side.
"""

from __future__ import annotations

import msgspec

from rules.assets import load
from rules.contract import Hex
from rules.hexgrid import distance, neighbours, spiral

SIDES = ("E", "SE", "SW", "W", "NW", "NE")
"""Names of the six directions in the notation."""
REACH = 3
"""Most city tiles that can follow the first one in a turn: no card allows more (MG-16)."""


class Village(msgspec.Struct, frozen=True):
    """A hex with houses. A green border marks villages that every seat may settle (MG-1, MG-43)."""

    id: str
    name: str
    name_fr: str
    q: int
    r: int
    green: bool

    def name_in(self, language: str) -> str:
        """Name in a language: all but French use the Latin one."""
        return self.name_fr if language == "fr" else self.name


class _Land(msgspec.Struct, frozen=True):
    q: int
    r: int
    label: str


class Area(msgspec.Struct, frozen=True):
    """A part of the map that helps to find a hex: all hexes nearest to its centre."""

    id: str
    q: int
    r: int


class _Map(msgspec.Struct, frozen=True):
    hexes: tuple[_Land, ...]
    villages: tuple[Village, ...]
    areas: tuple[Area, ...]


class _File(msgspec.Struct, frozen=True):
    map: _Map


_MAP = load("magna_grecia", _File).map

HEXES: tuple[Hex, ...] = tuple((land.q, land.r) for land in _MAP.hexes)
LABELS: tuple[str, ...] = tuple(land.label for land in _MAP.hexes)
OFF = len(HEXES)
CELLS: dict[Hex, int] = {at: cell for cell, at in enumerate(HEXES)}
BY_LABEL: dict[str, int] = {label: cell for cell, label in enumerate(LABELS)}
VILLAGES: tuple[Village, ...] = _MAP.villages
VILLAGE_CELLS: tuple[int, ...] = tuple(CELLS[village.q, village.r] for village in VILLAGES)
VILLAGE_AT: dict[int, int] = {cell: village for village, cell in enumerate(VILLAGE_CELLS)}
GREEN: frozenset[int] = frozenset(
    cell for cell, village in zip(VILLAGE_CELLS, VILLAGES, strict=True) if village.green
)
"""The cells of the green-bordered villages."""

AROUND: tuple[tuple[int, ...], ...] = tuple(
    tuple(CELLS.get(near, OFF) for near in neighbours(at)) for at in HEXES
)
"""The six neighbours of each cell, by side; OFF where there is no land."""
SLOTS: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple((near, 6 * near + (side + 3) % 6) for side, near in enumerate(around) if near != OFF)
    for around in AROUND
)
"""Around each cell: every neighbour on land, and the slot of that neighbour that faces the cell."""
FACED: tuple[int, ...] = tuple(near for around in AROUND for near in around)
"""The cell that each slot faces, OFF included."""
NEAR: tuple[tuple[frozenset[int], ...], ...] = tuple(
    tuple(
        frozenset(CELLS[near] for near in spiral(at, steps) if near in CELLS)
        for steps in range(REACH + 1)
    )
    for at in HEXES
)
"""The cells within 0 .. REACH steps of each cell."""


def cell_of(at: Hex) -> int:
    """Cell of a hex, or OFF."""
    return CELLS.get(at, OFF)


AREAS: tuple[Area, ...] = _MAP.areas
AREA_OF: tuple[str, ...] = tuple(
    min(AREAS, key=lambda area: distance(at, (area.q, area.r))).id for at in HEXES
)
"""The area of each cell."""
