"""Legal moves: a stone on any empty cell (HG-5)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import IllegalMove
from rules.gomoku.actions import Place
from rules.gomoku.pieces import AT, NAMES
from rules.gomoku.state import State


def why_not(state: State, action: Place) -> IllegalMove | None:
    """The first rule that a stone breaks, or None."""
    if action.cell not in AT:
        return IllegalMove("gomoku.no_such_cell", rule="HG-3", cell=action.cell[:8])
    if AT[action.cell] in state.stones:
        return IllegalMove("gomoku.taken", rule="HG-5", cell=action.cell)
    return None


def legal_actions(state: State) -> Iterator[Place]:
    """A stone on each empty cell, row by row."""
    return (Place(name) for cell, name in NAMES.items() if cell not in state.stones)
