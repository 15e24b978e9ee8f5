"""Shared signs: seat marks, stars, crown, laurels, arrows, and the small parts of panels.

Two signs tell how a seat stands, in every game: a crown, it leads; laurels, it has won (`honour`).
"""

from __future__ import annotations

from math import cos, pi, sin

from PIL import Image, ImageOps

from render import drawings
from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point
from render.sprites import inscribe
from render.text import Label, label
from render.theme import THEME, Colour, SeatStyle, Theme, mix, rgb

WHITE: Colour = (255, 255, 255)
HALO = 2
"""Width of the ivory line that lifts a seat's mark off a dark ground."""


def star(centre: Point, radius: float, inner: float = 0.45) -> list[Point]:
    """The ten corners of a star that stands on two points."""
    x, y = centre
    return [
        (
            x + radius * (inner if k % 2 else 1.0) * sin(k * pi / 5),
            y - radius * (inner if k % 2 else 1.0) * cos(k * pi / 5),
        )
        for k in range(10)
    ]


@memoize
def seat_mark(style: SeatStyle, size: int, inverted: bool = False) -> Image.Image:
    """The seat's shape with its letter, in an ivory halo; inverted on a band of its own colour."""
    brush = Brush(size, size)
    halo = HALO / size * (1.4 if style.shape == "diamond" else 1.0)
    layers = (
        ((0.03, WHITE), (0.125, style.rim))
        if inverted
        else ((0.0, THEME.text), (halo, style.rim), (halo + 0.075, style.colour))
    )
    for inset, colour in layers:
        _shape(brush, style.shape, size, inset, colour)
    sprite = brush.reduce()
    ink = WHITE if inverted or sum(style.colour) < 420 else style.on_band
    drop = 0.12 * size if style.shape == "triangle" else 0.0
    share = 0.42 if style.shape in ("triangle", "diamond") else 0.52
    setting = label(style.letter, Label(max(9, round(size * share)), ink, "bold"))
    x = round(size / 2 - setting.width / 2) + setting.shift[0]
    sprite.alpha_composite(
        setting.sprite, (max(0, x), max(0, round(size / 2 + drop) + setting.shift[1]))
    )
    return sprite


def _shape(brush: Brush, shape: str, size: float, inset: float, colour: Colour) -> None:
    low, high, middle = inset * size, (1 - inset) * size, size / 2
    if shape == "circle":
        brush.ellipse((middle, middle), middle - low, colour)
    elif shape == "square":
        edge = 0.06 * size
        brush.round_box(low + edge, low + edge, high - edge, high - edge, 0.12 * size, colour)
    elif shape == "diamond":
        brush.polygon([(middle, low), (high, middle), (middle, high), (low, middle)], colour)
    else:
        top, side = 1.6 * low, 1.45 * low
        brush.polygon(
            [(middle, top), (size - side, size * 0.94 - low), (side, size * 0.94 - low)], colour
        )


@memoize
def star_mark(radius: int, colour: Colour, rim: Colour | None = None) -> Image.Image:
    """A small star."""
    brush = Brush(2 * radius + 2, 2 * radius + 2)
    centre = (radius + 1.0, radius + 1.0)
    if rim:
        brush.polygon(star(centre, radius + 1), rim)
        brush.polygon(star(centre, radius * 0.8), colour)
    else:
        brush.polygon(star(centre, radius), colour)
    return brush.reduce()


def honour(size: int, *, won: bool, tone: Colour | None = None) -> Image.Image:
    """Sign beside a score: laurels for the winner, a crown for the leader."""
    return laurel(round(1.06 * size), size, tone) if won else crown(size, tone or THEME.gold)


@memoize
def crown(size: int, tone: Colour) -> Image.Image:
    """Crown of the leader: five points on a band, about as wide as `size`."""
    return drawings.sheet("crown", size, {"ink": tone}).reduce()


@memoize
def laurel(width: int, height: int, tone: Colour | None = None) -> Image.Image:
    """Laurels of the winner: two golden branches of twelve leaves, open at the top.

    In a square they are a wreath; wider, they stand beside the figures.
    """
    tones = {"under": tone or rgb("#B9872A"), "over": tone or THEME.gold}
    branch = drawings.sheet("laurel", 0.53 * height, tones).reduce()
    sheet = Image.new("RGBA", (width, height))
    sheet.paste(branch)
    sheet.paste(ImageOps.mirror(branch), (width - branch.width, 0))
    return sheet


@memoize
def pointer(size: int, colour: Colour) -> Image.Image:
    """A triangle that points right: the sign of the seat to move."""
    brush = Brush(size * 0.85, size)
    brush.polygon([(0, 0), (size * 0.85, size / 2), (0, size)], colour)
    return brush.reduce()


@memoize
def arrow(length: int, colour: Colour) -> Image.Image:
    """A short arrow to the right, from before to after."""
    height = round(length * 0.72)
    brush = Brush(length, height)
    middle, thick = height / 2, height * 0.16
    brush.box(0, middle - thick, length * 0.6, middle + thick, colour)
    brush.polygon([(length * 0.52, 0), (length, middle), (length * 0.52, height)], colour)
    return brush.reduce()


@memoize
def pill(
    width: int, height: int, colour: Colour, rim: Colour | None = None, shadow: bool = False
) -> Image.Image:
    """A stadium, the ground of a chip."""
    brush = Brush(width + 4, height + 6)
    if shadow:
        brush.round_box(3, 4, width + 4, height + 5, height / 2, (20, 18, 28, 100))
    brush.round_box(1, 1, width + 1, height + 1, height / 2, rim or colour)
    if rim:
        brush.round_box(3, 3, width - 1, height - 1, height / 2 - 2, colour)
    return brush.reduce()


@memoize
def disc(radius: int, colour: Colour, rim: Colour, shadow: bool = True) -> Image.Image:
    """A round chip with a rim and a soft shadow below right."""
    size = 2 * radius + 6
    brush = Brush(size, size)
    middle = radius + 2.0
    if shadow:
        brush.ellipse((middle + 1.5, middle + 2), radius, (20, 18, 28, 110))
    brush.ellipse((middle, middle), radius, rim)
    brush.ellipse((middle, middle), radius - max(1.5, radius * 0.1), colour)
    return brush.reduce()


@memoize
def pennant(number: int, theme: Theme) -> Image.Image:
    """A flag with the number of a step, in the order of several."""
    brush = Brush(34, 34)
    brush.box(0, 0, 3.4, 34, theme.last_rim)
    brush.polygon([(0, 0), (34, 0), (29, 12), (34, 24), (0, 24)], theme.last_rim)
    brush.polygon([(2.4, 2.2), (30, 2.2), (26, 12), (30, 21.8), (2.4, 21.8)], theme.last)
    sheet = brush.reduce()
    inscribe(sheet, str(number), 14, 12, Label(19 if number < 10 else 16, theme.last_rim, "bold"))
    return sheet


def tint(colour: Colour, share: float) -> Colour:
    """A colour brought towards white."""
    return mix(colour, WHITE, share)
