"""The prairie: a survey sheet with contour lines and a neatline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from PIL import Image, ImageDraw

from render._settlements.land.frame import LARGEST
from render._settlements.look import Look, blend
from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point
from rules.rng import Rng


@memoize
def contours() -> Image.Image:
    """Contour lines of a survey sheet larger than any panel, as a mask."""
    width, height = LARGEST
    brush = Brush(width, height, zoom=2, mode="L")
    for line in _contours(width, height):
        brush.line(line, 255, 1.7)
    return brush.reduce().point(_FEW)


def prairie(look: Look, size: tuple[int, int]) -> Image.Image:
    """The middle of a survey sheet with contour lines."""
    lines = contours()
    left, top = (lines.width - size[0]) // 2, (lines.height - size[1]) // 2
    sheet = lines.crop((left, top, left + size[0], top + size[1]))
    sheet.putpalette(blend(look.ground, look.line))
    return sheet.convert("RGB")


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
