"""The strip below the map: how far the game has come, this card and what it still allows, the next.

Discord lays its letters ALT over the lower left corner: nothing but used cards lies there.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image

from render.cache import memoize
from render.canvas import Canvas
from render.magna_grecia import look, panels, signs
from render.marks import pill, seat_mark
from render.text import Label
from render.theme import Theme, mix
from rules.contract import Seat
from rules.magna_grecia.pieces import CARDS, ROUNDS
from rules.magna_grecia.view import View

HEIGHT, GAP = 132, 12
CLOCK, NEXT = 236, 380
_COLUMNS = 6
_CARD = (30, 38)
_BORDER = 7
ROUND, LEFT, PRINTED = 46, 42, 34
"""Sizes of the number of the round, of what a card still allows, and of its printed numbers."""


class Foot(msgspec.Struct, frozen=True):
    """Contents of the strip; equal contents give the same pixels."""

    width: int
    round: int
    borders: tuple[str, ...]
    """Borders of the cards by round, as far as they are known."""
    card: str
    coming: str
    colours: tuple[str, ...]
    mover: Seat | None
    left: tuple[int, ...]
    """What the card in force still allows the seat to move."""


def foot_of(view: View, width: int) -> Foot:
    """The strip of a view."""
    known = [*view.discard, *(name for name in (view.card, view.next_card) if name)]
    return Foot(
        width=width,
        round=min(view.round, ROUNDS),
        borders=tuple(CARDS[name].border for name in dict.fromkeys(known)),
        card=view.card or "",
        coming=view.next_card or "",
        colours=tuple(view.options.colors),
        mover=view.to_move,
        left=(view.limits.roads, view.limits.cities, view.limits.draw),
    )


@memoize
def draw_foot(foot: bytes, theme: Theme) -> Image.Image:
    """The strip, given as JSON, in the fixed palette."""
    contents = msgspec.json.decode(foot, type=Foot)
    canvas = Canvas(contents.width, HEIGHT, theme)
    _clock(canvas, contents)
    left, right = CLOCK + GAP, contents.width
    if contents.coming:
        _card(canvas, contents, contents.coming, (right - NEXT, right), ())
        right -= NEXT + GAP
    if contents.card:
        allowed = contents.left if contents.mover is not None else ()
        _card(canvas, contents, contents.card, (left, right), allowed)
    return canvas.quantize()


def _clock(canvas: Canvas, foot: Foot) -> None:
    """Draw the number of the round, and below it a small card for each round."""
    theme, wide = canvas.theme, _CARD[0] + 8
    canvas.round_box((0, 0, CLOCK, HEIGHT), theme.panel, theme.radius)
    words = Label(ROUND, theme.text, "bold")
    canvas.text(f"{foot.round}/{ROUNDS}", CLOCK // 2, 30, words, "m")
    for index in range(ROUNDS):
        row, column = divmod(index, _COLUMNS)
        x = (CLOCK - _COLUMNS * wide) // 2 + column * wide + 4
        _round(canvas, foot, index, (x, 56 + row * 37))


def _round(canvas: Canvas, foot: Foot, index: int, at: tuple[int, int]) -> None:
    """Draw the card of a round: in its colour once it is known, pale when it is used, lit now."""
    theme, (x, y), (wide, tall) = canvas.theme, at, (_CARD[0], 30)
    number = index + 1
    tone = look.TONES[foot.borders[index]][0] if index < len(foot.borders) else theme.groove
    if number == foot.round:
        canvas.round_box((x - 4, y - 4, x + wide + 4, y + tall + 4), theme.last, 8)
    rim = theme.edge if number >= foot.round else theme.groove
    canvas.round_box((x, y, x + wide, y + tall), rim, 5)
    if number < foot.round:
        tone = mix(tone, theme.panel, 0.45)
    canvas.round_box((x + 2, y + 2, x + wide - 2, y + tall - 2), tone, 4)


def _card(
    canvas: Canvas, foot: Foot, name: str, span: tuple[int, int], left: Sequence[int]
) -> None:
    """Draw a card: the order of the seats above its numbers; lit, what it still allows."""
    theme, (start, end) = canvas.theme, span
    canvas.round_box((start, 0, end, HEIGHT), look.TONES[CARDS[name].border][0], theme.radius)
    inner = (start + _BORDER, _BORDER, end - _BORDER, HEIGHT - _BORDER)
    canvas.round_box(inner, look.CARD, theme.radius - _BORDER)
    for index, seat in enumerate(panels.seats_of(name, foot.colours)):
        canvas.paste_centred(seat_mark(theme.seats[seat], 42), start + 44 + 56 * index, 36)
        if index:
            chevron = panels.chevron(theme)
            canvas.paste_centred(chevron, start + 16 + 56 * index, 36)
    pitch = (end - start - 24) / 3
    for index, (sign, basic, improved) in enumerate(panels.numbers_of(name)):
        x = start + 14 + index * pitch
        if left:
            x = _allowed(canvas, foot, sign, left[index], x)
        else:
            canvas.paste_centred(signs.sign(sign, 34, look.INK, look.CARD), x + 20, 92)
            x += 44
        x += canvas.text(str(basic), x, 93, Label(PRINTED, look.INK, "bold")) + 8
        canvas.paste_centred(panels.chevron(theme), x + 4, 92)
        canvas.text(str(improved), x + 16, 93, Label(PRINTED, look.SHORE, "semibold"))


def _allowed(canvas: Canvas, foot: Foot, sign: str, number: int, x: float) -> float:
    """Draw a pill with what an action still allows, in the colour of the seat to move."""
    assert foot.mover is not None
    style = canvas.theme.seats[foot.mover]
    ground, ink = (style.colour, style.on_band) if number else (look.DISC_INNER, look.ROOF_DARK)
    canvas.paste(pill(104, 56, ground, style.rim if number else look.ROOF), x, 63)
    canvas.paste_centred(signs.sign(sign, 36, ink, ground), x + 32, 92)
    canvas.text(str(number), x + 72, 93, Label(LEFT, ink, "bold"), "m")
    return x + 116
