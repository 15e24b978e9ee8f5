"""Close-ups of the map round some hexes, for one player: never tall on a phone."""

from __future__ import annotations

from collections.abc import Collection

from PIL import Image

from render.canvas import Canvas, Rect, Sheet
from render.magna_grecia.frame import BOARD, centre
from render.theme import Theme
from rules.contract import Hex

LEAST = (1016, 640)
"""Least size of the visible part of the map."""
WIDEST = 1136
TALLEST = 0.75
"""Greatest height of a picture beside a panel, as a share of its width."""
_EDGES = 48
"""Margins of a sheet round a map, on both sides together."""
_AROUND = 110
"""Visible margin round the hexes."""


def window(cells: Collection[Hex], least: tuple[int, int] = LEAST, above: int = 0) -> Rect:
    """Box of the map that holds some hexes, wide enough for its height and the height `above`."""
    spots = [centre(at) for at in cells] or [(BOARD[0] // 2, BOARD[1] // 2)]
    xs, ys = zip(*spots, strict=True)
    top, bottom = _span(min(ys), max(ys), least[1], BOARD[1])
    width = max(least[0], round((bottom - top + above) / TALLEST))
    left, right = _span(min(xs), max(xs), width, BOARD[0])
    return left, top, right, bottom


def _span(low: int, high: int, least: int, most: int) -> tuple[int, int]:
    """Range from `low` to `high` with a margin, at least `least` long, within 0 and `most`."""
    long = min(most, max(least, high - low + 2 * _AROUND))
    start = min(max(0, (low + high - long) // 2), most - long)
    return start, start + long


def shrink(canvas: Canvas, widest: int = WIDEST, above: int = 0) -> Canvas:
    """Canvas scaled down so that a sheet with it and the height `above` is not too large."""
    tallest = TALLEST * (WIDEST + _EDGES) - above - _EDGES
    scale = min(1.0, widest / canvas.width, tallest / canvas.height)
    if scale == 1.0:
        return Canvas.from_image(canvas.image, canvas.theme)
    size = round(canvas.width * scale), round(canvas.height * scale)
    return Canvas.from_image(canvas.image.resize(size, Image.Resampling.LANCZOS), canvas.theme)


def sheet_around(board: Canvas, head: Image.Image | None, margin: int, theme: Theme) -> Sheet:
    """Sheet with the map below its head, with margins at the sides as its height needs."""
    above = head.height + margin if head else 0
    height = board.height + above + 2 * margin
    width = max(board.width + 2 * margin, round(height / TALLEST))
    sheet, left = Sheet(width, height, theme), (width - board.width) // 2
    if head:
        sheet.paste(head, left, margin)
    sheet.paste(board.quantize(), left, margin + above)
    return sheet
