"""Tools for painting land and sky: gradients, seeded noise, relief, glow, colour grading."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from PIL import Image, ImageChops, ImageFilter

from render.poster.hours import Tones
from render.theme import Colour

Size = tuple[int, int]
Stop = tuple[float, Colour]
"""Stop of a gradient: a height, as a share of the whole, and its colour."""


def gradient(size: Size, stops: Sequence[Stop]) -> Image.Image:
    """Vertical gradient through `stops`, which are in order from the top."""
    column = Image.new("RGB", (1, size[1]))
    column.putdata([_between(stops, row / (size[1] - 1)) for row in range(size[1])])
    return column.resize(size, Image.Resampling.NEAREST)


def _between(stops: Sequence[Stop], share: float) -> Colour:
    before = stops[0]
    for stop in stops:
        if stop[0] >= share:
            span = stop[0] - before[0]
            part = (share - before[0]) / span if span else 0.0
            red, green, blue = (
                round(a + (b - a) * part) for a, b in zip(before[1], stop[1], strict=True)
            )
            return red, green, blue
        before = stop
    return stops[-1][1]


def gradient_mask(size: Size, stops: Sequence[tuple[float, int]]) -> Image.Image:
    """Mask with a vertical gradient through `stops`, pairs of a share of the height and a value."""
    tones = [(share, (value, value, value)) for share, value in stops]
    return gradient((1, size[1]), tones).getchannel("R").resize(size, Image.Resampling.NEAREST)


def noise(luck: Random, size: Size, cell: float, flat: float = 1.0) -> Image.Image:
    """Smooth grey noise, 0 to 255, of lumps as wide as `cell`, and `flat` times as tall."""
    width, height = int(size[0] / cell) + 3, int(size[1] / (cell * flat)) + 3
    rough = Image.frombytes("L", (width, height), luck.randbytes(width * height))
    box = (0.5, 0.5, 0.5 + size[0] / cell, 0.5 + size[1] / (cell * flat))
    return rough.resize(size, Image.Resampling.BICUBIC, box=box)


def fractal_noise(
    luck: Random, size: Size, cell: float, octaves: int = 4, flat: float = 1.0
) -> Image.Image:
    """Fractal noise: the sum of octaves, as in clouds, stone and land."""
    field = noise(luck, size, cell, flat)
    for octave in range(1, octaves):
        finer = noise(luck, size, max(1.5, cell / 2**octave), flat)
        field = _add_octave(field, finer, 0.5**octave)
    return field


def _add_octave(coarser: Image.Image, finer: Image.Image, share: float) -> Image.Image:
    """Coarser noise with the finer one added at a share of its strength."""
    faint = finer.point([round(128 + (value - 128) * share) for value in range(256)])
    return ImageChops.add(coarser, faint, offset=-128)


def relief(heights: Image.Image, shift: tuple[int, int], strength: float) -> Image.Image:
    """Relief shading of `heights` lit from the upper left: lighter or darker than 128."""
    return ImageChops.subtract(heights, translate(heights, *shift), scale=1 / strength, offset=128)


def translate(image: Image.Image, right: int, down: int) -> Image.Image:
    """Picture shifted right and down; the uncovered edges keep their old pixels."""
    picture = image.copy()
    picture.paste(image, (right, down))
    return picture


def emboss(picture: Image.Image, light: Image.Image, share: float = 1.0) -> Image.Image:
    """Picture lightened and darkened by a relief; 128 leaves it as it is."""
    bright = light.point([round(max(0, v - 128) * 2 * share) for v in range(256)])
    dark = light.point([round(min(255, max(0, 128 - v) * 2 * share)) for v in range(256)])
    lit = picture.copy()
    lit.paste((255, 252, 238), mask=bright)
    lit.paste((34, 28, 30), mask=dark)
    return lit


def soft_threshold(field: Image.Image, level: float, slope: float = 8) -> Image.Image:
    """Mask of the area where a field is above a level, with an edge `slope` steps wide."""
    return field.point([round(max(0.0, min(255.0, (v - level) * 255 / slope))) for v in range(256)])


def scale(mask: Image.Image, share: float) -> Image.Image:
    """Mask with its values multiplied by a share."""
    return mask.point([min(255, round(v * share)) for v in range(256)])


def glow(radius: int, tone: Colour, strength: float = 1.0) -> Image.Image:
    """Round light on black, to be added to a picture: bright in the middle, black at its edge."""
    ring = Image.radial_gradient("L").resize((2 * radius, 2 * radius))
    soft = ring.point([round(255 * strength * max(0.0, 1 - v / 180) ** 2) for v in range(256)])
    return Image.composite(Image.new("RGB", soft.size, tone), Image.new("RGB", soft.size), soft)


def add_light(picture: Image.Image, light: Image.Image, x: float, y: float) -> None:
    """Add a light to a picture in place, centred at (x, y)."""
    left, top = round(x - light.width / 2), round(y - light.height / 2)
    box = (
        max(0, left),
        max(0, top),
        min(picture.width, left + light.width),
        min(picture.height, top + light.height),
    )
    if box[0] < box[2] and box[1] < box[3]:
        part = light.crop((box[0] - left, box[1] - top, box[2] - left, box[3] - top))
        picture.paste(ImageChops.screen(picture.crop(box), part), box)


def blur(mask: Image.Image, radius: float) -> Image.Image:
    """Mask with a Gaussian blur."""
    return mask.filter(ImageFilter.GaussianBlur(radius))


def grade(picture: Image.Image, hour: Tones) -> Image.Image:
    """Picture graded to the light of an hour; at night it loses half of its saturation."""
    if hour.lamps:
        grey = picture.convert("L").convert("RGB")
        picture = Image.blend(picture, grey, 0.5)
    return ImageChops.multiply(picture, Image.new("RGB", picture.size, hour.tint))
