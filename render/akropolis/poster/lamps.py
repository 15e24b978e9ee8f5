"""Night in the city: fires on the plazas and lights in the windows."""

from __future__ import annotations

from random import Random

from PIL import Image

from render.akropolis import blocks
from render.akropolis.scene import Scene
from render.cache import memoize
from render.canvas import Brush
from render.poster import air
from render.theme import Colour
from rules.hexgrid import neighbour

_WARM: Colour = (255, 190, 96)
_FIRE: Colour = (255, 150, 60)


def light(picture: Image.Image, scene: Scene, luck: Random) -> None:
    """Light lamps in the districts and fires on the plazas."""
    size, cells = scene.size, scene.cells
    air.add_light(picture, air.glow(620, _WARM, 0.30), picture.width / 2, 0.6 * picture.height)
    for at, cell in scene.surface:
        x, y = scene.grid.centre(at)
        top = y - cell.level * blocks.storey(size)
        if cell.kind == "plaza":
            air.add_light(picture, _lamp(round(1.25 * size), _FIRE, 70), x, top - 0.1 * size)
        elif cell.kind == "district" and luck.random() < 0.8:
            air.add_light(picture, _lamp(round(0.8 * size), _WARM, 62), x, top)
        front = cells.get(neighbour(at, 1))
        _windows(picture, x, y, size, range(front.level if front else 0, cell.level), luck)


@memoize
def _lamp(radius: int, tone: Colour, strength: int) -> Image.Image:
    return air.glow(radius, tone, strength / 100)


def _windows(
    picture: Image.Image, x: float, y: float, size: int, storeys: range, luck: Random
) -> None:
    """Light a few niches in the front wall."""
    height = blocks.storey(size)
    low = y + blocks.layout(size).corners((0, 0))[1][1]
    brush = Brush(0.12, 0.16, unit=size)
    brush.round_box(0.01, 0.0, 0.11, 0.2, 0.05, (255, 214, 120, 255))
    pane = brush.reduce()
    for step in storeys:
        for slot in range(4):
            if luck.random() < 0.45:
                px = x + size * (0.25 * slot - 0.375)
                py = low - (step + 1) * height + 0.5 * height
                picture.paste(pane, (round(px - pane.width / 2), round(py)), pane)
                air.add_light(picture, _lamp(round(0.22 * size), _WARM, 50), px, py + 4)
