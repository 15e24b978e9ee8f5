"""A block as one sprite: walls, floor, building, edges, and the shadows that fall on it."""

from __future__ import annotations

import msgspec
from PIL import Image

from render.akropolis import blocks, faces
from render.akropolis import materials as m
from render.kept import kept
from render.sprites import lay, place
from render.theme import Colour


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
    lay(sheet, faces.floor(face.kind, face.colour, size, block.fit.labelled), x, y)
    if any(block.drops):
        _stain(sheet, blocks.cast_shadow(size, block.drops), m.SHADOW, x, y)
    if not block.bare:
        lay(sheet, faces.symbol(face, size, block.fit), x, y)
    for direction, kind in enumerate(block.edges):
        if kind:
            line, left, top = blocks.edge(size, direction, kind)
            place(sheet, line, x + left, y + top)
    if block.dimmed:
        _stain(sheet, blocks.veil(size), m.VEIL, x, y)
    return _trimmed(sheet, y)


def _trimmed(sheet: Image.Image, y: int) -> tuple[Image.Image, int]:
    """The sheet without its empty rows, and without the columns that are empty on both sides."""
    left, top, right, bottom = sheet.getbbox() or (0, 0, *sheet.size)
    inset = min(left, sheet.width - right)
    return sheet.crop((inset, top, sheet.width - inset, bottom)), y - top


def _stain(sheet: Image.Image, mask: Image.Image, tone: Colour, x: int, y: int) -> None:
    stain = Image.new("RGBA", mask.size, (*tone, 0))
    stain.putalpha(mask)
    lay(sheet, stain, x, y)
