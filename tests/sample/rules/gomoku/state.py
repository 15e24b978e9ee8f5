"""The position: who has put stones where, in the order of play."""

from __future__ import annotations

from typing import Self

import msgspec

from rules.contract import Hex, Seat


class State(msgspec.Struct):
    """The stones on the board; their number says whose turn it is (HG-4)."""

    stones: dict[Hex, Seat] = {}
    """Stones on their cells, the first one played first."""
    row: tuple[Hex, ...] = ()
    """The row that has won; () while there is none."""

    def clone(self) -> Self:
        return type(self)(dict(self.stones), self.row)
