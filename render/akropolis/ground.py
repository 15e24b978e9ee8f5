"""The hillside under a city: terraces that follow its outline, lakes, and a few trees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.akropolis import materials as m
from render.hexes import Layout, Point
from render.kept import kept
from render.theme import Colour, mix
from rules.contract import Hex

_COARSE = 8
"""The field of heights is laid out at an eighth of the size."""
_TERRACES = ((8.6, 64), (5.4, 128), (3.0, 192))
"""Radius in hexes and height in the field of each terrace, widest first."""
_LIFT = 23
"""Steps of the colour ramp from one terrace to the next."""
_MIDDLE = 100
"""The place of the bare ground on the colour ramp."""


def hillside(
    width: int, height: int, grid: Layout, cells: Iterable[Hex], shadows: Iterable[Sequence[Point]]
) -> Image.Image:
    """The ground of a panel, in RGB, with the shadows of the blocks."""
    heights = _heights(width, height, grid, cells)
    lit = ImageChops.subtract_modulo(heights, _moved(heights, 1, 1)).point(_LIT)
    wide = ImageChops.subtract_modulo(_moved(heights, 2, 5), heights).point(_WIDE)
    near = ImageChops.subtract_modulo(_moved(heights, 1, 2), heights).point(_NEAR)
    tone = ImageChops.add_modulo(heights, lit)
    tone = ImageChops.subtract(tone, ImageChops.add_modulo(wide, near))
    tone = ImageChops.add_modulo(tone, _blotches().crop((0, 0, *tone.size)))
    tone = ImageChops.subtract(tone, _shade(tone.size, shadows))
    indexed = doubled(tone).crop((1, 1, width + 1, height + 1))
    indexed.putpalette(_ramp())
    return indexed.convert("RGB")


def _shade(size: tuple[int, int], shadows: Iterable[Sequence[Point]]) -> Image.Image:
    """How much darker the shadows make the ground, at half the size."""
    shade = Image.new("L", size)
    pen = ImageDraw.Draw(shade)
    for shadow in shadows:
        pen.polygon([(x / 2, y / 2) for x, y in shadow], _SHADOW)
    return shade


_SHADOW = 112
"""How far a shadow takes the ground down the ramp."""


def doubled(image: Image.Image) -> Image.Image:
    """A mask at twice its size, smooth: each pixel the mean of a square of four.

    The first row and the first column are of no use: they mix with the opposite side.
    """
    large = image.resize((2 * image.width, 2 * image.height), Image.Resampling.NEAREST)
    across = ImageChops.blend(large, ImageChops.offset(large, 1, 0), 0.5)
    return ImageChops.blend(across, ImageChops.offset(across, 0, 1), 0.5)


def _times(factor: float) -> list[int]:
    """A difference → its effect; what counts as negative, modulo 256, has none."""
    return [min(_MOST, round(value * factor)) if value < 128 else 0 for value in range(256)]


_MOST = 78
"""The strongest effect: tones of the highest terrace stay below 256."""
_LIT, _WIDE, _NEAR = _times(1.9), _times(0.8), _times(1.5)
"""How strongly a terrace's edge is lit above left, and shaded below right, far and near."""
_BLOTCH = 7


def _heights(width: int, height: int, grid: Layout, cells: Iterable[Hex]) -> Image.Image:
    """At half the size, a pixel more: the tone of the ground by how high it lies."""
    coarse = Image.new("L", (width // _COARSE + 2, height // _COARSE + 2))
    pen = ImageDraw.Draw(coarse)
    places = [grid.centre(cell) for cell in cells]
    for radius, value in _TERRACES:
        reach = radius * grid.size / _COARSE
        for x, y in places:
            at = x / _COARSE, y / _COARSE
            pen.ellipse(
                (at[0] - reach, at[1] - reach * m.SQUASH, at[0] + reach, at[1] + reach * m.SQUASH),
                fill=value,
            )
    soft = coarse.filter(ImageFilter.GaussianBlur(max(2.0, 0.62 * grid.size / _COARSE)))
    half = soft.resize(
        (width // 2 + 1, height // 2 + 1),
        Image.Resampling.BICUBIC,
        box=(0, 0, width / _COARSE, height / _COARSE),
    )
    return half.point(_contours())


@lru_cache
def _contours() -> list[int]:
    """Field value → tone: flat terraces with a short smooth ramp between them."""
    starts = [value - 32 for _, value in _TERRACES]
    lowest = _MIDDLE - _BLOTCH
    return [
        lowest + round(sum(_LIFT * min(1.0, max(0.0, (value - start + 3) / 6)) for start in starts))
        for value in range(256)
    ]


def _moved(image: Image.Image, x: int, y: int) -> Image.Image:
    """Moved right and down; what comes in from outside is as it was."""
    moved = image.copy()
    moved.paste(image, (x, y))
    return moved


@lru_cache
def _ramp() -> bytes:
    """The colours of the ground from deep shade to full light, in steps that the palette holds."""
    return b"".join(bytes(ground_tone(index)) for index in range(256))


_STEP = 6
"""The ramp has so many places to a colour; all its colours are in the palette."""


def ground_tone(index: int) -> Colour:
    """The colour at a place of the ramp; the bare ground lies at `_MIDDLE`."""
    nearest = min(max(round((index - _MIDDLE) / _STEP), -_DARKEST), _LIGHTEST)
    share = 0.0037 * _STEP * nearest
    light, dark = (230, 214, 152), (40, 38, 20)
    return mix(m.GROUND, light, share) if share > 0 else mix(m.GROUND, dark, -2 * share)


_DARKEST, _LIGHTEST = 10, 19


def tones() -> list[Colour]:
    """All colours of the ground."""
    return [ground_tone(_MIDDLE + _STEP * k) for k in range(-_DARKEST, _LIGHTEST + 1)]


@kept
def _blotches() -> Image.Image:
    """A faint texture in three steps, larger than any panel; a multiple of the same small field."""
    seed, side = 7, 22
    values = bytearray()
    for _ in range(side * side):
        seed = (seed * 1103515245 + 12345) % 2**31
        values.append(seed >> 16 & 255)
    small = Image.frombytes("L", (side, side), bytes(values)).filter(ImageFilter.GaussianBlur(1))
    middle = small.resize((200, 200), Image.Resampling.BICUBIC)
    soft = middle.filter(ImageFilter.GaussianBlur(4))
    large = soft.resize((810, 810), Image.Resampling.BICUBIC)
    return large.point([0 if v < 108 else 2 * _BLOTCH if v > 150 else _BLOTCH for v in range(256)])
