"""The board with the stones behind a seat's longest row."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render import spotlight
from render.canvas import Canvas, Sheet
from render.gomoku.board import HEIGHT, LAYOUT, WIDTH, draw_board
from render.spotlight import Spotlight
from render.theme import Theme
from rules.gomoku.view import View

_FIGURE = 40
"""Size of a letter: a phone shows it at 11."""


def draw_score(view: View, shown: Spotlight, theme: Theme) -> Sheet:
    """Picture of the board: the stones that count have a ring, the seat's others are grey."""
    spots = list(spotlight.spots(shown))
    canvas = Canvas(WIDTH, HEIGHT, theme)
    counting = {spot.at for spot in spots if spot.counts}
    draw_board(canvas, (0, 0), view, lit=counting, ghost=None)
    mask = Image.new("L", (WIDTH, HEIGHT))
    for spot in spots:
        x, y = LAYOUT.centre(spot.at)
        if not spot.counts:
            ImageDraw.Draw(mask).polygon(LAYOUT.corners(spot.at, 0.97), fill=255)
        if spot.words:
            canvas.paste_centred(spotlight.chip(spot.words, spot.counts, _FIGURE, theme), x, y)
    spotlight.grey_out(canvas, mask)
    sheet = Sheet(WIDTH, HEIGHT, theme)
    sheet.paste(canvas.quantize(), 0, 0)
    return sheet
