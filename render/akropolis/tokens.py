"""The small things of the game as sprites: tiles and their backs, stones, medal, rounds."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render import drawings, sprites
from render.akropolis import blocks, faces
from render.akropolis import materials as m
from render.akropolis.layers import Block, block_sprite
from render.akropolis.luck import look
from render.cache import memoize
from render.canvas import Brush
from render.hexes import hexagon
from render.theme import Colour, mix
from rules.akropolis.pieces import TILES
from rules.contract import Hex
from rules.hexgrid import neighbour, neighbours

WHITE: Colour = (255, 255, 255)


@memoize
def stone(radius: int) -> Image.Image:
    """A cut stone: money."""
    brush = Brush(2 * radius + 4, 2 * radius + 4)
    brush.origin = (radius + 2.0, radius + 2.0)
    drawings.draw(brush, "akropolis/stone", scale=0.01 * radius)
    return brush.reduce()


@memoize
def chief(size: int) -> Image.Image:
    """The Chief Architect's medal: a pair of compasses on gold."""
    return drawings.sheet("akropolis/chief", size).reduce()


@memoize
def architect(size: int) -> Image.Image:
    """The mark of the Illustrious Architect: a column on slate."""
    return drawings.sheet("akropolis/architect", size).reduce()


@memoize
def columns(rounds: int, done: int, width: int, height: int) -> Image.Image:
    """A colonnade with a column for each round: past ones gold, this one white, later ones grey."""
    brush = Brush(width, height)
    pitch = width / rounds
    for index in range(rounds):
        tone = m.BRONZE if index < done else WHITE if index == done else (74, 84, 102)
        x = index * pitch
        brush.box(x, 0, x + pitch, 0.12 * height, tone)
        brush.box(x + 0.18 * pitch, 0.12 * height, x + 0.82 * pitch, 0.22 * height, tone)
        brush.box(x + 0.28 * pitch, 0.22 * height, x + 0.72 * pitch, 0.84 * height, tone)
        brush.box(x + 0.10 * pitch, 0.84 * height, x + 0.90 * pitch, height, tone)
    return brush.reduce()


@memoize
def mini(colour: str, size: int) -> Image.Image:
    """A district as a single block: the sign of its colour."""
    return group((faces.Face("district", colour),), size)


@memoize
def tile(number: int, size: int) -> Image.Image:
    """A tile as it lies in the construction site, at rotation 0."""
    return group(tuple(_faces(number)), size)


@memoize
def pale_tile(number: int, size: int) -> Image.Image:
    """A tile that is too dear, at 42 % opacity."""
    return sprites.fade(tile(number, size), 0.42)


def _faces(number: int) -> list[faces.Face]:
    return [
        faces.Face(
            face.kind,
            face.colour,
            face.stars,
            0 if face.kind == "plaza" else look(number, index),
        )
        for index, face in enumerate(TILES[number].hexes)
    ]


@memoize
def group(shown: tuple[faces.Face, ...], size: int) -> Image.Image:
    """One or three faces on a storey of marble, as a sprite."""
    grid = blocks.layout(size)
    cells = [(0, 0), neighbour((0, 0), 0), neighbour((0, 0), 1)][: len(shown)]
    left, top, right, bottom = grid.bounds(cells)
    height = blocks.storey(size)
    sheet = Image.new("RGBA", (round(right - left) + 8, round(bottom - top) + height + 8))
    for pass_ in ("shadow", "block"):
        for face, cell in sorted(
            zip(shown, cells, strict=True), key=lambda item: item[1][1] * 2 + item[1][0]
        ):
            x, y = grid.centre(cell)
            x, y = round(x - left) + 4, round(y - top) + 4
            if pass_ == "shadow":
                _drop_shadow(sheet, size, x, y + height)
            else:
                _block(sheet, face, cell, cells, size, (x, y))
    return sheet


def _drop_shadow(sheet: Image.Image, size: int, x: int, y: int) -> None:
    shade = blocks.silhouette(size)
    sheet.paste((*m.SHADOW, 120), (x - shade.width // 2 + 3, y - shade.height // 2 + 2), shade)


def _block(
    sheet: Image.Image,
    face: faces.Face,
    cell: Hex,
    cells: Sequence[Hex],
    size: int,
    middle: tuple[int, int],
) -> None:
    edges: tuple[blocks.Edge | None, ...] = tuple(
        None if near in cells else "rim" for near in neighbours(cell)
    )
    sprite, rise = block_sprite(Block(face, 1, edges), size)
    sprites.lay(sheet, sprite, middle[0], middle[1] - rise + sprite.height // 2)


@memoize
def backs(size: int, layers: int) -> Image.Image:
    """A stack of tiles face down."""
    grid = blocks.layout(size)
    cells = [(0, 0), neighbour((0, 0), 0), neighbour((0, 0), 1)]
    left, top, right, bottom = grid.bounds(cells)
    step = 5
    brush = Brush(right - left + 4, bottom - top + layers * step + 4)
    for layer in range(layers, -1, -1):
        for cell in cells:
            brush.origin = (2 - left, 2 - top + layer * step)
            _back(brush, grid.corners(cell), grid.centre(cell), layer)
    return brush.reduce()


def _back(
    brush: Brush, corners: list[tuple[float, float]], centre: tuple[float, float], layer: int
) -> None:
    if layer:
        brush.polygon(corners, m.BACK_RIM if layer % 2 else mix(m.BACK, m.BACK_RIM, 0.4))
        return
    brush.polygon(corners, m.BACK_RIM)
    for scale, tone in ((0.955, m.BACK), (0.72, m.BACK_LINE), (0.66, m.BACK)):
        brush.polygon(
            [
                (centre[0] + (x - centre[0]) * scale, centre[1] + (y - centre[1]) * scale)
                for x, y in corners
            ],
            tone,
        )


@memoize
def vacant(size: int, tone: Colour) -> Image.Image:
    """The dark shape of a missing tile."""
    grid = blocks.layout(size)
    cells = [(0, 0), neighbour((0, 0), 0), neighbour((0, 0), 1)]
    left, top, right, bottom = grid.bounds(cells)
    brush = Brush(right - left + 4, bottom - top + 4)
    brush.origin = (2 - left, 2 - top)
    for cell in cells:
        brush.polygon(grid.corners(cell, 0.95), tone)
    return brush.reduce()


@memoize
def variant_mark(colour: str, size: int) -> Image.Image:
    """A scoring variant in play: the district's sign in a double gold ring."""
    brush = Brush(2.3, 2.1, unit=size, centred=True)
    material = m.MATERIALS[colour]
    for radius, tone in ((1.1, m.BRONZE), (0.98, m.INK), (0.90, m.BRONZE), (0.78, material.floor)):
        brush.polygon(hexagon(radius, m.SQUASH), tone)
    sheet = brush.reduce()
    sign = faces.symbol(faces.Face("district", colour), size, faces.Fit(0.70))
    sprites.lay(sheet, sign.convert("RGBA"), sheet.width // 2, sheet.height // 2)
    return sheet
