"""The prairie: a survey sheet with contour lines and a neatline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw

from render._settlements.land.frame import LARGEST
from render._settlements.look import Look
from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point
from render.light import HOURS
from render.theme import Colour, mix
from rules.rng import Rng


@memoize
def contours() -> Image.Image:
    """Contour lines of a survey sheet larger than any panel, as a mask."""
    width, height = LARGEST
    brush = Brush(width, height, zoom=2, mode="L")
    for line in _contours(width, height):
        brush.line(line, 255, 1.7)
    return brush.reduce().point(_FEW)


def prairie(look: Look, size: tuple[int, int], seal: str = "") -> Image.Image:
    """The middle of a survey sheet with contour lines and the valley of a river."""
    whole = survey(int(seal[:8] or "0", 16) // len(HOURS) % RIVERS)
    left, top = (whole.width - size[0]) // 2, (whole.height - size[1]) // 2
    sheet = whole.crop((left, top, left + size[0], top + size[1]))
    sheet.putpalette(_tones(look))
    return sheet.convert("RGB")


@memoize
def survey(course: int) -> Image.Image:
    """Contour lines and the river of one course, larger than any panel.

    The value of a pixel is 3 times that of the river, plus that of the line: 0, 1 or 2.
    """
    lines = contours().point([min(2, (v + 64) // 128) for v in range(256)])
    return ImageChops.add(lines, river(course).point([3 * v for v in range(256)]))


@lru_cache(maxsize=4)
def _tones(look: Look) -> bytes:
    """Palette of a survey."""
    grounds = (look.ground, VALLEY, mix(VALLEY, look.line, 0.5))
    return b"".join(
        bytes(mix(ground, look.line, share)) for ground in grounds for share in (0.0, 0.5, 1.0)
    )


RIVERS = 4
"""Number of courses of the river."""
VALLEY: Colour = (154, 156, 106)
_STEP_DOWN = 8


@memoize
def river(course: int) -> Image.Image:
    """River on a sheet larger than any panel: 1 is its valley, 2 its stream."""
    width, height = LARGEST
    luck = Rng(1804 + course)
    mask = Image.new("L", LARGEST)
    pen = ImageDraw.Draw(mask)
    phase, lean = luck.below(628) / 100, (luck.below(9) - 4) / 10
    middle = width * (0.12 + 0.76 * course / (RIVERS - 1))
    banks = []
    for y in range(-80, height + 81, _STEP_DOWN):
        x = middle + lean * (y - height / 2)
        x += 120 * sin(y / 190 + phase) + 46 * sin(y / 83 + 2 * phase)
        banks.append((x, y, 58 + 13 * sin(y / 140 + phase)))
    for thick, tone in ((1.0, 1), (0.16, 2)):
        left = [(x - thick * half, y) for x, y, half in banks]
        right = [(x + thick * half, y) for x, y, half in reversed(banks)]
        pen.polygon([*left, *right], fill=tone)
    return mask


@memoize
def neatline(size: tuple[int, int]) -> Image.Image:
    """The double border of a survey, with alternate lengths between its lines."""
    width, height = size
    mask = Image.new("L", size)
    pen = ImageDraw.Draw(mask)
    for inset in (10, 17):
        pen.rectangle((inset, inset, width - inset - 1, height - inset - 1), outline=255)
    for start in range(18, width - 58, 80):
        for top in (12, height - 16):
            pen.rectangle((start, top, start + 39, top + 3), fill=255)
    for start in range(18, height - 58, 80):
        for left in (12, width - 16):
            pen.rectangle((left, start, left + 3, start + 39), fill=255)
    return mask


_FEW = [0 if v < 64 else 128 if v < 192 else 255 for v in range(256)]
"""Lines have one tone between theirs and the ground's: smooth enough, at half the bytes."""
_CELL = 10
_LEVELS = (-4.2, -2.5, -0.8, 0.9, 2.6, 4.3)


def _contours(width: int, height: int) -> Iterator[list[Point]]:
    """Short pieces of the lines of equal height of a seeded landscape (marching squares)."""
    columns, rows = width // _CELL + 2, height // _CELL + 2
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
    ends: list[Point] = []
    for start, end in ((0, 1), (1, 2), (2, 3), (3, 0)):
        a, b = square[start], square[end]
        if (a < level) != (b < level):
            share = (level - a) / (b - a)
            (ax, ay), (bx, by) = corners[start], corners[end]
            ends.append((ax + (bx - ax) * share, ay + (by - ay) * share))
    for index in range(0, len(ends) - 1, 2):
        yield ends[index : index + 2]


def _heights(columns: int, rows: int) -> list[float]:
    """Heights of a landscape without a grain: the sum of waves that run in all directions."""
    waves = list(_swells(Rng(1861)))
    return [
        sum(sin(column * dx + row * dy + phase) for dx, dy, phase in waves)
        for row in range(rows)
        for column in range(columns)
    ]


def _swells(luck: Rng) -> Iterator[tuple[float, float, float]]:
    """Twelve waves as (frequency to the right, frequency downwards, phase)."""
    for index in range(12):
        angle = (index * 29 + luck.below(20)) * pi / 180
        speed = 2 * pi * _CELL / (300 + luck.below(340))
        yield speed * cos(angle), speed * sin(angle), luck.below(628) / 100


def tones(look: Look) -> tuple[Colour, ...]:
    """The colours of river and contour lines that the palette must hold exactly."""
    return VALLEY, mix(VALLEY, look.line, 0.5), mix(look.ground, look.line, 0.5)
