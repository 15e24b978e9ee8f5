"""Tiles on the map: in the shape and colour of their seat, face up or down, alone or in a pile."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, pi, sin

from PIL import Image, ImageFilter

from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point, hexagon
from render.massalia import look
from render.massalia.frame import SIZE
from render.massalia.icons import icon
from render.sprites import fade, inscribe
from render.text import Label, width_of
from render.theme import Colour, SeatStyle, mix

SIDE = 112
"""Width and height of the sprite of a tile."""
STEP = 7
"""Vertical distance of the tiles of a pile."""
SHOWN = 3
"""Number of visible tiles of a pile."""
FIGURE = 27
"""Size of the figures on tiles and piles on the map at its full size."""
_LAST, _LAST_LINE = (255, 226, 122), (43, 32, 8)
_DASHES = 4
"""Dashes of the outline on each side."""
_WHITE: Colour = (255, 255, 255)


def outline(style: SeatStyle, grow: float) -> list[Point]:
    """Outline of a seat's tile round (0, 0), larger by `grow`."""
    if style.shape == "circle":
        return _arc((0, 0), 42 + grow, 0, 2 * pi, 48)
    if style.shape == "square":
        return _round_polygon([(38, -38), (38, 38), (-38, 38), (-38, -38)], 15, grow)
    if style.shape == "diamond":
        return _round_polygon([(55, 0), (0, 55), (-55, 0), (0, -55)], 21, grow)
    points = [(64 * sin(k * 2 * pi / 3), 8 - 64 * cos(k * 2 * pi / 3)) for k in range(3)]
    return _round_polygon(points, 20, grow)


def _arc(centre: Point, radius: float, start: float, end: float, steps: int) -> list[Point]:
    return [
        (centre[0] + radius * cos(start + (end - start) * k / steps),
         centre[1] + radius * sin(start + (end - start) * k / steps))
        for k in range(steps + 1)
    ]  # fmt: skip


def _round_polygon(points: Sequence[Point], radius: float, grow: float) -> list[Point]:
    """Convex polygon, given clockwise, with round corners and larger by `grow`."""
    outline: list[Point] = []
    for k, (x, y) in enumerate(points):
        before, after = points[k - 1], points[(k + 1) % len(points)]
        a, b = _unit(before, (x, y)), _unit((x, y), after)
        normal_a, normal_b = (a[1], -a[0]), (b[1], -b[0])
        bisector = (normal_a[0] + normal_b[0], normal_a[1] + normal_b[1])
        long = (bisector[0] ** 2 + bisector[1] ** 2) / 2
        centre = (x - bisector[0] * radius / long, y - bisector[1] * radius / long)
        start = _angle(normal_a)
        turn = (_angle(normal_b) - start) % (2 * pi)
        outline += _arc(centre, radius + grow, start, start + turn, 8)
    return outline


def _unit(a: Point, b: Point) -> Point:
    long = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    return (b[0] - a[0]) / long, (b[1] - a[1]) / long


def _angle(vector: Point) -> float:
    return atan2(vector[1], vector[0])


_SHADOW = (20, 18, 28)


@memoize
def _shadow(style: SeatStyle) -> Image.Image:
    """Mask of the soft shadow of a tile, at the size at which tiles are drawn."""
    brush = Brush(SIDE, SIDE, mode="L", centred=True)
    brush.polygon([(x + 2, y + 4) for x, y in outline(style, 2)], 110)
    return brush.image.filter(ImageFilter.GaussianBlur(3))


@memoize
def tile(
    style: SeatStyle,
    kind: str | None,
    up: bool = True,
    bare: bool = False,
    figure: int = FIGURE,
) -> Image.Image:
    """A tile with its shadow, and figures of a size. `kind` is its face, None if it is hidden."""
    brush = Brush(SIDE, SIDE, centred=True)
    brush.image.paste((*_SHADOW, 0), (0, 0, *brush.image.size))
    brush.image.putalpha(_shadow(style))
    brush.polygon(outline(style, 3.6), look.IVORY)
    brush.polygon(outline(style, 2.0), style.rim)
    field = style.colour if up else style.rim
    brush.polygon(outline(style, -1.0), field)
    if bare:
        return brush.reduce()
    if up:
        light = mix(style.colour, _WHITE, 0.42)
        edge = outline(style, -2.5)
        brush.line([p for p in edge if p[0] + p[1] < -24], light, 2.2)
        _medallion(brush, style)
        sheet = brush.reduce()
        _face(sheet, kind, style, figure)
    else:
        _back(brush, style)
        sheet = brush.reduce()
        if kind is not None:
            _hidden(sheet, kind)
    if style.letter.strip():
        _letter(sheet, style)
    return sheet


def _medallion(brush: Brush, style: SeatStyle) -> None:
    y = 8 if style.shape == "triangle" else 0
    brush.ellipse((0, y), 28.5, style.rim)
    brush.ellipse((0, y), 27, look.IVORY)


