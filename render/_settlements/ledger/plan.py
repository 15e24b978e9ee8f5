"""Plan of the buildings on a player's board, as `data/board.json` has it.

A project is a box of columns and rows; the boxes fill lines of eight columns. A building that may
follow itself makes a chain; a project of many lies in two rows of chains beside its base building.
The arrows follow from the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from rules._settlements.pieces import Ruleset, ruleset
from rules.assets import load

COLUMNS = 8
Arrows = tuple[tuple[int, int], ...]


class Space(msgspec.Struct, frozen=True, array_like=True):
    """The place of one building: its number, and its column and row in the box."""

    number: int
    column: float
    row: float


class Box(msgspec.Struct, frozen=True):
    """One project: its place on the board in columns and lines, its spaces, and the arrows.

    `arrows` lead from a space to the one beside it, `forks` from a space to others further off;
    both hold indices into `spaces`.
    """

    project: int
    column: int
    line: int
    columns: int
    rows: int
    spaces: tuple[Space, ...]
    arrows: Arrows = ()
    forks: Arrows = ()


@lru_cache(maxsize=4)
def plan(game: str) -> tuple[Box, ...]:
    """The boxes of the board of a game, by its key, line by line."""
    return tuple(_with_arrows(box, ruleset(game)) for box in load("board", tuple[Box, ...]))


def _with_arrows(box: Box, rules: Ruleset) -> Box:
    """Box with arrows between neighbours, and the forks: arrows that must go round."""
    spaces = box.spaces
    arrows = tuple(
        (index, index + 1)
        for index, (before, after) in enumerate(pairwise(spaces))
        if before.number in rules.buildings[after.number].after
        and abs(before.column - after.column) + abs(before.row - after.row) == 1
    )
    reached = {after for _, after in arrows}
    forks = tuple(
        (_first(spaces, rules.buildings[space.number].after[0]), index)
        for index, space in enumerate(spaces)
        if index and index not in reached
    )
    return msgspec.structs.replace(box, arrows=arrows, forks=forks)


def _first(spaces: Sequence[Space], number: int) -> int:
    return next(index for index, space in enumerate(spaces) if space.number == number)
