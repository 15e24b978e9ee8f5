"""The left part of the header: title, rounds, Chief, variants."""

from __future__ import annotations

from render.akropolis import tokens
from render.canvas import Canvas
from render.marks import seat_mark
from render.text import Label
from rules.akropolis.view import View

WIDTH, WIDTH_SOLO = 1600, 1200
"""Width of the picture of the table: one city needs less."""
SIDE = 232
"""Width of the header's left part."""


def width(view: View) -> int:
    """The width of the picture of a table."""
    return WIDTH_SOLO if view.architect else WIDTH


def title_side(canvas: Canvas, view: View) -> None:
    """Draw title, colonnade of rounds, round, Chief and variants."""
    theme, x = canvas.theme, canvas.theme.margin
    canvas.text("Akropolis", x, 26, Label(36, theme.text, "serif"))
    finished = view.rounds if view.over else view.round - 1
    canvas.paste(tokens.columns(view.rounds, finished, 196, 32), x, 58)
    label = Label(24, theme.text)
    width = canvas.text(f"{view.round}/{view.rounds}", x, 118, label)
    at = x + width + 28
    if not view.over:
        canvas.paste_centred(tokens.chief(36), at + 8, 118)
        at += 44
        if view.architect and view.chief == 1:
            canvas.paste_centred(tokens.architect(32), at, 118)
        else:
            canvas.paste_centred(seat_mark(theme.seats[view.chief], 32), at, 118)
    for index, colour in enumerate(view.options.variants):
        canvas.paste_centred(tokens.variant_mark(colour, 16), x + 18 + index * 40, 152)
