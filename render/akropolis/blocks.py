"""The parts of a block without its face: walls, edge lines, cast shadows, and a flight of steps.

All sprites are centred on the top face, in RGBa, and drawn for one even hex size at a time.
"""

from __future__ import annotations

from math import ceil, floor
from typing import Literal

from PIL import Image

from render.akropolis import materials as m
from render.cache import memoize
from render.canvas import Brush
from render.hexes import Layout, Point, hull, pixel_layout
from render.theme import Colour, mix
from rules.hexgrid import neighbour

WHITE: Colour = (255, 255, 255)
SUN = (0.71, 0.44)
"""Offset of the shadow that a storey throws on a roof, in storeys."""
GROUND_SUN = (0.63, 0.38)
LONGER = 4
"""Pixels by which each level above the first lengthens the shadow on the ground."""
NICHES_FROM = 46
"""Hex size from which the walls have niches: in smaller ones they cost bytes and are not seen."""
CASTERS = (3, 4, 2)
"""Directions of the neighbours whose shadows can fall on a cell: NW, N, SW."""

Edge = Literal["seam", "rim"]
Layer = tuple[Image.Image, int, int]
"""A sprite, and the offset of its top left corner from the middle of the roof."""


def storey(size: int) -> int:
    """Height of a storey in pixels."""
    return round(m.STOREY * size)


def layout(size: int, origin: Point = (0.0, 0.0)) -> Layout:
    """The hex layout of a city drawn with hexes of `size`."""
    return pixel_layout(size, m.SQUASH, origin)


@memoize
def walls(size: int, level: int) -> Image.Image:
    """The three visible walls of a block; the top of the sprite is the middle of the roof."""
    height = storey(size)
    corners = layout(size).corners((0, 0))
    half_row = round(corners[1][1])
    brush = Brush(2 * size + 4, half_row + height * level + 4)
    brush.origin = (size + 2, 0)
    build_walls(brush, size, level)
    return brush.reduce_premultiplied()


def build_walls(brush: Brush, size: int, level: int) -> None:
    """Draw the three walls below a top face whose middle is the origin."""
    corners = layout(size).corners((0, 0))
    for side in ((3, 2, 0), (2, 1, 1), (0, 1, 2)):
        _wall(brush, corners, side, size, level)


def _wall(
    brush: Brush, corners: list[Point], side: tuple[int, int, int], size: int, level: int
) -> None:
    a, b = corners[side[0]], corners[side[1]]
    height = storey(size)
    for step in range(level):
        materials = m.MARBLE_STOREY if (level - step) % 2 else m.TERRACOTTA_STOREY
        tone = materials[side[2]]
        top = step * height
        brush.polygon(_strip(a, b, top - (2 if step == 0 else 0), top + height), tone)
        if size >= NICHES_FROM:
            _niches(brush, a, b, top, height, tone)
        brush.polygon(_strip(a, b, top, top + 0.16 * height), mix(tone, WHITE, 0.55))
        brush.polygon(
            _strip(a, b, top + 0.16 * height, top + 0.23 * height), mix(tone, m.INK, 0.45)
        )
    low = level * height
    brush.polygon(_strip(a, b, low - 0.10 * height, low), mix(tone, m.INK, 0.30))
    if side[2] != 1:
        brush.line([a, (a[0], a[1] + low)], mix(m.RIM_DARK, tone, 0.25), 0.02 * size)


def _strip(a: Point, b: Point, top: float, bottom: float) -> list[Point]:
    return [(a[0], a[1] + top), (b[0], b[1] + top), (b[0], b[1] + bottom), (a[0], a[1] + bottom)]


def _niches(brush: Brush, a: Point, b: Point, top: float, height: int, tone: Colour) -> None:
    ink = mix(tone, m.INK, 0.38)
    for index in range(4):
        low = _on(a, b, 0.125 + 0.25 * index - 0.055)
        high = _on(a, b, 0.125 + 0.25 * index + 0.055)
        middle = _on(low, high, 0.5)
        arch, sill = top + 0.44 * height, top + 0.88 * height
        brush.polygon(_strip(low, high, arch, sill), ink)
        brush.ellipse(
            (middle[0], middle[1] + arch), abs(high[0] - low[0]) / 2, ink, radius_y=0.12 * height
        )


