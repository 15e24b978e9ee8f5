"""A position as JSON, and what makes a position impossible (RULES.md, "State JSON")."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.codec import impossible, read, to_json
from rules.contract import BadPosition, Json
from rules.gomoku import legal, scoring, turn
from rules.gomoku.actions import Place
from rules.gomoku.pieces import NAMES, VERSION
from rules.gomoku.state import State


class _Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: Literal["gomoku"]
    version: int = VERSION
    stones: tuple[str, ...] = ()


def to_position(state: State) -> Json:
    """The documented JSON of a state."""
    return to_json(_Position("gomoku", VERSION, tuple(NAMES[at] for at in state.stones)))


def from_position(obj: Json) -> State:
    """The state of a JSON: its stones are put down again. Raises BadPosition."""
    position = read(obj, _Position, BadPosition, "common.bad_position")
    if position.version != VERSION:
        raise impossible("version")
    state = State()
    for index, cell in enumerate(position.stones):
        if scoring.over(state) or legal.why_not(state, Place(cell)):
            raise impossible(f"stones[{index}]")
        turn.apply(state, Place(cell))
    return state
