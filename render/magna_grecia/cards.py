"""The twelve cards: the used ones, the one in force, the next, and the hidden ones."""

from __future__ import annotations

from PIL import Image

from render.canvas import Canvas, Sheet
from render.magna_grecia import panels
from render.marks import pill
from render.sprites import inscribe, round_corners
from render.text import Label
from render.theme import Theme
from rules.magna_grecia.pieces import ROUNDS
from rules.magna_grecia.view import View

COLUMNS = 6
_GAP, _HEAD, _PAD = 14, 30, 18
_USED = 0.62
"""Share of the panel's colour in a used card."""


def draw_cards(view: View, theme: Theme) -> Sheet:
    """Picture of the cards in two rows of six; numbers over those whose round is known."""
    step = (panels.CARD_WIDE + _GAP, panels.HEIGHT + _HEAD + _GAP)
    rows = ROUNDS // COLUMNS
    width = COLUMNS * step[0] - _GAP + 2 * _PAD
    canvas = Canvas(width, rows * step[1] - _GAP + 2 * _PAD, theme)
    canvas.round_box((0, 0, canvas.width, canvas.height), theme.panel, theme.radius)
    for index, name in enumerate(order(view)):
        row, column = divmod(index, COLUMNS)
        x, y = _PAD + column * step[0], _PAD + row * step[1]
        _lay(canvas, view, name, index + 1, (x, y))
    sheet = Sheet(width + 2 * theme.margin, canvas.height + 2 * theme.margin, theme)
    sheet.paste(canvas.quantize(), theme.margin, theme.margin)
    return sheet


def order(view: View) -> list[str]:
    """Names of the cards by round, as far as it is known; then those whose order is hidden."""
    current = [name for name in (view.card, view.next_card) if name and name not in view.discard]
    return [*view.discard, *current, *view.unseen]


def _lay(canvas: Canvas, view: View, name: str, number: int, at: tuple[int, int]) -> None:
    """Draw a card, pale if it was used, framed if it is in force, with its round above it."""
    (x, y), theme = at, canvas.theme
    face = panels.face(name, view.options.colors, theme)
    is_used, is_current = name in view.discard, name == view.card
    if is_used:
        ground = Image.new("RGB", face.size, theme.panel)
        face = Image.blend(face, ground, _USED)
    if is_current:
        box = (x - 5, y + _HEAD - 5, x + face.width + 5, y + _HEAD + face.height + 5)
        canvas.round_box(box, theme.last, 17)
    canvas.paste(round_corners(face, 14), x, y + _HEAD)
    if name not in view.unseen:
        canvas.paste_centred(_number(number, is_current, theme), x + face.width / 2, y + 12)


def _number(number: int, is_current: bool, theme: Theme) -> Image.Image:
    tone, ink = (theme.last, theme.last_rim) if is_current else (theme.edge, theme.text)
    sheet = pill(52, 26, tone).copy()
    inscribe(sheet, str(number), 27, 14, Label(20, ink, "bold"))
    return sheet
