"""Actions of a player, as a tagged union (RULES.md, "Actions and notation")."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from rules.codec import read, to_json
from rules.contract import BadNotation, Json

FARTHEST = 999
"""The largest coordinate that is accepted; the map is far smaller."""
MOST_TILES = 99
"""The largest number of tiles that is accepted."""

Coordinate = Annotated[int, msgspec.Meta(ge=-FARTHEST, le=FARTHEST)]
Side = Annotated[int, msgspec.Meta(ge=0, le=5)]
Count = Annotated[int, msgspec.Meta(ge=-MOST_TILES, le=MOST_TILES)]
At = tuple[Coordinate, Coordinate]


class Oracle(msgspec.Struct, frozen=True, tag_field="type", tag="oracle"):
    """Put an oracle into a village, before the first round (MG-11)."""

    hex: At


class Road(msgspec.Struct, frozen=True, tag_field="type", tag="road"):
    """Place a road tile that joins two sides of its hex, in any order (MG-6)."""

    hex: At
    ends: tuple[Side, Side]


class City(msgspec.Struct, frozen=True, tag_field="type", tag="city"):
    """Place a city tile: it founds a city, or expands or merges the seat's own (MG-42)."""

    hex: At


class Draw(msgspec.Struct, frozen=True, tag_field="type", tag="draw"):
    """Move road and city tiles from the reserve to the supply (MG-21)."""

    roads: Count
    cities: Count


class Market(msgspec.Struct, frozen=True, tag_field="type", tag="market"):
    """Build a market in the place of a hex, for points (MG-61)."""

    hex: At


class Sell(msgspec.Struct, frozen=True, tag_field="type", tag="sell"):
    """Sell the seat's market in the place of a hex (MG-70)."""

    hex: At


class End(msgspec.Struct, frozen=True, tag_field="type", tag="end"):
    """End the turn (MG-23)."""


Action = Oracle | Road | City | Draw | Market | Sell | End


def action_to_json(action: Action) -> Json:
    """Action as JSON: `{"type": "road", "hex": [6, 1], "ends": [2, 5]}` and the like."""
    return to_json(action)


def action_from_json(obj: Json) -> Action:
    """Action from its JSON, the sides of a road in ascending order. Raises BadNotation."""
    shape: Any = Action
    action: Action = read(obj, shape, BadNotation, "magna_grecia.bad_action")
    if isinstance(action, Road) and action.ends[0] > action.ends[1]:
        return Road(action.hex, (action.ends[1], action.ends[0]))
    return action
