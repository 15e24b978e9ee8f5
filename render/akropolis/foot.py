"""The ground round the blocks: cell outlines, lakes, steps, trees and rocks."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import ceil, floor

from PIL import Image

from render import drawings, pillow
from render.akropolis import blocks
from render.akropolis import materials as m
from render.akropolis.luck import chance
from render.akropolis.scene import Scene
from render.cache import memoize
from render.canvas import Brush, Canvas
from render.hexes import Layout
from render.theme import Colour, mix
from rules.akropolis.view import Cell
from rules.contract import Hex
from rules.hexgrid import neighbour, neighbours

WHITE: Colour = (255, 255, 255)
SCENERY = ("olive", "cypress", "rocks", "olives", "shrub", "cypresses", "goats", "grove", "camp")


# ---- cells ----------------------------------------------------------------------------------


def outline_cells(tones: Image.Image, grid: Layout, cells: Collection[Hex]) -> None:
    """Draw faint hexes on the ground, a picture of tones: the cells that can be named."""
    sprite, mask = _outline(round(grid.size))
    width, height = sprite.size
    for cell in cells:
        x, y = grid.centre(cell)
        pillow.paste(tones, sprite, mask, round(x - width / 2), round(y - height / 2))


@memoize
def _outline(size: int) -> tuple[Image.Image, Image.Image]:
    """A lighter cell in a dark outline: its tones, and the mask by which they are laid."""
    corners = blocks.layout(size).corners((0, 0), 0.97)
    half = round(corners[1][1]) + 2
    tones, mask = (Brush(2 * size + 4, 2 * half, mode="L") for _ in range(2))
    for brush, inside, line in ((tones, 255, 0), (mask, 40, 77)):
        brush.origin = (size + 2, half)
        brush.polygon(corners, inside)
        brush.outline(corners, line, 1.6)
    return tones.reduce(), mask.reduce()


# ---- lakes ----------------------------------------------------------------------------------


def fill_lakes(canvas: Canvas, grid: Layout, water: Collection[Hex]) -> None:
    """Draw water in the enclosed cells, with a shore where the city stands."""
    size = round(grid.size)
    for cell in sorted(water):
        x, y = grid.centre(cell)
        canvas.paste_centred(_water(size), x, y)
        for direction in range(6):
            if neighbour(cell, direction) not in water:
                canvas.paste_centred(_shore(size, direction), x, y)
        canvas.paste_centred(_waves(size, chance(cell) % 3), x, y)


@memoize
def _water(size: int) -> Image.Image:
    brush = _cell_brush(size)
    brush.polygon(blocks.layout(size).corners((0, 0), 1.03), m.WATER)
    return brush.reduce_premultiplied()


_BANKS: dict[bool, tuple[tuple[float, float, Colour], ...]] = {
    True: ((1.03, 0.86, m.WATER_DEEP), (0.86, 0.82, m.WATER_LIGHT)),
    False: ((1.03, 0.80, m.WATER_DEEP), (0.66, 0.62, m.WATER_LIGHT)),
}
"""Strips of a bank as (outer, inner, tone), by whether it lies behind the water."""


@memoize
def _shore(size: int, direction: int) -> Image.Image:
    """The bank along one side: deep water in the shade of the wall, then a line of foam."""
    brush = _cell_brush(size)
    corners = blocks.layout(size).corners((0, 0))
    a, b = corners[direction], corners[(direction + 1) % 6]
    for outer, inner, tone in _BANKS[direction >= 3]:
        points = [(p[0] * k, p[1] * k) for p, k in ((a, outer), (b, outer), (b, inner), (a, inner))]
        brush.polygon(points, tone)
    return brush.reduce_premultiplied()


@memoize
def _waves(size: int, variant: int) -> Image.Image:
    brush = _cell_brush(size)
    for x, y, width in ((-0.30, -0.20, 0.26), (0.22, 0.02, 0.30), (-0.14, 0.30, 0.24)):
        shift = 0.10 * (variant - 1)
        left, right, high = (x - width / 2 + shift) * size, (x + width / 2 + shift) * size, y * size
        brush.line([(left, high), (right, high)], m.WATER_LIGHT, 0.035 * size)
    return brush.reduce_premultiplied()


def _cell_brush(size: int) -> Brush:
    half = round(1.1 * size)
    return Brush(2 * half, 2 * half, centred=True)


# ---- steps and shrubs -----------------------------------------------------------------------


def at_the_foot(
    canvas: Canvas, scene: Scene, at: Hex, cell: Cell, cells: Mapping[Hex, Cell]
) -> None:
    """Draw steps up to a low roof, or a shrub in the corner of a wall, here and there."""
    if neighbour(at, 1) in cells or scene.size < 24:
        return
    luck = chance(at, scene.seat + 5) % 8
    x, ground = scene.grid.centre(at)
    foot_y = ground + blocks.layout(scene.size).corners((0, 0))[1][1]
    if has_steps(scene, at, cell):
        sprite = steps(scene.size)
        canvas.paste(sprite, x - sprite.width / 2, foot_y - blocks.storey(scene.size) - 1)
    elif luck < 6:
        side = -1 if luck % 2 else 1
        sprite = scenery("shrub", scene.size)
        canvas.paste(
            sprite,
            x + side * 0.36 * scene.size - sprite.width / 2,
            foot_y - sprite.height * 0.62,
        )


def has_steps(scene: Scene, at: Hex, cell: Cell) -> bool:
    """Whether steps lead up to a roof."""
    lucky = chance(at, scene.seat + 5) % 8 < 3
    return lucky and cell.level == 1 and neighbour(at, 1) in scene.margin


def path_of(scene: Scene) -> Hex | None:
    """Block from whose steps a path leads straight down without crossing another, or None."""
    foremost: dict[int, int] = {}
    for q, r in (*(at for at, _ in scene.surface), *scene.water):
        foremost[q] = max(r, foremost.get(q, r))
    starts = [
        at
        for at, cell in scene.surface
        if at[1] == foremost[at[0]] and scene.size >= 24 and has_steps(scene, at, cell)
    ]
    return starts[-1] if starts else None


@memoize
def steps(size: int) -> Image.Image:
    """A flight of marble steps against a front wall; the sprite's top is the edge of the roof."""
    height, half, count = blocks.storey(size), 0.20 * size, 4
    brush = Brush(2 * half + 6, 1.55 * height + 4)
    brush.origin = (half + 3, 1)
    tread = 1.5 * height / count
    for step in range(count):
        top = step * tread
        brush.box(-half, top, half, top + tread, mix(m.MARBLE_STOREY[1], m.INK, 0.10))
        brush.box(-half, top, half, top + 0.5 * tread, m.WALL)
    brush.box(half, 0.1 * tread, half + 0.05 * size, count * tread, m.MARBLE_STOREY[2])
    brush.box(-half - 0.05 * size, 0.1 * tread, -half, count * tread, m.MARBLE_STOREY[0])
    return brush.reduce_premultiplied()


