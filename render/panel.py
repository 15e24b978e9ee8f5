"""Panels of seats, in every game: a frame, a head with the name, rows of signs and figures.

A row is a list of parts, laid from the left, from the right, or spread over a room. Where a row has
no room, the next of some ways to write it is tried, as a rule in smaller sizes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec
from PIL import Image

from render import type_scale
from render.cache import memoize
from render.canvas import Brush, Canvas
from render.marks import arrow, disc, pill, seat_mark
from render.text import Label, elide, width_of
from render.theme import Colour, SeatStyle

POINTER = 12
"""Room below a panel for the pointer of the seat to move."""
EDGE = 4
"""Width of the frame of a seat that is to move, or has won."""
_DARK = 300
"""Sum of the parts of a colour below which a line is lost on the frame of the picture."""

# ---- parts of a row -------------------------------------------------------------------------


class Part(Protocol):
    """A part of a row."""

    @property
    def width(self) -> float: ...

    def lay(self, canvas: Canvas, x: float, y: float) -> None:
        """Lay it from x on, with its middle at height y."""


class Sign(msgspec.Struct, frozen=True):
    """A sprite, in the middle of a slot if that is wider."""

    image: Image.Image
    slot: float = 0

    @property
    def width(self) -> float:
        return self.slot or self.image.width

    def lay(self, canvas: Canvas, x: float, y: float) -> None:
        canvas.paste_centred(self.image, x + self.width / 2, y)


class Text(msgspec.Struct, frozen=True):
    """A text, which may stand somewhat lower than its row."""

    words: str
    label: Label
    drop: int = 0

    @property
    def width(self) -> float:
        return width_of(self.words, self.label)

    def lay(self, canvas: Canvas, x: float, y: float) -> None:
        canvas.text(self.words, x, y + self.drop, self.label)


class Badge(msgspec.Struct, frozen=True):
    """A sprite with a text in its middle."""

    image: Image.Image
    words: str
    label: Label

    @property
    def width(self) -> float:
        return self.image.width

    def lay(self, canvas: Canvas, x: float, y: float) -> None:
        middle = x + self.width / 2
        canvas.paste_centred(self.image, middle, y)
        canvas.text(self.words, middle, y, self.label, "m")


class Group(msgspec.Struct, frozen=True):
    """Parts that belong together, underlined if they have a tone for it."""

    parts: tuple[Part, ...]
    gap: float = 4
    line: Colour | None = None

    @property
    def width(self) -> float:
        return width_of_row(self.parts, self.gap)

    def lay(self, canvas: Canvas, x: float, y: float) -> None:
        if self.line:
            box = (round(x), round(y) + 17, round(x + self.width), round(y) + 20)
            canvas.box(box, self.line)
        lay_from_left(canvas, self.parts, x, y, self.gap)


class Chip(msgspec.Struct, frozen=True):
    """Parts on a pill."""

    parts: tuple[Part, ...]
    tone: Colour
    rim: Colour | None = None
    height: int = 44
    gap: float = 4
    pad: int = 12

    @property
    def width(self) -> float:
        return width_of_row(self.parts, self.gap) + 2 * self.pad

    def lay(self, canvas: Canvas, x: float, y: float) -> None:
        ground = pill(round(self.width), self.height, self.tone, self.rim)
        canvas.paste(ground, x - 1, y - self.height // 2 - 1)
        lay_from_left(canvas, self.parts, x + self.pad, y, self.gap)


def figure(
    sign: Image.Image, number: int | str, label: Label, gap: float = 4, slot: float = 0
) -> Group:
    """A sign and its number."""
    return Group((Sign(sign, slot), Text(str(number), label)), gap)


def medal(rank: int, radius: int, tone: Colour, ink: Colour) -> Badge:
    """A disc with a rank."""
    return Badge(disc(radius, tone, ink), str(rank), Label(round(1.4 * radius), ink, "bold"))


def change(before: int, after: int, ink: Colour, sizes: tuple[int, int] = (30, 44)) -> Group:
    """A number before and after, the second one larger; one number where nothing changes."""
    new = Text(str(after), Label(sizes[1], ink, "bold"))
    if before == after:
        return Group((new,))
    sign = Sign(arrow(round(0.95 * sizes[0]), ink))
    return Group((Text(str(before), Label(sizes[0], ink)), sign, new), 14)


# ---- rows -------------------------------------------------------------------------------------


def width_of_row(parts: Sequence[Part], gap: float) -> float:
    """Width of parts with gaps between them."""
    return sum(part.width for part in parts) + gap * (len(parts) - 1)


def lay_from_left(
    canvas: Canvas, parts: Iterable[Part], x: float, y: float, gap: float = 12
) -> float:
    """Lay parts from x on. Return where the next one would begin."""
    for part in parts:
        part.lay(canvas, x, y)
        x += part.width + gap
    return x


def lay_from_right(
    canvas: Canvas, parts: Iterable[Part], x: float, y: float, gap: float = 12
) -> float:
    """Lay parts from x back, the first one rightmost. Return where the next one would end."""
    for part in parts:
        x -= part.width
        part.lay(canvas, x, y)
        x -= gap
    return x


def spread(
    canvas: Canvas,
    ways: Iterable[Sequence[Part]],
    span: tuple[float, float],
    y: float,
    least: float,
    *,
    around: float = 0,
) -> None:
    """Spread a row over a span, in the first of some ways that leaves the `least` gap.

    `around` is the share of a gap that is left at both ends.
    """
    for parts in ways:
        spare = span[1] - span[0] - width_of_row(parts, 0)
        gap = spare / (len(parts) - 1 + 2 * around)
        if gap >= least:
            break
    lay_from_left(canvas, parts, span[0] + around * gap, y, gap)


# ---- frame and head ---------------------------------------------------------------------------


def draw_frame(
    canvas: Canvas, height: int, tone: Colour | None, band: tuple[Colour, int] | None = None
) -> None:
    """Draw a panel in a thick frame of a tone, or else a thin one; a dark frame has a bright rim.

    A `band` of a colour goes down to a height.
    """
    theme, right, edge = canvas.theme, canvas.width, EDGE if tone else 1
    outer = theme.text if tone and sum(tone) < _DARK else tone or theme.edge
    for inset, colour in ((0, outer), (edge // 2, tone or outer), (edge, theme.panel)):
        box = (inset, inset, right - inset, height - inset)
        canvas.round_box(box, colour, theme.radius - inset)
    if band:
        box = (edge, edge, right - edge, band[1])
        canvas.round_box(box, band[0], theme.radius - edge, bottom=False)


def draw_pointer(canvas: Canvas, x: float, height: int, tone: Colour) -> None:
    """Draw the pointer below the panel of the seat to move."""
    canvas.paste_centred(_pointer(tone), x, height + POINTER / 2 - 1)


@memoize
def _pointer(tone: Colour) -> Image.Image:
    brush = Brush(40, POINTER + 2)
    brush.polygon([(0, 0), (40, 0), (20, POINTER + 2)], tone)
    return brush.reduce()


def draw_head(
    canvas: Canvas,
    style: SeatStyle,
    name: str,
    middle: int,
    ink: Colour,
    right: float,
    *,
    inverted: bool = False,
    after: Sequence[Part] = (),
    gap: float = 12,
) -> None:
    """Draw the mark of a seat, its name and what comes after it, as far as to `right`.

    A name is a little smaller, and then cut, where it has no room.
    """
    canvas.paste_centred(seat_mark(style, 44, inverted), 32, middle)
    room = round(right - 60 - sum(part.width + gap for part in after))
    label = name_label(name, room, ink)
    x = 60 + canvas.text(elide(name, label, room), 60, middle, label)
    lay_from_left(canvas, after, x + gap, middle, gap)


def name_label(name: str, room: int, ink: Colour) -> Label:
    """Style of a name: a little smaller where it would have to be cut."""
    large = Label(type_scale.NAME, ink)
    return large if width_of(name, large) <= room else Label(type_scale.LEAST_NAME, ink)
