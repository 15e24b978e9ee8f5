"""An action as text: the name of its cell, `E5`."""

from __future__ import annotations

import re

from rules.contract import BadNotation
from rules.gomoku.actions import Place
from rules.notation import LONGEST, normal_text

_CELL = re.compile(r"([a-z]) ?([0-9]{1,2})", re.IGNORECASE | re.ASCII)


def parse(text: str) -> Place:
    """Read a cell, in any case, with a blank or without. Raises BadNotation."""
    match = _CELL.fullmatch(normal_text(text))
    if match is None:
        raise BadNotation("gomoku.bad_notation", text=text[:LONGEST])
    return Place(f"{match[1].upper()}{int(match[2])}")
