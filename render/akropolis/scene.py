"""One city on its hillside, without anything written on it: ground, lakes, blocks, buildings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import floor, sqrt

import msgspec
from PIL import Image

from render.akropolis import blocks, faces, foot
from render.akropolis import materials as m
from render.akropolis.ground import hillside
from render.canvas import Canvas
from render.hexes import Box, Layout, Point, neighbour, neighbours
from render.kept import kept
from render.theme import Colour
from rules.akropolis.view import Cell
from rules.contract import Hex

Surface = tuple[tuple[Hex, Cell], ...]
"""The topmost hexes of a city, back to front."""
LARGEST = 84
READABLE = 20
"""Hex size below which nothing is written on a map and nothing stands beside the city."""
SMALLEST = 6
"""Hex size at which even the longest game fits that a player builds in one straight line."""


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
    seat: int = 0
    bare: frozenset[Hex] = frozenset()
    """Built cells to leave without a building."""

    @property
    def grid(self) -> Layout:
        return blocks.layout(self.size, self.origin)

    @property
    def is_readable(self) -> bool:
        """Whether there is room to write on its cells."""
        return self.size >= READABLE

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


def extent(cells: Mapping[Hex, Cell], margin: Iterable[Hex]) -> Box:
    """The box round a city and its margin, in hex radii."""
    ground = [(1.5 * q, _ROW * (2 * r + q)) for q, r in (*cells, *margin)]
    xs, ys = [x for x, _ in ground], [y for _, y in ground]
    top = min(_ROW * (2 * at[1] + at[0]) - cell.level * m.STOREY for at, cell in cells.items())
    return min(xs) - 1, min(top, *ys) - _ROW, max(xs) + 1, max(ys) + _ROW


_ROW = m.SQUASH * sqrt(3) / 2
"""Half the height of a hex, in hex radii."""


def size_within(box: Box, width: int, height: int, largest: int) -> int:
    """The largest even hex size at which `box` fits."""
    left, top, right, bottom = box
    room = min((width - 24) / (right - left), (height - 24) / (bottom - top))
    return max(SMALLEST, min(largest, floor(room / 2) * 2))


def centred(box: Box, width: int, height: int, size: int) -> tuple[int, int]:
    """Where the cell (0, 0) lies when `box` is in the middle."""
    left, top, right, bottom = box
    return round((width - (left + right) * size) / 2), round((height - (top + bottom) * size) / 2)


def window(box: Box, width: int, height: int, size: int, at: Hex) -> tuple[int, int]:
    """Where the cell (0, 0) lies when `at` is in the middle, as far as `box` reaches."""
    left, top, right, bottom = box
    x, y = 1.5 * at[0], _ROW * (2 * at[1] + at[0])
    return _slid(left, right, width, size, x), _slid(top, bottom, height, size, y)


def _slid(low: float, high: float, room: int, size: int, at: float) -> int:
    """The place of 0 on a line of `room` pixels that shows `at` of what lies from low to high."""
    if (high - low) * size + 24 <= room:
        return round((room - (low + high) * size) / 2)
    return round(max(room - 12 - high * size, min(12 - low * size, room / 2 - at * size)))


# ---- drawing --------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def painted(scene: Scene) -> Image.Image:
    """The city in RGB. A map with lit tiles asks twice: `draw` forgets it with the picture."""
    cells = [at for at, _ in scene.surface]
    ground = hillside(scene.width, scene.height, scene.grid, cells, _shadows(scene))
    canvas = Canvas.over(ground)
    foot.strew(canvas, scene)
    foot.outline_cells(canvas, scene.grid, scene.margin - scene.water)
    foot.fill_lakes(canvas, scene.grid, scene.water)
    _raise_blocks(canvas, scene)
    return canvas.image


def _shadows(scene: Scene) -> list[list[Point]]:
    """The outlines of the blocks' shadows on the ground."""
    found = []
    for at, cell in scene.surface:
        x, y = scene.grid.centre(at)
        shape = blocks.ground_shadow(scene.size, cell.level)
        found.append([(x + dx, y + dy) for dx, dy in shape])
    return found


