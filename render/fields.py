"""Soft fields: seeded noise, thresholds with smooth edges. Coasts and hills are cut out of them."""

from __future__ import annotations

from random import Random

from PIL import Image, ImageChops, ImageFilter


def noise(luck: Random, size: tuple[int, int], cell: int, strength: float = 1.0) -> Image.Image:
    """Smooth noise, 0 to 255 times `strength`: random grey at corners of cells, interpolated."""
    width, height = size[0] // cell + 2, size[1] // cell + 2
    rough = Image.frombytes("L", (width, height), luck.randbytes(width * height))
    smooth = rough.resize((width * cell, height * cell), Image.Resampling.BICUBIC)
    return smooth.crop((0, 0, *size)).point([round(strength * v) for v in range(256)])


def roughen(field: Image.Image, luck: Random, cell: int, strength: float) -> Image.Image:
    """Field raised and lowered by smooth noise of mean 0."""
    rough = noise(luck, field.size, cell, strength)
    return ImageChops.add(field, rough, offset=-round(strength * 128))


def soft_threshold(field: Image.Image, level: int, slope: int) -> Image.Image:
    """Mask of the area where a field is above a level, with an edge `slope` steps wide."""
    return field.point([max(0, min(255, (v - level) * 255 // slope)) for v in range(256)])


def blur(field: Image.Image, radius: float) -> Image.Image:
    """Field with a Gaussian blur."""
    return field.filter(ImageFilter.GaussianBlur(radius))
