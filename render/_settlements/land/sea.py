"""The Aegean round the land: shallows in steps, water lines, waves, and a border of Greek keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import pi, sin

from PIL import Image, ImageDraw, ImageFilter

from render._settlements.land.frame import LARGEST, Frame
from render._settlements.look import Look, blend
from render.cache import memoize
from render.canvas import Brush, Canvas, Rect
from render.theme import Colour, mix
from rules.contract import Hex
from rules.rng import Rng

_COARSE = 4
"""Nearness to land is computed at a quarter of the size."""


def sea(look: Look, frame: Frame, cells: Sequence[Hex]) -> Image.Image:
    """The sea, lighter in steps towards the land, with two water lines along the coast."""
    left, top, right, bottom = box = _coast(frame, cells)
    near = _nearness(frame, cells, box)
    soft = near.filter(ImageFilter.GaussianBlur(_softness(frame))).point(_SPREAD)
    large = soft.resize((right - left, bottom - top), Image.Resampling.BILINEAR)
    large.putpalette(_depths(look))
    if left <= 0 and top <= 0 and right >= frame.size[0] and bottom >= frame.size[1]:
        water = large.crop((0, 0, *frame.size)).convert("RGB")
    else:
        water = _deep(look, frame)
        water.paste(large.convert("RGB"), (left, top))
    canvas = Canvas.from_image(water)
    _waves(canvas, look, soft, box)
    return canvas.image


def _deep(look: Look, frame: Frame) -> Image.Image:
    """Deep water with small waves."""
    deep = waves().crop((0, 0, *frame.size))
    deep.putpalette(blend(look.ground, _foam(look)))
    return deep.convert("RGB")


def _waves(canvas: Canvas, look: Look, near: Image.Image, box: Rect) -> None:
    """Draw small waves where the water of a box is deep."""
    wave, depths, foam = _wave(), near.tobytes(), _foam(look)
    for x, y in _places():
        if box[0] <= x < box[2] - _WAVE and box[1] <= y < box[3] - _WAVE:
            row, column = (y - box[1]) // _COARSE, (x - box[0]) // _COARSE
            if not depths[row * near.width + column]:
                canvas.stain(wave, foam, x, y)


def _softness(frame: Frame) -> float:
    """Width of the shallows, as a blur radius at the coarse size."""
    return 8.5 * max(0.5, frame.unit)


@memoize
def waves() -> Image.Image:
    """Small waves on deep water larger than any panel, as a mask."""
    mask = Image.new("L", LARGEST)
    for x, y in _places():
        mask.paste(_wave(), (x, y))
    return mask


def _foam(look: Look) -> Colour:
    """The colour of the waves."""
    return mix(look.ground, look.border, 0.55)


def _coast(frame: Frame, cells: Sequence[Hex]) -> Rect:
    """Box outside which the water is deep, aligned to the coarse step."""
    reach = round(0.6 * frame.width + 4 * _COARSE * _softness(frame))
    places = [frame.centre(at) for at in cells]
    left, top = (min(place[axis] for place in places) - reach for axis in (0, 1))
    right, bottom = (max(place[axis] for place in places) + reach for axis in (0, 1))
    width, height = frame.size
    box = (max(0, left), max(0, top), min(width + 3, right), min(height + 3, bottom))
    left, top, right, bottom = (edge // _COARSE * _COARSE for edge in box)
    return left, top, right, bottom


def _nearness(frame: Frame, cells: Sequence[Hex], box: Rect) -> Image.Image:
    """255 on land, 0 elsewhere, at a quarter of the size of the box."""
    left, top, right, bottom = box
    mask = Image.new("L", ((right - left) // _COARSE, (bottom - top) // _COARSE))
    pen, grid = ImageDraw.Draw(mask), frame.layout()
    for at in cells:
        corners = grid.corners(at, 1.02)
        pen.polygon([((x - left) / _COARSE, (y - top) / _COARSE) for x, y in corners], fill=255)
    return mask


_SPREAD = [min(5 * v, 120 + round((v - 24) * 135 / 231)) for v in range(256)]
"""Point table that spreads small values, so that the steps far from land run smoothly."""
_BANDS = ((24, 0.11), (70, 0.20), (108, 0.32), (160, 0.56))
"""Nearness from which the sea is lighter, and its share of the lighter tone."""
_SOFT = 7
"""Steps over which one band fades into the next: a pixel or two."""
_LINES = ((134, 4.2), (178, 4.4))
"""Nearness at which a water line runs, and half its width, in steps."""


@lru_cache(maxsize=2)
def _depths(look: Look) -> bytes:
    return b"".join(bytes(depth(look, value)) for value in range(256))


def depth(look: Look, near: int) -> Colour:
    """The colour of the sea at a nearness to land of 0 to 255."""
    light, before = 0.0, 0.0
    for start, share in _BANDS:
        light += (share - before) * min(1.0, max(0.0, (near - start) / _SOFT + 0.5))
        before = share
    tone = mix(look.ground, (166, 208, 206), light)
    for line, half in _LINES:
        tone = mix(tone, look.line, 0.75 * max(0.0, 1 - (abs(near - line) / half) ** 2))
    return tone


_WAVE = 24
"""Length of a wave."""


@lru_cache
def _places() -> list[tuple[int, int]]:
    """Places of the waves, where the water is deep."""
    luck = Rng(480)
    places = [
        (column + luck.below(50), row + luck.below(36))
        for row in range(36, LARGEST[1] - 36, 56)
        for column in range(36, LARGEST[0] - 50, 76)
    ]
    return [place for place in places if luck.below(3)]


@memoize
def _wave() -> Image.Image:
    brush = Brush(_WAVE, 10, mode="L")
    points = [(2 + 20 * step / 16, 5 - 2.4 * sin(step * pi / 4)) for step in range(17)]
    brush.line(points, 255, 1.7)
    return brush.reduce()


@memoize
def key_border(size: tuple[int, int]) -> Image.Image:
    """A Greek key along the edge of the table."""
    width, height = size
    mask = Image.new("L", size)
    pen = ImageDraw.Draw(mask)
    for inset in (9, 28):
        box = (inset, inset, width - inset - 1, height - inset - 1)
        pen.rectangle(box, outline=255, width=2)
    for x in _steps(width):
        _meander(pen, x, 12)
        _meander(pen, x, height - 26)
    for y in _steps(height)[1:-1]:
        _meander(pen, 12, y)
        _meander(pen, width - 26, y)
    return mask


def _steps(length: int) -> list[int]:
    """Evenly spaced offsets of the keys along a border of a given length."""
    count = (length - 24) // 20
    return [12 + round(index * (length - 38) / (count - 1)) for index in range(count)]


def _meander(pen: ImageDraw.ImageDraw, x: int, y: int) -> None:
    for box in ((0, 0, 13, 1), (0, 0, 1, 13), (0, 12, 9, 13), (8, 5, 9, 13), (5, 5, 9, 6)):
        pen.rectangle((x + box[0], y + box[1], x + box[2], y + box[3]), fill=255)


def tones(look: Look) -> Iterable[Colour]:
    """The colours of the sea that the palette must hold exactly."""
    yield from {depth(look, value) for value in (0, 50, 90, 122, 134, 170, 178)}
    yield mix(look.ground, look.border, 0.5)
