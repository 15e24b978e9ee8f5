"""The signs of a look as sprites, drawn once for each size and colour."""

from __future__ import annotations

from PIL import Image

from render import drawings
from render._settlements.look import CREAM, TICK, Look
from render.cache import memoize
from render.canvas import Brush, Paint
from render.sprites import lay_in_the_middle
from render.theme import Colour, mix, rgb


@memoize
def project(look: Look, number: int, size: int, colour: Colour) -> Image.Image:
    """The silhouette of a project (by its id: 10, 20 … 70) in a square of `size`."""
    return _silhouette(f"{look.key}/project-{number}", size, colour)


@memoize
def bonus(look: Look, size: int, colour: Colour) -> Image.Image:
    """Silhouette of a worker or an amphora."""
    return _silhouette(f"{look.key}/bonus", size, colour)


@memoize
def cards(size: int, colour: Colour) -> Image.Image:
    """Two cards: the sign for a hand or a deck."""
    return _silhouette("cards", size, colour)


@memoize
def resource(look: Look, key: str, size: int) -> Image.Image:
    """A resource in its colours, without a ground, in a square of `size`."""
    brush = _brush(size)
    drawings.draw(brush, f"{look.key}/resource-{key}", scale=0.01)
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
def tick(size: int) -> Image.Image:
    """White tick on a green disc: a building stands, or the map gives a resource."""
    brush = Brush(1, 1, unit=size)
    brush.ellipse((0.5, 0.5), 0.5, (255, 255, 255))
    brush.ellipse((0.5, 0.5), 0.43, TICK)
    brush.line([(0.28, 0.52), (0.44, 0.68), (0.73, 0.34)], (255, 255, 255), 0.12)
    return brush.reduce()


@memoize
def city(
    look: Look, key: str, size: int, light: Colour, shade: Colour, roof: Colour | None = None
) -> Image.Image:
    """Skyline of a city or temple of a holy place, by its id in the data; openings are clear.

    Its upper part, above `ROOF`, has the tone of the roof.
    """
    name = f"{look.key}/city-{key}"
    sheet = _skyline(name, size, light, shade)
    if roof not in (None, light):
        upper = _skyline(name, size, roof, mix(roof, shade, 0.45))
        sheet.paste(upper.crop((0, 0, size, round(size * _ROOF))), (0, 0))
    return sheet


def _skyline(name: str, size: int, light: Colour, shade: Colour) -> Image.Image:
    tones = {"light": light, "shade": shade, "far": mix(shade, _FAR, 0.45), "clear": _CLEAR}
    brush = _brush(size)
    drawings.draw(brush, name, tones, 0.01)
    return brush.reduce()


_ROOF = 0.47
"""Share of the height of a sign that is its roof."""
_FAR: Colour = (74, 68, 62)
_CLEAR: Paint = (0, 0, 0, 0)
"""Tone of hills behind a city, and of openings."""


def _brush(size: int, mode: str = "RGBA") -> Brush:
    return Brush(2, 2, unit=size / 2, mode=mode, centred=True)


def _silhouette(name: str, size: int, colour: Colour) -> Image.Image:
    brush = _brush(size, "L")
    drawings.draw(brush, name, {"ink": 255, "pale": 120, "gap": 0}, 0.01)
    sprite = Image.new("RGBA", (size, size), (*colour, 0))
    sprite.putalpha(brush.reduce())
    return sprite
