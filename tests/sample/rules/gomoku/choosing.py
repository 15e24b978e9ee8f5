"""Choosing a stone: which cell, and where a pad leads from a candidate."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import BadNotation, Hex, Seat
from rules.gomoku import legal, scoring
from rules.gomoku.actions import Place
from rules.gomoku.notation import parse
from rules.gomoku.pieces import AT, NAMES
from rules.gomoku.players import worths
from rules.gomoku.state import State
from rules.hexgrid import POINTY, nearest
from rules.notation import LONGEST
from rules.question import CellOf, Option


def ask(state: State, seat: Seat, tokens: Sequence[str]) -> CellOf | None:
    """Question for the cell; None for the name of an empty one."""
    if not tokens:
        return CellOf(code="gomoku.ask_cell", options=_cells(state, seat))
    if len(tokens) > 1:
        raise BadNotation("gomoku.bad_notation", text=" ".join(tokens)[:LONGEST])
    refused = legal.why_not(state, parse(tokens[0]))
    if refused is not None:
        raise refused
    return None


def _cells(state: State, seat: Seat) -> tuple[Option, ...]:
    """The empty cells, the likeliest first, each with the row that a stone there would make."""
    worth = worths(state.stones, seat)
    return tuple(
        Option(NAMES[at], "gomoku.option_cell", {"n": _row(state, seat, at)})
        for at in sorted(worth, key=lambda at: -worth[at])
    )


def _row(state: State, seat: Seat, at: Hex) -> int:
    return len(scoring.row_at({**state.stones, at: seat}, at))


def variations(state: State, action: Place) -> dict[str, Place]:
    """The nearest empty cell in each direction."""
    empty = [at for at in NAMES if at not in state.stones]
    ways = nearest(AT[action.cell], empty, POINTY)
    return {name: Place(NAMES[at]) for name, at in ways.items()}
