"""Catalogue of the data for the pictures: cells, resource cells, cards and their emblems."""

from __future__ import annotations

from rules.massalia.land import CellData, Resource
from rules.massalia.pieces import BOX, Card
from rules.massalia.printed import CARDS, PRINTED

CELLS: dict[str, CellData] = {cell.id: cell for cell in BOX.board.cells}
RESOURCES = {resource.id: resource for resource in BOX.board.resources}
AT = {resource.cell: resource for resource in BOX.board.resources}
"""Resource cells by the label of their cell."""
__all__ = ["AT", "BOX", "CELLS", "RESOURCES", "Card", "Resource", "card", "emblem_of"]


def card(name: str) -> Card:
    """Card by its name or that of one of its copies."""
    return BOX.card[name]


def emblem_of(name: str, family: str | None) -> str:
    """Emblem of a card; that of its family if the data hold none for the card."""
    if name in CARDS:
        return CARDS[name].emblem
    return PRINTED.families[family].emblem if family else "amber"
