"""Catalogue of the board for the pictures: cells and resource cells."""

from __future__ import annotations

from rules.massalia.land import CellData
from rules.massalia.pieces import BOX

CELLS: dict[str, CellData] = {cell.id: cell for cell in BOX.board.cells}
RESOURCES = {resource.id: resource for resource in BOX.board.resources}
AT = {resource.cell: resource for resource in BOX.board.resources}
"""Resource cells by the label of their cell."""
