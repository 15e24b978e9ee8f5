"""Cities: quarters that grow together inside one wall, with houses and gates."""

from __future__ import annotations

from PIL import Image, ImageChops

from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point
from render.magna_grecia import look
from render.magna_grecia.frame import SIDE, corners, offset
from render.theme import SeatStyle, mix
from rules.contract import Hex
from rules.hexgrid import neighbour

_PAD = 8
_DEEP = 5
"""Height of a wall over the ground."""
_HOUSES = ((0.0, -21.0), (-17.0, -8.0), (17.0, -8.0), (-9.0, 10.0), (11.0, 10.0))


def extent(cells: tuple[Hex, ...]) -> tuple[float, float, float, float]:
    """Box of a city, relative to the middle of its first tile: left, top, width, height."""
    spots = [offset(at) for at in cells]
    half = 2 * round(SIDE / 2) + _PAD
    left, top = min(x for x, _ in spots) - half, min(y for _, y in spots) - half
    right, bottom = max(x for x, _ in spots) + half, max(y for _, y in spots) + half
    return left, top, right - left, bottom - top + _DEEP


def spread(cells: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Tiles of a city, relative to its first one."""
    (q, r), *_ = cells
    return tuple((a - q, b - r) for a, b in cells)


@memoize
def city(style: SeatStyle, cells: tuple[Hex, ...], busy: frozenset[Hex]) -> Image.Image:
    """A city, its tiles relative to the first one; busy tiles have fewer houses."""
    *_, width, height = extent(cells)
    sheet = Image.new("RGBA", (round(width), round(height)))
    body, wall, line, ground = (_inside(cells, inset) for inset in (3.0, 5.2, 12.2, 14.0))
    shade = body.point([round(0.35 * v) for v in range(256)])
    sheet.paste((20, 18, 28, 90), (4, _DEEP + 3), shade)
    for drop in range(_DEEP, -1, -1):
        _stain(sheet, style.rim, body, drop)
    _stain(sheet, style.colour, wall, 0)
    _stain(sheet, style.rim, line, 0)
    _stain(sheet, look.paving(style), ground, 0)
    sheet.alpha_composite(_streets_and_houses(style, cells, busy, ground))
    sheet.alpha_composite(_merlons_and_towers(style, cells))
    return sheet


def _stain(sheet: Image.Image, tone: tuple[int, int, int], mask: Image.Image, drop: int) -> None:
    sheet.paste(tone, (0, drop), mask)
    alpha = ImageChops.lighter(sheet.getchannel("A"), ImageChops.offset(mask, 0, drop))
    sheet.putalpha(alpha)


def _brush(cells: tuple[Hex, ...], mode: str = "RGBA") -> Brush:
    left, top, width, height = extent(cells)
    brush = Brush(width, height, mode=mode)
    brush.origin = (-left, -top)
    return brush


def _inside(cells: tuple[Hex, ...], inset: float) -> Image.Image:
    """Mask of a city, inset from its outer sides."""
    brush = _brush(cells, "L")
    for at in cells:
        brush.polygon(corners(1.01, at), 255)
    for a, b in _edges(cells):
        brush.line([a, b], 0, 2 * inset)
        for end in (a, b):
            brush.ellipse(end, inset, 0)
    return brush.reduce()


def _edges(cells: tuple[Hex, ...]) -> list[tuple[Point, Point]]:
    """The outer sides of a city."""
    inside = set(cells)
    return [
        (corners(1.0, at)[side], corners(1.0, at)[(side + 1) % 6])
        for at in cells
        for side in range(6)
        if neighbour(at, side) not in inside
    ]


def _streets_and_houses(
    style: SeatStyle, cells: tuple[Hex, ...], busy: frozenset[Hex], ground: Image.Image
) -> Image.Image:
    """Streets in the pattern of the owner, and houses under roofs in its colour."""
    brush = _brush(cells)
    _streets(brush, style)
    streets = brush.reduce()
    streets.putalpha(ImageChops.multiply(streets.getchannel("A"), ground))
    houses = _brush(cells)
    for at in sorted(cells, key=lambda at: at[1]):
        x, y = offset(at)
        for dx, dy in _HOUSES if at not in busy else ((-10.0, -19.0), (10.0, -19.0)):
            _house(houses, (x + dx, y + dy), 8.2, style)
    streets.alpha_composite(houses.reduce())
    return streets


def _house(brush: Brush, at: Point, size: float, style: SeatStyle) -> None:
    """Draw a small white house under its roof."""
    x, y = at
    brush.box(x - size * 0.72, y, x + size * 0.72, y + size * 0.72, style.rim)
    brush.box(x - size * 0.58, y, x + size * 0.58, y + size * 0.6, look.HOUSE)
    for shares, low, tone in (((0.85, 1.0), 1.6, style.rim), ((0.6, 0.7), 0.6, style.colour)):
        foot, half = y + low, shares[1] * size
        brush.polygon([(x, y - size * shares[0]), (x + half, foot), (x - half, foot)], tone)


def _streets(brush: Brush, style: SeatStyle) -> None:
    """Draw the pattern of a seat over the whole brush: none, slanted lines, dots or crosses."""
    if style.shape == "circle":
        return
    tone, step = mix(look.paving(style), style.colour, 0.55), 11
    width, height = (round(size / brush.scale) for size in brush.image.size)
    x0, y0 = -brush.origin[0], -brush.origin[1]
    if style.shape in ("square", "diamond"):
        for k in range(-height, width + height, step):
            brush.line([(x0 + k, y0), (x0 + k + height, y0 + height)], tone, 2.0)
    if style.shape == "diamond":
        for k in range(0, width + height, step):
            brush.line([(x0 + k, y0), (x0 + k - height, y0 + height)], tone, 2.0)
    if style.shape == "triangle":
        for row in range(0, height, step // 2 + 3):
            for k in range(step // 2 * (row % 2), width, step):
                brush.ellipse((x0 + k, y0 + row), 1.9, tone)


def _merlons_and_towers(style: SeatStyle, cells: tuple[Hex, ...]) -> Image.Image:
    """Merlons along the wall, and towers where it turns outwards."""
    brush, light = _brush(cells), mix(style.colour, look.MARBLE, 0.35)
    middles = {at: offset(at) for at in cells}
    for a, b in _edges(cells):
        x, y = min(
            middles.values(),
            key=lambda m: (m[0] - (a[0] + b[0]) / 2) ** 2 + (m[1] - (a[1] + b[1]) / 2) ** 2,
        )
        for share in (0.2, 0.4, 0.6, 0.8):
            px, py = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            px, py = px + (x - px) * 0.15, py + (y - py) * 0.15
            brush.ellipse((px, py), 2.1, style.rim)
    for (x, y), (cx, cy) in _towers(cells):
        at = (x + (cx - x) * 0.15, y + (cy - y) * 0.15)
        brush.ellipse(at, 6.8, style.rim)
        brush.ellipse((at[0] - 0.3, at[1] - 0.3), 4.6, style.colour)
        brush.ellipse((at[0] - 1, at[1] - 1), 2.2, light)
    return brush.reduce()


def _towers(cells: tuple[Hex, ...]) -> list[tuple[Point, Point]]:
    """The corners that belong to one tile only, each with the middle of its tile."""
    owners: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
    for at in cells:
        for x, y in corners(1.0, at):
            owners.setdefault((round(x), round(y)), []).append(((x, y), offset(at)))
    return [corner[0] for corner in owners.values() if len(corner) == 1]
