"""The board: sea and land cells, adjacency tables, the resource cells (MA-8, MA-29).

Where speed counts, a cell is a number, its index in the data; people use its label ("E5").
"""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.contract import Hex
from rules.hexgrid import distance, neighbours

Terrain = Literal["sea", "land"]


class CellData(msgspec.Struct, frozen=True):
    """A cell as described by the file."""

    id: str
    q: int
    r: int
    terrain: Terrain
    area: str


class ResourceData(msgspec.Struct, frozen=True):
    """A resource cell as described by the file."""

    id: str
    cell: str
    need: int
    marked: tuple[str, ...]
    value: int
    morale: int


class MapData(msgspec.Struct, frozen=True):
    """The board as described by the file."""

    areas: tuple[str, ...]
    cells: tuple[CellData, ...]
    resources: tuple[ResourceData, ...]


class Resource(msgspec.Struct, frozen=True):
    """A resource cell: the marked neighbours that it needs, and its worth (MA-29)."""

    id: str
    cell: int
    need: int
    marked: tuple[int, ...]
    value: int
    morale: int


class Land:
    """A board, with everything that can be computed before a game."""

    def __init__(self, data: MapData, fire_range: int) -> None:
        self.labels: tuple[str, ...] = tuple(cell.id for cell in data.cells)
        self.hexes: tuple[Hex, ...] = tuple((cell.q, cell.r) for cell in data.cells)
        self.terrain: tuple[Terrain, ...] = tuple(cell.terrain for cell in data.cells)
        self.area: tuple[str, ...] = tuple(cell.area for cell in data.cells)
        self.areas = data.areas
        self.index: dict[str, int] = {label: cell for cell, label in enumerate(self.labels)}
        self.resource: dict[int, Resource] = {}
        """By cell."""
        for given in data.resources:
            cell, marked = self.index[given.cell], tuple(self.index[near] for near in given.marked)
            self.resource[cell] = Resource(
                given.id, cell, given.need, marked, given.value, given.morale
            )
        self.resources = tuple(self.resource.values())
        self.touching: tuple[tuple[Resource, ...], ...] = tuple(
            tuple(
                resource for resource in self.resources if cell in (resource.cell, *resource.marked)
            )
            for cell in range(len(self.labels))
        )
        """Resource cells for which a cell matters."""
        at = {hex_: cell for cell, hex_ in enumerate(self.hexes)}
        self.near: tuple[tuple[int, ...], ...] = tuple(
            tuple(at[near] for near in neighbours(hex_) if self._is_alike(at.get(near), cell))
            for cell, hex_ in enumerate(self.hexes)
        )
        """The adjacent cells of the same terrain (MA-29)."""
        self.within: tuple[tuple[int, ...], ...] = tuple(
            tuple(
                reached
                for reached, reached_hex in enumerate(self.hexes)
                if 1 <= distance(hex_, reached_hex) <= fire_range
            )
            for hex_ in self.hexes
        )
        """Cells that a fire on the cell reaches, over land and sea alike (MA-37)."""
        ordinary = [cell for cell in range(len(self.labels)) if cell not in self.resource]
        self.ordinary: dict[str, tuple[int, ...]] = {"any": tuple(ordinary)}
        """Cells without a resource, by terrain; "any" is all of them."""
        self.sources: dict[str, tuple[Resource, ...]] = {"any": self.resources}
        """Resource cells, by terrain."""
        for reach in ("sea", "land"):
            self.ordinary[reach] = tuple(c for c in ordinary if self.terrain[c] == reach)
            self.sources[reach] = tuple(
                resource for resource in self.resources if self.terrain[resource.cell] == reach
            )
        self.steps: tuple[tuple[int, ...], ...] = tuple(
            () if cell in self.resource else tuple(n for n in near if n not in self.resource)
            for cell, near in enumerate(self.near)
        )
        """Cells to which the top tile of a cell may be moved; resource cells are excluded."""

    def _is_alike(self, near: int | None, cell: int) -> bool:
        return near is not None and self.terrain[near] == self.terrain[cell]

    def fits(self, cell: int, reach: str | None) -> bool:
        """Whether a cell is of the terrain that an effect is bound to (MA-25)."""
        return reach == "any" or self.terrain[cell] == reach
