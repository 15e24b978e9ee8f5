"""Pieces in places: villages, oracles, markets, and the small signs on them."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Literal

from PIL import Image

from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point
from render.magna_grecia import look
from render.magna_grecia.frame import corners, hex_brush, hex_drawing
from render.marks import seat_mark
from render.spotlight import coloured_chip
from render.sprites import fade, inscribe, lay_in_the_middle, trim
from render.text import Label
from render.theme import Colour, SeatStyle, Theme, mix

Shape = Literal["circle", "square", "triangle", "diamond"]
STALL, LARGE_STALL = 28, 36
_SHADOW = (20, 18, 28, 80)
_FAINT = 0.62
"""Opacity of a village that nobody has reached yet."""


# ---- villages and oracles ---------------------------------------------------------------------


@memoize
def village(green: bool, busy: bool) -> Image.Image:
    """A village: three huts, or two small ones where markets need the room."""
    return hex_drawing(f"village{'-green' * green}{'-busy' * busy}")


@memoize
def free_village(green: bool) -> Image.Image:
    """A village that nobody has reached yet: smaller and paler."""
    sprite = hex_drawing(f"village{'-green' * green}-free")
    return sprite if green else fade(sprite, _FAINT)


@memoize
def temple(style: SeatStyle, busy: bool) -> Image.Image:
    """An oracle: a temple, its plaza and pediment in the colour of the seat that it points to."""
    floor = mix(look.DISC, style.colour, 0.12)
    tones = {"rim": style.rim, "colour": style.colour, "floor": floor}
    return hex_drawing(f"oracle{'-busy' * busy}", tones)


@memoize
def arrow(style: SeatStyle, side: int) -> Image.Image:
    """Notched arrowhead by which an oracle points to its city, clear of the oracle's name."""
    brush, turn = hex_brush(pad=40), side * pi / 3
    far = 12 if side in (1, 2) else 0
    for grow, tone in ((3.6, look.MARBLE), (1.8, style.rim), (-1.6, style.colour)):
        tip, wing, notch = far + 60 + 1.5 * grow, 13 + grow, far + 37 - grow * 0.4
        back = far + 31 - grow
        shape = [(tip, 0.0), (back, wing), (notch, 0.0), (back, -wing)]
        brush.polygon([_rotate(point, turn) for point in shape], tone)
    return trim(brush.reduce())


def _rotate(point: Point, turn: float) -> Point:
    x, y = point
    return x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn) - 1.5


# ---- markets ----------------------------------------------------------------------------------


@memoize
def stall(style: SeatStyle, state: str, size: int = STALL) -> Image.Image:
    """A market: `active` in full colour, `idle` as an outline, `sold` lying flat."""
    sheet = Image.new("RGBA", (size + 6, size + 6))
    if state == "sold":
        _lying(sheet, style, size)
        return sheet
    lay_in_the_middle(sheet, _halo(style.shape, size))
    if state == "active":
        lay_in_the_middle(sheet, seat_mark(style, size))
    else:
        outline = SeatStyle(look.DISC, style.rim, style.shape, style.letter, style.rim)
        lay_in_the_middle(sheet, seat_mark(outline, size))
    return sheet


def _halo(shape: Shape, size: int) -> Image.Image:
    white = SeatStyle(look.MARBLE, look.MARBLE, shape, " ", look.MARBLE)
    return seat_mark(white, size + 4)


def _lying(sheet: Image.Image, style: SeatStyle, size: int) -> None:
    """Draw a slab of the seat's shape, pale, with a short stroke across it."""
    pale = SeatStyle(mix(style.colour, look.DISC, 0.45), style.rim, style.shape, " ", style.rim)
    side = SeatStyle(style.rim, style.rim, style.shape, " ", style.rim)
    flat, unit = (size, round(size * 0.6)), size / STALL
    for mark, y in ((side, 13), (side, 11), (pale, 8)):
        slab = seat_mark(mark, size).resize(flat, Image.Resampling.LANCZOS)
        sheet.alpha_composite(slab, (3, round(y * unit)))
    brush = Brush(size + 6, size + 6)
    stroke = [(3 + 7 * unit, 19 * unit), (3 + 21 * unit, 14 * unit)]
    brush.line(stroke, look.MARBLE, 4.4 * unit)
    brush.line(stroke, style.rim, 2.2 * unit)
    sheet.alpha_composite(brush.reduce())


