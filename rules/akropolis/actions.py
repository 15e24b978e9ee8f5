"""What a player can do: take a tile and lay it, one atomic action (AK-20)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rules.codec import read, to_json
from rules.contract import BadNotation, Json, Seat

FARTHEST = 9999
"""The largest coordinate that is read at all; no city gets near it."""

Coordinate = Annotated[int, msgspec.Meta(ge=-FARTHEST, le=FARTHEST)]


class Place(msgspec.Struct, frozen=True, kw_only=True, tag="place", omit_defaults=True, gc=False):
    """Take the tile at index `line` (0 = first), lay its first hex on `at`, turned `rot` x 60°."""

    seat: Seat | None = None
    """Whose city; None is the seat that has to act."""
    line: int
    at: tuple[Coordinate, Coordinate]
    rot: int


def action_to_json(action: Place) -> Json:
    """`{"type": "place", "seat": 0, "line": 2, "at": [-1, 2], "rot": 4}`."""
    return to_json(action)


def action_from_json(obj: Json) -> Place:
    """The action, with or without its seat. Raises BadNotation."""
    return read(obj, Place, BadNotation, "akropolis.bad_action")
