"""The course of a game: an empty board, a stone, perhaps the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.contract import BadOptions, Event, Seat
from rules.dealing import require_no_options, require_seed
from rules.gomoku import scoring
from rules.gomoku.actions import Place
from rules.gomoku.pieces import AT, BOARD, NAMES, SEATS
from rules.gomoku.state import State
from rules.hexgrid import neighbours


def new(seats: int, seed: int, options: Mapping[str, Any] | None) -> State:
    """An empty board (HG-2). Raises BadOptions."""
    if seats != SEATS:
        raise BadOptions("gomoku.bad_seats", rule="HG-1", seats=seats)
    require_no_options(options)
    require_seed(seed)
    return State()


def next_seat(state: State) -> Seat:
    """Seat that puts the next stone (HG-4)."""
    return len(state.stones) % SEATS


def apply(state: State, action: Place) -> list[Event]:
    """Put the stone; the game may be over then (HG-5, HG-7, HG-8)."""
    seat, at = next_seat(state), AT[action.cell]
    state.stones[at] = seat
    row = scoring.row_at(state.stones, at)
    bars = any(state.stones.get(near, seat) != seat for near in neighbours(at))
    args = {"seat": seat, "cell": action.cell, "row": len(row), "bars": bars}
    events = [Event("gomoku.placed", args)]
    if len(row) >= BOARD.row:
        state.row = row
        cells = [NAMES[cell] for cell in row]
        events.append(Event("gomoku.won", {"seat": seat, "cells": cells}))
    elif scoring.over(state):
        events.append(Event("gomoku.full"))
    return events
