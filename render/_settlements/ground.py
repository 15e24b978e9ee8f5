"""The table with the regions on it: the prairie's survey sheet, or the Aegean round the land."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import cos, hypot, pi, sin

import msgspec
from PIL import Image, ImageDraw, ImageFilter

from render._settlements import terrain
from render._settlements.frame import Frame, flower, layout
from render._settlements.look import Look
from render.canvas import Brush, Canvas, Rect
from render.hexes import Point
from render.theme import Colour, mix
from rules.contract import Hex
from rules.rng import Rng

LARGEST = (1600, 1280)
_COARSE = 4
"""Nearness to land is reckoned at a quarter of the size."""


class Region(msgspec.Struct, frozen=True):
    """A region on the map: its number, its middle, and its symbols by hex (TG-11)."""

    tile: int
    at: Hex
    symbols: tuple[str | None, ...]

    def hexes(self) -> Iterator[tuple[Hex, str | None]]:
        """Its hexes, each with its symbol."""
        yield from zip(flower(self.at), self.symbols, strict=True)


class Land(msgspec.Struct, frozen=True):
    """All that the ground of a map depends on."""

    frame: Frame
    regions: tuple[Region, ...]
    cities: tuple[Hex, ...]

    def cells(self) -> list[Hex]:
        """Every hex of the land, cities included."""
        return [at for region in self.regions for at in flower(region.at)] + list(self.cities)


def drawn(land: Land, look: Look, *, framed: bool = True) -> Image.Image:
    """The ground in RGB; `framed` with the border of the table."""
    if look.table == "sea":
        canvas = Canvas.over(_sea(look, land))
    else:
        canvas = Canvas.over(_prairie(look, land.frame.size))
    if framed:
        _edge(canvas, look)
        _ornament(canvas, land, look)
    for region in sorted(land.regions, key=lambda each: each.at[1]):
        lay_region(canvas, land.frame, region, look)
    return canvas.image


def lay_region(canvas: Canvas, frame: Frame, region: Region, look: Look) -> None:
    """A region; those that lie farther back must be laid before."""
    symbols = terrain.Symbols(region.tile, region.symbols)
    canvas.centred(terrain.region(look, symbols, frame.wide), *frame.centre(region.at))


def _edge(canvas: Canvas, look: Look) -> None:
    """The border along the edge of the table."""
    sea = look.table == "sea"
    tone = mix(look.ground, look.border, 0.5) if sea else look.border
    whole = (_key_border if sea else _neatline)((canvas.width, canvas.height))
    wide, tall = whole.size
    for left, top, right, low in (
        (0, 0, wide, _EDGE),
        (0, tall - _EDGE, wide, tall),
        (0, _EDGE, _EDGE, tall - _EDGE),
        (wide - _EDGE, _EDGE, wide, tall - _EDGE),
    ):
        canvas.stain(whole.crop((left, top, right, low)), tone, left, top)


_EDGE = 32


# ---- ornament -------------------------------------------------------------------------------

_ROSE = 92
"""Radius of the compass rose."""


def _ornament(canvas: Canvas, land: Land, look: Look) -> None:
    """A compass rose, if there is a place for it well away from the land."""
    wide, tall = land.frame.size
    places = [land.frame.centre(at) for at in land.cells()]
    reach = _ROSE + 0.9 * land.frame.wide
    inset = _ROSE + 56
    corners = [(x, y) for y in (inset, tall - inset) for x in (wide - inset, inset)]
    free = {
        corner: min(hypot(x - corner[0], y - corner[1]) for x, y in places) for corner in corners
    }
    best = max(corners[:2], key=lambda corner: free[corner])
    if free[best] >= reach:
        canvas.centred(_rose(look), *best)


@lru_cache(maxsize=2)
def _rose(look: Look) -> Image.Image:
    """A star of sixteen points, each half light and half open, in two rings."""
    size = 2 * _ROSE + 4
    brush, tone = Brush(size, size), mix(look.ground, look.border, 0.62)
    brush.origin = (size / 2, size / 2)
    for radius, thick in ((0.80, 1.6), (0.75, 1.2), (0.30, 1.4)):
        brush.outline(_circle(radius * _ROSE), tone, thick)
    for points, reach, waist in ((8, 0.56, 0.13), (4, 0.70, 0.16), (4, 1.0, 0.18)):
        turn = pi / 4 if reach == 0.70 else pi / 8 if points == 8 else 0.0
        for index in range(points):
            _ray(brush, look, turn + index * 2 * pi / points, reach * _ROSE, waist * _ROSE)
    return brush.done()


def _ray(brush: Brush, look: Look, angle: float, reach: float, waist: float) -> None:
    tip = reach * sin(angle), -reach * cos(angle)
    tone = mix(look.ground, look.border, 0.62)
    for side, fill in ((-1, mix(look.ground, look.border, 0.30)), (1, tone)):
        turn = angle + side * pi / 4
        brush.polygon([(0, 0), (waist * sin(turn), -waist * cos(turn)), tip], fill)
    for side in (-1, 1):
        turn = angle + side * pi / 4
        brush.line([(waist * sin(turn), -waist * cos(turn)), tip], tone, 1.2)


def _circle(radius: float) -> list[Point]:
    return [(radius * cos(k * pi / 48), radius * sin(k * pi / 48)) for k in range(96)]


# ---- prairie --------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def _sheet(look: Look) -> Image.Image:
    """A survey sheet with contour lines, larger than any panel."""
    wide, tall = LARGEST
    sheet = Image.new("RGB", LARGEST, look.ground)
    brush = Brush(wide, tall, zoom=2, mode="L")
    for line in _contours(wide, tall):
        brush.line(line, 255, 1.7)
    sheet.paste(look.line, mask=brush.done().point(_FEW))
    return sheet


def _prairie(look: Look, size: tuple[int, int]) -> Image.Image:
    whole = _sheet(look)
    left, top = (whole.width - size[0]) // 2, (whole.height - size[1]) // 2
    return whole.crop((left, top, left + size[0], top + size[1]))


@lru_cache(maxsize=4)
def _neatline(size: tuple[int, int]) -> Image.Image:
    """The double border of a survey, with alternate lengths between its lines."""
    wide, tall = size
    mask = Image.new("L", size)
    pen = ImageDraw.Draw(mask)
    for inset in (10, 17):
        pen.rectangle((inset, inset, wide - inset - 1, tall - inset - 1), outline=255)
    for start in range(18, wide - 58, 80):
        for top in (12, tall - 16):
            pen.rectangle((start, top, start + 39, top + 3), fill=255)
    for start in range(18, tall - 58, 80):
        for left in (12, wide - 16):
            pen.rectangle((left, start, left + 3, start + 39), fill=255)
    return mask


_FEW = [0 if v < 64 else 128 if v < 192 else 255 for v in range(256)]
"""The lines get one tone beside their own: smooth enough, and half the bytes."""
_CELL = 10
_LEVELS = (-4.4, -2.9, -1.4, 0.1, 1.6, 3.1, 4.6)


def _contours(wide: int, tall: int) -> Iterator[list[Point]]:
    """Short pieces of the lines of equal height of a seeded landscape (marching squares)."""
    columns, rows = wide // _CELL + 2, tall // _CELL + 2
    heights = _heights(columns, rows)
    for row in range(rows - 1):
        for column in range(columns - 1):
            at = row * columns + column
            square = (
                heights[at],
                heights[at + 1],
                heights[at + columns + 1],
                heights[at + columns],
            )
            for level in _LEVELS:
                if min(square) < level <= max(square):
                    yield from _crossings(square, level, column * _CELL, row * _CELL)


def _crossings(square: Sequence[float], level: float, x: int, y: int) -> Iterator[list[Point]]:
    corners = ((x, y), (x + _CELL, y), (x + _CELL, y + _CELL), (x, y + _CELL))
    found: list[Point] = []
    for one, other in ((0, 1), (1, 2), (2, 3), (3, 0)):
        a, b = square[one], square[other]
        if (a < level) != (b < level):
            share = (level - a) / (b - a)
            (ax, ay), (bx, by) = corners[one], corners[other]
            found.append((ax + (bx - ax) * share, ay + (by - ay) * share))
    for index in range(0, len(found) - 1, 2):
        yield found[index : index + 2]


def _heights(columns: int, rows: int) -> list[float]:
    """A landscape without a grain: the sum of waves that run in all directions."""
    waves = list(_swells(Rng(1861)))
    return [
        sum(sin(column * dx + row * dy + phase) for dx, dy, phase in waves)
        for row in range(rows)
        for column in range(columns)
    ]


def _swells(luck: Rng) -> Iterator[tuple[float, float, float]]:
    """Twelve waves: how fast each rises to the right and down, and where it begins."""
    for index in range(12):
        angle = (index * 29 + luck.below(20)) * pi / 180
        speed = 2 * pi * _CELL / (300 + luck.below(340))
        yield speed * cos(angle), speed * sin(angle), luck.below(628) / 100


# ---- sea ------------------------------------------------------------------------------------


def _sea(look: Look, land: Land) -> Image.Image:
    """The sea, lighter in steps towards the land, with two water lines along the coast."""
    wide, tall = land.frame.size
    canvas = Canvas.over(_deep(look).crop((0, 0, wide, tall)))
    left, top, right, low = _coast(land)
    near = _nearness(land, (left, top, right, low))
    soft = near.filter(ImageFilter.GaussianBlur(_softness(land.frame))).point(_SPREAD)
    large = soft.resize((right - left, low - top), Image.Resampling.BILINEAR)
    large.putpalette(_depths(look))
    canvas.image.paste(large.convert("RGB"), (left, top))
    _waves(canvas, look, soft, (left, top, right, low))
    return canvas.image


def _waves(canvas: Canvas, look: Look, near: Image.Image, box: Rect) -> None:
    """Small waves where the water of a box is deep."""
    wave, depths = _wave(look), near.tobytes()
    for x, y in _places():
        if box[0] <= x < box[2] - _WAVE and box[1] <= y < box[3] - _WAVE:
            row, column = (y - box[1]) // _COARSE, (x - box[0]) // _COARSE
            if not depths[row * near.width + column]:
                canvas.paste(wave, x, y)


def _softness(frame: Frame) -> float:
    """How wide the shallows are, as a radius at the coarse size."""
    return 8.5 * max(0.5, frame.unit)


@lru_cache(maxsize=2)
def _deep(look: Look) -> Image.Image:
    """Deep water with small waves, larger than any panel."""
    canvas = Canvas.over(Image.new("RGB", LARGEST, look.ground))
    for x, y in _places():
        canvas.paste(_wave(look), x, y)
    return canvas.image


def _coast(land: Land) -> Rect:
    """The box, a multiple of the coarse step, outside which the water is deep."""
    reach = round(0.6 * land.frame.wide + 4 * _COARSE * _softness(land.frame))
    places = [land.frame.centre(at) for at in land.cells()]
    left, top = (min(place[axis] for place in places) - reach for axis in (0, 1))
    right, low = (max(place[axis] for place in places) + reach for axis in (0, 1))
    wide, tall = land.frame.size
    whole = (max(0, left), max(0, top), min(wide + 3, right), min(tall + 3, low))
    left, top, right, low = (edge // _COARSE * _COARSE for edge in whole)
    return left, top, right, low


def _nearness(land: Land, box: Rect) -> Image.Image:
    """255 on land, 0 elsewhere, at a quarter of the size of the box."""
    left, top, right, low = box
    mask = Image.new("L", ((right - left) // _COARSE, (low - top) // _COARSE))
    pen, grid = ImageDraw.Draw(mask), layout(land.frame.wide, land.frame.origin)
    for at in land.cells():
        corners = grid.corners(at, 1.02)
        pen.polygon([((x - left) / _COARSE, (y - top) / _COARSE) for x, y in corners], fill=255)
    return mask


_SPREAD = [min(5 * v, 120 + round((v - 24) * 135 / 231)) for v in range(256)]
"""Nearness is spread out where it is faint, so that the steps far from land run smoothly."""
_BANDS = ((24, 0.14), (100, 0.30), (160, 0.54))
"""From which nearness on the sea is lighter, and by how much."""
_LINES = ((134, 3.0), (178, 3.2))
"""Nearness at which a water line runs, and half its width in steps."""


@lru_cache(maxsize=2)
def _depths(look: Look) -> bytes:
    return b"".join(bytes(depth(look, value)) for value in range(256))


def depth(look: Look, near: int) -> Colour:
    """The colour of the sea at a nearness to land of 0 to 255."""
    tone = look.ground
    for start, share in _BANDS:
        if near >= start:
            tone = mix(look.ground, (166, 208, 206), share)
    for line, half in _LINES:
        tone = mix(tone, look.line, 0.75 * max(0.0, 1 - (abs(near - line) / half) ** 4))
    return tone


_WAVE = 24
"""Length of a wave."""


@lru_cache
def _places() -> list[tuple[int, int]]:
    """Where waves lie if the water is deep."""
    luck = Rng(480)
    places = [
        (column + luck.below(50), row + luck.below(36))
        for row in range(36, LARGEST[1] - 36, 56)
        for column in range(36, LARGEST[0] - 50, 76)
    ]
    return [place for place in places if luck.below(3)]


@lru_cache(maxsize=2)
def _wave(look: Look) -> Image.Image:
    brush = Brush(_WAVE, 10)
    points = [(2 + 20 * step / 16, 5 - 2.4 * sin(step * pi / 4)) for step in range(17)]
    brush.line(points, mix(look.ground, look.border, 0.55), 1.7)
    return brush.done()


@lru_cache(maxsize=4)
def _key_border(size: tuple[int, int]) -> Image.Image:
    """A Greek key along the edge of the table."""
    wide, tall = size
    mask = Image.new("L", size)
    pen = ImageDraw.Draw(mask)
    for inset in (9, 28):
        box = (inset, inset, wide - inset - 1, tall - inset - 1)
        pen.rectangle(box, outline=255, width=2)
    for x in _steps(wide):
        _meander(pen, x, 12)
        _meander(pen, x, tall - 26)
    for y in _steps(tall)[1:-1]:
        _meander(pen, 12, y)
        _meander(pen, wide - 26, y)
    return mask


def _steps(length: int) -> list[int]:
    """Where the signs of a border of this length begin, evenly."""
    count = (length - 24) // 20
    return [12 + round(index * (length - 38) / (count - 1)) for index in range(count)]


def _meander(pen: ImageDraw.ImageDraw, x: int, y: int) -> None:
    for box in ((0, 0, 13, 1), (0, 0, 1, 13), (0, 12, 9, 13), (8, 5, 9, 13), (5, 5, 9, 6)):
        pen.rectangle((x + box[0], y + box[1], x + box[2], y + box[3]), fill=255)


def tones(look: Look) -> Iterable[Colour]:
    """The colours of the table that the palette must hold exactly."""
    if look.table == "sea":
        yield from {depth(look, value) for value in (0, 60, 120, 134, 170, 178)}
        yield mix(look.ground, look.border, 0.5)


def prewarm(look: Look) -> None:
    """Draw the whole table, which takes the longest."""
    (_sheet if look.table == "prairie" else _deep)(look)
