"""What a seat holds: its cards, face up, and what it knows of its own stocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from render.canvas import Canvas, Sheet, flattened
from render.marks import disc, seat_mark
from render.massalia import look
from render.massalia.faces import TALL, WIDE, chip, face, numbered
from render.massalia.icons import icon
from render.massalia.tiles import tile
from render.scripts import name_of
from render.text import Label, fitted
from render.theme import Theme
from rules.contract import Seat
from rules.massalia.pieces import BOX
from rules.massalia.view import Hand, View

WIDTH, GAP, HEAD = 1200, 24, 68
_COLUMNS = ((5, 3), (11, 4))
"""Up to how many cards there are so many columns."""
_MANY = 5


def draw_hand(view: View, hand: Hand, names: Sequence[str], theme: Theme, language: str) -> Sheet:
    """The hand of a seat."""
    columns = next((wide for most, wide in _COLUMNS if len(hand.cards) <= most), _MANY)
    wide = (WIDTH - GAP * (columns + 1)) // columns
    scale = wide / WIDE
    tall = round(TALL * scale)
    rows = len(hand.cards) // columns + 1
    sheet = Sheet(WIDTH, 20 + HEAD + GAP + rows * (tall + GAP), theme)
    sheet.paste(_head(view, hand, names, theme), GAP, 20)
    top = 20 + HEAD + GAP
    places = [
        (GAP + column * (wide + GAP), top + row * (tall + GAP))
        for row in range(rows)
        for column in range(columns)
    ]
    for card, (x, y) in zip(hand.cards, places, strict=False):
        drawn = face(card.partition("#")[0], language, scale)
        sheet.paste(flattened(drawn, theme.palette), x, y)
    x, y = places[len(hand.cards)]
    sheet.paste(_stocks(view, hand, wide, tall, theme), x, y)
    return sheet


def _head(view: View, hand: Hand, names: Sequence[str], theme: Theme) -> Image.Image:
    """Whose hand it is, life and gauges, and what the shields in it parry."""
    style, player = theme.seats[hand.seat], view.players[hand.seat]
    canvas = Canvas(WIDTH - 2 * GAP, HEAD, theme)
    canvas.rounded((0, 0, canvas.width, HEAD), style.colour, theme.radius)
    canvas.centred(seat_mark(style, 50, True), 42, HEAD / 2)
    shown = [
        ("life", player.life),
        ("flag", player.morale),
        ("water", player.water),
        ("fish", player.fish),
        ("shield", hand.shield),
    ]
    x = canvas.width - 24 - 122 * len(shown)
    label = Label(31, style.on_band, "bold")
    name = Label(31, style.on_band)
    canvas.text(fitted(name_of(names, hand.seat), name, x - 96), 78, HEAD / 2, name)
    for sign, value in shown:
        brushed = _disc(sign)
        canvas.centred(brushed, x + 24, HEAD / 2)
        canvas.text(str(value), x + 54, HEAD / 2, label)
        x += 122
    return canvas.flat()


def _disc(sign: str) -> Image.Image:
    sheet = disc(23, look.IVORY, look.INK, shadow=False).copy()
    sprite = icon(sign, 32)
    sheet.alpha_composite(sprite, ((sheet.width - 34) // 2 - 1, (sheet.height - 34) // 2))
    return sheet


def _stocks(view: View, hand: Hand, wide: int, tall: int, theme: Theme) -> Image.Image:
    """Draw pile and reserve, scouts, and how many of each tile the bag still holds."""
    player = view.players[hand.seat]
    canvas = Canvas(wide, tall, theme)
    canvas.rounded((0, 0, wide, tall), theme.edge, theme.radius)
    canvas.rounded((2, 2, wide - 2, tall - 2), theme.panel, theme.radius - 1)
    unit = wide / WIDE
    figures = Label(round(34 * unit), theme.text, "bold")
    piles = (("deck", player.deck_count), ("reserve", len(player.reserve)),
             ("cemetery", len(player.cemetery)))  # fmt: skip
    for k, (sign, count) in enumerate(piles):
        x = (28 + 116 * k) * unit
        canvas.paste(icon(sign, round(46 * unit)), x, 34 * unit)
        canvas.text(str(count), x + 56 * unit, 58 * unit, figures)
    _rule(canvas, 110 * unit, theme)
    for k in range(BOX.setup.scouts_max):
        x, y, side = (28 + 84 * k) * unit, 130 * unit, round(70 * unit)
        if k < len(player.scouts):
            scout = player.scouts[k]
            canvas.paste(chip(scout.card.partition("#")[0], side), x, y)
            canvas.centred(
                numbered("life", scout.life, round(36 * unit)), x + side - 8, y + side - 6
            )
        else:
            box = (round(x), round(y), round(x) + side, round(y) + side)
            canvas.rounded(box, theme.edge, 12)
            canvas.rounded((box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2), theme.panel, 11)
    _rule(canvas, 224 * unit, theme)
    _bag(canvas, "bag", hand.bag, 240 * unit, unit, hand.seat)
    canvas.paste(icon("losses", round(44 * unit)), 28 * unit, 520 * unit)
    canvas.text(str(sum(hand.losses.values())), 84 * unit, 544 * unit, figures)
    return canvas.flat()


def _rule(canvas: Canvas, y: float, theme: Theme) -> None:
    canvas.box((24, round(y), canvas.width - 24, round(y) + 2), theme.edge)


def _bag(
    canvas: Canvas, sign: str, counts: Mapping[str, int], top: float, unit: float, seat: Seat
) -> None:
    """The tiles of a bag: how many of each kind."""
    theme = canvas.theme
    canvas.paste(icon(sign, round(50 * unit)), 28 * unit, top)
    canvas.text(
        str(sum(counts.values())),
        88 * unit,
        top + 27 * unit,
        Label(round(34 * unit), theme.text, "bold"),
    )
    kinds = [tile_.code for tile_ in BOX.tiles]
    side = round(78 * unit)
    for k, kind in enumerate(kinds):
        x, y = (18 + 116 * (k % 3)) * unit, top + (70 + 96 * (k // 3)) * unit
        sprite = tile(theme.seats[seat], kind).resize((side, side), Image.Resampling.LANCZOS)
        canvas.paste(sprite, x, y)
        canvas.text(
            str(counts.get(kind, 0)),
            x + 82 * unit,
            y + side / 2,
            Label(round(29 * unit), theme.text, "bold"),
        )
