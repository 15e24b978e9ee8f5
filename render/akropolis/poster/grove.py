"""Olive trees and cypresses, with the shadows that they throw."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from PIL import Image

from render import drawings
from render.cache import memoize
from render.canvas import Canvas
from render.poster import air
from render.poster.hours import Tones


@memoize
def tree(kind: str, size: int) -> Image.Image:
    """An olive tree or a cypress, its foot in the middle of the lower edge of the sprite."""
    return drawings.sheet(f"akropolis/tree-{kind}", size).reduce()


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
