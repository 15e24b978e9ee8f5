"""Where the head and the boxes of a player's board lie on its picture."""

from __future__ import annotations

import msgspec

from render._settlements.ledger.plan import COLUMNS, Box, Space, plan
from render._settlements.ledger.spaces import RADIUS
from render.canvas import Rect
from render.hexes import Point

WIDTH = 1200
HEAD = 80
_UNDER_HEAD = 14
_PAD = 28
"""From the edge of the sheet to the boxes."""
_GAP = 22
"""Between two boxes."""
_TOP = 34
"""From the upper edge of a row to its hexes: room for the rail of a fork."""
RAIL = 19
"""From a hex up to the rail."""
COST_AT = round(RADIUS + 23)
"""A cost's middle below that of its hex."""
_ROW = _TOP + round(RADIUS) + COST_AT + 12
_FOOT = 18
"""Under the last row of a box: room for its tag."""
TAG = 32
"""The height of the tag that counts a project."""


class Ground(msgspec.Struct, frozen=True):
    """Where a box lies on the picture, and its spaces."""

    box: Box
    rect: Rect

    def middle(self, space: Space) -> Point:
        """The middle of a space's hex."""
        left, top, right, _ = self.rect
        pitch = (right - left - 16) / self.box.columns
        x = left + 8 + pitch * (space.column + 0.5)
        return x, top + _TOP + RADIUS + _ROW * space.row


def grounds(game: str, margin: int) -> list[Ground]:
    """All boxes of a board, in the order of its plan."""
    board = plan(game)
    left, top = margin + _PAD, sheet_top(margin) + _PAD
    unit = (WIDTH - 2 * left + _GAP) / COLUMNS
    tops = [top]
    for rows in board.lines:
        tops.append(tops[-1] + _ROW * rows + _FOOT + _GAP)
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
        for box in board.boxes
    ]


def sheet_top(margin: int) -> int:
    """Where the sheet begins, under the head."""
    return margin + HEAD + _UNDER_HEAD


def height(game: str, margin: int) -> int:
    """The height of the picture."""
    return max(ground.rect[3] for ground in grounds(game, margin)) + _PAD + margin
