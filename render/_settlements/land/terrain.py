"""The hexes of a region and the double line round its seven."""

from __future__ import annotations

from math import cos, pi, sin

import msgspec
from PIL import Image, ImageChops, ImageFilter

from render import drawings
from render._settlements.land.frame import FULL, flower, layout, row_of
from render._settlements.look import Look, Terrain
from render.cache import memoize
from render.canvas import ZOOM, Brush
from render.hexes import Point
from render.theme import Colour, mix
from rules.hexgrid import neighbour
from rules.rng import Rng

VARIANTS = 5
"""Number of ways in which drawings are strewn over a landscape."""
_WHITE: Colour = (255, 255, 255)
_RIM, _SEAM = 1.7, 2.2
NAMED_FROM = 60
"""Width of a hex from which its name stands at its top."""
_DECORATED_FROM = 60
"""Width of a hex from which drawings are strewn over it."""


def hex_brush(width: int, pad: int = 2, mode: str = "RGBA") -> Brush:
    """Brush for a hex, its origin in the middle of the hex, in pixels."""
    corners = layout(width).corners((0, 0))
    height = 2 * round(max(y for _, y in corners))
    brush = Brush(width + 2 * pad, height + 2 * pad, mode=mode)
    brush.origin = (width / 2 + pad, height / 2 + pad)
    return brush


def hexagon(width: int, scale: float = 1.0, drop: float = 0.0) -> list[Point]:
    """The corners of a hex round the origin; corner 0 is the upper right one, then clockwise."""
    return [(x, y + drop) for x, y in layout(width).corners((0, 0), scale)]


# ---- one hex --------------------------------------------------------------------------------


@memoize
def ground(look: Look, symbol: str | None, variant: int, width: int) -> Image.Image:
    """A hex of a landscape, without its medallion."""
    terrain = look.terrain(symbol)
    tone = terrain.second if variant % 2 else terrain.field
    brush = hex_brush(width)
    brush.polygon(hexagon(width), tone)
    if width >= _DECORATED_FROM:
        _strew(brush, terrain, variant, width / FULL)
    _bevel(brush, width, tone)
    return brush.reduce()


@memoize
def strewing(look: Look, symbol: str | None, variant: int, width: int) -> Image.Image:
    """Drawings strewn over a hex of a landscape, without its ground."""
    brush = hex_brush(width)
    _strew(brush, look.terrain(symbol), variant, width / FULL)
    return brush.reduce()


def _bevel(brush: Brush, wide: int, tone: Colour) -> None:
    corners = hexagon(wide, 0.955)
    light, dark = mix(tone, _WHITE, 0.34), mix(tone, (60, 50, 30), 0.16)
    width = 1.5 * wide / FULL
    brush.line([corners[0], corners[1], corners[2], corners[3]], dark, width)
    brush.line([corners[3], corners[4], corners[5], corners[0]], light, width)


def _strew(brush: Brush, terrain: Terrain, variant: int, unit: float) -> None:
    """Draw small drawings round the middle, which the medallion will cover, and below the name."""
    luck, (left, top) = Rng(1000 * len(terrain.strewn) + variant), brush.origin
    turn = luck.below(60)
    for step in range(5):
        angle = (turn + 72 * step + luck.below(30)) * pi / 180
        reach = (30 + luck.below(9)) * unit
        x, y = reach * cos(angle) * 1.06, reach * sin(angle) + 5 * unit
        if y > -26 * unit:
            scale = unit * (0.85 + luck.below(30) / 100)
            brush.origin = (left + x, top + y)
            drawings.draw(brush, f"land/{terrain.strewn}", {"ink": terrain.stroke}, scale)
    brush.origin = (left, top)


# ---- seven hexes ----------------------------------------------------------------------------


class Symbols(msgspec.Struct, frozen=True):
    """Symbols of a region by hex, and its number: with its size, all that its sprite depends on."""

    tile: int
    hexes: tuple[str | None, ...]


