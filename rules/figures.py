"""Figures of a finished game that can be summed over many: `Game.figures`."""

from __future__ import annotations

import msgspec


class Deed(msgspec.Struct, frozen=True):
    """An act of one seat; over several games the wins of such seats are counted."""

    group: str
    """Kind of the deed: "family"."""
    name: str
    seat: int


class Figures(msgspec.Struct, frozen=True):
    """Numbers of a whole game by name, and deeds of its seats."""

    amounts: dict[str, float] = {}
    deeds: tuple[Deed, ...] = ()
