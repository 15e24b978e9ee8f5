"""Actions of a player: take a tile and lay it, in one atomic action (AK-20)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rules.codec import read, to_json
from rules.contract import BadNotation, Json, Seat

FARTHEST = 9999
"""The largest coordinate that is accepted; no city gets near it."""

Coordinate = Annotated[int, msgspec.Meta(ge=-FARTHEST, le=FARTHEST)]


class Place(msgspec.Struct, frozen=True, kw_only=True, tag="place", omit_defaults=True, gc=False):
    """Take the tile at index `line` (0 = first), lay its first hex on `at`, turned `rot` x 60°."""

    seat: Seat | None = None
    """Owner of the city; None stands for the seat that has to act."""
    line: int
    at: tuple[Coordinate, Coordinate]
    rot: int


def action_to_json(action: Place) -> Json:
    """Action as JSON: `{"type": "place", "seat": 0, "line": 2, "at": [-1, 2], "rot": 4}`."""
    return to_json(action)


def action_from_json(obj: Json) -> Place:
    """Action from its JSON, with or without its seat. Raises BadNotation."""
    return read(obj, Place, BadNotation, "akropolis.bad_action")
