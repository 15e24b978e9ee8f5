"""Sheets of cards: all of a family, or all of a seat that everybody may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
from PIL import Image

from render.canvas import Canvas, Sheet
from render.massalia import look, panels
from render.massalia.faces import (
    MINI_COMBO,
    MINI_TALL,
    MINI_WIDE,
    face,
    mini,
    row_face,
    row_height,
    times,
)
from render.massalia.icons import family_disc, icon
from render.panel import POINTER, Sign, Text, figure, lay_from_left, lay_from_right
from render.text import Label
from render.theme import Theme
from rules.contract import Seat
from rules.massalia.pieces import BOX, name_of
from rules.massalia.printed import PRINTED, in_language
from rules.massalia.view import View

GAP = 10
_WIDTH, _TITLE = 1360, 72
"""Width of the picture of a family, and height of its title."""
_ART, _LEAST = 290, 160
"""Width of the picture of a card there, and the least height of its row."""
_LARGE = 2.0
"""Scale of a single card."""
_SMALL, _FEW = 1000, 6
"""Width of the picture of small faces, and how many of them have room in rows of three."""
_LARGE_CHIP = 1.6
"""Scale of the chip with their number."""
_SEAT, _PER_ROW, _HEAD = 1200, 4, 84
"""Width of the picture of a seat, its cards in a row, and the width of a row's heading."""


