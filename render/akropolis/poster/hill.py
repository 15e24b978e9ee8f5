"""The hill that carries the winner's city: rock in layers, turf on top, a path of pale stone."""

from __future__ import annotations

from collections.abc import Sequence
from math import sin
from random import Random

from PIL import Image, ImageChops, ImageDraw

from render.akropolis import blocks
from render.akropolis import materials as m
from render.akropolis.scene import Scene
from render.hexes import Point
from render.poster import air
from render.poster.hours import Tones
from render.theme import Colour, mix

_STONE: tuple[Colour, ...] = ((206, 190, 150), (184, 164, 124), (160, 140, 104))
_LAYERS = 46
_COARSE = 2


def raise_hill(picture: Image.Image, scene: Scene, hour: Tones, luck: Random) -> Image.Image:
    """Draw rock below the city, its shadow on the plain, and turf between the houses.

    Return the mask of the hill.
    """
    size = picture.size
    field = _field(scene, size, luck)
    rise = max(70, round(1.5 * scene.size))
    _cast(picture, field, rise, hour)
    rock = _rock(size, hour, luck)
    light = air.relief(air.blur(field, 3), (6, 2), 1.6)
    rock = air.emboss(rock, light, 0.55)
    taken = Image.new("L", size)
    for layer in range(_LAYERS, -1, -1):
        share = layer / _LAYERS
        level = 128 - 92 * share**1.15
        mask = air.soft_threshold(field, level, 5)
        drop = round(rise * share)
        ledge = 0.16 if layer % 9 == 0 else 0.0
        shade = 0.10 + 0.38 * share - ledge
        dark = Image.blend(
            rock, Image.new("RGB", size, mix(hour.shadow, (120, 92, 70), 0.55)), max(0.0, shade)
        )
        moved = Image.new("L", size)
        moved.paste(mask, (0, drop))
        picture.paste(dark, (0, 0), moved)
        taken = ImageChops.lighter(taken, moved)
    _turf(picture, field, luck)
    return taken


def _field(scene: Scene, size: tuple[int, int], luck: Random) -> Image.Image:
    """Field of distances into the hill: 128 along the edge of its top."""
    mask = Image.new("L", (size[0] // _COARSE, size[1] // _COARSE))
    pen, grid = ImageDraw.Draw(mask), scene.grid
    for at, _ in scene.surface:
        corners = grid.corners(at, 1.9)
        pen.polygon([(x / _COARSE, y / _COARSE) for x, y in corners], fill=255)
    soft = air.blur(mask, 0.72 * scene.size / _COARSE)
    rough = air.fractal_noise(luck, mask.size, 0.62 * scene.size / _COARSE, 4)
    jitter = rough.point([round(128 + (v - 128) * 0.34) for v in range(256)])
    shaken = ImageChops.add(soft, jitter, offset=-128)
    inside = air.soft_threshold(soft, 6, 20)
    return ImageChops.multiply(shaken, inside).resize(size, Image.Resampling.BICUBIC)


def _cast(picture: Image.Image, field: Image.Image, rise: int, hour: Tones) -> None:
    """Draw the shadow of the hill, to the right."""
    foot = air.soft_threshold(field, 40, 60)
    shade = Image.new("L", picture.size)
    for step in range(10):
        reach = rise * hour.reach * 0.75 * step / 9
        moved = Image.new("L", picture.size)
        moved.paste(foot, (round(reach), round(rise + reach * 0.16)))
        shade = ImageChops.lighter(shade, moved)
    picture.paste(hour.shadow, mask=air.scale(air.blur(shade, 7), 0.40))


def _rock(size: tuple[int, int], hour: Tones, luck: Random) -> Image.Image:
    """Limestone in strata, with cracks."""
    stone = Image.new("RGB", size, _STONE[0])
    for tone in _STONE[1:]:
        lumps = air.fractal_noise(luck, size, 120, 4, 0.16)
        stone.paste(tone, mask=air.scale(air.soft_threshold(lumps, 132, 40), 0.7))
    grain = air.fractal_noise(luck, size, 22, 3, 1.6)
    return air.emboss(stone, air.relief(grain, (2, 2), 1.1), 0.6)


def _turf(picture: Image.Image, field: Image.Image, luck: Random) -> None:
    """Draw dry grass on the top of the hill, worn at its edge."""
    top = air.soft_threshold(field, 137, 14)
    grass = Image.new("RGB", picture.size, m.GROUND)
    patches = air.soft_threshold(air.fractal_noise(luck, picture.size, 60, 4), 140, 50)
    grass.paste((160, 152, 96), mask=air.scale(patches, 0.8))
    grain = air.fractal_noise(luck, picture.size, 14, 2)
    picture.paste(air.emboss(grass, air.relief(grain, (1, 1), 0.9), 0.4), (0, 0), top)


# ---- shadows of the houses, and the path ---------------------------------------------------------


def shade_ground(picture: Image.Image, scene: Scene, hour: Tones) -> None:
    """Draw the long shadows of the blocks over the hill."""
    mask = Image.new("L", picture.size)
    pen, grid = ImageDraw.Draw(mask), scene.grid
    for at, cell in scene.surface:
        height = cell.level * blocks.storey(scene.size) * (0.5 + 0.75 * hour.reach)
        corners = grid.corners(at)
        for step in range(11):
            share = step / 10 * height
            pen.polygon([(x + share, y + 0.30 * share) for x, y in corners], fill=255)
    picture.paste(hour.shadow, mask=air.scale(air.blur(mask, 2.5), 0.5))


def lay_path(picture: Image.Image, top: Point, foot: Point, hour: Tones, luck: Random) -> None:
    """Draw a winding path from the foot of the picture to the steps of the city."""
    bends, phase = luck.uniform(1.2, 1.9), luck.choice((0.0, 3.14))
    middle: list[tuple[float, float, float]] = []
    for step in range(81):
        share = step / 80
        y = foot[1] + (top[1] - foot[1]) * share
        sway = 90 * sin(bends * 6.28 * share + phase) * (1 - share) ** 0.8 * share**0.25
        x = foot[0] + (top[0] - foot[0]) * share + sway
        middle.append((x, y, 34 * (1 - share) ** 1.2 + 9))
    mask = Image.new("L", (picture.width * 2, picture.height * 2))
    edge = mask.copy()
    for sheet, grown in ((mask, 0.0), (edge, 4.0)):
        pen = ImageDraw.Draw(sheet)
        for x, y, half in middle:
            width = half + grown
            pen.ellipse(
                (2 * (x - width), 2 * (y - 0.55 * width), 2 * (x + width), 2 * (y + 0.55 * width)),
                fill=255,
            )
        _band(pen, middle, grown)
    stone = Image.new("RGB", picture.size, (232, 220, 190))
    lumps = air.soft_threshold(air.fractal_noise(luck, picture.size, 16, 2, 0.6), 138, 24)
    stone.paste((198, 180, 144), mask=air.scale(lumps, 0.75))
    picture.paste(
        mix((120, 100, 70), hour.shadow, 0.25),
        mask=air.scale(air.blur(edge.reduce(2), 1.5), 0.45),
    )
    picture.paste(stone, (0, 0), mask.reduce(2))


def _band(
    pen: ImageDraw.ImageDraw, middle: Sequence[tuple[float, float, float]], grown: float
) -> None:
    left = [(2 * (x - half - grown), 2 * y) for x, y, half in middle]
    right = [(2 * (x + half + grown), 2 * y) for x, y, half in reversed(middle)]
    pen.polygon([*left, *right], fill=255)
