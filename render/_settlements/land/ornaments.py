"""Ornaments of the empty table: a compass rose and a few drawings of the game, where there is room.

Their places follow from the seal of the table, so that two tables differ.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render import drawings
from render._settlements.land.space import CORNERS, Space
from render._settlements.look import Look, Ornament
from render.cache import memoize
from render.canvas import Brush, Canvas
from render.theme import mix
from rules.rng import Rng

INSET, _AIR = 40, 10
"""Margin along the edge of the table, and round each ornament."""
ROSE = 160
"""Width and height of the compass rose."""
_MOST = 3
"""Greatest number of drawings on a table."""


def lay_ornaments(
    canvas: Canvas, free: Space, ornaments: Sequence[Ornament], rose: Image.Image, seal: str
) -> None:
    """Lay the ornaments and a compass rose on the table, where it is free."""
    luck = Rng(int(seal[:8] or "7", 16))
    first, *smaller = ornaments
    placed = _place(canvas, free, first, luck)
    side = rose.width + 2 * _AIR
    at = free.find((side, side))
    if at is not None:
        canvas.paste(rose, at[0] + _AIR, at[1] + _AIR)
        free.take((*at, at[0] + side, at[1] + side))
    luck.shuffle(smaller)
    for ornament in smaller:
        if placed < _MOST:
            placed += _place(canvas, free, ornament, luck)


def _place(canvas: Canvas, free: Space, ornament: Ornament, luck: Rng) -> int:
    """Lay a drawing near a corner, as large as there is room for. Return 1, or 0 for no room."""
    corners = list(CORNERS)
    luck.shuffle(corners)
    for length in ornament.lengths:
        width, height = length, ornament.height
        at = free.find((width + 2 * _AIR, height + 2 * _AIR), corners)
        if at is not None:
            canvas.paste(_sprite(ornament, length), at[0] + _AIR, at[1] + _AIR)
            free.take((*at, at[0] + width + 2 * _AIR, at[1] + height + 2 * _AIR))
            return 1
    return 0


@memoize
def _sprite(ornament: Ornament, length: int) -> Image.Image:
    brush = Brush(length, ornament.height)
    ornament.draw(brush, length)
    return brush.reduce()


@memoize
def rose(look: Look) -> Image.Image:
    """A star of sixteen points, each half light and half open, in two rings."""
    tones = {name: mix(look.ground, look.border, share) for name, share in _SHARES.items()}
    return drawings.sheet("rose", ROSE, tones).reduce()


_SHARES = {"line": 0.62, "pale": 0.30}
"""Shares of the border in its tones."""
