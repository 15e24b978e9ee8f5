"""Road tiles: straight and curved, in three passes so that no joint shows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from PIL import Image

from render.cache import memoize
from render.canvas import Brush, Paint
from render.hexes import Point, length
from render.magna_grecia import look
from render.magna_grecia.frame import APOTHEM, SIDE, hex_brush, middle_of
from render.sprites import trim
from render.theme import SeatStyle, mix

End = Literal["on", "open"]
"""End of a road: it goes on beyond its side, into a road or a place, or is open."""
THICK = {"circle": 16.0, "square": 18.0, "triangle": 21.0, "diamond": 18.0}
"""Width of a road by the shape of its seat, its rims on both sides included."""
_RIM = 3.0
_SPUR = 16.0
_HANDLE = 1 - 0.536 * SIDE / APOTHEM
_STEPS = 28
_SHADOW = (20, 18, 28, 80)


def path(ends: tuple[int, int], kinds: tuple[End, End]) -> list[Point]:
    """Line of a road from side to side; an open end stops short of its side."""
    start, end = ends
    line = _bow(start, end)
    if kinds[0] == "open":
        line = line[3:]
    if kinds[1] == "open":
        line = line[:-3]
    return line


def _bow(start: int, end: int) -> list[Point]:
    a, d = middle_of(start, 1.012), middle_of(end, 1.012)
    b, c = middle_of(start, _HANDLE), middle_of(end, _HANDLE)
    return [_cubic(a, b, c, d, step / _STEPS) for step in range(_STEPS + 1)]


def _cubic(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x = sum(share * point[0] for share, point in zip(shares, (a, b, c, d), strict=True))
    y = sum(share * point[1] for share, point in zip(shares, (a, b, c, d), strict=True))
    return x, y


@memoize
def shadow(ends: tuple[int, int], kinds: tuple[End, End]) -> Image.Image:
    """Shadow of a road, below and to the right of it."""
    brush = hex_brush()
    line = [(x + 2.0, y + 3.5) for x, y in path(ends, kinds)]
    _stroke(brush, line, kinds, _SHADOW, THICK["square"])
    return trim(brush.reduce())


@memoize
def bed(style: SeatStyle, ends: tuple[int, int], kinds: tuple[End, End]) -> Image.Image:
    """The dark rim of a road."""
    brush = hex_brush()
    _stroke(brush, path(ends, kinds), kinds, style.rim, THICK[style.shape])
    return trim(brush.reduce())


@memoize
def paving(style: SeatStyle, ends: tuple[int, int], kinds: tuple[End, End]) -> Image.Image:
    """The road in the colour and the pattern of its owner."""
    brush, line = hex_brush(), path(ends, kinds)
    _stroke(brush, line, kinds, style.colour, _fill(style))
    _pattern(brush, style, line)
    return trim(brush.reduce())


def _fill(style: SeatStyle) -> float:
    """Width of a road between its rims."""
    return THICK[style.shape] - 2 * _RIM


@memoize
def spur(style: SeatStyle, side: int, part: str) -> Image.Image:
    """Stretch of a road that enters a place over one of its sides: its bed, or its paving."""
    brush, reach = hex_brush(), 1 - _SPUR / APOTHEM
    line = [middle_of(side, 1.02), middle_of(side, reach)]
    if part == "bed":
        brush.line(line, style.rim, THICK[style.shape])
        brush.ellipse(line[1], THICK[style.shape] / 2, style.rim)
    else:
        brush.line(line, style.colour, _fill(style))
        brush.ellipse(line[1], _fill(style) / 2, style.colour)
        _pattern(brush, style, line)
    return trim(brush.reduce())


def _stroke(
    brush: Brush,
    line: list[Point],
    kinds: tuple[End, End],
    tone: Paint,
    thick: float,
) -> None:
    brush.line(line, tone, thick)
    for kind, point in zip(kinds, (line[0], line[-1]), strict=True):
        if kind == "open":
            brush.ellipse(point, thick / 2, tone)


# ---- patterns ---------------------------------------------------------------------------------


def _pattern(brush: Brush, style: SeatStyle, line: list[Point]) -> None:
    """Draw the pattern of a seat: a centre line, ties, dots or crosses."""
    light = mix(style.colour, look.CARD, 0.62)
    if style.shape == "circle":
        brush.line(line, light, 3.0)
        return
    step = {"square": 10.0, "triangle": 11.0, "diamond": 13.0}[style.shape]
    for at, along in _beads(line, step):
        if style.shape == "square":
            _tie(brush, at, along, style)
        elif style.shape == "triangle":
            brush.ellipse(at, 3.4, look.CARD)
        else:
            _cross(brush, at, along, look.CARD)


def _beads(line: list[Point], step: float) -> Iterator[tuple[Point, Point]]:
    """Points at even distances along a line, each with its direction."""
    legs = list(pairwise(line))
    total = sum(length(a, b) for a, b in legs)
    count = max(1, round(total / step))
    marks = [(number + 0.5) * total / count for number in range(count)]
    travelled = 0.0
    for a, b in legs:
        leg = length(a, b)
        while marks and marks[0] <= travelled + leg + 1e-6:
            share = (marks.pop(0) - travelled) / leg
            yield (
                (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share),
                ((b[0] - a[0]) / leg, (b[1] - a[1]) / leg),
            )
        travelled += leg


def _tie(brush: Brush, at: Point, along: Point, style: SeatStyle) -> None:
    """Draw a slanted plank across the road."""
    (x, y), (dx, dy) = at, along
    reach, slant = _fill(style) / 2 - 0.6, 2.4
    ends = [(x + k * (slant * dx - reach * dy), y + k * (slant * dy + reach * dx)) for k in (-1, 1)]
    is_dark = sum(style.colour) < 300
    brush.line(ends, look.CARD if is_dark else mix(style.rim, style.colour, 0.1), 3.0)


def _cross(brush: Brush, at: Point, along: Point, tone: tuple[int, int, int]) -> None:
    (x, y), (dx, dy) = at, along
    for k in (-1, 1):
        ax, ay = 3.2 * (dx - k * dy), 3.2 * (dy + k * dx)
        brush.line([(x - ax, y - ay), (x + ax, y + ay)], tone, 2.8)
