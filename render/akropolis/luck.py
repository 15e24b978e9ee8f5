"""Luck that never changes: what stands where round a city, and how each building is built."""

from __future__ import annotations

from render.akropolis import materials as m
from rules.contract import Hex


def chance(cell: Hex, salt: int = 0) -> int:
    """A number below 2**16 that is always the same for a cell."""
    mixed = (cell[0] * 73856093) ^ (cell[1] * 19349663) ^ (salt * 83492791)
    mixed = (mixed ^ mixed >> 13) * 0x5BD1E995 & 0xFFFFFFFF
    return (mixed ^ mixed >> 15) & 0xFFFF


def look(tile: int, index: int) -> int:
    """Which variant of its building a hex of a tile shows."""
    return chance((tile, index)) % m.VARIANTS
