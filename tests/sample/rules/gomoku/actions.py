"""The one action of a player: put a stone on a cell (HG-5)."""

from __future__ import annotations

import msgspec

from rules.codec import read, to_json
from rules.contract import BadNotation, Json


class Place(msgspec.Struct, frozen=True, tag="place"):
    """Put a stone on the cell of this name."""

    cell: str


def action_to_json(action: Place) -> Json:
    """`{"type": "place", "cell": "E5"}`."""
    return to_json(action)


def action_from_json(obj: Json) -> Place:
    """Raises BadNotation."""
    return read(obj, Place, BadNotation, "gomoku.bad_action")
