"""The rows below the map: the pile that fills them, then the cards on offer."""

from __future__ import annotations

from PIL import Image

from render.cache import memoize
from render.canvas import Canvas, quantize
from render.massalia import look
from render.massalia.emblems import emblem
from render.massalia.faces import LOW, low_face
from render.theme import Theme

WIDE, TALL = LOW
GAP = 12
HEIGHT = 2 * TALL + GAP
PILE = 112
"""The width of the pile. It lies on the left, where Discord lays its badge over the picture."""
_BACK = look.FAMILIES["braves"].band


@memoize
def card(name: str, language: str, theme: Theme) -> Image.Image:
    """A card of the river in the fixed palette."""
    return quantize(low_face(name, language), theme.palette)


@memoize
def empty(theme: Theme) -> Image.Image:
    """An empty place: the cards have run out."""
    return _blank(WIDE, TALL, theme).quantize()


@memoize
def pile(there: bool, theme: Theme) -> Image.Image:
    """Pile of the cards to come, which the title counts; an empty place if none is left."""
    canvas = _blank(PILE, HEIGHT, theme)
    if there:
        for left, top in ((12, 0), (6, 6), (0, 12)):
            right, bottom = left + PILE - 12, top + HEIGHT - 12
            canvas.round_box((left, top, right, bottom), look.FAMILIES["braves"].dark, 14)
            canvas.round_box((left + 2, top + 2, right - 2, bottom - 2), look.PAPER, 12)
            canvas.round_box((left + 8, top + 8, right - 8, bottom - 8), _BACK, 8)
        canvas.paste_centred(
            emblem("compass", 84, look.FAMILIES["braves"].tint), PILE / 2 - 6, HEIGHT / 2
        )
    return canvas.quantize()


def _blank(width: int, height: int, theme: Theme) -> Canvas:
    canvas = Canvas(width, height, theme)
    canvas.round_box((0, 0, width, height), theme.edge, 16)
    canvas.round_box((2, 2, width - 2, height - 2), theme.frame, 15)
    return canvas