def _on(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


# ---- edges ----------------------------------------------------------------------------------


@memoize
def edges(size: int) -> tuple[tuple[Layer, ...], ...]:
    """The lines along the edges of a top face, by direction: seams between tiles, then rims."""
    kinds: tuple[Edge, ...] = ("seam", "rim")
    return tuple(tuple(_edge(size, each, kind) for each in range(6)) for kind in kinds)


def _edge(size: int, direction: int, kind: Edge) -> Layer:
    """A seam between tiles, or the rim above a drop."""
    corners = layout(size).corners((0, 0))
    a, b = corners[direction], corners[(direction + 1) % 6]
    if kind == "seam":
        band, tone = _inner_band(a, b, 0.053 * size / 2 + 0.4), m.INK
    else:
        band = _inner_band(a, b, 0.042 * size)
        tone = WHITE if direction in (2, 3, 4) else m.RIM_DARK
    (left, right), (top, bottom) = (
        (floor(min(along)) - 1, ceil(max(along)) + 2) for along in zip(*band, strict=True)
    )
    brush = Brush(right - left, bottom - top)
    brush.origin = (-left, -top)
    brush.polygon(band, tone)
    return brush.reduce_premultiplied(), left, top


def _inner_band(a: Point, b: Point, width: float) -> list[Point]:
    """A band of `width` along the edge, on the inner side of the hex."""
    squash = m.SQUASH
    shrink = 1 - width / (0.866 * _reach(a, b) * (squash if abs(a[1] - b[1]) < 1 else 1))
    return [a, b, (b[0] * shrink, b[1] * shrink), (a[0] * shrink, a[1] * shrink)]


def _reach(a: Point, b: Point) -> float:
    return max(abs(a[0]), abs(b[0]), abs(a[0] - b[0]))


def _face_brush(size: int, mode: str = "RGBA") -> Brush:
    half_row = round(layout(size).corners((0, 0))[1][1])
    brush = Brush(2 * size + 4, 2 * half_row + 4, mode=mode)
    brush.origin = (size + 2, half_row + 2)
    return brush


# ---- shadows --------------------------------------------------------------------------------


@memoize
def cast_shadow(size: int, drops: tuple[int, int, int]) -> Image.Image:
    """Shadow of higher blocks on a face; `drops[i]` levels higher in direction `CASTERS[i]`."""
    grid = layout(size)
    brush = _face_brush(size, "L")
    for direction, drop in zip(CASTERS, drops, strict=True):
        if drop > 0:
            brush.polygon(_sweep(grid, neighbour((0, 0), direction), SUN, drop * storey(size)), 255)
    stencil = _face_brush(size, "L")
    stencil.polygon(grid.corners((0, 0)), round(0.35 * 255))
    black = Image.new("L", brush.image.size)
    black.paste(stencil.image, mask=brush.image)
    return _stain(black.reduce(brush.zoom), m.SHADOW)


@memoize
def ground_shadow(size: int, level: int, longer: Point = (1.0, 1.0)) -> list[Point]:
    """Outline of a block's shadow on the ground, relative to the middle of its cell."""
    sun = GROUND_SUN[0] * longer[0], GROUND_SUN[1] * longer[1]
    return _sweep(layout(size), (0, 0), sun, level * storey(size) + LONGER * (level - 1))


def _sweep(grid: Layout, cell: tuple[int, int], sun: Point, reach: float) -> list[Point]:
    corners = grid.corners(cell)
    moved = [(x + sun[0] * reach, y + sun[1] * reach) for x, y in corners]
    return hull([*corners, *moved])


@memoize
def veil(size: int) -> Image.Image:
    """Veil over a face whose district does not score: dark, with hatching."""
    brush = _face_brush(size, "L")
    brush.polygon(layout(size).corners((0, 0)), round(0.30 * 255))
    lines = _face_brush(size, "L")
    for index in range(-9, 10):
        x = 0.22 * size * index
        lines.line([(x - size, size), (x + size, -size)], 255, 0.06 * size)
    hatched = brush.image.point([0 if v == 0 else round(0.66 * 255) for v in range(256)])
    brush.image.paste(hatched, mask=lines.image)
    return _stain(brush.reduce(), m.VEIL)


def _stain(mask: Image.Image, tone: Colour) -> Image.Image:
    """Sprite of one colour whose opacity is the mask."""
    stain = Image.new("RGBA", mask.size, tone)
    stain.putalpha(mask)
    return stain.convert("RGBa")


@memoize
def silhouette(size: int) -> Image.Image:
    """The shape of a top face."""
    brush = _face_brush(size, "L")
    brush.polygon(layout(size).corners((0, 0)), 255)
    return brush.reduce()


def column(roof: list[Point], drop: float) -> list[Point]:
    """The outline of a whole block: its roof and the walls below it."""
    return [*roof[3:], roof[0], *((x, y + drop) for x, y in roof[:4])]
