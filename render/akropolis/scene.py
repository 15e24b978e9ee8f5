"""One city on its hillside, without anything written on it: ground, lakes, blocks, buildings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import floor

import msgspec
from PIL import Image

from render.akropolis import blocks, faces, foot
from render.akropolis import materials as m
from render.akropolis.ground import hillside
from render.canvas import Canvas
from render.hexes import Box, Layout, neighbour, neighbours
from rules.akropolis.view import Cell
from rules.contract import Hex

Surface = tuple[tuple[Hex, Cell], ...]
"""The topmost hexes of a city, back to front."""
LARGEST = 84
SMALLEST = 16


class Scene(msgspec.Struct, frozen=True):
    """All that the picture of a city depends on; equal scenes are the same pixels."""

    width: int
    height: int
    size: int
    origin: tuple[int, int]
    surface: Surface
    margin: frozenset[Hex]
    """Empty cells that are outlined: those beside the city, and the anchors on offer."""
    water: frozenset[Hex]
    """The cells of its lakes."""
    variants: tuple[int, ...]
    """How each hex of `surface` is built."""
    dimmed: frozenset[Hex] = frozenset()
    labelled: bool = False
    bare: frozenset[Hex] = frozenset()
    """Built cells to leave without a building."""

    @property
    def grid(self) -> Layout:
        return blocks.layout(self.size, self.origin)

    @property
    def cells(self) -> dict[Hex, Cell]:
        return dict(self.surface)


def back_to_front(cells: Mapping[Hex, Cell]) -> Surface:
    """The cells in the order in which they are drawn."""
    return tuple(sorted(cells.items(), key=lambda item: (2 * item[0][1] + item[0][0], item[0][0])))


def beside(cells: Iterable[Hex]) -> frozenset[Hex]:
    """The empty cells that touch the city."""
    built = set(cells)
    return frozenset(near for cell in built for near in neighbours(cell)) - built


def fit(
    cells: Mapping[Hex, Cell], margin: Iterable[Hex], width: int, height: int, largest: int
) -> tuple[int, tuple[int, int]]:
    """The largest hex size at which the city and its margin fit, and where (0, 0) lies then."""
    left, top, right, bottom = _unit_bounds(cells, margin)
    room = min((width - 24) / (right - left), (height - 24) / (bottom - top))
    size = max(SMALLEST, min(largest, floor(room / 2) * 2))
    x = (width - (left + right) * size) / 2
    y = (height - (top + bottom) * size) / 2
    return size, (round(x), round(y))


def _unit_bounds(cells: Mapping[Hex, Cell], margin: Iterable[Hex]) -> Box:
    grid = blocks.layout(100)
    left, top, right, bottom = grid.bounds([*cells, *margin])
    highest = min(
        grid.corners(at)[4][1] - cell.level * blocks.storey(100) for at, cell in cells.items()
    )
    return left / 100, min(top, highest) / 100, right / 100, bottom / 100


# ---- drawing --------------------------------------------------------------------------------


@lru_cache(maxsize=96)
def painted(scene: Scene) -> Image.Image:
    """The city in RGB. Kept: a city that nobody changed is not drawn again."""
    canvas = Canvas(scene.width, scene.height)
    canvas.image = hillside(scene.width, scene.height, scene.grid, [c for c, _ in scene.surface])
    foot.strew(canvas, scene)
    foot.outline_cells(canvas, scene.grid, scene.margin - scene.water)
    _shade_ground(canvas, scene)
    foot.fill_lakes(canvas, scene.grid, scene.water)
    _raise_blocks(canvas, scene)
    return canvas.image


def _shade_ground(canvas: Canvas, scene: Scene) -> None:
    mask = Image.new("L", (scene.width, scene.height))
    for at, cell in scene.surface:
        x, y = scene.grid.centre(at)
        shade = blocks.ground_shadow(scene.size, cell.level)
        mask.paste(255, (round(x) - shade.width // 2, round(y) - shade.height // 2), shade)
    canvas.stain(mask.point(_SHADE), m.SHADOW, 0, 0)


_SHADE = [round(value * 0.42) for value in range(256)]


def _raise_blocks(canvas: Canvas, scene: Scene) -> None:
    cells = scene.cells
    for (at, cell), variant in zip(scene.surface, scene.variants, strict=True):
        x, ground = scene.grid.centre(at)
        y = ground - cell.level * blocks.storey(scene.size)
        canvas.paste(blocks.walls(scene.size, cell.level), x - scene.size - 2, y)
        foot.at_the_foot(canvas, scene, at, cell, cells)
        _roof(canvas, scene, at, cell, variant, (x, y))


def _roof(
    canvas: Canvas,
    scene: Scene,
    at: Hex,
    cell: Cell,
    variant: int,
    middle: tuple[float, float],
) -> None:
    cells, (x, y) = scene.cells, middle
    canvas.centred(faces.floor(cell.kind, cell.colour, scene.size), x, y)
    drops = _drops(cells, at, cell.level)
    if any(drops):
        shade = blocks.cast_shadow(scene.size, drops)
        canvas.stain(shade, m.SHADOW, x - shade.width // 2, y - shade.height // 2)
    if at not in scene.bare:
        fit = faces.LABELLED if scene.labelled else faces.ROOMY
        face = faces.Face(cell.kind, cell.colour, cell.stars, variant)
        canvas.centred(faces.symbol(face, scene.size, fit), x, y)
    for direction in range(6):
        kind = _edge(cells, at, cell, direction)
        if kind:
            canvas.centred(blocks.edge(scene.size, direction, kind), x, y)
    if at in scene.dimmed:
        veil = blocks.veil(scene.size)
        canvas.stain(veil, m.VEIL, x - veil.width // 2, y - veil.height // 2)


def _drops(cells: Mapping[Hex, Cell], at: Hex, level: int) -> tuple[int, int, int]:
    heights = [
        cells[near].level if near in cells else 0
        for near in (neighbour(at, direction) for direction in blocks.CASTERS)
    ]
    north_west, north, south_west = (max(0, height - level) for height in heights)
    return north_west, north, south_west


def _edge(cells: Mapping[Hex, Cell], at: Hex, cell: Cell, direction: int) -> blocks.Edge | None:
    other = cells.get(neighbour(at, direction))
    if other is None or other.level < cell.level:
        return "rim"
    if other.level == cell.level and other.piece != cell.piece:
        return "seam"
    return None
