"""Rows of stones: the longest of a seat, and how the game ends (HG-7 to HG-9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.contract import Hex, Result, Seat, SeatScore, Threat
from rules.gomoku.pieces import AXES, BOARD, CELLS, NAMES, SEATS
from rules.gomoku.state import State
from rules.hexgrid import add


def over(state: State) -> bool:
    """Whether somebody has won or the board is full."""
    return bool(state.row) or len(state.stones) == len(CELLS)


def row_at(stones: Mapping[Hex, Seat], at: Hex) -> tuple[Hex, ...]:
    """The longest row that the stone on `at` is part of."""
    return max((_row(stones, at, axis) for axis in AXES), key=len)


def _row(stones: Mapping[Hex, Seat], at: Hex, axis: Hex) -> tuple[Hex, ...]:
    back = (-axis[0], -axis[1])
    return (*reversed(list(_onwards(stones, at, back))), at, *_onwards(stones, at, axis))


def _onwards(stones: Mapping[Hex, Seat], at: Hex, step: Hex) -> Iterator[Hex]:
    """The stones behind `at` that are of its colour, without a gap."""
    seat, at = stones[at], add(at, step)
    while stones.get(at) == seat:
        yield at
        at = add(at, step)


def longest(stones: Mapping[Hex, Seat], seat: Seat) -> int:
    """Stones in the longest row of a seat (HG-9)."""
    return max(
        (len(row_at(stones, at)) for at, holder in stones.items() if holder == seat), default=0
    )


def threats(state: State) -> Iterator[Threat]:
    """The seats that one more stone of theirs makes win, or share the victory (HG-7, HG-8)."""
    empty = [] if over(state) else [at for at in CELLS if at not in state.stones]
    for seat in range(SEATS):
        is_last = len(empty) == 1 and seat == len(state.stones) % SEATS
        cells = [at for at in empty if is_last or _wins(state.stones, seat, at)]
        if cells:
            names = tuple(NAMES[at] for at in cells)
            yield Threat(seat, "gomoku.threat", {"cells": names})


def _wins(stones: Mapping[Hex, Seat], seat: Seat, at: Hex) -> bool:
    """Whether a stone would make a row that wins."""
    return len(row_at({**stones, at: seat}, at)) >= BOARD.row


def scores(state: State) -> tuple[SeatScore, ...]:
    """Each seat's longest row."""
    lengths = [longest(state.stones, seat) for seat in range(SEATS)]
    return tuple(SeatScore(length, {"row": length}) for length in lengths)


def result(state: State) -> Result | None:
    """Winner of the game, or a shared victory."""
    if not over(state):
        return None
    winners = (state.stones[state.row[0]],) if state.row else tuple(range(SEATS))
    ranks = tuple(1 if seat in winners else 2 for seat in range(SEATS))
    reason = "gomoku.end_row" if state.row else "gomoku.end_full"
    return Result(ranks, winners, scores(state), reason, {"winners": list(winners)})
