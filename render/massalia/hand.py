"""The hand of a seat: its cards, face up, and its own stocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
from PIL import Image

from render.canvas import Canvas, Sheet, quantize
from render.marks import disc, seat_mark
from render.massalia import look, stocks
from render.massalia.faces import MINI_WIDE, WIDE, hand_face, height_in_hand, mini, times
from render.massalia.icons import icon
from render.scripts import name_of
from render.text import Label, elide
from render.theme import Theme
from rules.massalia.view import Hand, View

GAP, HEAD = 24, 68
FEW, MANY = (1200, 3), (1600, 4)
"""Width and columns of the picture of up to five cards, and of more: text stays readable."""
_FEW, _READ = 5, 12
"""Greatest number of cards in the narrow picture, and of cards with their text."""
_SMALL, _PLAIN = 6, 36
"""Columns of small faces, of more cards; and the greatest number of those with combo and code."""
_LEAST, _BESIDE = 400, 540
"""Least height of the cards, and of those in a row with the stocks, in units."""


def draw_hand(view: View, hand: Hand, names: Sequence[str], theme: Theme, language: str) -> Sheet:
    """Picture of the hand of a seat: each card with its text; of a large hand small faces."""
    faces = _faces(hand, language, theme)
    width, columns = faces.width, faces.columns
    wide, tall = faces.pictures[0].size if faces.pictures else (0, 0)
    full, more = divmod(len(faces.pictures), columns)
    if more and tall < _BESIDE * wide / WIDE:
        full, more = full + 1, 0
    last = tall if more else stocks.STRIP
    top = 20 + HEAD + GAP
    sheet = Sheet(width, top + full * (tall + GAP) + last + GAP, theme)
    sheet.paste(_head(view, hand, names, width - 2 * GAP, theme), GAP, 20)
    for index, picture in enumerate(faces.pictures):
        x, y = index % columns * (wide + GAP), index // columns * (tall + GAP)
        sheet.paste(picture, GAP + x, top + y)
    left = GAP + more * (wide + GAP)
    box = (width - GAP - left, last)
    sheet.paste(stocks.draw_stocks(view, hand, box, theme), left, top + full * (tall + GAP))
    return sheet


class _Faces(msgspec.Struct, frozen=True):
    """The faces of a hand, all of one size, and how they lie."""

    width: int
    columns: int
    pictures: Sequence[Image.Image]


def _faces(hand: Hand, language: str, theme: Theme) -> _Faces:
    cards = [card.partition("#")[0] for card in hand.cards]
    if len(cards) > _READ:
        return _small_faces(Counter(cards), language, theme)
    width, columns = FEW if len(cards) <= _FEW else MANY
    wide = (width - GAP * (columns + 1)) // columns
    needed = max((height_in_hand(card, language) for card in cards), default=0)
    tall = max(needed, _BESIDE if len(cards) % columns else _LEAST)
    pictures = [hand_face(card, language, wide / WIDE, tall) for card in cards]
    return _Faces(width, columns, [quantize(picture, theme.palette) for picture in pictures])


def _small_faces(cards: Mapping[str, int], language: str, theme: Theme) -> _Faces:
    """Small faces, each with its number of copies; their full faces are one tap away."""
    width, columns = MANY[0], _SMALL
    wide, pictures = (width - GAP * (columns + 1)) // columns, []
    for card, count in cards.items():
        small = mini(card, language, wide / MINI_WIDE, details=len(cards) <= _PLAIN)
        canvas = Canvas.from_image(small.copy(), theme)
        if count > 1:
            canvas.paste_centred(times(count), canvas.width - 42, canvas.height - 80)
        pictures.append(canvas.quantize())
    return _Faces(width, columns, pictures)


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
