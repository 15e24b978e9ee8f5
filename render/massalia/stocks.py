"""The own stocks of a seat: piles of cards, scouts in play, the tiles in its bag."""

from __future__ import annotations

from PIL import Image

from render.canvas import Canvas
from render.massalia.faces import chip, number_sign
from render.massalia.icons import icon
from render.massalia.tiles import tile
from render.panel import draw_frame
from render.text import Label
from render.theme import Theme
from rules.massalia.pieces import BOX, name_of
from rules.massalia.view import Hand, PlayerView, View

STRIP = 236
"""Height of the panel, which lies below all cards."""


def draw_stocks(view: View, hand: Hand, box: tuple[int, int], theme: Theme) -> Image.Image:
    """Panel of the stocks as a strip of a size."""
    width, height = box
    player = view.players[hand.seat]
    canvas = Canvas(width, height, theme)
    draw_frame(canvas, height, None)
    _piles(canvas, player, hand, (24, 26))
    _scouts(canvas, player, (34, 136), 74)
    canvas.box((400, 24, 402, height - 24), theme.edge)
    _bag(canvas, hand, (432, 22), (width - 470) / len(BOX.tiles))
    return canvas.quantize()


def _piles(canvas: Canvas, player: PlayerView, hand: Hand, at: tuple[int, int]) -> None:
    """Draw the sizes of draw pile, reserve and cemetery, and the number of lost tiles."""
    piles = (
        ("deck", player.deck_count),
        ("reserve", len(player.reserve)),
        ("cemetery", len(player.cemetery)),
        ("losses", sum(hand.losses.values())),
    )
    for k, (sign, count) in enumerate(piles):
        x, y = at[0] + 36 + 84 * k, at[1]
        canvas.paste_centred(icon(sign, 46), x, y + 22)
        canvas.text(str(count), x, y + 66, _figure(canvas), "m")


def _figure(canvas: Canvas) -> Label:
    return Label(31, canvas.theme.text, "bold")


def _scouts(canvas: Canvas, player: PlayerView, at: tuple[int, int], side: int) -> None:
    """Draw the places for scouts: picture and remaining life of each."""
    theme, step = canvas.theme, side + 14
    for k in range(BOX.setup.scouts_max):
        x, y = at[0] + k * step, at[1]
        if k < len(player.scouts):
            scout = player.scouts[k]
            canvas.paste(chip(name_of(scout.card), side), x, y)
            heart = number_sign("life", scout.life, 44)
            canvas.paste_centred(heart, x + side - 8, y + side - 10)
        else:
            canvas.round_box((x, y, x + side, y + side), theme.edge, 12)
            canvas.round_box((x + 2, y + 2, x + side - 2, y + side - 2), theme.panel, 11)


def _bag(canvas: Canvas, hand: Hand, at: tuple[int, int], step: float) -> None:
    """Draw the bag: its number of tiles, and the number of each kind below the tile."""
    left, top = at
    canvas.paste(icon("bag", 50), left, top)
    canvas.text(
        str(sum(hand.bag.values())), left + 60, top + 27, Label(36, canvas.theme.text, "bold")
    )
    for k, kind in enumerate(tile_type.code for tile_type in BOX.tiles):
        x, y = left - 10 + step * k, top + 76
        sprite = tile(canvas.theme.seats[hand.seat], kind).resize(
            (78, 78), Image.Resampling.LANCZOS
        )
        canvas.paste(sprite, x, y)
        canvas.text(str(hand.bag.get(kind, 0)), x + 39, y + 94, _figure(canvas), "m")
