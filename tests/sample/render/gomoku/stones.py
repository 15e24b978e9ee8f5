"""The stones: a disc in the colour of its seat, and on it the seat's shape."""

from __future__ import annotations

from PIL import Image

from render.cache import memoize
from render.canvas import Brush, Paint
from render.theme import Colour, SeatStyle, mix

RADIUS = 42
SHADOW = (20, 18, 28, 90)
GHOST = 186
"""Opacity of a stone that is not there yet, of 255."""
LIGHT: Colour = (255, 255, 255)


@memoize
def stone(style: SeatStyle, ghost: bool = False) -> Image.Image:
    """A stone that throws a shadow; a ghost is half there, with a white outline."""
    brush = Brush(2 * RADIUS + 12, 2 * RADIUS + 12)
    brush.origin = (RADIUS + 6.0, RADIUS + 6.0)
    if not ghost:
        brush.ellipse((3, 4), RADIUS, SHADOW)
    brush.ellipse((0, 0), RADIUS, style.rim)
    brush.ellipse((0, 0), RADIUS - 3, mix(style.colour, LIGHT, 0.35))
    brush.ellipse((1, 1.5), RADIUS - 5, style.colour)
    _shape(brush, style, 19, style.rim)
    _shape(brush, style, 14, mix(style.colour, LIGHT, 0.45))
    sprite = brush.reduce()
    return _faded(sprite) if ghost else sprite


def _shape(brush: Brush, style: SeatStyle, half: float, fill: Paint) -> None:
    if style.shape == "circle":
        brush.ellipse((0, 0), half, fill)
    else:
        brush.round_box(-half, -half, half, half, 4, fill)


def _faded(sprite: Image.Image) -> Image.Image:
    canvas = Image.new("RGBA", sprite.size)
    canvas.alpha_composite(outline(RADIUS + 3, 4, LIGHT), (1, 1))
    sprite.putalpha(sprite.getchannel("A").point([value * GHOST // 255 for value in range(256)]))
    canvas.alpha_composite(sprite)
    return canvas


@memoize
def outline(radius: int, width: int, colour: Colour) -> Image.Image:
    """A ring, and nothing inside it."""
    size = 2 * radius + 4
    brush, hole = Brush(size, size), Brush(size, size, mode="L")
    middle = (size / 2, size / 2)
    brush.ellipse(middle, radius, colour)
    hole.ellipse(middle, radius, 255)
    hole.ellipse(middle, radius - width, 0)
    ring = brush.reduce()
    ring.putalpha(hole.reduce())
    return ring
