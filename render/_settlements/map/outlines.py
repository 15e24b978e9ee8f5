"""Lines round hexes: the last move, a settlement of the player to move, a candidate."""

from __future__ import annotations

from PIL import Image

from render._settlements.land.frame import FULL, flower, layout
from render._settlements.land.terrain import hex_brush, hexagon, region_border, region_brush
from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point
from render.theme import THEME, Colour

LIT = (255, 244, 191)
"""The field of a hex that a move has changed."""


@memoize
def bright_field(width: int) -> Image.Image:
    """Bright hex under a new building."""
    brush = hex_brush(width)
    brush.polygon(hexagon(width, 0.98), LIT)
    return brush.reduce()


@memoize
def ring(
    width: int, tone: Colour, rim: Colour, thick: float = 5.0, scale: float = 0.95
) -> Image.Image:
    """Outline of a hex on a darker and wider one."""
    unit = width / FULL
    brush = hex_brush(width, pad=10)
    corners = hexagon(width, scale)
    thick = max(5, thick * unit)
    brush.outline(corners, rim, thick + 4)
    brush.outline(corners, tone, thick)
    return brush.reduce()


@memoize
def dash_ring(width: int, tone: Colour, rim: Colour) -> Image.Image:
    """Dashed outline of a candidate."""
    unit = max(0.9, width / FULL)
    brush = hex_brush(width, pad=10)
    corners = hexagon(width, 0.97)
    brush.outline(corners, rim, 8.5 * unit)
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        for low, high in ((0.0, 0.16), (0.28, 0.44), (0.56, 0.72), (0.84, 1.0)):
            brush.line([_on(start, end, low), _on(start, end, high)], tone, 4.6 * unit)
    return brush.reduce()


@memoize
def border(
    width: int, sides: tuple[bool, ...], tone: Colour, rim: Colour, line: float
) -> Image.Image:
    """Line along some of the six sides of a hex, just inside it: part of a group's border."""
    unit = width / FULL
    brush = hex_brush(width, pad=10)
    for colour, thick in ((rim, line + 3), (tone, line)):
        for direction, closed in enumerate(sides):
            if closed:
                border_side(
                    brush, width, direction, sides, colour, max(thick / 2 + 0.8, thick * unit)
                )
    return brush.reduce()


def border_side(
    brush: Brush, width: int, direction: int, sides: tuple[bool, ...], tone: Colour, thick: float
) -> None:
    """Draw one side, extended to the neighbour's side where the border continues there."""
    outer, inner = layout(width).corners((0, 0)), hexagon(width, 0.95)
    a, b = inner[direction], inner[(direction + 1) % 6]
    if not sides[(direction - 1) % 6]:
        a = _open_corner(a, inner[(direction - 1) % 6], outer[direction])
    if not sides[(direction + 1) % 6]:
        b = _open_corner(b, inner[(direction + 2) % 6], outer[(direction + 1) % 6])
    for end in (a, b):
        brush.ellipse(end, thick / 2, tone)
    brush.line([a, b], tone, thick)


def _open_corner(corner: Point, beyond: Point, outer: Point) -> Point:
    """End of the line at an open corner: on the side that is not drawn, at the same inset."""
    gap = ((outer[0] - corner[0]) ** 2 + (outer[1] - corner[1]) ** 2) ** 0.5
    dx, dy = corner[0] - beyond[0], corner[1] - beyond[1]
    length = (dx * dx + dy * dy) ** 0.5
    return corner[0] + dx / length * gap, corner[1] + dy / length * gap


def _on(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


@memoize
def golden_leg(step: tuple[int, int], unit: float) -> Image.Image:
    """A stretch of the way that has won, from the middle of a hex to that of the next."""
    unit = max(0.8, unit)
    width, height = abs(step[0]) + round(20 * unit), abs(step[1]) + round(20 * unit)
    brush = Brush(width, height, centred=True)
    ends = [(-step[0] / 2, -step[1] / 2), (step[0] / 2, step[1] / 2)]
    for tone, thick in ((THEME.last_rim, 14), (THEME.gold, 8)):
        for end in ends:
            brush.ellipse(end, thick / 2 * unit, tone)
        brush.line(ends, tone, thick * unit)
    return brush.reduce()


@memoize
def dash_region(width: int, tone: Colour, rim: Colour) -> Image.Image:
    """Dashed outline of a region that is not laid yet."""
    unit, brush = width / FULL, region_brush(width, pad=12)
    for a, b in region_border(width):
        brush.line([a, b], rim, 9 * unit)
        brush.ellipse(a, 4.5 * unit, rim)
    for a, b in region_border(width):
        for low, high in ((0.0, 0.16), (0.28, 0.44), (0.56, 0.72), (0.84, 1.0)):
            brush.line([_on(a, b, low), _on(a, b, high)], tone, 4.8 * unit)
    return brush.reduce()


@memoize
def thin_region(width: int, tone: Colour) -> Image.Image:
    """Thin outline of a place where a region could lie, over a veil."""
    brush = region_brush(width, pad=12)
    for at in flower((0, 0)):
        brush.polygon(layout(width).corners(at, 1.004), (*tone, 34))
    for a, b in region_border(width):
        brush.line([a, b], tone, max(2.0, 3 * width / FULL))
        brush.ellipse(a, max(1.0, 1.5 * width / FULL), tone)
    return brush.reduce()
