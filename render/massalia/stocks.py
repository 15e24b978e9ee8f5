"""The own stocks of a seat: piles of cards, scouts in play, the tiles in its bag."""

from __future__ import annotations

from PIL import Image

from render.canvas import Canvas
from render.massalia.faces import WIDE, chip, number_sign
from render.massalia.icons import icon
from render.massalia.tiles import tile
from render.text import Label
from render.theme import Theme
from rules.massalia.pieces import BOX
from rules.massalia.view import Hand, PlayerView, View

STRIP = 236
"""Height of the panel where it lies below all cards."""


def draw_stocks(view: View, hand: Hand, box: tuple[int, int], theme: Theme) -> Image.Image:
    """Panel of the stocks for a box of a size: in one column, in two, or as a strip."""
    width, height = box
    player = view.players[hand.seat]
    canvas = Canvas(width, height, theme)
    canvas.round_box((0, 0, width, height), theme.edge, theme.radius)
    canvas.round_box((2, 2, width - 2, height - 2), theme.panel, theme.radius - 1)
    if width < 1.5 * WIDE:
        unit = width / WIDE
        _piles(canvas, player, hand, (18, 26), unit)
        _rule(canvas, 118 * unit)
        _scouts(canvas, player, (28, 136), round(70 * unit), 4, unit)
        _rule(canvas, 232 * unit)
        _bag(canvas, hand, (26, 252), (114, 92), 3, unit, 0.88, beside=True)
    elif height <= STRIP:
        _piles(canvas, player, hand, (24, 26), 1.0)
        _scouts(canvas, player, (34, 136), 74, 4, 1.0)
        canvas.box((400, 24, 402, height - 24), theme.edge)
        _bag(canvas, hand, (432, 22), ((width - 470) / 6, 96), 6, 1.0)
    else:
        half = (width - 2 * WIDE * height / 592) / 3
        unit = height / 592
        _piles(canvas, player, hand, (half + 24, 60), unit)
        _scouts(canvas, player, (half + 44, 196), round(138 * unit), 2, unit)
        canvas.box((width // 2 - 1, 48, width // 2 + 1, height - 48), theme.edge)
        _bag(canvas, hand, (width / 2 + half / 2 + 16, 60), (120, 168), 3, unit, 1.35)
    return canvas.quantize()


def _rule(canvas: Canvas, y: float) -> None:
    canvas.box((24, round(y), canvas.width - 24, round(y) + 2), canvas.theme.edge)


def _figure(canvas: Canvas, x: float, y: float, count: int, size: float) -> None:
    canvas.text(str(count), x, y, Label(round(size), canvas.theme.text, "bold"))


def _piles(
    canvas: Canvas, player: PlayerView, hand: Hand, at: tuple[float, float], unit: float
) -> None:
    """Draw the sizes of draw pile, reserve and cemetery, and the number of lost tiles."""
    piles = (
        ("deck", player.deck_count),
        ("reserve", len(player.reserve)),
        ("cemetery", len(player.cemetery)),
        ("losses", sum(hand.losses.values())),
    )
    for k, (sign, count) in enumerate(piles):
        x, y = at[0] + (10 + 84 * k) * unit, at[1]
        canvas.paste_centred(icon(sign, round(46 * unit)), x + 26 * unit, y + 22 * unit)
        canvas.text(
            str(count),
            x + 26 * unit,
            y + 66 * unit,
            Label(round(30 * unit), canvas.theme.text, "bold"),
            "m",
        )


def _scouts(
    canvas: Canvas,
    player: PlayerView,
    at: tuple[float, float],
    side: int,
    columns: int,
    unit: float,
) -> None:
    """Draw the places for scouts: picture and remaining life of each."""
    theme, step = canvas.theme, side + 14 * unit
    for k in range(BOX.setup.scouts_max):
        x, y = round(at[0] + k % columns * step), round(at[1] + k // columns * step)
        if k < len(player.scouts):
            scout = player.scouts[k]
            canvas.paste(chip(scout.card.partition("#")[0], side), x, y)
            heart = round(0.26 * side + 18 * unit)
            canvas.paste_centred(number_sign("life", scout.life, heart), x + side - 8, y + side - 6)
        else:
            canvas.round_box((x, y, x + side, y + side), theme.edge, 12)
            canvas.round_box((x + 2, y + 2, x + side - 2, y + side - 2), theme.panel, 11)


def _bag(
    canvas: Canvas,
    hand: Hand,
    at: tuple[float, float],
    step: tuple[float, float],
    columns: int,
    unit: float,
    large: float = 1.0,
    beside: bool = False,
) -> None:
    """Draw the bag: its number of tiles, and the number of each kind beside or below the tile."""
    left, top = at[0], at[1]
    canvas.paste(icon("bag", round(50 * unit)), left, top)
    _figure(canvas, left + 60 * unit, top + 27 * unit, sum(hand.bag.values()), 34 * unit)
    side = round(78 * unit * large)
    style = canvas.theme.seats[hand.seat]
    for k, kind in enumerate(tile_type.code for tile_type in BOX.tiles):
        x = left - 10 * unit + step[0] * unit * (k % columns)
        y = top + 76 * unit + step[1] * unit * (k // columns)
        sprite = tile(style, kind).resize((side, side), Image.Resampling.LANCZOS)
        canvas.paste(sprite, x, y)
        figure = Label(round(29 * unit), canvas.theme.text, "bold")
        count = str(hand.bag.get(kind, 0))
        if beside:
            canvas.text(count, x + side + 2 * unit, y + side / 2, figure)
        else:
            canvas.text(count, x + side / 2, y + side + 16 * unit, figure, "m")