@memoize
def region(look: Look, symbols: Symbols, width: int) -> Image.Image:
    """A region with its thickness and its shadow, its middle in the middle of the sprite."""
    sheet = region_foot(look, width).copy()
    grid = layout(width, (sheet.width // 2, sheet.height // 2))
    for index, at in enumerate(flower((0, 0))):
        sprite = ground(
            look, symbols.hexes[index], (symbols.tile * 3 + index * 2) % VARIANTS, width
        )
        x, y = grid.centre(at)
        sheet.alpha_composite(sprite, (round(x - sprite.width / 2), round(y - sprite.height / 2)))
    lines = region_lines(look, width)
    sheet.alpha_composite(lines, (0, (sheet.height - lines.height) // 2))
    return sheet.convert("RGBa")


@memoize
def region_foot(look: Look, width: int) -> Image.Image:
    """Side of a region as seen from the front, and the shadow that it throws straight down.

    So no shadow falls on a region farther back, which is laid before.
    """
    mask, unit = region_mask(width), width / FULL
    thick, pad = max(2, round(6 * unit)), round(30 * unit)
    sheet = Image.new("RGBA", (mask.width, mask.height + 2 * pad), (*_SHADOW, 0))
    narrow = mask.resize((round(0.95 * mask.width), mask.height))
    shadow = Image.new("L", sheet.size)
    shadow.paste(narrow, ((mask.width - narrow.width) // 2, pad + round(13 * unit)))
    sheet.putalpha(shadow.filter(ImageFilter.GaussianBlur(5 * unit)).point(_FAINT))
    for drop, tone in ((thick, mix(look.side, (30, 24, 12), 0.35)), (thick - 2, look.side)):
        side = Image.new("RGBA", mask.size, (*tone, 0))
        side.putalpha(mask)
        sheet.alpha_composite(side, (0, pad + drop))
    return sheet


_SHADOW = (24, 24, 22)
_FAINT = [round(0.42 * v) for v in range(256)]


@memoize
def region_mask(width: int) -> Image.Image:
    """The shape of a region, its middle in the middle of the sprite."""
    return _union(width).reduce()


@memoize
def region_lines(look: Look, wide: int) -> Image.Image:
    """Lines of a region: a bright and a dark one round it, dark ones between its hexes."""
    unit, shape = wide / FULL, _union(wide).image
    inside, deeper = (_within(wide, width * unit) for width in (_RIM, 2 * _RIM))
    dark = ImageChops.subtract(inside, deeper)
    dark = ImageChops.lighter(dark, ImageChops.darker(_seams(wide, _SEAM * unit), inside))
    lines = Image.new("RGBA", shape.size, (*look.rim, 0))
    lines.putalpha(ImageChops.subtract(shape, inside))
    lines.paste((*look.seam, 255), mask=dark)
    return lines.reduce(ZOOM)


@memoize
def region_outline(width: int, tone: Colour, rim: Colour, thick: float) -> Image.Image:
    """A line along the inside of a region's border, on a darker and wider one."""
    unit, shape = width / FULL, _union(width).image
    lines = Image.new("RGBA", shape.size, (*rim, 0))
    lines.putalpha(ImageChops.subtract(shape, _within(width, (thick + 4) * unit)))
    outer, inner = _within(width, 2 * unit), _within(width, (thick + 2) * unit)
    lines.paste((*tone, 255), mask=ImageChops.subtract(outer, inner))
    return lines.reduce(ZOOM)


def region_brush(width: int, pad: int = 4, mode: str = "RGBA") -> Brush:
    """Brush for a region, its origin in the middle."""
    high = 2 * round(2.5 * row_of(width) / 1.5) + 2 * pad
    brush = Brush(3 * width + 2 * pad, high, mode=mode)
    brush.origin = (brush.image.width / ZOOM / 2, brush.image.height / ZOOM / 2)
    return brush


def _union(width: int) -> Brush:
    """The shape of a region on a sheet of even sides."""
    brush, grid = region_brush(width, mode="L"), layout(width)
    for at in flower((0, 0)):
        brush.polygon(grid.corners(at, 1.004), 255)
    return brush


def _within(wide: int, width: float) -> Image.Image:
    """Shape of a region without `width` pixels along its border, at the zoomed size."""
    brush = _union(wide)
    for a, b in region_border(wide):
        brush.line([a, b], 0, 2 * width)
        brush.ellipse(a, width, 0)
        brush.ellipse(b, width, 0)
    return brush.image


def region_border(width: int) -> list[tuple[Point, Point]]:
    """The sides of a region's hexes that lie on its border."""
    grid, cells = layout(width), flower((0, 0))
    return [
        (grid.corners(at)[side], grid.corners(at)[(side + 1) % 6])
        for at in cells
        for side in range(6)
        if neighbour(at, side) not in cells
    ]


def _seams(wide: int, width: float) -> Image.Image:
    brush, grid = _union(wide), layout(wide)
    brush.image.paste(0, (0, 0, *brush.image.size))
    for at in flower((0, 0)):
        brush.outline(grid.corners(at), 255, width)
    return brush.image
