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
from render.canvas import Brush, Canvas
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
    near = _nearness(land)
    if look.table == "sea":
        canvas = Canvas.over(_sea(look, near, land.frame))
    else:
        canvas = Canvas.over(_prairie(look, land.frame.size))
    if framed:
        (_key_border if look.table == "sea" else _neatline)(canvas, look)
        _ornament(canvas, land, look)
    _shade(canvas, near, land)
    _lift(canvas, land, look)
    for region in land.regions:
        lay_region(canvas, land.frame, region, look)
    return canvas.image


def lay_region(canvas: Canvas, frame: Frame, region: Region, look: Look) -> None:
    """The seven hexes of a region and the lines round them."""
    for index, (at, symbol) in enumerate(region.hexes()):
        variant = (region.tile * 3 + index * 2) % terrain.VARIANTS
        canvas.centred(terrain.ground(look, symbol, variant, frame.wide), *frame.centre(at))
    canvas.centred(terrain.region_lines(look, frame.wide), *frame.centre(region.at))


def _lift(canvas: Canvas, land: Land, look: Look) -> None:
    """The thickness of the regions, below all of them."""
    mask = terrain.region_mask(land.frame.wide)
    thick = max(2, round(6 * land.frame.unit))
    for drop, tone in ((thick, mix(look.side, (30, 24, 12), 0.35)), (thick - 2, look.side)):
        for region in land.regions:
            x, y = land.frame.centre(region.at)
            canvas.stain(mask, tone, x - mask.width / 2, y - mask.height / 2 + drop)


def _nearness(land: Land) -> Image.Image:
    """255 on land, less and less away from it, at a quarter of the size."""
    wide, tall = land.frame.size
    mask = Image.new("L", (wide // _COARSE + 1, tall // _COARSE + 1))
    pen, grid = ImageDraw.Draw(mask), layout(land.frame.wide, land.frame.origin)
    for at in land.cells():
        pen.polygon([(x / _COARSE, y / _COARSE) for x, y in grid.corners(at, 1.02)], fill=255)
    return mask


def _shade(canvas: Canvas, near: Image.Image, land: Land) -> None:
    """The shadow of the land on the table."""
    soft = near.filter(ImageFilter.GaussianBlur(1.6)).point([round(v * 0.36) for v in range(256)])
    shade = soft.resize((near.width * _COARSE, near.height * _COARSE), Image.Resampling.BILINEAR)
    reach = 9 * land.frame.unit
    canvas.stain(shade, (24, 24, 22), reach * 0.5, reach)


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
    sheet.paste(look.line, mask=brush.done())
    return sheet


def _prairie(look: Look, size: tuple[int, int]) -> Image.Image:
    whole = _sheet(look)
    left, top = (whole.width - size[0]) // 2, (whole.height - size[1]) // 2
    return whole.crop((left, top, left + size[0], top + size[1]))


def _neatline(canvas: Canvas, look: Look) -> None:
    """The double border of a survey, its outer band in alternate lengths."""
    wide, tall = canvas.width, canvas.height
    for inset, thick in ((10, 1), (17, 1)):
        canvas.box((inset, inset, wide - inset, inset + thick), look.border)
        canvas.box((inset, tall - inset - thick, wide - inset, tall - inset), look.border)
        canvas.box((inset, inset, inset + thick, tall - inset), look.border)
        canvas.box((wide - inset - thick, inset, wide - inset, tall - inset), look.border)
    for start in range(18, wide - 58, 80):
        canvas.box((start, 12, min(start + 40, wide - 18), 16), look.border)
        canvas.box((start, tall - 16, min(start + 40, wide - 18), tall - 12), look.border)
    for start in range(18, tall - 58, 80):
        canvas.box((12, start, 16, min(start + 40, tall - 18)), look.border)
        canvas.box((wide - 16, start, wide - 12, min(start + 40, tall - 18)), look.border)


_CELL = 10
_LEVELS = range(40, 230, 19)


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
    luck = Rng(1861)
    coarse = Image.new("F", (columns // 14 + 2, rows // 14 + 2))
    coarse.putdata([luck.below(256) for _ in range(coarse.width * coarse.height)])
    fine = coarse.resize((columns, rows), Image.Resampling.BICUBIC)
    return [value for value in fine.get_flattened_data() if isinstance(value, float)]


# ---- sea ------------------------------------------------------------------------------------


def _sea(look: Look, near: Image.Image, frame: Frame) -> Image.Image:
    """The sea, lighter in steps towards the land, with two water lines along the coast."""
    soft = near.filter(ImageFilter.GaussianBlur(8.5 * max(0.5, frame.unit))).point(_SPREAD)
    large = soft.resize((near.width * _COARSE, near.height * _COARSE), Image.Resampling.BICUBIC)
    indexed = large.crop((0, 0, *frame.size))
    indexed.putpalette(_depths(look))
    image = indexed.convert("RGB")
    canvas = Canvas.over(image)
    _waves(canvas, look, soft, frame)
    return image


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


def _waves(canvas: Canvas, look: Look, near: Image.Image, frame: Frame) -> None:
    """Small waves in deep water."""
    luck, wave = Rng(480), _wave(look)
    for row in range(36, frame.size[1] - 50, 56):
        for column in range(36, frame.size[0] - 60, 76):
            x, y = column + luck.below(50), row + luck.below(36)
            if near.getpixel((x // _COARSE, y // _COARSE)) == 0 and luck.below(3):
                canvas.paste(wave, x, y)


@lru_cache(maxsize=2)
def _wave(look: Look) -> Image.Image:
    brush = Brush(24, 10)
    points = [(2 + 20 * step / 16, 5 - 2.4 * sin(step * pi / 4)) for step in range(17)]
    brush.line(points, mix(look.ground, look.border, 0.55), 1.7)
    return brush.done()


def _key_border(canvas: Canvas, look: Look) -> None:
    """A Greek key along the edge of the panel."""
    wide, tall = canvas.width, canvas.height
    tone = mix(look.ground, look.border, 0.5)
    for inset in (9, 28):
        for box in (
            (inset, inset, wide - inset, inset + 2),
            (inset, tall - inset - 2, wide - inset, tall - inset),
            (inset, inset, inset + 2, tall - inset),
            (wide - inset - 2, inset, wide - inset, tall - inset),
        ):
            canvas.box(box, tone)
    for x in _steps(wide):
        _meander(canvas, x, 12, tone)
        _meander(canvas, x, tall - 26, tone)
    for y in _steps(tall)[1:-1]:
        _meander(canvas, 12, y, tone)
        _meander(canvas, wide - 26, y, tone)


def _steps(length: int) -> list[int]:
    """Where the signs of a border of this length begin, evenly."""
    count = (length - 24) // 20
    return [12 + round(index * (length - 38) / (count - 1)) for index in range(count)]


def _meander(canvas: Canvas, x: int, y: int, tone: Colour) -> None:
    for box in ((0, 0, 14, 2), (0, 0, 2, 14), (0, 12, 10, 14), (8, 5, 10, 14), (5, 5, 10, 7)):
        canvas.box((x + box[0], y + box[1], x + box[2], y + box[3]), tone)


def tones(look: Look) -> Iterable[Colour]:
    """The colours of the table that the palette must hold exactly."""
    if look.table == "sea":
        yield from {depth(look, value) for value in (0, 60, 120, 134, 170, 178)}
        yield mix(look.ground, look.border, 0.5)


def prewarm(look: Look) -> None:
    """Draw the survey sheet, which takes the longest."""
    if look.table == "prairie":
        _sheet(look)
