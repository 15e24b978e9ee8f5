"""Life in the emptiness: a compass rose and a few drawings of the game, wherever there is room.

What lies where follows from the digits that seal the table, so that two tables differ.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render._settlements.land.frame import Frame
from render._settlements.land.rose import ROSE, rose
from render._settlements.land.space import CORNERS, Space
from render._settlements.look import Look, Ornament
from render.canvas import Brush, Canvas, Rect
from render.kept import kept
from rules.contract import Hex
from rules.rng import Rng

_INSET, _AIR = 40, 10
"""From the edge of the table, and round each thing."""
_MOST = 3
"""Drawings on a table."""


def lay_ornaments(
    canvas: Canvas, frame: Frame, cells: Sequence[Hex], taken: Sequence[Rect], look: Look, seal: str
) -> None:
    """Lay them on the table: not on the land, and not on the boxes `taken`."""
    free = Space(frame, cells, _INSET)
    for box in taken:
        free.take(box)
    luck = Rng(int(seal[:8] or "7", 16))
    longest, *others = look.ornaments
    placed = _place(canvas, free, longest, look, luck)
    whole = ROSE + 2 * _AIR
    at = free.find((whole, whole))
    if at is not None:
        canvas.paste(rose(look), at[0] + _AIR, at[1] + _AIR)
        free.take((*at, at[0] + whole, at[1] + whole))
    luck.shuffle(others)
    for ornament in others:
        if placed < _MOST:
            placed += _place(canvas, free, ornament, look, luck)


def _place(canvas: Canvas, free: Space, ornament: Ornament, look: Look, luck: Rng) -> int:
    """Lay a drawing at its largest size that finds room, near a corner; how many were laid."""
    corners = list(CORNERS)
    luck.shuffle(corners)
    for length in ornament.lengths:
        wide, tall = length, ornament.tall
        at = free.find((wide + 2 * _AIR, tall + 2 * _AIR), corners)
        if at is not None:
            canvas.paste(_drawn(ornament, look, length), at[0] + _AIR, at[1] + _AIR)
            free.take((*at, at[0] + wide + 2 * _AIR, at[1] + tall + 2 * _AIR))
            return 1
    return 0


@kept
def _drawn(ornament: Ornament, look: Look, length: int) -> Image.Image:
    brush = Brush(length, ornament.tall)
    ornament.draw(brush, look, length)
    return brush.done()
