"""Connections between buildings: marks on poles, strips of ground, wires, paved streets."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from PIL import Image

from render._settlements.land.frame import FULL, row_of
from render._settlements.look import CREAM, IVORY, Look
from render._settlements.map.buildings import DISC_FROM
from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point
from render.sprites import inscribe, trim
from render.text import MIN_SIZE, Label
from render.theme import THEME, Colour, SeatStyle, mix

POLE = -58
"""Height of a building's mark above its middle, in measures."""


def mark_radius(unit: float) -> float:
    """Radius of a mark; large enough for its letter as long as buildings show their projects."""
    return max(12.0 if unit * FULL >= DISC_FROM else 8.5, 17.0 * unit)


@memoize
def mark(seat: SeatStyle, unit: float) -> Image.Image:
    """The seat's shape with its letter on a light halo, on the post of a building."""
    radius = mark_radius(unit)
    size = 2 * round(radius + 4)
    brush, middle = Brush(size, size), size / 2
    for grown, tone in ((2.2, IVORY), (0.0, seat.rim), (-2.2, seat.colour)):
        shape(brush, seat.shape, (middle, middle), radius + grown * max(0.8, unit), tone)
    sheet = brush.reduce()
    if radius >= 10.5:
        ink = THEME.white if sum(seat.colour) < 420 else seat.on_band
        style = Label(max(MIN_SIZE, round(1.15 * radius)), ink, "bold")
        drop = {"triangle": 0.2, "circle": 0.0}.get(seat.shape, 0.02) * radius
        inscribe(sheet, seat.letter, middle, middle + drop, style)
    return sheet


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


@memoize
def pole(width: int) -> Image.Image:
    """A telegraph pole with its cross-arm."""
    unit = width / FULL
    brush = Brush(2 * round(18 * unit), 2 * round(33 * unit))
    brush.origin = (round(18 * unit), round(33 * unit))
    for grown, tone in ((1.4, CREAM), (0.0, (58, 42, 26))):
        thick = (2.2 + grown) * unit
        brush.box(-thick, -6 * unit, thick, 31 * unit, tone)
        arm = 15 * unit + grown
        brush.box(-arm, -thick, arm, thick, tone)
    return brush.reduce()


# ---- joins ----------------------------------------------------------------------------------

JOINS = (0, 1, 2)
"""Directions of the neighbours to which a building is joined: E, SE, SW."""


def towards(width: int, direction: int) -> Point:
    """Vector from the middle of a hex to that of its neighbour E, SE or SW."""
    return ((width, 0), (width / 2, row_of(width)), (-width / 2, row_of(width)))[direction]


@memoize
def strip(look: Look, seat: SeatStyle, direction: int, wide: int) -> Image.Image:
    """Visible ground between two neighbouring buildings of one seat."""
    unit, (dx, dy) = wide / FULL, towards(wide, direction)
    brush = _between(0.44 * dx, 0.44 * dy, 24 * unit)
    a, b = (-0.22 * dx, -0.22 * dy), (0.22 * dx, 0.22 * dy)
    if look.link == "wire":
        for width, tone in ((40, seat.rim), (34, seat.colour)):
            brush.line([a, b], tone, width * unit)
        brush.line([a, b], mix(seat.colour, seat.rim, 0.4), 2 * unit)
        return trim(brush.reduce())
    for width, tone in ((44, seat.rim), (39, seat.colour), (26, seat.rim), (22, look.stone)):
        brush.line([a, b], tone, width * unit)
    _slabs(brush, a, b, unit, mix(look.stone_side, seat.rim, 0.25))
    return trim(brush.reduce())


def _slabs(brush: Brush, a: Point, b: Point, unit: float, tone: Colour) -> None:
    """Draw the joints of a pavement."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    along = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    for step in range(-2, 2):
        x, y = along[0] * (step + 0.5) * 10 * unit, along[1] * (step + 0.5) * 10 * unit
        side = (-along[1] * 11 * unit, along[0] * 11 * unit)
        brush.line([(x - side[0], y - side[1]), (x + side[0], y + side[1])], tone, 1.4 * unit)
    brush.line([a, b], tone, 1.2 * unit)


@memoize
def wire(direction: int, width: int) -> Image.Image:
    """Wire between the tops of two neighbouring poles; centred like the strip between them."""
    unit, (dx, dy) = width / FULL, towards(width, direction)
    brush = _between(dx, dy, 14 * unit)
    sag = (9 if direction == 0 else 1.5) * unit
    points = []
    for step in range(25):
        share = step / 24
        points.append((dx * (share - 0.5), dy * (share - 0.5) + 4 * sag * share * (1 - share)))
    brush.line(points, CREAM, 5.4 * unit)
    brush.line(points, (40, 30, 20), 2.6 * unit)
    return trim(brush.reduce())


def _between(dx: float, dy: float, pad: float) -> Brush:
    width, height = 2 * round(abs(dx) / 2 + pad), 2 * round(abs(dy) / 2 + pad)
    brush = Brush(width, height)
    brush.origin = (width / 2, height / 2)
    return brush
