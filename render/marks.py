"""Shared signs: seat marks, stars, crown, laurels, arrows, and the small parts of panels.

Two signs tell how a seat stands, in every game: a crown, it leads; laurels, it has won (`honour`).
"""

from __future__ import annotations

from math import atan2, cos, pi, sin

from PIL import Image

from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point
from render.text import Label, label
from render.theme import THEME, Colour, SeatStyle, mix, rgb

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
    brush = Brush(1, 0.86, unit=size)
    tips = ((0.07, 0.24), (0.27, 0.15), (0.5, 0.08), (0.73, 0.15), (0.93, 0.24))
    valleys = ((0.20, 0.47), (0.40, 0.42), (0.60, 0.42), (0.80, 0.47))
    upper = [point for pair in zip(tips, (*valleys, tips[4]), strict=True) for point in pair]
    brush.polygon([*upper, (0.86, 0.66), (0.14, 0.66)], tone)
    for tip in tips:
        brush.ellipse(tip, 0.062, tone)
    brush.round_box(0.13, 0.71, 0.87, 0.83, 0.03, tone)
    return brush.reduce()


@memoize
def laurel(width: int, height: int, tone: Colour | None = None) -> Image.Image:
    """Laurels of the winner: a golden wreath of twelve pairs of leaves, open at the top.

    A flat wreath is open at the bottom too: two branches beside the figures.
    """
    leaves = (tone, tone) if tone else (rgb("#B9872A"), rgb("#E9B93F"))
    brush = Brush(width, height)
    size = min(10 + 0.09 * height, 0.26 * height)
    reach, high = width / 2 - 0.66 * size, height / 2 - 0.60 * size
    radii = (min(reach, 0.62 * height), high)
    lowest = 0.44 if radii[0] == reach else 0.31
    for side in (-1, 1):
        for step in range(6):
            turn = pi * (lowest - (lowest + 0.30) / 5 * step)
            across = reach - radii[0] + radii[0] * cos(turn)
            at = (width / 2 + side * across, height / 2 + radii[1] * sin(turn))
            climb = atan2(-cos(turn) * radii[1], side * sin(turn) * radii[0])
            for lean, leaf in zip((-0.55, 0.50), leaves, strict=True):
                _leaf(brush, at, climb + side * lean, size, leaf)
    return brush.reduce()


def _leaf(brush: Brush, foot: Point, angle: float, size: float, tone: Colour) -> None:
    along, across = (cos(angle), sin(angle)), (-sin(angle), cos(angle))
    outline = ((0.0, 0.0), (0.35, 0.20), (0.65, 0.17), (1.0, 0.0), (0.65, -0.17), (0.35, -0.20))
    brush.polygon(
        [
            (
                foot[0] + size * (a * along[0] + b * across[0]),
                foot[1] + size * (a * along[1] + b * across[1]),
            )
            for a, b in outline
        ],
        tone,
    )


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


def tint(colour: Colour, share: float) -> Colour:
    """A colour brought towards white."""
    return mix(colour, WHITE, share)
