"""Two small positions: a row that is open at both ends, and the row that wins."""

from __future__ import annotations

from rules.gomoku import turn
from rules.gomoku.actions import Place
from rules.gomoku.pieces import BOARD, NAMES
from rules.gomoku.state import State
from rules.gomoku.view import view
from rules.lesson import Scene


def scenes() -> tuple[Scene, ...]:
    """The open row, and the winning one."""
    return _scene("open", BOARD.row - 1), _scene("won", BOARD.row)


def _scene(name: str, length: int) -> Scene:
    state = State()
    for number in range(length):
        turn.apply(state, Place(NAMES[number - BOARD.row // 2, 0]))
        if number < length - 1:
            turn.apply(state, Place(NAMES[number - BOARD.row // 2, 1]))
    return Scene(name, view(state), args={"n": length})
