"""The part of the map that some hexes lie on, for one player."""

from __future__ import annotations

from collections.abc import Collection

from PIL import Image

from render.canvas import Canvas, Rect
from render.magna_grecia.frame import BOARD, centre
from rules.contract import Hex

LEAST = (1016, 720)
"""The part of the map that is seen at least."""
WIDEST = 1136
_AROUND = 110
"""How far round the hexes the map is seen."""


def window(cells: Collection[Hex]) -> Rect:
    """The part of the map that holds some hexes."""
    spots = [centre(at) for at in cells] or [(BOARD[0] // 2, BOARD[1] // 2)]
    xs, ys = zip(*spots, strict=True)
    left, right = _span(min(xs), max(xs), LEAST[0], BOARD[0])
    top, low = _span(min(ys), max(ys), LEAST[1], BOARD[1])
    return left, top, right, low


def _span(low: int, high: int, least: int, most: int) -> tuple[int, int]:
    """From one number to the other and a little beyond, at least so long, within 0 .. most."""
    long = min(most, max(least, high - low + 2 * _AROUND))
    start = min(max(0, (low + high - long) // 2), most - long)
    return start, start + long


def reduced(canvas: Canvas) -> Canvas:
    """What was drawn, no wider than it may be."""
    if canvas.width <= WIDEST:
        return Canvas.over(canvas.image, canvas.theme)
    size = WIDEST, round(canvas.height * WIDEST / canvas.width)
    return Canvas.over(canvas.image.resize(size, Image.Resampling.LANCZOS), canvas.theme)
