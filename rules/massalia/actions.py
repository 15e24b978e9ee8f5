"""Actions of the seat to move, as a tagged union (RULES.md, "Actions and notation")."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from rules.codec import read, to_json
from rules.contract import BadNotation, Json

LONGEST_NAME = 12
"""Characters of the longest accepted name of a card or a cell."""
MOST = 999
"""The largest number that is accepted."""

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Number = Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class _Action(msgspec.Struct, frozen=True, tag_field="type"):
    """Base of all actions: `type` holds the name of the kind."""


class Play(_Action, frozen=True, tag="play"):
    """Play a card from the hand (MA-13)."""

    card: Name


class Activate(_Action, frozen=True, tag="activate"):
    """Activate a scout of the seat (MA-48)."""

    card: Name


class Combo(_Action, frozen=True, tag="combo"):
    """Trigger the combo of a card played in this turn (MA-67)."""

    card: Name


class Buy(_Action, frozen=True, tag="buy"):
    """Buy a card of the river (MA-19 to MA-22)."""

    card: Name


class DrawTile(_Action, frozen=True, tag="draw_tile"):
    """Draw a tile for a placement (MA-24)."""

    todo: Number


class Place(_Action, frozen=True, tag="place"):
    """Lay the drawn tile (MA-25)."""

    cell: Name


class MoveTile(_Action, frozen=True, tag="move"):
    """Move a top tile to an adjacent cell (MA-60)."""

    todo: Number
    start: Name = msgspec.field(name="from")
    to: Name


class Flip(_Action, frozen=True, tag="flip"):
    """Turn a tile over (MA-61)."""

    todo: Number
    cell: Name


class Remove(_Action, frozen=True, tag="remove"):
    """Remove an opponent's tile (MA-63)."""

    todo: Number
    cell: Name


class Banish(_Action, frozen=True, tag="banish"):
    """Send a card of the seat to the pantheon (MA-65)."""

    todo: Number
    card: Name
    source: Literal["hand", "reserve"] = msgspec.field(name="from")


class Recover(_Action, frozen=True, tag="recover"):
    """Take a scout card from the reserve to the hand (MA-52)."""

    todo: Number
    card: Name


class Destroy(_Action, frozen=True, tag="destroy"):
    """Send an opponent's scout to the cemetery (MA-51)."""

    todo: Number
    seat: Number
    card: Name


class Attack(_Action, frozen=True, tag="attack"):
    """Share an attack among opponents: points by seat, in ascending order (MA-40)."""

    split: tuple[tuple[Number, Number], ...]


class Drain(_Action, frozen=True, tag="drain"):
    """Choose the opponent whose water or fish falls (MA-36)."""

    seat: Number


class Fire(_Action, frozen=True, tag="fire"):
    """Choose the tiles that burn (MA-37)."""

    cells: tuple[Name, ...]


class End(_Action, frozen=True, tag="end"):
    """End the turn (MA-16)."""


class Concede(_Action, frozen=True, tag="concede"):
    """Give the game up (MA-74)."""


Action = (
    Play
    | Activate
    | Combo
    | Buy
    | DrawTile
    | Place
    | MoveTile
    | Flip
    | Remove
    | Banish
    | Recover
    | Destroy
    | Attack
    | Drain
    | Fire
    | End
    | Concede
)
OfTodo = DrawTile | MoveTile | Flip | Remove | Banish | Recover | Destroy
"""Actions that resolve one unit of an entry of the to-do list."""


def action_to_json(action: Action) -> Json:
    """Action as JSON: `{"type": "play", "card": "S07#1"}` and the like."""
    obj = to_json(action)
    if isinstance(action, Attack):
        obj["split"] = {str(seat): n for seat, n in action.split}
    return obj


def action_from_json(obj: Json) -> Action:
    """Action from its JSON. Raises BadNotation."""
    shape: Any = Action
    action: Action = read(_in_pairs(obj), shape, BadNotation, "massalia.bad_action")
    if isinstance(action, Attack):
        return Attack(tuple(sorted(action.split)))
    return action


def _in_pairs(obj: Json) -> Json:
    """The JSON with the shares of an attack as pairs, if they can be read as pairs."""
    split = obj.get("split") if isinstance(obj, dict) else None
    if not isinstance(split, dict) or not all(_is_number(seat) for seat in split):
        return obj
    return {**obj, "split": [[int(seat), n] for seat, n in split.items()]}


def _is_number(text: Any) -> bool:
    return isinstance(text, str) and text.isdecimal() and text.isascii() and len(text) <= 3
