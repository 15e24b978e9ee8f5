"""A hand of cards, as its owner sees it: grouped by type, each group with its count."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image

from render import drawings
from render._settlements.look import Look
from render._settlements.private import cards
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Canvas, Sheet
from render.marks import seat_mark
from render.sprites import round_corners
from render.text import Label, width_of
from render.theme import Theme
from rules._settlements.pieces import ruleset
from rules._settlements.view import Hand

SIZE = (1200, 430)
_MARGIN = 24
_TOP = 110
_SIDE = 30
_STEP = 30
"""Distance from one card of a type to the next, where there is room."""
_GAP = 24
"""Least gap between two types."""
_TAG = 62
_TAG_MIDDLE = 52
"""Counts stand above the cards: Discord lays its badge over the lower left corner."""
_COUNT = 46
_TAG_WIDE, _DIGIT, _ICON = 126, 26, 44
_RIM, _MARK = 3, 44


class Group(msgspec.Struct, frozen=True):
    """The cards of one type, from the left; `count` may be 0, which leaves an empty place."""

    resource: str
    count: int
    left: int
    step: float

    @property
    def width(self) -> int:
        """Width from the left of its first card to the right of its last."""
        return cards.WIDE + round(self.step * max(0, self.count - 1))


def groups(hand: Hand, order: Sequence[str], width: int) -> list[Group]:
    """Groups of all types in order, spread over `width`; many cards lie closer together."""
    counts = [hand.cards.get(resource, 0) for resource in order]
    hidden = sum(max(0, count - 1) for count in counts)
    room = width - len(order) * cards.WIDE - (len(order) - 1) * _GAP
    step = min(_STEP, room / max(1, hidden))
    wide = [cards.WIDE + round(step * max(0, count - 1)) for count in counts]
    gap = (width - sum(wide)) / len(order)
    lefts = [round(gap / 2 + sum(wide[:index]) + gap * index) for index in range(len(order))]
    return [Group(*group, step) for group in zip(order, counts, lefts, strict=True)]


def draw_hand(hand: Hand, look: Look, theme: Theme) -> Sheet:
    """The picture of a hand, 1200 × 430; `theme` holds the palette of the look."""
    canvas = Canvas(*SIZE, theme)
    right, bottom = SIZE[0] - _MARGIN, SIZE[1] - _MARGIN
    style = theme.seats[hand.seat]
    frame = (_MARGIN - _RIM, _MARGIN - _RIM, right + _RIM, bottom + _RIM)
    canvas.round_box(frame, style.colour, theme.radius + _RIM)
    canvas.paste(_desk(look, right - _MARGIN, theme.radius), _MARGIN, _MARGIN)
    order = [resource.key for resource in ruleset(look.key).resources]
    for group in groups(hand, order, right - _MARGIN - 2 * _SIDE):
        _cards(canvas, look, group)
        _tag(canvas, look, group)
    canvas.paste_centred(seat_mark(style, _MARK), right - 4, bottom - 4)
    return canvas.sheet()


@memoize
def _desk(look: Look, width: int, radius: int) -> Image.Image:
    """The desk, with a frieze behind the counts."""
    return round_corners(drawings.sheet(f"{look.key}/desk", width, zoom=2).reduce(), radius)


def _cards(canvas: Canvas, look: Look, group: Group) -> None:
    x, y = _MARGIN + _SIDE + group.left, _MARGIN + _TOP
    if not group.count:
        canvas.paste(cards.vacant(look, group.resource), x, y)
        return
    canvas.paste(cards.shadow(group.width), x + cards.SHADOW_AT, y + cards.SHADOW_AT)
    for index in range(group.count):
        canvas.paste(cards.card(look, group.resource), x + round(group.step * index), y)


def _tag(canvas: Canvas, look: Look, group: Group) -> None:
    """Draw the symbol and the count, above the middle of the group."""
    label = Label(_COUNT, look.dark if group.count else look.faint_ink, "bold")
    words = str(group.count)
    width = _TAG_WIDE + max(0, width_of(words, label) - _DIGIT)
    middle = _MARGIN + _SIDE + group.left + group.width / 2
    left, y = round(middle - width / 2), _MARGIN + _TAG_MIDDLE
    canvas.paste(cards.tag(look, group.resource, width, _TAG), left, y - _TAG // 2)
    icon = glyphs.resource(look, group.resource, _ICON)
    canvas.paste_centred(icon, left + 18 + _ICON / 2, y)
    canvas.text(words, left + width - 22, y, label, "r")
