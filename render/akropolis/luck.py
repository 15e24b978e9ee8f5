"""Repeatable chance, by cell and by tile: the surroundings of a city, the variants of buildings."""

from __future__ import annotations

from render.akropolis import materials as m
from rules.contract import Hex


def chance(cell: Hex, salt: int = 0) -> int:
    """Number below 2**16 that is always the same for a cell."""
    mixed = (cell[0] * 73856093) ^ (cell[1] * 19349663) ^ (salt * 83492791)
    mixed = (mixed ^ mixed >> 13) * 0x5BD1E995 & 0xFFFFFFFF
    return (mixed ^ mixed >> 15) & 0xFFFF


def look(tile: int, index: int) -> int:
    """Variant of the building on a hex of a tile."""
    return chance((tile, index)) % m.VARIANTS
