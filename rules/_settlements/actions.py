"""Actions of a player in either game, as a tagged union (RULES.md, "Actions and notation")."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rules.codec import read, to_json
from rules.contract import BadNotation, Json

FARTHEST = 999
"""The largest coordinate that is accepted; no map gets near it."""

Coordinate = Annotated[int, msgspec.Meta(ge=-FARTHEST, le=FARTHEST)]


class Draw(msgspec.Struct, frozen=True, tag_field="type", tag="draw", gc=False):
    """Reveal the top building of stack 0..3; 3 is the base stack (TG-40)."""

    stack: int


class Park(msgspec.Struct, frozen=True, tag_field="type", tag="park", gc=False):
    """Put the revealed building on the player's board (TG-41)."""


class Build(
    msgspec.Struct, frozen=True, tag_field="type", tag="build", omit_defaults=True, gc=False
):
    """Build from the reserve, or the revealed building (TG-50). `pay` lists only cards paid."""

    building: int
    hex: tuple[Coordinate, Coordinate]
    pay: dict[str, int] = {}


class Extend(msgspec.Struct, frozen=True, tag_field="type", tag="extend", gc=False):
    """Add the new region: its centre, and its rotation in steps of 60° clockwise (TG-80)."""

    at: tuple[Coordinate, Coordinate]
    rot: int


class Bonus(msgspec.Struct, frozen=True, tag_field="type", tag="bonus", rename={"way": "as"}):
    """Use a worker or an amphora for one more action or for a card (TG-73, TG-74)."""

    way: Literal["action", "card"]


class Stop(msgspec.Struct, frozen=True, tag_field="type", tag="stop", gc=False):
    """End the action part and draw cards (TG-78)."""


class End(msgspec.Struct, frozen=True, tag_field="type", tag="end", gc=False):
    """End the turn with a worker or an amphora left (TG-78)."""


Action = Draw | Park | Build | Extend | Bonus | Stop | End


def action_to_json(action: Action) -> Json:
    """Action as JSON: `{"type": "build", "building": 22, "hex": [1, -3], "pay": {"clay": 2}}`."""
    return to_json(action)


def action_from_json(obj: Json, code: str) -> Action:
    """Action from its JSON. Raises BadNotation with `code`."""
    # msgspec's stub cannot say that a union is a type
    action: Action = read(obj, Action, BadNotation, code)  # type: ignore[arg-type]
    if isinstance(action, Build) and not all(action.pay.values()):
        paid = {resource: count for resource, count in action.pay.items() if count}
        return Build(action.building, action.hex, paid)
    return action
