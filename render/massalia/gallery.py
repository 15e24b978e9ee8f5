"""Sheets of cards: all of a family, or all of a seat that everybody may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
from PIL import Image

from render.canvas import Canvas, Sheet
from render.massalia import look, panels
from render.massalia.faces import MINI_COMBO, MINI_TALL, MINI_WIDE, TALL, WIDE, face, mini, times
from render.massalia.icons import family_disc, icon
from render.panel import POINTER
from render.sprites import write
from render.text import Label, width_of
from render.theme import Theme, mix
from rules.contract import Seat
from rules.massalia.pieces import BOX, Card, name_of
from rules.massalia.printed import PRINTED, in_language
from rules.massalia.view import View

GAP = 16
_WIDTH = 1600
_COLUMNS, _SPINE = 4, 96
"""Cards in a row, and the width of the band with the name of their family."""
_LARGE = 2.0
"""Scale of a single card."""
_SMALL, _FEW = 1000, 6
"""Width of the picture of small faces, and how many of them have room in rows of three."""
_LARGE_CHIP = 1.6
"""Scale of the chip with their number."""
_SEAT, _PER_ROW, _HEAD = 1200, 4, 84
"""Width of the picture of a seat, its cards in a row, and the width of a row's heading."""


def draw_family(family: str, theme: Theme, language: str) -> Sheet:
    """Picture of every card of a family, the cheapest first, with its number of copies.

    The cards are large enough to read, and the sheet fits into a panel on a phone.
    """
    cards = sorted((c for c in BOX.cards if c.family == family), key=lambda c: (c.cost, c.id))
    left = GAP + _SPINE + GAP
    scale = (_WIDTH - left - GAP * _COLUMNS) / _COLUMNS / WIDE
    width, height = round(WIDE * scale), round(TALL * scale)
    rows = -(-len(cards) // _COLUMNS)
    sheet = Sheet(_WIDTH, GAP + rows * (height + GAP), theme)
    sheet.paste(_spine(family, sheet.height - 2 * GAP, theme, language), GAP, GAP)
    pictures = [_card_with_count(card, language, scale, theme) for card in cards]
    crest = _crest(family, sum(card.copies for card in cards), (width, height), theme)
    pictures += [crest] * (rows * _COLUMNS - len(cards))
    for place, image in enumerate(pictures):
        x = left + (place % _COLUMNS) * (width + GAP)
        sheet.paste(image, x, GAP + (place // _COLUMNS) * (height + GAP))
    return sheet


def _card_with_count(card: Card, language: str, scale: float, theme: Theme) -> Image.Image:
    """A card, and its number of copies."""
    canvas = Canvas.from_image(face(card.id, language, scale).copy(), theme)
    if card.copies > 1:
        canvas.paste_centred(times(card.copies), canvas.width - 96, round(194 * scale))
    return canvas.quantize()


def _crest(family: str, copies: int, size: tuple[int, int], theme: Theme) -> Image.Image:
    """Sign of a family and its number of cards, for a free place."""
    (width, height), colours = size, look.FAMILIES[family]
    canvas = Canvas(width, height, theme)
    canvas.round_box((0, 0, width, height), colours.dark, theme.radius)
    canvas.round_box((5, 5, width - 5, height - 5), mix(colours.dark, theme.frame, 0.45), 15)
    canvas.paste_centred(family_disc(family, width // 2), width / 2, height * 0.42)
    canvas.paste_centred(icon("hand", 56), width / 2 - 44, height * 0.74)
    canvas.text(str(copies), width / 2 + 2, height * 0.74, Label(48, look.IVORY, "bold"))
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


def _spine(family: str, height: int, theme: Theme, language: str) -> Image.Image:
    """Sign of a family and its name, which reads upwards as on the spine of a book."""
    colours, style = look.FAMILIES[family], Label(52, look.IVORY, "serif")
    name = in_language(PRINTED.families[family].name, language)
    lying = Image.new("RGBA", (width_of(name, style) + 8, 72))
    write(lying, name, 4, lying.height // 2, style)
    canvas = Canvas(_SPINE, height, theme)
    canvas.round_box((0, 0, _SPINE, height), colours.band, theme.radius)
    canvas.paste_centred(family_disc(family, 68), _SPINE / 2, 60)
    canvas.paste_centred(lying.transpose(Image.Transpose.ROTATE_90), _SPINE / 2, height / 2)
    return canvas.quantize()


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
            picture = mini(card.partition("#")[0], language, scale, life, details=True)
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
    return list(Counter(card.partition("#")[0] for card in cards).items())


def _heading(sign: str, count: int, height: int, theme: Theme) -> Image.Image:
    canvas = Canvas(_HEAD, height, theme)
    canvas.round_box((0, 0, _HEAD, height), theme.panel, theme.radius)
    canvas.paste_centred(icon(sign, 48), 42, min(height / 2, 90) - 22)
    canvas.text(str(count), 42, min(height / 2, 90) + 30, Label(32, theme.text, "bold"), "m")
    return canvas.quantize()