def draw_family(family: str, half: int, theme: Theme, language: str) -> Sheet:
    """Picture of half the cards of a family, the cheapest first: a row for each, with its text.

    The texts are large enough to read, and a phone has room for the sheet.
    """
    cards = sorted((c for c in BOX.cards if c.family == family), key=lambda c: (c.cost, c.id))
    middle = -(-len(cards) // 2)
    cards = cards[middle:] if half else cards[:middle]
    wide = _WIDTH - 2 * GAP
    rows = [_title(family, sum(card.copies for card in cards), (wide, _TITLE), theme, language)]
    for card in cards:
        size = (wide, row_height(card.id, language, wide, _ART, _LEAST))
        face = row_face(card.id, language, size, _ART)
        rows.append(counted(face, card.copies, (_ART // 2 + 16, size[1] - 108), theme))
    sheet = Sheet(_WIDTH, GAP + sum(row.height + GAP for row in rows), theme)
    top = GAP
    for row in rows:
        sheet.paste(row, GAP, top)
        top += row.height + GAP
    return sheet


def _title(
    family: str, copies: int, size: tuple[int, int], theme: Theme, language: str
) -> Image.Image:
    """Sign of a family, its name, and its number of cards."""
    canvas, middle = Canvas(*size, theme), size[1] / 2
    canvas.round_box((0, 0, *size), look.FAMILIES[family].band, theme.radius)
    name = in_language(PRINTED.families[family].name, language)
    title = Sign(family_disc(family, 56)), Text(name, Label(48, look.IVORY, "serif"))
    lay_from_left(canvas, title, 20, middle, 16)
    count = figure(icon("hand", 52), copies, Label(44, look.IVORY, "bold"))
    lay_from_right(canvas, [count], size[0] - 24, middle)
    return canvas.quantize()


def counted(face: Image.Image, count: int, at: tuple[int, int], theme: Theme) -> Image.Image:
    """A face in the fixed palette, with its number of copies if there are several."""
    canvas = Canvas.from_image(face.copy(), theme)
    if count > 1:
        canvas.paste_centred(times(count), *at)
    return canvas.quantize()


def draw_card(name: str, theme: Theme, language: str) -> Sheet:
    """One card, large."""
    picture = face(name, language, _LARGE)
    margin = 48
    sheet = Sheet(picture.width + 2 * margin, picture.height + 2 * margin, theme)
    sheet.paste(Canvas.from_image(picture.copy(), theme).quantize(), margin, margin)
    return sheet


def draw_cards(cards: Sequence[str], theme: Theme, language: str) -> Sheet:
    """Picture of small faces, equal cards once with their number: three in a row, of many four."""
    copies = Counter(name_of(card) for card in cards)
    columns = 3 if len(copies) <= _FEW else 4
    scale = (_SMALL - GAP * (columns + 1)) / columns / MINI_WIDE
    width, height = round(MINI_WIDE * scale), round(MINI_TALL * scale)
    rows = -(-len(copies) // columns)
    in_row = -(-len(copies) // rows)
    sheet = Sheet(_SMALL, GAP + rows * (height + GAP), theme)
    for place, (name, count) in enumerate(copies.items()):
        row, column = divmod(place, in_row)
        in_this_row = min(in_row, len(copies) - row * in_row)
        left = (_SMALL - in_this_row * (width + GAP) + GAP) // 2
        canvas = Canvas.from_image(mini(name, language, scale).copy(), theme)
        if count > 1:
            canvas.paste_centred(times(count, _LARGE_CHIP), width / 2, round(84 * scale))
        sheet.paste(canvas.quantize(), left + column * (width + GAP), GAP + row * (height + GAP))
    return sheet


# ---- one seat ------------------------------------------------------------------------------------


def draw_seat(view: View, seat: Seat, names: Sequence[str], theme: Theme, language: str) -> Sheet:
    """Picture of a seat: its panel, its scouts, played cards, reserve and cemetery."""
    player = view.players[seat]
    rows = [
        ("eye", [scout.card for scout in player.scouts]),
        ("hand", list(player.played)),
        ("reserve", list(reversed(player.reserve))),
        ("cemetery", list(player.cemetery)),
    ]
    lives = {scout.card: scout.life for scout in player.scouts}
    grouped = [(sign, _group(cards, apart=sign == "eye")) for sign, cards in rows if cards]
    scale = (_SEAT - 64 - _HEAD - GAP * _PER_ROW) / _PER_ROW / MINI_WIDE
    width, tall = round(MINI_WIDE * scale), round((MINI_TALL + MINI_COMBO) * scale)
    heights = [-(-len(cards) // _PER_ROW) * (tall + GAP) for _, cards in grouped]
    top = 20 + panels.height(_SEAT - 64) + POINTER + GAP
    sheet = Sheet(_SEAT, top + sum(heights) + 12, theme)
    panel = panels.panels_of(view, names, _SEAT - 64)[seat]
    sheet.paste(panels.draw_panel(msgspec.json.encode(panel), theme), 32, 20)
    for (sign, cards), height in zip(grouped, heights, strict=True):
        count = sum(n for _, n in cards)
        sheet.paste(_heading(sign, count, height - GAP, theme), 32, top)
        for index, (card, n) in enumerate(cards):
            life = lives.get(card) if sign == "eye" else None
            picture = mini(name_of(card), language, scale, life, details=True)
            canvas = Canvas.from_image(picture.copy(), theme)
            if n > 1:
                canvas.paste_centred(times(n), width - 42, tall - 30)
            x = 32 + _HEAD + GAP + (index % _PER_ROW) * (width + GAP)
            sheet.paste(canvas.quantize(), x, top + (index // _PER_ROW) * (tall + GAP))
        top += height
    return sheet


def _group(cards: Iterable[str], *, apart: bool) -> list[tuple[str, int]]:
    """Cards with the number of each; if `apart`, as for scouts with a life of their own, 1 each."""
    if apart:
        return [(card, 1) for card in cards]
    return list(Counter(name_of(card) for card in cards).items())


def _heading(sign: str, count: int, height: int, theme: Theme) -> Image.Image:
    canvas = Canvas(_HEAD, height, theme)
    canvas.round_box((0, 0, _HEAD, height), theme.panel, theme.radius)
    canvas.paste_centred(icon(sign, 48), 42, min(height / 2, 90) - 22)
    canvas.text(str(count), 42, min(height / 2, 90) + 30, Label(32, theme.text, "bold"), "m")
    return canvas.quantize()
