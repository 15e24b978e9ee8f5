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
from render.theme import Colour, Theme, mix
from rules.contract import Seat
from rules.magna_grecia.pieces import CARDS, ROUNDS
from rules.magna_grecia.view import View

HEIGHT, GAP = 132, 12
CLOCK, NEXT = 236, 380
_COLUMNS = 6
_CARD = 30
"""Side of the small card of a round."""
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
    canvas.image.paste(_clock(contents.round, contents.borders, theme))
    left, right = CLOCK + GAP, contents.width
    if contents.coming:
        _card(canvas, contents, contents.coming, (right - NEXT, right), ())
        right -= NEXT + GAP
    if contents.card:
        allowed = contents.left if contents.mover is not None else ()
        _card(canvas, contents, contents.card, (left, right), allowed)
    return canvas.quantize()


@memoize
def _clock(now: int, borders: tuple[str, ...], theme: Theme) -> Image.Image:
    """Number of the round, and below it a small card for each round, in RGB."""
    canvas, wide = Canvas(CLOCK, HEIGHT, theme), _CARD + 8
    canvas.round_box((0, 0, CLOCK, HEIGHT), theme.panel, theme.radius)
    canvas.text(f"{now}/{ROUNDS}", CLOCK // 2, 30, Label(ROUND, theme.text, "bold"), "m")
    for index in range(ROUNDS):
        row, column = divmod(index, _COLUMNS)
        x = (CLOCK - _COLUMNS * wide) // 2 + column * wide + 4
        tone = look.TONES[borders[index]][0] if index < len(borders) else theme.groove
        _round(canvas, tone, index + 1 - now, (x, 56 + row * 37))
    return canvas.image


def _round(canvas: Canvas, tone: Colour, ahead: int, at: tuple[int, int]) -> None:
    """Draw the card of a round, lit if it is in force, pale if it is used."""
    theme, (x, y) = canvas.theme, at
    if not ahead:
        canvas.round_box((x - 4, y - 4, x + _CARD + 4, y + _CARD + 4), theme.last, 8)
    canvas.round_box((x, y, x + _CARD, y + _CARD), theme.edge if ahead >= 0 else theme.groove, 5)
    if ahead < 0:
        tone = mix(tone, theme.panel, 0.45)
    canvas.round_box((x + 2, y + 2, x + _CARD - 2, y + _CARD - 2), tone, 4)


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
