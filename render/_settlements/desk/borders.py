"""The border of a player's board: two lines, and a motif that runs between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from render.canvas import Brush
from render.hexes import Point
from render.theme import Colour

INSET, STRIP = 6, 14
"""Distance from the edge of the sheet to the border, and the width of the border."""
_CORNER = 6.0

Motif = Callable[[float], list[list[Point]]]
"""Lines along a strip of a given length, from 0 to `STRIP` across."""


def border(brush: Brush, size: tuple[int, int], tone: Colour, motif: Motif) -> None:
    """Draw a border along all four sides of a sheet, with a lozenge at each corner."""
    for inset, thick in ((INSET, 2.0), (INSET + STRIP, 1.2)):
        _frame(brush, inset, size, tone, thick)
    width, height = size
    start, middle = INSET + STRIP + _CORNER, INSET + STRIP / 2
    for x in (middle, width - middle):
        for y in (middle, height - middle):
            brush.polygon([(x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y)], tone)
    for line in motif(width - 2 * start):
        above = [(start + along, INSET + across) for along, across in line]
        _twice(brush, above, [(x, height - y) for x, y in above], tone)
    for line in motif(height - 2 * start):
        left = [(INSET + across, start + along) for along, across in line]
        _twice(brush, left, [(width - x, y) for x, y in left], tone)


def _twice(brush: Brush, first: Sequence[Point], second: Sequence[Point], tone: Colour) -> None:
    brush.line(first, tone, 2)
    brush.line(second, tone, 2)


def _frame(brush: Brush, inset: float, size: tuple[int, int], tone: Colour, thick: float) -> None:
    right, bottom = size[0] - inset, size[1] - inset
    corners = [(inset, inset), (right, inset), (right, bottom), (inset, bottom)]
    brush.line([*corners, corners[0], corners[1]], tone, thick)


# ---- motifs ---------------------------------------------------------------------------------

_CODE = ".... . -..- .- --. --- .-. .-  "
"""The name of this house in Morse."""
_SPANS = {".": 3.0, "-": 11.0, " ": 5.0}
_APART = 5.0


def morse(length: float) -> list[list[Point]]:
    """Dots and dashes, repeated as often as they fit and spread evenly."""
    total = sum(_SPANS[sign] + _APART for sign in _CODE)
    times = max(1, round(length / total))
    stretch = length / (times * total)
    lines, at = [], 0.0
    for sign in _CODE * times:
        if sign != " ":
            ends = at * stretch, at * stretch + _SPANS[sign]
            lines += [[(end, STRIP / 2 + half) for end in ends] for half in (-0.8, 0.8)]
        at += _SPANS[sign] + _APART
    return lines


_KEY = ((0.0, 4.0), (0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (2.0, 3.0), (2.0, 1.6))
_PITCH = 5.5


def key(length: float) -> list[list[Point]]:
    """A Greek key."""
    count = round(length / 22)
    unit, cell = length / count / _PITCH, (STRIP - 6) / 4
    lines = []
    for index in range(count):
        start = index * unit * _PITCH
        lines.append([(start + x * unit, 3 + y * cell) for x, y in _KEY])
        lines.append([(start, 3 + 4 * cell), (start + _PITCH * unit, 3 + 4 * cell)])
    return lines
