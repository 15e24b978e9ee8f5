"""The left part of the header: title, rounds, Chief, variants."""

from __future__ import annotations

from render.akropolis import tokens
from render.canvas import PUBLIC_WIDTH, Canvas
from render.marks import seat_mark
from render.text import Label
from rules.akropolis.view import View

WIDTH, WIDTH_SOLO = PUBLIC_WIDTH, 1200
"""Width of the picture of the table: one city needs less."""
SIDE = 232
"""Width of the header's left part."""
HEIGHT = 144
"""Height of the title where it stands above the construction site."""


def width(view: View) -> int:
    """The width of the picture of a table."""
    return WIDTH_SOLO if view.architect else WIDTH


def title_side(canvas: Canvas, view: View, x: int | None = None, y: int = 0) -> None:
    """Draw title, colonnade of rounds, round, Chief and variants, from the corner (x, y) on."""
    theme, left = canvas.theme, canvas.theme.margin if x is None else x
    canvas.text("Akropolis", left, y + 26, Label(40, theme.text, "serif"))
    finished = view.rounds if view.over else view.round - 1
    canvas.paste(tokens.columns(view.rounds, finished, 196, 32), left, y + 58)
    label = Label(36, theme.text)
    width = canvas.text(f"{view.round}/{view.rounds}", left, y + 120, label)
    at = left + width + 24
    if not view.over:
        canvas.paste_centred(tokens.chief(38), at + 8, y + 120)
        at += 44
        if view.architect and view.chief == 1:
            canvas.paste_centred(tokens.architect(34), at, y + 120)
        else:
            canvas.paste_centred(seat_mark(theme.seats[view.chief], 36), at, y + 120)
    _variants(canvas, view, left, y)


def _variants(canvas: Canvas, view: View, x: int, y: int) -> None:
    """Draw the scoring variants in play: below the round, or beside the title of a block."""
    beside = canvas.width < WIDTH_SOLO
    for index, colour in enumerate(view.options.variants):
        at = (x + 260 + index * 52, y + 60) if beside else (x + 18 + index * 40, y + 158)
        canvas.paste_centred(tokens.variant_mark(colour, 20 if beside else 16), *at)
