"""A block in layers: walls, floor, the shadows that fall on it, building, edges.

On a map the layers are laid one after the other: there are few of them for each hex size, but
hardly two blocks have the same combination.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from PIL import Image

from render.akropolis import blocks, faces
from render.akropolis.blocks import Layer
from render.cache import memoize
from render.canvas import Canvas


class Block(msgspec.Struct, frozen=True):
    """A block, with the edges and shadows that its neighbours give it."""

    face: faces.Face
    level: int
    edges: tuple[blocks.Edge | None, ...]
    drops: tuple[int, int, int] = (0, 0, 0)
    fit: faces.Fit = faces.ROOMY
    bare: bool = False
    dimmed: bool = False


def layers(block: Block, size: int) -> Iterator[Layer]:
    """Layers of a block, from bottom to top."""
    face = block.face
    yield _body(face.kind, face.colour, block.level, size, block.fit.labelled)
    if any(block.drops):
        yield _middle(blocks.cast_shadow(size, block.drops))
    if not block.bare:
        yield _middle(faces.symbol(face, size, block.fit))
    seams, rims = blocks.edges(size)
    for direction, kind in enumerate(block.edges):
        if kind:
            yield (rims if kind == "rim" else seams)[direction]
    if block.dimmed:
        yield _middle(blocks.veil(size))


@memoize
def _body(kind: str, colour: str | None, level: int, size: int, labelled: bool) -> Layer:
    """Walls and floor, which few blocks differ in."""
    walls, floor = blocks.walls(size, level), faces.floor(kind, colour, size, labelled)
    across, rise = max(floor.width, walls.width) // 2, floor.height // 2
    sheet = Image.new("RGBa", (2 * across, rise + walls.height))
    canvas = Canvas.from_image(sheet)
    canvas.paste(walls, across - walls.width // 2, rise)
    canvas.paste(floor, across - floor.width // 2, 0)
    left, top, right, bottom = sheet.getbbox() or (0, 0, *sheet.size)
    return sheet.crop((left, top, right, bottom)), left - across, top - rise


def _middle(sprite: Image.Image) -> Layer:
    return sprite, -(sprite.width // 2), -(sprite.height // 2)


@memoize
def block_sprite(block: Block, size: int) -> tuple[Image.Image, int]:
    """Block as one sprite, and the distance from its top down to the middle of the roof."""
    width, height = faces.sprite_size(size)
    walls = blocks.walls(size, block.level)
    sheet = Image.new("RGBa", (max(width, walls.width), height // 2 + walls.height))
    canvas, x, y = Canvas.from_image(sheet), sheet.width // 2, height // 2
    for sprite, left, top in layers(block, size):
        canvas.paste(sprite, x + left, y + top)
    return _trim(sheet.convert("RGBA"), y)


def _trim(sheet: Image.Image, y: int) -> tuple[Image.Image, int]:
    """Sheet without its empty rows and the columns empty on both sides, and the new `y`."""
    left, top, right, bottom = sheet.getbbox() or (0, 0, *sheet.size)
    inset = min(left, sheet.width - right)
    return sheet.crop((inset, top, sheet.width - inset, bottom)), y - top
