"""The view of a position: everybody sees everything."""

from __future__ import annotations

import msgspec

from rules.contract import Hex, Seat
from rules.gomoku import scoring
from rules.gomoku.pieces import NAMES, SEATS
from rules.gomoku.state import State
from rules.gomoku.turn import next_seat
from rules.places import ScorePlace, ScorePlaces


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


def score_places(view: View, seat: Seat) -> ScorePlaces:
    """The stones of a seat: those of its longest row are a point each (HG-9)."""
    cells = {stone.at: stone.seat for stone in view.stones}
    own_cells = [at for at, holder in cells.items() if holder == seat]
    row = max((scoring.row_at(cells, at) for at in own_cells), key=len, default=())
    return {"row": tuple(_place(at, is_in_row=at in row) for at in own_cells)}


def _place(at: Hex, *, is_in_row: bool) -> ScorePlace:
    code = "gomoku.score_row" if is_in_row else "gomoku.score_outside"
    return ScorePlace(code=code, points=int(is_in_row), at=at, name=NAMES[at], counts=is_in_row)


def preview(state: State, seat: Seat, at: Hex) -> Preview:
    """Effect of a stone on `at`."""
    return Preview(seat, at, len(scoring.row_at({**state.stones, at: seat}, at)))
