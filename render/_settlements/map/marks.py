"""The marks of seats on the map: shape and letter."""

from __future__ import annotations

from math import cos, pi, sin

from PIL import Image

from render._settlements.look import IVORY
from render._settlements.map.buildings import NUMBERED_FROM, disc_lift, number_box, plate_drop
from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point
from render.sprites import inscribe
from render.text import Label
from render.theme import THEME, Colour, SeatStyle


def size_for(width: int) -> int:
    """Width of the mark on a hex of a width."""
    return round(1.8 * _radius_for(width))


def lift_for(width: int) -> int:
    """Distance from the middle of a hex up to that of a mark, which lies above the number."""
    if width < NUMBERED_FROM:
        return 0
    top = plate_drop(width) - number_box(width)[1] // 2
    return max(disc_lift(width), round(_radius_for(width)) - top)


def _radius_for(width: int) -> float:
    return min(_RADIUS, (0.27 if width >= NUMBERED_FROM else 0.3) * width)


@memoize
def mark(seat: SeatStyle, width: int) -> Image.Image:
    """The seat's shape on a light halo, with its letter where there is room, for a hex."""
    radius = _radius_for(width)
    size = 2 * round(1.5 * radius + 3)
    brush, middle = Brush(size, size), size / 2
    for grown, tone in ((2.2, IVORY), (0.0, seat.rim), (-2.2, seat.colour)):
        shape(brush, seat.shape, (middle, middle), radius + grown, tone)
    sheet = brush.reduce()
    if width >= NUMBERED_FROM:
        ink = THEME.white if sum(seat.colour) < 420 else seat.on_band
        style = Label(round(1.46 * radius), ink, "bold")
        drop = {"triangle": 0.2, "circle": 0.0}.get(seat.shape, 0.02) * radius
        inscribe(sheet, seat.letter, middle, middle + drop, style)
    return sheet


_RADIUS = 18.5
"""Greatest radius of a mark."""


def shape(brush: Brush, kind: str, at: Point, radius: float, tone: Colour) -> None:
    """One of the four shapes of seats, all of about the same area."""
    x, y = at
    if kind == "circle":
        brush.ellipse(at, radius, tone)
    elif kind == "square":
        half = 0.89 * radius
        brush.round_box(x - half, y - half, x + half, y + half, 0.2 * radius, tone)
    elif kind == "diamond":
        far = 1.24 * radius
        brush.polygon([(x, y - far), (x + far, y), (x, y + far), (x - far, y)], tone)
    else:
        far = 1.4 * radius
        points = [(x + far * cos(a), y + 0.28 * radius + far * sin(a)) for a in _TRIANGLE]
        brush.polygon(points, tone)


_TRIANGLE = (-pi / 2, pi / 6, 5 * pi / 6)
