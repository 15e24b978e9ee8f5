"""The hillside under a city: terraces that follow its outline, as if cut into the slope by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.akropolis import materials as m
from render.cache import memoize
from render.hexes import Layout, Point
from render.theme import Colour, mix
from rules.contract import Hex

_COARSE = 8
"""Factor by which the outlines of the terraces are drawn smaller."""
_TERRACES = (8.4, 5.2, 2.75)
"""Reach of each terrace from the city, in hex radii, the lowest first."""
_LIFT, _PLAIN = 26, 84
"""Steps of the colour ramp from one terrace to the next, and the place of the plain on it."""
_MIDDLE = 100
"""The place of the bare ground on the colour ramp."""
_SOFT = 3.6
"""Blur of the outlines before the cut: the slope at which they waver."""
_WAVE = 150
"""Amplitude of the waves of the outlines, of 255."""
_SHADOW = 112
"""Steps down the ramp in the shadow of a block."""


def hillside(
    width: int,
    height: int,
    grid: Layout,
    cells: Iterable[Hex],
    shadows: Iterable[Sequence[Point]],
    seed: int = 0,
) -> Image.Image:
    """Ground of a panel as tones, with the shadows of the blocks; `seed` varies its shape."""
    half, places = (width // 2 + 1, height // 2 + 1), [grid.centre(cell) for cell in cells]
    tone = Image.new("L", half, _PLAIN - _GRASS)
    for terrace in terraces(half, places, grid.size, seed):
        tone = ImageChops.add_modulo(tone, terrace)
    below = ImageChops.subtract_modulo(_shift(tone, 1, 3), tone).point(_BELOW)
    foot = ImageChops.subtract_modulo(_shift(tone, 3, 6), tone).point(_FOOT)
    rim = ImageChops.subtract_modulo(tone, _shift(tone, 1, 1)).point(_RIM)
    dark = ImageChops.add_modulo(ImageChops.add_modulo(below, foot), _shade(half, shadows))
    tone = ImageChops.subtract(ImageChops.add_modulo(tone, rim), dark)
    ground = double(tone).crop((1, 1, width + 1, height + 1))
    return ImageChops.add_modulo(ground, _crop_pattern(_texture(), ground.size, 97 * seed))


def to_rgb(tones: Image.Image) -> Image.Image:
    """The ground in RGB. Gives the image of its tones a palette."""
    tones.putpalette(_ramp())
    return tones.convert("RGB")


def _times(factor: float) -> list[int]:
    """Point table from a height difference to its effect; negative ones, from 128, have none."""
    return [min(_MOST, round(value * factor)) if value < 128 else 0 for value in range(256)]


_MOST = 62
"""The strongest effect of an edge: tones of the highest terrace stay below 256."""
_BELOW, _FOOT, _RIM = _times(2.0), _times(0.6), _times(0.8)
"""The wall under the edge of a terrace, the shade at its foot, and its lit edge."""


# ---- terraces -------------------------------------------------------------------------------


def terraces(
    half: tuple[int, int], places: Sequence[Point], size: float, seed: int
) -> Iterator[Image.Image]:
    """Each terrace at half the size: `_LIFT` inside, 0 outside, with a smooth edge.

    Each is cut out of a steep field of its own: a common field has too few values for outlines
    that are smooth.
    """
    each = _COARSE // 2
    coarse = (half[0] // each + 2, half[1] // each + 2)
    box = (0, 0, half[0] / each, half[1] / each)
    soft = ImageFilter.GaussianBlur(_SOFT)
    for index, radius in enumerate(_TERRACES):
        wave = _crop_pattern(_waves(), coarse, 53 * seed + 31 * index)
        reach = radius * size / _COARSE
        field = Image.new("L", coarse)
        pen = ImageDraw.Draw(field)
        for x, y in places:
            left, top = x / _COARSE - reach, y / _COARSE - reach * m.SQUASH
            pen.ellipse((left, top, left + 2 * reach, top + 2 * reach * m.SQUASH), fill=255)
        field = ImageChops.add(field.filter(soft), wave, offset=-_WAVE // 2)
        if not any(field.histogram()[: _CUT + _SLOPE]):
            yield Image.new("L", half, _LIFT)
            continue
        yield field.resize(half, Image.Resampling.BILINEAR, box=box).point(_STEP_UP)


_CUT, _SLOPE = 125, 5
_STEP_UP = [round(_LIFT * min(1.0, max(0.0, (value - _CUT) / _SLOPE))) for value in range(256)]
"""Point table that cuts a field of heights at its middle, within about a pixel."""


@memoize
def _waves() -> Image.Image:
    """Slow waves in both directions, 0 to `_WAVE`, tileable without a seam."""
    small = _noise(11, 28).filter(ImageFilter.GaussianBlur(0.8))
    field = (
        _repeat(small, 3).resize((540, 540), Image.Resampling.BICUBIC).crop((180, 180, 360, 360))
    )
    return field.point([min(_WAVE, max(0, round((v - 76) * _WAVE / 104))) for v in range(256)])


# ---- the surface ----------------------------------------------------------------------------

_GRASS = 14
"""Mean of what the texture adds; no sum of these tones reaches 256."""
_TUFTS = 50
"""Number of tufts of grass on the texture: each costs bytes wherever it is repeated."""
_PATCH = 480
"""Side of the texture, which is repeated over the ground."""


@memoize
def _texture() -> Image.Image:
    """Tufts of grass, somewhat lighter or darker than the ground."""
    texture = Image.new("L", (_PATCH, _PATCH), _GRASS)
    luck, pen = _luck(5), ImageDraw.Draw(texture)
    for _ in range(_TUFTS):
        x, y = next(luck) % _PATCH, next(luck) % _PATCH
        tone = _GRASS + (10 if next(luck) % 2 else -11)
        for blade in range(2 + next(luck) % 2):
            pen.line((x + 3 * blade, y, x + 3 * blade + 1, y - 2 - next(luck) % 3), fill=tone)
    return texture


def _noise(seed: int, side: int) -> Image.Image:
    luck = _luck(seed)
    return Image.frombytes("L", (side, side), bytes(next(luck) & 255 for _ in range(side * side)))


def _luck(seed: int) -> Iterator[int]:
    """Endless pseudorandom numbers, always the same for a seed."""
    while True:
        seed = (seed * 1103515245 + 12345) % 2**31
        yield seed >> 16


def _repeat(image: Image.Image, times: int) -> Image.Image:
    pattern = Image.new("L", (times * image.width, times * image.height))
    for x in range(times):
        for y in range(times):
            pattern.paste(image, (x * image.width, y * image.height))
    return pattern


def _crop_pattern(pattern: Image.Image, size: tuple[int, int], begin: int) -> Image.Image:
    """A repeated pattern of the given size, from `begin` on in both directions."""
    area = Image.new("L", size)
    for x in range(-(begin % pattern.width), size[0], pattern.width):
        for y in range(-(3 * begin % pattern.height), size[1], pattern.height):
            area.paste(pattern, (x, y))
    return area


# ---- shade and colours ----------------------------------------------------------------------


def _shade(half: tuple[int, int], shadows: Iterable[Sequence[Point]]) -> Image.Image:
    """Darkening of the ground by the shadows of the blocks, at half the size."""
    shade = Image.new("L", half)
    pen = ImageDraw.Draw(shade)
    for shadow in shadows:
        pen.polygon([(x / 2, y / 2) for x, y in shadow], _SHADOW)
    return shade


def double(image: Image.Image) -> Image.Image:
    """A mask at twice its size, smooth: each pixel the mean of a square of four.

    The first row and column must be cropped: they mix with the opposite side.
    """
    large = image.resize((2 * image.width, 2 * image.height), Image.Resampling.NEAREST)
    across = ImageChops.blend(large, ImageChops.offset(large, 1, 0), 0.5)
    return ImageChops.blend(across, ImageChops.offset(across, 0, 1), 0.5)


def _shift(image: Image.Image, x: int, y: int) -> Image.Image:
    """Image shifted right and down; the uncovered edge keeps its old pixels."""
    moved = image.copy()
    moved.paste(image, (x, y))
    return moved


@lru_cache
def _ramp() -> bytes:
    """The colours of the ground from deep shade to full light, in steps that the palette holds."""
    return b"".join(bytes(ground_tone(index)) for index in range(256))


_STEP = 6
"""Places of the ramp for each colour; all its colours are in the palette."""


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
