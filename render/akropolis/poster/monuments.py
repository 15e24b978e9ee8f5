"""Monuments on the plazas: a fountain, a statue, a trophy, an altar, an old tree."""

from __future__ import annotations

from PIL import Image

from render import drawings
from render.cache import memoize
from render.canvas import Canvas
from rules.akropolis.view import Cell


def stand(size: int, canvas: Canvas, cell: Cell, x: float, y: float) -> None:
    """Draw the monument of a plaza, its foot a little below the middle of the roof."""
    if cell.kind == "plaza" and cell.colour:
        sprite = monument(cell.colour, size)
        canvas.paste(sprite, x - sprite.width / 2, y - sprite.height * 0.72)


@memoize
def monument(colour: str, size: int) -> Image.Image:
    """The monument of the plazas of a colour."""
    return drawings.sheet(f"akropolis/monument-{colour}", 1.6 * size).reduce()
