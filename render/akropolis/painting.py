"""One city on its hillside, without anything written on it: ground, lakes, blocks, buildings."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PIL import Image

from render.akropolis import blocks, faces, foot, life
from render.akropolis.ground import hillside, to_rgb
from render.akropolis.layers import Block, layers
from render.akropolis.scene import Scene
from render.canvas import Canvas
from render.hexes import Point
from rules.akropolis.view import Cell
from rules.hexgrid import neighbours

Stand = Callable[[Canvas, Cell, float, float], None]
"""Draws something on the roof of a cell, whose middle is at (x, y)."""


def paint_city(scene: Scene) -> Image.Image:
    """The city in RGB."""
    cells = [at for at, _ in scene.surface]
    shadows = _shadows(scene)
    tones = hillside(scene.width, scene.height, scene.grid, cells, shadows, scene.seat)
    if not scene.plain:
        foot.outline_cells(tones, scene.grid, scene.margin - scene.water)
    canvas = Canvas.from_image(to_rgb(tones))
    path = foot.path_of(scene)
    life.path(canvas, scene, path)
    foot.strew(canvas, scene, path)
    foot.fill_lakes(canvas, scene.grid, scene.water)
    raise_blocks(canvas, scene)
    return canvas.image


def _shadows(scene: Scene) -> list[list[Point]]:
    """The outlines of the blocks' shadows on the ground."""
    outlines, grid = [], scene.grid
    for at, cell in scene.surface:
        x, y = grid.centre(at)
        shape = blocks.ground_shadow(scene.size, cell.level, scene.light.shadow)
        outlines.append([(x + dx, y + dy) for dx, dy in shape])
    return outlines


def raise_blocks(canvas: Canvas, scene: Scene, stand: Stand | None = None) -> None:
    """Draw the city itself, back to front; `stand` draws something more on each roof."""
    cells, grid = scene.cells, scene.grid
    height = blocks.storey(scene.size)
    for (at, cell), variant in zip(scene.surface, scene.variants, strict=True):
        x, ground = grid.centre(at)
        near = [cells.get(neighbour) for neighbour in neighbours(at)]
        block = Block(
            face=faces.Face(cell.kind, cell.colour, cell.stars, variant),
            level=cell.level,
            edges=tuple([_edge(cell, neighbour) for neighbour in near]),
            drops=_drops(near, cell.level),
            fit=_fit(scene, cell, near[1]),
            bare=at in scene.bare,
            dimmed=at in scene.dimmed,
        )
        roof = ground - cell.level * height
        for sprite, left, top in layers(block, scene.size):
            canvas.paste(sprite, x + left, roof + top)
        if stand is not None:
            stand(canvas, cell, x, roof)
        life.windows(canvas, scene, at, cell, cells)
        foot.at_the_foot(canvas, scene, at, cell, cells)
        life.on_the_roof(canvas, scene, cell, x, roof)


def _fit(scene: Scene, cell: Cell, front: Cell | None) -> faces.Fit:
    if not scene.labelled:
        return faces.NUMBERED if scene.shows_level(cell, front) else faces.ROOMY
    return faces.LABELLED_PLAZA if cell.kind == "plaza" else faces.LABELLED


def _drops(near: Sequence[Cell | None], level: int) -> tuple[int, int, int]:
    """Levels by which the neighbours in the directions of `CASTERS` are higher."""
    heights = [
        neighbour.level if (neighbour := near[direction]) else 0 for direction in blocks.CASTERS
    ]
    north_west, north, south_west = (max(0, height - level) for height in heights)
    return north_west, north, south_west


def _edge(cell: Cell, neighbour: Cell | None) -> blocks.Edge | None:
    if neighbour is None or neighbour.level < cell.level:
        return "rim"
    if neighbour.level == cell.level and neighbour.piece != cell.piece:
        return "seam"
    return None
