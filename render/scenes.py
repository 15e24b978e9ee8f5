"""Small scenes side by side, each with its number: how points come, or how one wins."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render.canvas import Canvas, Sheet
from render.marks import disc
from render.text import Label
from render.theme import Theme

WIDTH, MARGIN, GAP = 1200, 12, 12
FEW = 2
"""Scenes up to which they stand in one row of large ones; more stand in rows of three."""
RADIUS, SIZE = 26, 34
"""Radius of the disc with a number, and the size of its figure."""


def room(count: int, ratio: float) -> tuple[int, int]:
    """Width and height of each of `count` scenes, of which the height is `ratio` of the width."""
    columns = _columns(count)
    width = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) // columns
    return width, round(width * ratio)


def draw_scenes(pictures: Sequence[Image.Image], theme: Theme) -> Sheet:
    """The pictures, all of one size, in rows; the last row stands in the middle."""
    columns, (width, height) = _columns(len(pictures)), pictures[0].size
    rows = -(-len(pictures) // columns)
    sheet = Sheet(WIDTH, 2 * MARGIN + rows * height + (rows - 1) * GAP, theme)
    for index, picture in enumerate(pictures):
        row, column = divmod(index, columns)
        in_row = min(columns, len(pictures) - row * columns)
        left = (WIDTH - in_row * width - (in_row - 1) * GAP) // 2 + column * (width + GAP)
        canvas = Canvas.from_image(picture.convert("RGB"), theme)
        _number(canvas, index + 1)
        canvas.round_off(theme.radius)
        sheet.paste(canvas.quantize(), left, MARGIN + row * (height + GAP), land=True)
    return sheet


def _columns(count: int) -> int:
    return count if count <= FEW else 3


def _number(canvas: Canvas, number: int) -> None:
    theme, middle = canvas.theme, RADIUS + 14
    canvas.paste_centred(disc(RADIUS, theme.last, theme.last_rim), middle + 1, middle + 1)
    canvas.text(str(number), middle, middle, Label(SIZE, theme.last_rim, "bold"), "m")