# ---- trees and rocks ------------------------------------------------------------------------


def strew(canvas: Canvas, scene: Scene, path: Hex | None = None) -> None:
    """Strew trees, rocks and goats over the cells away from the city, none on the path."""
    if not scene.is_readable:
        return
    taken = scene.margin | scene.water | {at for at, _ in scene.surface}
    around = {near for cell in scene.margin for near in neighbours(cell)}
    room = scene.size
    for cell in _in_view(scene):
        luck = chance(cell, scene.seat)
        if (
            luck % 100 >= (26 if cell in around else 13)
            or cell in taken
            or (path and cell[0] == path[0])
        ):
            continue
        x, y = scene.grid.centre(cell)
        x += (luck >> 3 & 7) / 7 * 0.7 * room - 0.35 * room
        y += (luck >> 6 & 7) / 7 * 0.5 * room - 0.25 * room
        sprite = scenery(SCENERY[(luck >> 9) % len(SCENERY)], scene.size)
        canvas.paste_centred(sprite, x, y)


def _in_view(scene: Scene) -> list[Hex]:
    """Cells of the panel, column by column."""
    (x, y), size = scene.origin, scene.size
    pitch = 1.5 * size
    row = blocks.layout(size).centre((0, 1))[1]
    return [
        (q, r)
        for q in range(floor(-x / pitch), ceil((scene.width - x) / pitch) + 1)
        for r in range(floor(-y / row - q / 2), ceil((scene.height - y) / row - q / 2) + 1)
    ]


@memoize
def scenery(kind: str, size: int) -> Image.Image:
    """A small thing on the ground, faint enough not to be taken for a piece."""
    return drawings.sheet(f"akropolis/scenery-{kind}", 1.5 * size).reduce_premultiplied()
