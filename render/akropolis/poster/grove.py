"""Olive trees and cypresses, with the shadows that they throw."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from PIL import Image

from render.cache import memoize
from render.canvas import Brush, Canvas
from render.poster import air
from render.poster.hours import Tones
from render.theme import Colour


@memoize
def tree(kind: str, size: int) -> Image.Image:
    """An olive tree or a cypress, its foot in the middle of the lower edge of the sprite."""
    brush = Brush(size, size * 1.3)
    brush.origin = (size / 2, size * 1.26)
    if kind == "cypress":
        _cypress(brush, size)
    else:
        _olive(brush, size, kind == "old")
    return brush.reduce()


def _olive(brush: Brush, size: float, old: bool) -> None:
    trunk: Colour = (92, 74, 56)
    brush.polygon(
        [
            (-0.05 * size, 0),
            (0.06 * size, 0),
            (0.03 * size, -0.34 * size),
            (-0.02 * size, -0.34 * size),
        ],
        trunk,
    )
    brush.line([(0, -0.2 * size), (0.14 * size, -0.42 * size)], trunk, 0.045 * size)
    brush.line([(0, -0.2 * size), (-0.13 * size, -0.45 * size)], trunk, 0.045 * size)
    dark, middle, light = (70, 84, 50), (104, 120, 70), (152, 162, 108)
    crowns = (
        (-0.17, -0.46, 0.20),
        (0.17, -0.45, 0.19),
        (0.0, -0.58, 0.23),
        (-0.06, -0.40, 0.17),
        (0.10, -0.38, 0.14),
    )
    luck = Random(41 if old else 7)
    for x, y, r in crowns:
        brush.ellipse((x * size, y * size), r * size, dark, radius_y=0.8 * r * size)
    for tone, share, shift in ((middle, 0.8, 0.02), (light, 0.45, 0.07)):
        for x, y, r in crowns[:4]:
            for _ in range(9):
                dx, dy = luck.gauss(0, 0.4) * r * share, luck.gauss(0, 0.34) * r * share
                spot = ((x + dx - shift) * size, (y + dy - shift) * size)
                brush.ellipse(
                    spot, 0.055 * size * (0.7 + luck.random() * 0.5), tone, radius_y=0.04 * size
                )


def _cypress(brush: Brush, size: float) -> None:
    brush.box(-0.025 * size, -0.12 * size, 0.025 * size, 0, (84, 66, 48))
    for share, shift, tone in (
        (1.0, 0.0, (40, 58, 40)),
        (0.72, -0.022, (62, 84, 54)),
        (0.36, -0.045, (96, 116, 74)),
    ):
        half, top = 0.13 * size * share, -1.2 * size * (0.55 + 0.45 * share)
        points = [
            (shift * size + half * side * w, -0.06 * size + (top + 0.06 * size) * t)
            for side, turn in ((1, 1), (-1, -1))
            for t, w in _SPINDLE[::turn]
        ]
        brush.polygon(points, tone)


_SPINDLE = (
    (0.0, 0.45),
    (0.12, 0.85),
    (0.28, 1.0),
    (0.5, 0.86),
    (0.72, 0.58),
    (0.9, 0.24),
    (1.0, 0.0),
)


def shadow_of(sprite: Image.Image, hour: Tones, strength: float = 0.42) -> Image.Image:
    """Shadow that a tree throws on the ground, to the right of its foot."""
    reach = hour.reach * 0.42
    shape = sprite.getchannel("A")
    width = round(sprite.width * (1 + reach * 1.3))
    height = max(2, round(sprite.height * 0.30))
    low = shape.resize((sprite.width, height), Image.Resampling.BILINEAR)
    lean = reach * sprite.height / height
    thrown = low.transform(
        (width, height),
        Image.Transform.AFFINE,
        (1, lean, -lean * height, 0, 1, 0),
        Image.Resampling.BILINEAR,
    )
    shade = Image.new("RGBA", thrown.size, (*hour.shadow, 0))
    shade.putalpha(air.scale(thrown, strength))
    return shade


def plant(canvas: Canvas, sprite: Image.Image, x: float, y: float, hour: Tones) -> None:
    """Draw a tree with its shadow, its foot at (x, y)."""
    shade = shadow_of(sprite, hour)
    canvas.paste(shade, x - sprite.width / 2, y - shade.height + 2)
    canvas.paste(sprite, x - sprite.width / 2, y - sprite.height * 0.97)


def plant_grove(
    canvas: Canvas, taken: Image.Image, horizon: int, hour: Tones, luck: Random
) -> None:
    """Plant groves of olive trees and cypresses on the plain, outside the mask `taken`."""
    planted: list[tuple[float, float]] = []
    for y, x, depth in sorted(_spots(taken, horizon, luck)):
        near = 16 + 34 * depth
        if all(abs(x - b) > near or abs(y - a) > 0.45 * near for a, b in planted):
            planted.append((y, x))
            kind = luck.choices(("cypress", "old", "olive"), (2, 4, 4))[0]
            plant(canvas, tree(kind, 2 * round((15 + 48 * depth) / 2)), x, y, hour)


def _spots(taken: Image.Image, horizon: int, luck: Random) -> Iterator[tuple[float, float, float]]:
    """Free spots for trees as (y, x, depth), with depth from 0, far, to 1, near."""
    width, height = taken.size
    groves = air.noise(luck, taken.size, 190, 0.4)
    for _ in range(900):
        depth = luck.random() ** 0.8
        x, y = luck.uniform(0, width), horizon + 60 + (height - horizon - 70) * depth
        reach = 18 + 30 * depth
        box = (int(x - reach), int(y - reach), int(x + reach), int(y + reach * 0.4))
        is_free = not any(taken.crop(box).histogram()[40:])
        if is_free and any(groves.crop((box[0], box[1], box[0] + 1, box[1] + 1)).histogram()[138:]):
            yield y, x, depth
