"""Actions as text: `T3 -1,2 r4` is the third tile of the line, on (-1, 2), turned 4 x 60°."""

from __future__ import annotations

import re

from rules.akropolis.actions import Place
from rules.contract import BadNotation, Hex, Seat
from rules.notation import LONGEST, normal_text

_TILE = r"t ?(?P<tile>[0-9]{1,2})"
_ANCHOR = r"@? ?\(? ?(?P<q>[-+]?[0-9]{1,4}) ?[ ,;] ?(?P<r>[-+]?[0-9]{1,4}) ?\)?"
_ROTATION = r"r ?(?P<rot>[0-9]{1,2})"
_MOVE = re.compile(rf"{_TILE} ?{_ANCHOR} ?{_ROTATION}", re.IGNORECASE | re.ASCII)
_TOKENS = tuple(
    re.compile(token, re.IGNORECASE | re.ASCII) for token in (_TILE, _ANCHOR, _ROTATION)
)


def notation(action: Place) -> str:
    """Canonical notation of an action: single blanks, no plus signs."""
    return " ".join((tile_token(action.line), anchor_token(action.at), rotation_token(action.rot)))


def tile_token(line: int) -> str:
    """Token of a tile by its place in the line, counted from 1."""
    return f"T{line + 1}"


def anchor_token(at: Hex) -> str:
    """Token of an anchor: its coordinates, as in the picture."""
    return f"{at[0]},{at[1]}"


def rotation_token(rot: int) -> str:
    """Token of a rotation, in steps of 60° clockwise."""
    return f"r{rot}"


def parse(seat: Seat, text: str) -> Place:
    """Read a move: any case, extra blanks, @ or (…) round the coordinates, a {comment} after it.

    Raises BadNotation; whether the move is legal is asked elsewhere.
    """
    parts = _MOVE.fullmatch(normal_text(text))
    if parts is None:
        raise _unreadable(text)
    at = int(parts["q"]), int(parts["r"])
    return Place(seat=seat, line=int(parts["tile"]) - 1, at=at, rot=int(parts["rot"]))


def read_tile(token: str) -> int:
    """Index in the line that a token like `T3` names. Raises BadNotation."""
    return int(_token(0, token)["tile"]) - 1


def read_anchor(token: str) -> Hex:
    """Hex that a token like `-1,2` names. Raises BadNotation."""
    parts = _token(1, token)
    return int(parts["q"]), int(parts["r"])


def read_rotation(token: str) -> int:
    """Rotation that a token like `r4` names. Raises BadNotation."""
    return int(_token(2, token)["rot"])


def _token(place: int, token: str) -> re.Match[str]:
    parts = _TOKENS[place].fullmatch(normal_text(token))
    if parts is None:
        raise _unreadable(token)
    return parts


def _unreadable(text: str) -> BadNotation:
    return BadNotation("akropolis.bad_notation", text=text[:LONGEST])
