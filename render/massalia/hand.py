"""The hand of a seat: its cards, face up, and its own stocks."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render.canvas import Canvas, Sheet, quantize
from render.marks import disc, seat_mark
from render.massalia import look, stocks
from render.massalia.faces import TALL, WIDE, face
from render.massalia.icons import icon
from render.scripts import name_of
from render.text import Label, elide
from render.theme import Theme
from rules.massalia.view import Hand, View

GAP, HEAD = 24, 68
FEW, MANY = (1200, 3), (1600, 4)
"""Width and columns of the picture of up to five cards, and of more: text stays readable."""
_FEW = 5


def draw_hand(view: View, hand: Hand, names: Sequence[str], theme: Theme, language: str) -> Sheet:
    """Picture of the hand of a seat."""
    width, columns = FEW if len(hand.cards) <= _FEW else MANY
    wide = (width - GAP * (columns + 1)) // columns
    scale = wide / WIDE
    height = round(TALL * scale)
    full, more = divmod(len(hand.cards), columns)
    last = height if more else stocks.STRIP
    top = 20 + HEAD + GAP
    sheet = Sheet(width, top + full * (height + GAP) + last + GAP, theme)
    sheet.paste(_head(view, hand, names, width - 2 * GAP, theme), GAP, 20)
    for index, card in enumerate(hand.cards):
        picture = face(card.partition("#")[0], language, scale)
        x, y = index % columns * (wide + GAP), index // columns * (height + GAP)
        sheet.paste(quantize(picture, theme.palette), GAP + x, top + y)
    left = GAP + more * (wide + GAP)
    box = (width - GAP - left, last)
    sheet.paste(stocks.draw_stocks(view, hand, box, theme), left, top + full * (height + GAP))
    return sheet


def _head(view: View, hand: Hand, names: Sequence[str], width: int, theme: Theme) -> Image.Image:
    """Head of the hand: mark and name, life, gauges, and the shields of its cards."""
    style, player = theme.seats[hand.seat], view.players[hand.seat]
    canvas = Canvas(width, HEAD, theme)
    canvas.round_box((0, 0, canvas.width, HEAD), style.colour, theme.radius)
    canvas.paste_centred(seat_mark(style, 50, True), 42, HEAD / 2)
    figures = [
        ("life", player.life),
        ("flag", player.morale),
        ("water", player.water),
        ("fish", player.fish),
        ("shield", hand.shield),
    ]
    x = canvas.width - 24 - 122 * len(figures)
    label = Label(31, style.on_band, "bold")
    name = Label(31, style.on_band)
    canvas.text(elide(name_of(names, hand.seat), name, x - 96), 78, HEAD / 2, name)
    for sign, value in figures:
        brushed = _disc(sign)
        canvas.paste_centred(brushed, x + 24, HEAD / 2)
        canvas.text(str(value), x + 54, HEAD / 2, label)
        x += 122
    return canvas.quantize()


def _disc(sign: str) -> Image.Image:
    sheet = disc(23, look.IVORY, look.INK, shadow=False).copy()
    sprite = icon(sign, 32)
    sheet.alpha_composite(sprite, ((sheet.width - 34) // 2 - 1, (sheet.height - 34) // 2))
    return sheet
