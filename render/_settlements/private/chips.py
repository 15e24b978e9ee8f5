"""Signs of private maps: numbers on discs, the ring round a symbol that counts, the chain."""

from __future__ import annotations

from PIL import Image

from render._settlements.land.frame import FULL
from render._settlements.look import FREE, FREE_RIM, IVORY
from render.cache import memoize
from render.canvas import Brush
from render.marks import star_mark
from render.sprites import inscribe, lay
from render.text import MIN_SIZE, Label
from render.theme import THEME, Colour, Theme


@memoize
def place_chip(radius: int, number: int, tone: Colour, ink: Colour) -> Image.Image:
    """Disc with the number of a place."""
    sheet = _disc(radius, tone, ink)
    style = Label(max(MIN_SIZE, round(1.15 * radius)), ink, "bold")
    inscribe(sheet, str(number), radius + 2, radius + 2, style)
    return sheet


@memoize
def number_chip(radius: int, number: int, tone: Colour, ink: Colour) -> Image.Image:
    """Disc with a price; with a star for 0."""
    sheet, middle = _disc(radius, tone, ink), radius + 2
    if number:
        style = Label(max(MIN_SIZE, round(1.32 * radius)), ink, "bold")
        inscribe(sheet, str(number), middle, middle, style)
    else:
        lay(sheet, star_mark(round(0.62 * radius), THEME.last), middle, middle)
    return sheet


def _disc(radius: int, tone: Colour, ink: Colour) -> Image.Image:
    brush = Brush(2 * radius + 6, 2 * radius + 6)
    middle = radius + 2
    brush.ellipse((middle + 2, middle + 2.5), radius, (16, 16, 14, 120))
    brush.ellipse((middle, middle), radius, FREE_RIM if tone == FREE else ink)
    brush.ellipse((middle, middle), radius - 2, tone)
    return brush.reduce()


@memoize
def ring(radius: int) -> Image.Image:
    """Green ring round a symbol that counts."""
    size = 2 * radius + 20
    brush = Brush(size, size)
    middle = (size / 2, size / 2)
    for grown, tone in ((7.0, FREE_RIM), (5.8, IVORY), (4.4, FREE)):
        brush.ellipse(middle, radius + grown, tone)
    brush.ellipse(middle, radius + 0.5, (0, 0, 0, 0))
    return brush.reduce()


@memoize
def chain(width: int, theme: Theme) -> Image.Image:
    """Two links of a chain on a disc: the sign of a free building."""
    unit = width / FULL
    radius = max(13.0, 19 * unit)
    brush = Brush(2 * radius + 4, 2 * radius + 4)
    middle = radius + 2
    brush.ellipse((middle, middle), radius + 1.5, theme.last_rim)
    brush.ellipse((middle, middle), radius - 0.5, FREE)
    _links(brush, middle, middle, radius * 0.62, theme.white, FREE)
    return brush.reduce()


def _links(brush: Brush, x: float, y: float, reach: float, tone: Colour, ground: Colour) -> None:
    """Draw two rings, one through the other."""
    for side in (-0.42, 0.42):
        for half, height, colour in ((0.58, 0.44, tone), (0.36, 0.22, ground)):
            left, right = x + (side - half) * reach, x + (side + half) * reach
            high, low = y - height * reach, y + height * reach
            brush.round_box(left, high, right, low, height * reach, colour)
    brush.box(x - 0.42 * reach, y - 0.11 * reach, x + 0.42 * reach, y + 0.11 * reach, tone)
