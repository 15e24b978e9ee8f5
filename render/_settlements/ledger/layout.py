"""Layout of the head and the boxes on the picture of a player's board."""

from __future__ import annotations

from itertools import groupby

import msgspec

from render._settlements.ledger.plan import COLUMNS, Box, Space, plan
from render._settlements.ledger.spaces import RADIUS
from render.canvas import Rect
from render.hexes import Point

WIDTH = 1200
HEAD = 80
_UNDER_HEAD = 14
_PAD = 28
"""Distance from the edge of the sheet to the boxes."""
_GAP = 22
"""Gap between two boxes."""
_TOP = 34
"""Distance from the upper edge of a row to its hexes: room for the rail of a fork."""
RAIL = 19
"""Distance from a hex up to the rail."""
COST_AT = round(RADIUS + 23)
"""Distance from the middle of a hex down to that of its cost."""
_ROW = _TOP + round(RADIUS) + COST_AT + 12
_FOOT = 18
"""Room for the tag, under the last row of a box."""
TAG = 32
"""Height of the tag that counts a project."""


class Ground(msgspec.Struct, frozen=True):
    """Position of a box and of its spaces on the picture."""

    box: Box
    rect: Rect

    def middle(self, space: Space) -> Point:
        """Centre of a space's hex."""
        left, top, right, _ = self.rect
        pitch = (right - left - 16) / self.box.columns
        x = left + 8 + pitch * (space.column + 0.5)
        return x, top + _TOP + RADIUS + _ROW * space.row


def grounds(game: str, margin: int) -> list[Ground]:
    """All boxes of a board, in the order of its plan."""
    board = plan(game)
    lines = groupby(board, key=lambda box: box.line)
    left, top = margin + _PAD, sheet_top(margin) + _PAD
    unit = (WIDTH - 2 * left + _GAP) / COLUMNS
    tops = [top]
    for _, boxes in lines:
        tops.append(tops[-1] + _ROW * max(box.rows for box in boxes) + _FOOT + _GAP)
    return [
        Ground(
            box,
            (
                round(left + unit * box.column),
                tops[box.line],
                round(left + unit * (box.column + box.columns)) - _GAP,
                tops[box.line + 1] - _GAP,
            ),
        )
        for box in board
    ]


def sheet_top(margin: int) -> int:
    """Top of the sheet, under the head."""
    return margin + HEAD + _UNDER_HEAD


def height(game: str, margin: int) -> int:
    """The height of the picture."""
    return max(ground.rect[3] for ground in grounds(game, margin)) + _PAD + margin
