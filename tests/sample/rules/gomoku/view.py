"""The view of a position: everybody sees everything."""

from __future__ import annotations

import msgspec

from rules.contract import Hex, Seat
from rules.gomoku import scoring
from rules.gomoku.pieces import SEATS
from rules.gomoku.state import State
from rules.gomoku.turn import next_seat


class Stone(msgspec.Struct, frozen=True):
    """A stone and whose it is."""

    at: Hex
    seat: Seat


class View(msgspec.Struct, frozen=True):
    """The whole position."""

    stones: tuple[Stone, ...]
    """In the order of play."""
    current: Seat | None
    longest: tuple[int, ...]
    row: tuple[Hex, ...]
    """The row that has won; () while there is none."""


class Preview(msgspec.Struct, frozen=True):
    """A candidate: a stone that is not there yet, and the longest row that it would make."""

    seat: Seat
    at: Hex
    row: int


def view(state: State) -> View:
    """The position as everybody sees it."""
    return View(
        stones=tuple(Stone(at, seat) for at, seat in state.stones.items()),
        current=None if scoring.over(state) else next_seat(state),
        longest=tuple(scoring.longest(state.stones, seat) for seat in range(SEATS)),
        row=state.row,
    )


def preview(state: State, seat: Seat, at: Hex) -> Preview:
    """Effect of a stone on `at`."""
    return Preview(seat, at, len(scoring.row_at({**state.stones, at: seat}, at)))
