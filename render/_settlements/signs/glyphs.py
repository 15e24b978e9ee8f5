"""The signs of a look as sprites, drawn once for each size and colour."""

from __future__ import annotations

from PIL import Image

from render._settlements.look import CREAM, GAP, INK, Look, Silhouette
from render.cache import memoize
from render.canvas import Brush
from render.sprites import lay_in_the_middle
from render.theme import Colour, mix, rgb


@memoize
def project(look: Look, number: int, size: int, colour: Colour) -> Image.Image:
    """The silhouette of a project (by its id: 10, 20 … 70) in a square of `size`."""
    return _silhouette(look.signs.projects[number], size, colour)


@memoize
def bonus(look: Look, size: int, colour: Colour) -> Image.Image:
    """Silhouette of a worker or an amphora."""
    return _silhouette(look.signs.bonus, size, colour)


@memoize
def cards(size: int, colour: Colour) -> Image.Image:
    """Two cards: the sign for a hand or a deck."""
    return _silhouette(_cards, size, colour)


@memoize
def resource(look: Look, key: str, size: int) -> Image.Image:
    """A resource in its colours, without a ground, in a square of `size`."""
    brush = _brush(size)
    look.signs.resources[key](brush)
    return brush.reduce()


@memoize
def medallion(look: Look, key: str, radius: float) -> Image.Image:
    """A resource on a pale disc with a dark ring; the sprite is 2 px wider than the disc."""
    ground = look.terrain(key)
    brush = Brush(2 * radius + 2, 2 * radius + 2)
    middle = (radius + 1.0, radius + 1.0)
    thin = max(1.2, radius * 0.055)
    for inset, tone in (
        (0.0, CREAM),
        (thin, ground.dark),
        (thin + min(3.4, max(1.2, radius * 0.09)), ground.medal),
    ):
        brush.ellipse(middle, radius - inset, tone)
    sheet = brush.reduce()
    lay_in_the_middle(sheet, resource(look, key, round(radius * 1.27)))
    return sheet


@memoize
def wild(look: Look, size: int) -> Image.Image:
    """A disc in the colours of all resources: a card of any kind."""
    brush = _brush(size)
    grounds = list(look.terrains.values())
    brush.ellipse((0, 0), 0.98, rgb("#2B2620"))
    brush.ellipse((0, 0), 0.84, CREAM)
    low, high = brush.pixel((-0.84, -0.84)), brush.pixel((0.84, 0.84))
    for index, ground in enumerate(grounds):
        step = 360 / len(grounds)
        brush.pen.pieslice(
            (*low, *high),
            180 + step * index,
            180 + step * (index + 1),
            fill=mix(ground.field, ground.dark, 0.22),
        )
    for x, y in ((0.84, 0.0), (0.0, 0.84)):
        brush.line([(-x, -y), (x, y)], CREAM, 0.13)
    return brush.reduce()


@memoize
def city(
    look: Look, key: str, size: int, light: Colour, shade: Colour, roof: Colour | None = None
) -> Image.Image:
    """Skyline of a city or temple of a holy place, by its id in the data; openings are clear.

    Its upper part, above `ROOF`, has the tone of the roof.
    """
    brush = _brush(size)
    look.signs.cities[key](brush, light, shade)
    sheet = brush.reduce()
    if roof not in (None, light):
        upper = _brush(size)
        look.signs.cities[key](upper, roof, mix(roof, shade, 0.45))
        top = upper.reduce().crop((0, 0, size, round(size * _ROOF)))
        sheet.paste(top, (0, 0))
    return sheet


_ROOF = 0.47
"""Share of the height of a sign that is its roof."""


def _brush(size: int, mode: str = "RGBA") -> Brush:
    brush = Brush(2, 2, unit=size / 2, mode=mode)
    brush.origin = (1.0, 1.0)
    return brush


def _silhouette(draw: Silhouette, size: int, colour: Colour) -> Image.Image:
    brush = _brush(size, "L")
    draw(brush)
    sprite = Image.new("RGBA", (size, size), (*colour, 0))
    sprite.putalpha(brush.reduce())
    return sprite


def _cards(brush: Brush) -> None:
    brush.round_box(-0.82, -0.80, 0.20, 0.66, 0.14, 120)
    brush.round_box(-0.50, -0.90, 0.86, 0.94, 0.18, GAP)
    brush.round_box(-0.40, -0.82, 0.78, 0.86, 0.14, INK)