def _face(sheet: Image.Image, kind: str | None, style: SeatStyle, figure: int) -> None:
    y = SIDE // 2 + (8 if style.shape == "triangle" else 0)
    if kind is None:
        return
    if kind[0] == "L":
        sign = icon("life", round(0.77 * figure) * 2)
        sheet.alpha_composite(sign, ((SIDE - sign.width) // 2, y - round(0.70 * figure)))
        inscribe(sheet, kind[1], SIDE / 2, y + 0.5, Label(figure, look.IVORY, "bold"))
        return
    sign = icon({"FI": "fire", "FH": "fish", "WA": "water"}[kind], round(0.5 * figure + 7.5) * 2)
    sheet.alpha_composite(sign, ((SIDE - sign.width) // 2, y - sign.height // 2))


def _back(brush: Brush, style: SeatStyle) -> None:
    """Draw the wheel of the obol."""
    y = 8 if style.shape == "triangle" else 0
    ring = _arc((0, y), 22, 0, 2 * pi, 40)
    brush.line(ring, style.bright, 5)
    for k in range(2):
        dx, dy = 20 * cos(k * pi / 2), 20 * sin(k * pi / 2)
        brush.line([(-dx, y - dy), (dx, y + dy)], style.bright, 5)


def _hidden(sheet: Image.Image, kind: str) -> None:
    """Draw the hidden face of a tile, for its owner alone."""
    name = {"FI": "fire", "FH": "fish", "WA": "water"}.get(kind, "life")
    sheet.alpha_composite(icon(name, 30), (SIDE // 2 - 15, SIDE // 2 - 13))
    if name == "life":
        inscribe(sheet, kind[1], SIDE / 2, SIDE / 2 + 1, Label(17, look.IVORY, "bold"))


def _letter(sheet: Image.Image, style: SeatStyle) -> None:
    brush = Brush(26, 26)
    brush.ellipse((13, 13), 12.5, look.IVORY)
    brush.ellipse((13, 13), 11.5, style.rim)
    disc = brush.reduce()
    inscribe(disc, style.letter, 13, 13, Label(17, _WHITE, "bold"))
    low = 14 if style.shape == "diamond" else 20
    sheet.alpha_composite(disc, (SIDE // 2 + 17, SIDE // 2 + low - 6))


@memoize
def pile(
    styles: tuple[SeatStyle, ...],
    kind: str | None,
    up: bool,
    count: int,
    share: float = 1.0,
    figure: int = FIGURE,
    counted: bool = True,
) -> Image.Image:
    """A pile; `styles` are those of its owners from the top down. Faces below the top stay hidden.

    `share` is the opacity of the top tile, less than 1 for a ghost; `figure` the size of figures.
    The number of tiles stands at its foot if `counted`.
    """
    below = styles[1:SHOWN]
    sheet = Image.new("RGBA", (SIDE, SIDE + 2 * STEP * len(below)))
    middle = STEP * len(below)
    for k in range(len(below), 0, -1):
        sheet.alpha_composite(tile(below[k - 1], None, bare=True), (0, middle + STEP * k))
    sheet.alpha_composite(fade(tile(styles[0], kind, up, figure=figure), share), (0, middle))
    if count > 1 and counted:
        chip = number(count, figure)
        sheet.alpha_composite(chip, (0, middle + SIDE // 2 + 50 - chip.height))
    return sheet


@memoize
def number(count: int, figure: int) -> Image.Image:
    """Chip with the number of tiles of a pile."""
    style = Label(figure, look.INK, "bold")
    wide, high = width_of(f"×{count}", style) + 14, round(1.33 * figure)
    brush = Brush(wide, high)
    brush.round_box(0, 0, wide, high, 10, look.INK)
    brush.round_box(1.6, 1.6, wide - 1.6, high - 1.6, 9, look.IVORY)
    sheet = brush.reduce()
    inscribe(sheet, f"×{count}", wide / 2, high / 2, style)
    return sheet


@memoize
def bright_ring() -> Image.Image:
    """Outline of a cell that the last turn has changed."""
    brush = Brush(2 * SIZE + 14, 2 * SIZE + 14, zoom=3, centred=True)
    shape = hexagon(SIZE - 2, flat=False)
    brush.outline(shape, _LAST_LINE, 10)
    brush.outline(shape, _LAST, 5.5)
    return brush.reduce()


@memoize
def dash_ring() -> Image.Image:
    """Dashed outline of a cell under a ghost."""
    brush = Brush(2 * SIZE + 14, 2 * SIZE + 14, zoom=3, centred=True)
    points = hexagon(SIZE - 5, flat=False)
    for tone, thick, reach in ((_LAST_LINE, 9.0, 0.58), (_WHITE, 5.0, 0.54)):
        for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
            for k in range(_DASHES):
                a, b = (k + 0.5 - reach / 2) / _DASHES, (k + 0.5 + reach / 2) / _DASHES
                ends = [(ax + (bx - ax) * t, ay + (by - ay) * t) for t in (a, b)]
                brush.line(ends, tone, thick)
    return brush.reduce()
