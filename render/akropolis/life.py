"""Life round a city: goats, a herdsman's fire, the path to the steps; and its fires and lamps."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image

from render import drawings
from render.akropolis import blocks
from render.akropolis import materials as m
from render.akropolis.luck import chance
from render.akropolis.scene import Scene
from render.cache import memoize
from render.canvas import Brush, Canvas
from render.theme import rgb
from rules.akropolis.view import Cell
from rules.contract import Hex
from rules.hexgrid import neighbour

FLAME, EMBER, LAMP = rgb("#F6BE2C"), rgb("#D2402E"), rgb("#F9DD86")
"""Colours of the districts, which the palette holds."""
_LAMPS_FROM = 34
"""Hex size from which lamps are lit."""
HIGH = 4
"""Level from which a fire burns on a roof."""


# ---- the path -------------------------------------------------------------------------------


def path(canvas: Canvas, scene: Scene, foot: Hex | None) -> None:
    """Draw a path from the steps of a block down to the edge of the map."""
    if foot is None:
        return
    row = round(blocks.layout(scene.size).centre((0, 1))[1])
    x, y = scene.grid.centre(foot)
    top, step = round(y + row / 2), 0
    while top < scene.height:
        sprite = _trail(scene.size, row, (chance(foot, 3) + step) % 3)
        canvas.paste(sprite, x - sprite.width / 2, top)
        top, step = top + row, step + 1


@memoize
def _trail(size: int, row: int, variant: int) -> Image.Image:
    """One row of the path, as high as a row of cells; it begins and ends in the middle."""
    width, bend = 0.7 * size, (-0.13, 0.10, 0.16)[variant] * size
    brush = Brush(width, row)
    for half, tone in ((0.105, (*m.GROUND_INK, 34)), (0.08, (236, 222, 170, 84))):
        left, right = [], []
        for step in range(13):
            share = step / 12
            x = width / 2 + bend * 4 * share * (1 - share) * (1 - 2 * share) * 2
            left.append((x - half * size, share * row))
            right.append((x + half * size, share * row))
        brush.polygon([*left, *reversed(right)], tone)
    return brush.reduce_premultiplied()


# ---- in the city ----------------------------------------------------------------------------


def on_the_roof(canvas: Canvas, scene: Scene, cell: Cell, x: float, roof: float) -> None:
    """Draw a fire on a roof that rises high above the hill."""
    if cell.level >= HIGH * scene.storeys and scene.is_readable:
        sprite = _brazier(scene.size)
        canvas.paste(
            sprite,
            x + 0.52 * scene.size - sprite.width / 2,
            roof - 0.30 * scene.size - sprite.height,
        )


@memoize
def _brazier(size: int) -> Image.Image:
    return drawings.sheet("akropolis/brazier", 0.5 * size).reduce_premultiplied()


def windows(canvas: Canvas, scene: Scene, at: Hex, cell: Cell, cells: Mapping[Hex, Cell]) -> None:
    """Light lamps behind some arches of a front wall, at night."""
    if not scene.light.lamps or scene.size < _LAMPS_FROM:
        return
    front = cells.get(neighbour(at, 1))
    x, ground = scene.grid.centre(at)
    height = blocks.storey(scene.size)
    low = ground + blocks.layout(scene.size).corners((0, 0))[1][1]
    for storey in range(front.level if front else 0, cell.level):
        pattern = chance(at, 40 + storey) & chance(at, 60 + storey) & 15
        if pattern:
            sprite = _lamps(scene.size, pattern)
            canvas.paste(sprite, x - sprite.width / 2, low - (storey + 1) * height)


@memoize
def _lamps(size: int, pattern: int) -> Image.Image:
    """Lit arches of a storey: the bits of `pattern` say which of the four."""
    height = blocks.storey(size)
    brush = Brush(size, height)
    for index in range(4):
        if pattern >> index & 1:
            x = size * (0.125 + 0.25 * index)
            brush.ellipse((x, 0.60 * height), 0.105 * size, (*FLAME, 70), radius_y=0.42 * height)
            brush.box(x - 0.055 * size, 0.44 * height, x + 0.055 * size, 0.88 * height, FLAME)
            brush.ellipse((x, 0.44 * height), 0.055 * size, FLAME, radius_y=0.12 * height)
            brush.box(x - 0.03 * size, 0.52 * height, x + 0.03 * size, 0.88 * height, LAMP)
    return brush.reduce_premultiplied()
