"""Signs of private maps: numbers on discs, the ring of what counts, the chain that makes free."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render._settlements.frame import FULL
from render._settlements.look import FREE, FREE_RIM, IVORY
from render._settlements.sprites import inscribe
from render.canvas import Brush
from render.marks import star_mark
from render.text import MIN_SIZE, Label
from render.theme import Colour, Theme, mix


@lru_cache(maxsize=128)
def numbered(radius: int, number: int, tone: Colour, ink: Colour) -> Image.Image:
    """A disc with a number; a star for nothing to pay."""
    brush = Brush(2 * radius + 6, 2 * radius + 6)
    middle = radius + 2
    brush.ellipse((middle + 2, middle + 2.5), radius, (16, 16, 14, 120))
    brush.ellipse(
        (middle, middle), radius, mix(ink, (0, 0, 0), 0.2) if ink != (255, 255, 255) else FREE_RIM
    )
    brush.ellipse((middle, middle), radius - 2, tone)
    sheet = brush.done()
    if number:
        inscribe(
            sheet,
            str(number),
            middle,
            middle,
            Label(max(MIN_SIZE, round(1.15 * radius)), ink, "bold"),
        )
    else:
        star = star_mark(round(0.62 * radius), (255, 226, 122))
        sheet.alpha_composite(star, (middle - star.width // 2, middle - star.height // 2))
    return sheet


@lru_cache(maxsize=32)
def ring(radius: int) -> Image.Image:
    """The green ring round a symbol that counts."""
    size = 2 * radius + 20
    brush = Brush(size, size)
    middle = (size / 2, size / 2)
    for grown, tone in ((7.0, FREE_RIM), (5.8, IVORY), (4.4, FREE)):
        brush.ellipse(middle, radius + grown, tone)
    brush.ellipse(middle, radius + 0.5, (0, 0, 0, 0))
    return brush.done()


@lru_cache(maxsize=16)
def chain(wide: int, theme: Theme) -> Image.Image:
    """Two links of a chain on a disc."""
    unit = wide / FULL
    radius = max(13.0, 19 * unit)
    brush = Brush(2 * radius + 4, 2 * radius + 4)
    middle = radius + 2
    brush.ellipse((middle, middle), radius + 1.5, theme.last_rim)
    brush.ellipse((middle, middle), radius - 0.5, FREE)
    _links(brush, middle, middle, radius * 0.62, theme.white, FREE)
    return brush.done()


def _links(brush: Brush, x: float, y: float, reach: float, tone: Colour, ground_: Colour) -> None:
    """Two rings, one through the other."""
    for side in (-0.42, 0.42):
        left, right = x + (side - 0.58) * reach, x + (side + 0.58) * reach
        brush.rounded(left, y - 0.44 * reach, right, y + 0.44 * reach, 0.44 * reach, tone)
        inset = 0.22 * reach
        brush.rounded(
            left + inset,
            y - 0.44 * reach + inset,
            right - inset,
            y + 0.44 * reach - inset,
            0.2 * reach,
            ground_,
        )
    brush.box(x - 0.42 * reach, y - 0.11 * reach, x + 0.42 * reach, y + 0.11 * reach, tone)