# ---- chips, ribbons, light --------------------------------------------------------------------


@memoize
def count_chip(number: int, size: int, theme: Theme) -> Image.Image:
    """Chip with the number of connected places, in figures of a size."""
    side = round(1.38 * size)
    brush = Brush(side, side)
    brush.ellipse((side / 2, side / 2), side / 2 - 1, look.MARBLE)
    brush.ellipse((side / 2, side / 2), side / 2 - 2.8, look.CHIP)
    sheet = brush.reduce()
    _inscribe_number(sheet, number, side / 2, side / 2, size, theme)
    return sheet


@memoize
def city_chip(number: int, style: SeatStyle, size: int, theme: Theme) -> Image.Image:
    """Chip with the number of places connected with a city, and the mark of its owner."""
    mark, high = 33, max(42, round(1.3 * size))
    middle, wide = mark + 7, mark + 12 + round(1.1 * size)
    brush = Brush(wide + 1, high)
    round_ = high / 2 - 2
    brush.round_box(1, 1, wide, high - 1, round_, style.rim)
    brush.round_box(3, 3, wide - 2, high - 3, round_ - 2, look.MARBLE)
    brush.round_box(middle, 3, wide - 2, high - 3, round_ - 2, look.CHIP)
    brush.box(middle, 3, middle + 14, high - 3, look.CHIP)
    sheet = brush.reduce()
    sheet.alpha_composite(seat_mark(style, mark), (5, (high - mark) // 2))
    _inscribe_number(sheet, number, (middle + wide - 2) / 2, high / 2, size, theme)
    return sheet


def _inscribe_number(
    sheet: Image.Image, number: int, x: float, y: float, size: int, theme: Theme
) -> None:
    """Write a number of connected places, smaller from ten on."""
    figure = size if number < 10 else round(0.82 * size)
    inscribe(sheet, str(number), x, y, Label(figure, theme.white, "bold"))


@memoize
def points_chip(points: int, tone: Colour, theme: Theme) -> Image.Image:
    """Chip with a number of points."""
    return coloured_chip(str(points), tone, 28, theme)


@memoize
def bright_field() -> Image.Image:
    """The ground of a hex that has changed."""
    brush = hex_brush()
    brush.polygon(corners(0.97), look.LIT)
    return trim(brush.reduce())


@memoize
def ring(tone: Colour, rim: Colour) -> Image.Image:
    """Line round a hex that has changed."""
    brush = hex_brush()
    brush.outline(corners(0.93), rim, 9.4)
    brush.outline(corners(0.93), tone, 5.4)
    return trim(brush.reduce())


@memoize
def dashes(tone: Colour, rim: Colour) -> Image.Image:
    """Dashed line round a hex that would change."""
    brush, shape = hex_brush(), corners(0.96)
    brush.outline(shape, rim, 8.4)
    for a, b in zip(shape, (*shape[1:], shape[0]), strict=True):
        for low, high in ((0.0, 0.17), (0.29, 0.45), (0.55, 0.71), (0.83, 1.0)):
            brush.line([_on(a, b, low), _on(a, b, high)], tone, 4.6)
    return trim(brush.reduce())


def _on(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


@memoize
def spot(theme: Theme) -> Image.Image:
    """Mark of another possible hex: a white ring in a dark one."""
    brush = Brush(22, 22)
    for radius, tone in ((10.0, theme.ink), (8.4, theme.white), (4.2, theme.ink)):
        brush.ellipse((11, 11), radius, tone)
    return brush.reduce()


def ghost(sprite: Image.Image) -> Image.Image:
    """Sprite of a piece that does not stand yet."""
    return fade(sprite, 0.76)
