"""The board: its cells, their names and the lines on it (HG-2, HG-3)."""

from __future__ import annotations

from string import ascii_uppercase

import msgspec

from rules.assets import load
from rules.contract import Hex
from rules.hexgrid import DIRECTIONS, add, spiral

VERSION = 1
SEATS = 2


class Board(msgspec.Struct, frozen=True):
    """Contents of `data/gomoku.json`."""

    side: int
    row: int
    """Stones in a row that win (HG-7)."""


BOARD = load("gomoku", Board)
CELLS: tuple[Hex, ...] = tuple(
    sorted(spiral((0, 0), BOARD.side - 1), key=lambda cell: (cell[1], cell[0]))
)
"""Every cell, row by row from the top, each row from the left."""
AXES = DIRECTIONS[:3]
"""The three directions of a line."""


def _names() -> dict[Hex, str]:
    rows: dict[int, list[Hex]] = {}
    for cell in CELLS:
        rows.setdefault(cell[1], []).append(cell)
    return {
        cell: f"{letter}{number}"
        for letter, row in zip(ascii_uppercase, rows.values(), strict=False)
        for number, cell in enumerate(row, 1)
    }


NAMES = _names()
AT = {name: cell for cell, name in NAMES.items()}


def _windows() -> list[tuple[Hex, ...]]:
    windows = []
    for start in CELLS:
        for axis in AXES:
            line = [start]
            while len(line) < BOARD.row:
                line.append(add(line[-1], axis))
            if line[-1] in NAMES:
                windows.append(tuple(line))
    return windows


WINDOWS = _windows()
"""Every straight line of just so many cells as win."""
