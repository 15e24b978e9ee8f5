"""The hand of a seat: its cards, face up, and its own stocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from PIL import Image

from render import type_scale
from render.canvas import Canvas, Sheet
from render.massalia import stocks
from render.massalia.faces import (
    LOW,
    MINI_WIDE,
    ROW_ART,
    low_face,
    mini,
    row_face,
    row_height,
)
from render.massalia.gallery import counted
from render.massalia.icons import ivory_disc
from render.panel import draw_head, figure, lay_from_right
from render.scripts import name_of
from render.text import Label
from render.theme import Theme
from rules.massalia.pieces import BOX
from rules.massalia.pieces import name_of as card_name
from rules.massalia.view import Hand, View

GAP, HEAD = 20, 68
WIDTH, SMALL_WIDTH = 1200, 1600
"""Widths of the picture of a hand, and of a large one."""
_READ = 12
"""Greatest number of cards with their text."""
_BASICS = 3
"""Basic cards in a row."""
_SMALL, _PLAIN = 6, 36
"""Columns of small faces, of more cards; and the greatest number of those with combo and code."""
_BASIC = frozenset(card.id for card in BOX.basic)


def draw_hand(view: View, hand: Hand, names: Sequence[str], theme: Theme, language: str) -> Sheet:
    """Picture of the hand of a seat: a row for each card with its text, the basic ones small.

    Of a large hand there are small faces alone; their full faces are one tap away.
    """
    cards = Counter(card_name(card) for card in hand.cards)
    if cards.total() <= _READ:
        width, tiers = WIDTH, [*_rows(cards, language, theme), *_basics(cards, language, theme)]
    else:
        width, tiers = SMALL_WIDTH, [*_small_faces(cards, language, theme)]
    top = 20 + HEAD + GAP
    height = top + sum(tier[0].height + GAP for tier in tiers) + stocks.STRIP + GAP
    sheet = Sheet(width, height, theme)
    sheet.paste(_head(view, hand, names, width - 2 * GAP, theme), GAP, 20)
    for tier in tiers:
        for index, picture in enumerate(tier):
            sheet.paste(picture, GAP + index * (picture.width + GAP), top)
        top += tier[0].height + GAP
    box = (width - 2 * GAP, stocks.STRIP)
    sheet.paste(stocks.draw_stocks(view, hand, box, theme), GAP, top)
    return sheet


Tier = Sequence[Image.Image]
"""Faces side by side, of one height."""


def _rows(cards: Mapping[str, int], language: str, theme: Theme) -> Iterator[Tier]:
    """A row for each card that is not basic, as high as its text needs."""
    wide = WIDTH - 2 * GAP
    for card, count in cards.items():
        if card not in _BASIC:
            tall = row_height(card, language, wide)
            face = row_face(card, language, (wide, tall))
            yield [counted(face, count, (ROW_ART // 2, tall - 108), theme)]


def _basics(cards: Mapping[str, int], language: str, theme: Theme) -> Iterator[Tier]:
    """Low faces of the basic cards."""
    scale = (WIDTH - (_BASICS + 1) * GAP) / _BASICS / LOW[0]
    pictures = []
    for card, count in cards.items():
        if card in _BASIC:
            face = low_face(card, language)
            size = round(face.width * scale), round(face.height * scale)
            large = face.resize(size, Image.Resampling.LANCZOS)
            pictures.append(counted(large, count, (size[0] - 50, 40), theme))
    yield from _in_tiers(pictures, _BASICS)


def _small_faces(cards: Mapping[str, int], language: str, theme: Theme) -> Iterator[Tier]:
    """Small faces, each with its number of copies."""
    wide, pictures = (SMALL_WIDTH - GAP * (_SMALL + 1)) // _SMALL, []
    for card, count in cards.items():
        face = mini(card, language, wide / MINI_WIDE, details=len(cards) <= _PLAIN)
        pictures.append(counted(face, count, (face.width - 42, face.height - 80), theme))
    yield from _in_tiers(pictures, _SMALL)


def _in_tiers(pictures: Sequence[Image.Image], columns: int) -> Iterator[Tier]:
    return (pictures[first : first + columns] for first in range(0, len(pictures), columns))


def _head(view: View, hand: Hand, names: Sequence[str], width: int, theme: Theme) -> Image.Image:
    """Head of the hand: mark and name, life, gauges, and the shields of its cards."""
    style, player = theme.seats[hand.seat], view.players[hand.seat]
    canvas = Canvas(width, HEAD, theme)
    canvas.round_box((0, 0, canvas.width, HEAD), style.colour, theme.radius)
    figures = {
        "life": player.life,
        "flag": player.morale,
        "water": player.water,
        "fish": player.fish,
        "shield": hand.shield,
    }
    label = Label(type_scale.PLACE, style.on_band, "bold")
    parts = [figure(ivory_disc(sign, 48), value, label, 6, 48) for sign, value in figures.items()]
    right = lay_from_right(canvas, parts[::-1], canvas.width - 24, HEAD // 2, 24)
    name = name_of(names, hand.seat)
    draw_head(canvas, style, name, HEAD // 2, style.on_band, right, inverted=True)
    return canvas.quantize()
