"""The cartouche at the foot: the twelve cards of the game as coins, in their order."""

from __future__ import annotations

from PIL import Image

from render.cache import memoize
from render.canvas import Brush, Canvas
from render.magna_grecia import look
from render.magna_grecia.cards import order
from render.magna_grecia.poster.view import FOOT
from render.marks import seat_mark
from render.poster.hours import Tones
from render.sprites import lay_in_the_middle
from render.text import Label
from render.theme import Colour, SeatStyle, Theme, mix, rgb
from rules.magna_grecia.pieces import CARDS
from rules.magna_grecia.view import View

_INSET, _TALL, _COIN = 26, 138, 66
_PAPER, _INK = rgb("#F1E4C2"), rgb("#4A3B26")
_BRONZE, _DARK = rgb("#D9B56A"), rgb("#5C4013")
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")


def lay_cartouche(picture: Image.Image, view: View, theme: Theme, hour: Tones) -> Image.Image:
    """The picture with the cartouche at its foot."""
    canvas = Canvas.from_image(picture)
    top = picture.height - FOOT + (FOOT - _TALL) // 2
    panel = _panel(picture.width - 2 * _INSET, _TALL, hour.lamps)
    canvas.paste(panel, _INSET, top)
    cards = order(view)
    room = (picture.width - 2 * _INSET - 36) / len(cards)
    for index, card in enumerate(cards):
        x = _INSET + 18 + (index + 0.5) * room
        is_known = card not in view.unseen
        canvas.paste_centred(
            _coin(_first(card, view, theme) if is_known else None, card if is_known else ""),
            x,
            top + 50,
        )
        canvas.text(_ROMAN[index], x, top + 110, Label(28, _INK, "serif"), "m")
    return picture


def _first(card: str, view: View, theme: Theme) -> SeatStyle:
    """Style of the seat that plays first under a card."""
    colours = view.options.colors
    seat = next(colours.index(colour) for colour in CARDS[card].order if colour in colours)
    return theme.seats[seat]


@memoize
def _panel(width: int, height: int, dark: bool) -> Image.Image:
    """A strip of parchment with a double line."""
    brush = Brush(width + 6, height + 8, zoom=2)
    brush.round_box(4, 6, width + 6, height + 8, 12, (20, 18, 14, 110))
    paper = mix(_PAPER, rgb("#8F9CC4"), 0.30) if dark else _PAPER
    for inset, tone in ((0.0, _INK), (2.5, paper), (7.0, _INK), (8.5, paper)):
        brush.round_box(inset, inset, width - inset, height - inset, 12 - inset, tone)
    return brush.reduce()


@memoize
def _coin(style: SeatStyle | None, card: str) -> Image.Image:
    """A coin with the mark of a seat, in a ring of the colour of the card's border."""
    size = _COIN + 6
    brush, middle, radius = Brush(size, size), (size / 2, size / 2), _COIN / 2
    brush.ellipse((middle[0] + 2, middle[1] + 3), radius, (40, 30, 16, 120))
    border: Colour = look.TONES[CARDS[card].border][0] if card else _BRONZE
    rings = (
        (1.0, _DARK),
        (0.95, _BRONZE),
        (0.88, _DARK),
        (0.85, border),
        (0.68, _DARK),
        (0.64, mix(_BRONZE, (255, 255, 255), 0.55)),
    )
    for share, tone in rings:
        brush.ellipse(middle, share * radius, tone)
    sheet = brush.reduce()
    if style is not None:
        lay_in_the_middle(sheet, seat_mark(style, 34))
    return sheet
