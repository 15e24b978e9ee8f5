"""The track of rounds, in the free sea at the lower right: the used cards, this one, the next."""

from __future__ import annotations

from PIL import Image

from render.cache import memoize
from render.canvas import Brush
from render.magna_grecia import look
from render.magna_grecia.frame import BOARD
from render.sprites import inscribe
from render.stamps import Stamp
from render.text import Label
from render.theme import Colour, Theme, mix
from rules.magna_grecia.pieces import CARDS, ROUNDS
from rules.magna_grecia.view import View

WIDE, TALL = 34, 42
_STEP = (41, 49)
_RIGHT, _FOOT = 20, 30
_COLUMNS = 4


def stamps(view: View, layer: int, theme: Theme) -> list[Stamp]:
    """Chips of the rounds, in rows of four."""
    names = [*view.discard, *([view.card] if view.card else [])]
    names += [view.next_card] if view.next_card else []
    chips = []
    for number in range(1, ROUNDS + 1):
        row, column = divmod(number - 1, _COLUMNS)
        x = BOARD[0] - _RIGHT - _STEP[0] * (_COLUMNS - column)
        y = BOARD[1] - _FOOT - _STEP[1] * (ROUNDS // _COLUMNS - row)
        border = CARDS[names[number - 1]].border if number <= len(names) else ""
        state = _state(view, number)
        chips.append(Stamp(layer, y, x, _chip(number, border, state, theme)))
    return chips


def _state(view: View, number: int) -> str:
    if view.phase == "over" or number < view.round:
        return "used"
    return "now" if number == view.round else "coming"


@memoize
def _chip(number: int, border: str, state: str, theme: Theme) -> Image.Image:
    brush = Brush(WIDE + 6, TALL + 6)
    tone = look.TONES[border][0] if border else look.SEA_DEEP
    rim: Colour = look.TONES[border][1] if border else look.SEA_LINE
    if state == "used":
        tone, rim = mix(tone, look.SEA, 0.3), mix(rim, look.SEA, 0.3)
    if state == "now":
        brush.round_box(0, 0, WIDE + 6, TALL + 6, 9, theme.last_rim)
        brush.round_box(1.5, 1.5, WIDE + 4.5, TALL + 4.5, 8, theme.last)
    brush.round_box(3, 3, WIDE + 3, TALL + 3, 6, rim)
    brush.round_box(5, 5, WIDE + 1, TALL + 1, 4.5, tone if state != "coming" else look.CARD)
    if state == "coming":
        inner = tone if border else look.SEA_DEEP
        brush.round_box(5, 5, WIDE + 1, TALL + 1, 4.5, inner)
        if border:
            brush.round_box(9, 9, WIDE - 3, TALL - 3, 3, look.CARD)
    sheet = brush.reduce()
    inscribe(sheet, str(number), WIDE / 2 + 3, TALL / 2 + 3, _label(border, state, theme))
    return sheet


def _label(border: str, state: str, theme: Theme) -> Label:
    if not border:
        return Label(25, look.SEA_LINE)
    if state == "coming":
        return Label(25, theme.ink, "bold")
    return Label(25, look.TONES[border][2], "bold")
