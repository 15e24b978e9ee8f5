"""Coasts: the irregular outline of the land, the wash along it, and the shoals before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from PIL import Image, ImageChops, ImageDraw

from render.hexes import Point
from render.poster import air
from render.theme import Colour


def land_mask(
    size: air.Size,
    cells: Iterable[Sequence[Point]],
    spots: Iterable[Point],
    width: float,
    luck: Random,
) -> Image.Image:
    """Mask of land with an irregular coast, from polygons `cells`, each `width` wide.

    Round each of `spots` the land stays whole.
    """
    mask = Image.new("L", size)
    pen = ImageDraw.Draw(mask)
    for corners in cells:
        pen.polygon(list(corners), fill=255)
    rough = air.fractal_noise(luck, size, 0.55 * width, 4)
    jitter = rough.point([128 + round((v - 128) * 0.55) for v in range(256)])
    shaken = ImageChops.add(air.blur(mask, 0.26 * width), jitter, offset=-128)
    land = air.soft_threshold(shaken, 96, 26)
    pen, reach = ImageDraw.Draw(land), 0.43 * width
    for x, y in spots:
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=255)
    return air.blur(land, 0.8)


def outline_coast(picture: Image.Image, mask: Image.Image, wash: Colour, ink: Colour) -> None:
    """Draw a wash of colour along the inside of a coast, and its line."""
    inner = ImageChops.subtract(mask, air.soft_threshold(air.blur(mask, 9), 200, 55))
    picture.paste(wash, mask=air.scale(inner, 0.55))
    edge = ImageChops.subtract(mask, air.soft_threshold(air.blur(mask, 1.6), 150, 60))
    outside = ImageChops.subtract(air.soft_threshold(air.blur(mask, 2), 60, 40), mask)
    picture.paste(ink, mask=air.scale(ImageChops.lighter(edge, outside), 0.9))


def lay_shoals(picture: Image.Image, near: Image.Image, pale: Colour, line: Colour) -> None:
    """Draw paler water towards the land, in steps, with a line at each."""
    for level, share in ((10, 0.12), (34, 0.14), (66, 0.18), (100, 0.22)):
        picture.paste(pale, mask=air.scale(air.soft_threshold(near, level, 10), share))
        edge = ImageChops.subtract(
            air.soft_threshold(near, level, 4), air.soft_threshold(near, level + 4, 5)
        )
        picture.paste(line, mask=air.scale(edge, 0.55))


def shade(picture: Image.Image, mask: Image.Image, tone: Colour) -> None:
    """Draw the soft shadow of the land on its surroundings."""
    moved = Image.new("L", picture.size)
    moved.paste(mask, (5, 7))
    picture.paste(tone, mask=air.scale(air.blur(moved, 5), 0.45))
