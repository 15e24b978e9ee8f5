"""The row of cards on offer below the map."""

from __future__ import annotations

from PIL import Image

from render.canvas import Canvas, flattened
from render.kept import kept
from render.massalia.faces import MINI_TALL, MINI_WIDE, mini
from render.theme import Theme


@kept
def card(name: str, language: str, theme: Theme) -> Image.Image:
    """A card of the river in the fixed palette."""
    return flattened(mini(name, language, 1.0), theme.palette)


@kept
def empty(theme: Theme) -> Image.Image:
    """A place that is not filled again: the cards have run out."""
    canvas = Canvas(MINI_WIDE, MINI_TALL, theme)
    canvas.rounded((0, 0, MINI_WIDE, MINI_TALL), theme.edge, 16)
    canvas.rounded((2, 2, MINI_WIDE - 2, MINI_TALL - 2), theme.frame, 15)
    return canvas.flat()