def _raise_blocks(canvas: Canvas, scene: Scene) -> None:
    cells = scene.cells
    tall, fit = blocks.storey(scene.size), faces.LABELLED if scene.labelled else faces.ROOMY
    for (at, cell), variant in zip(scene.surface, scene.variants, strict=True):
        x, ground = scene.grid.centre(at)
        block = Block(
            face=faces.Face(cell.kind, cell.colour, cell.stars, variant),
            level=cell.level,
            edges=_edges(cells, at, cell),
            drops=_drops(cells, at, cell.level),
            fit=fit,
            bare=at in scene.bare,
            dimmed=at in scene.dimmed,
        )
        sprite, rise = raised(block, scene.size)
        canvas.paste(sprite, x - sprite.width // 2, ground - cell.level * tall - rise)
        foot.at_the_foot(canvas, scene, at, cell, cells)


class Block(msgspec.Struct, frozen=True):
    """A block as its neighbours make it look."""

    face: faces.Face
    level: int
    edges: tuple[blocks.Edge | None, ...]
    drops: tuple[int, int, int]
    fit: faces.Fit
    bare: bool
    dimmed: bool


@kept
def raised(block: Block, size: int) -> tuple[Image.Image, int]:
    """The sprite of a block, and how far the middle of its roof lies below the sprite's top."""
    face, walls = block.face, blocks.walls(size, block.level)
    wide, tall = faces.sprite_size(size)
    sheet = Image.new("RGBA", (max(wide, walls.width), tall // 2 + walls.height))
    x, y = sheet.width // 2, tall // 2
    lay(sheet, walls, x, y + walls.height // 2)
    lay(sheet, faces.floor(face.kind, face.colour, size), x, y)
    if any(block.drops):
        _stain(sheet, blocks.cast_shadow(size, block.drops), m.SHADOW, x, y)
    if not block.bare:
        lay(sheet, faces.symbol(face, size, block.fit), x, y)
    for direction, kind in enumerate(block.edges):
        if kind:
            lay(sheet, blocks.edge(size, direction, kind), x, y)
    if block.dimmed:
        _stain(sheet, blocks.veil(size), m.VEIL, x, y)
    return _trimmed(sheet, y)


def _trimmed(sheet: Image.Image, y: int) -> tuple[Image.Image, int]:
    """The sheet without its empty rows, and without the columns that are empty on both sides."""
    left, top, right, bottom = sheet.getbbox() or (0, 0, *sheet.size)
    inset = min(left, sheet.width - right)
    return sheet.crop((inset, top, sheet.width - inset, bottom)), y - top


def lay(sheet: Image.Image, sprite: Image.Image, x: int, y: int) -> None:
    """Lay a sprite on another with its middle at (x, y), cutting what would stand out."""
    left, top = x - sprite.width // 2, y - sprite.height // 2
    sheet.alpha_composite(sprite, (max(0, left), max(0, top)), (max(0, -left), max(0, -top)))


def _stain(sheet: Image.Image, mask: Image.Image, tone: Colour, x: int, y: int) -> None:
    stain = Image.new("RGBA", mask.size, (*tone, 0))
    stain.putalpha(mask)
    lay(sheet, stain, x, y)


def _drops(cells: Mapping[Hex, Cell], at: Hex, level: int) -> tuple[int, int, int]:
    heights = [
        cells[near].level if near in cells else 0
        for near in (neighbour(at, direction) for direction in blocks.CASTERS)
    ]
    north_west, north, south_west = (max(0, height - level) for height in heights)
    return north_west, north, south_west


def _edges(cells: Mapping[Hex, Cell], at: Hex, cell: Cell) -> tuple[blocks.Edge | None, ...]:
    return tuple(_edge(cell, cells.get(near)) for near in neighbours(at))


def _edge(cell: Cell, other: Cell | None) -> blocks.Edge | None:
    if other is None or other.level < cell.level:
        return "rim"
    if other.level == cell.level and other.piece != cell.piece:
        return "seam"
    return None
