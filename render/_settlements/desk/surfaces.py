"""Flat materials: planks and pottery under a hand, ledger paper and marble under a board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import pi, sin

from PIL import Image

from render._settlements.desk.borders import border, key, morse
from render._settlements.desk.paper import Paper
from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point
from render.theme import Colour, mix
from rules.rng import Rng

_ZOOM = 2
_PLANK = 96
_WHITE: Colour = (255, 255, 255)

Drawing = Callable[[Brush, Paper, int, int], None]


@memoize
def desk(paper: Paper, width: int, height: int) -> Image.Image:
    """Surface under a hand of cards, in RGB."""
    return _sheet(_DESKS[paper.desk], paper, width, height)


@memoize
def sheet(paper: Paper, width: int, height: int) -> Image.Image:
    """Surface under a player's board, in RGB."""
    return _sheet(_SHEETS[paper.sheet], paper, width, height)


@memoize
def frieze(paper: Paper, width: int, height: int) -> Image.Image:
    """The strip that runs along the foot of a hand, in RGB."""
    return _sheet(_FRIEZES[paper.frieze], paper, width, height)


def _sheet(draw: Drawing, paper: Paper, width: int, height: int) -> Image.Image:
    brush = Brush(width, height, zoom=_ZOOM, mode="RGB")
    draw(brush, paper, width, height)
    return brush.reduce()


# ---- desks ----------------------------------------------------------------------------------


def _planks(brush: Brush, paper: Paper, width: int, height: int) -> None:
    """Draw the planks of a table, with grain and a few knots."""
    luck = Rng(7)
    dark, plain, light = paper.tones(paper.wood)
    for row, top in enumerate(range(0, height, _PLANK)):
        ground = (plain, mix(plain, dark, 0.45), mix(plain, light, 0.5))[row % 3]
        brush.box(0, top, width, top + _PLANK, ground)
        knot = (luck.below(width), top + 24 + luck.below(_PLANK - 48))
        for _ in range(9):
            y = top + 6 + luck.below(_PLANK - 12)
            _grain(brush, knot, y, width, mix(ground, dark, 0.75))
        brush.ellipse(knot, 9, mix(ground, dark, 0.9), radius_y=5)
        brush.ellipse(knot, 5, ground, radius_y=2.4)
        brush.box(0, top, width, top + 2, mix(dark, paper.ink, 0.35))
        brush.box(0, top + 2, width, top + 4, light)


def _grain(brush: Brush, knot: Point, y: float, width: int, tone: Colour) -> None:
    """Draw a line of the grain, which bends round the knot."""
    side = 1 if y >= knot[1] else -1
    points = []
    for x in range(-20, width + 40, 20):
        near = max(0.0, 1 - abs(x - knot[0]) / 90) ** 2
        points.append((float(x), y + side * 11 * near + 1.6 * sin(x / 90 + y)))
    brush.line(points, tone, 1.4)


def _pottery(brush: Brush, paper: Paper, width: int, height: int) -> None:
    """Draw fired clay with the marks of the potter's wheel."""
    luck = Rng(11)
    dark, plain, light = paper.tones(paper.wood)
    brush.box(0, 0, width, height, plain)
    top = 0
    while top < height:
        tone = luck.choice((mix(plain, dark, 0.35), mix(plain, light, 0.45), plain))
        thick = 2 + luck.below(5)
        wave = [(float(x), top + 1.5 * sin(x / 160 + top)) for x in range(-20, width + 40, 20)]
        brush.line(wave, tone, thick)
        top += thick + 3 + luck.below(8)


_DESKS: dict[str, Drawing] = {"planks": _planks, "pottery": _pottery}

# ---- sheets ---------------------------------------------------------------------------------


def _ledger(brush: Brush, paper: Paper, width: int, height: int) -> None:
    """Draw ruled paper in a border of Morse code."""
    dark, plain, _ = paper.tones(paper.look.paper)
    brush.box(0, 0, width, height, plain)
    for y in range(28, height, 24):
        brush.box(0, y, width, y + 1, mix(plain, dark, 0.55))
    border(brush, (width, height), paper.look.paper_line, morse)


def _slab(brush: Brush, paper: Paper, width: int, height: int) -> None:
    """Draw veined marble in a border of Greek keys."""
    luck = Rng(5)
    dark, plain, light = paper.tones(paper.look.paper)
    brush.box(0, 0, width, height, plain)
    for _ in range(26):
        vein = [(luck.below(width) * 1.0, luck.below(height) * 1.0)]
        lean = 26 + luck.below(30)
        for _ in range(7):
            x, y = vein[-1]
            vein.append((x + lean + luck.below(30), y + luck.below(50) - 12.0))
        tone, thick = luck.choice(((dark, 1.5), (light, 5.0), (light, 2.5)))
        brush.line(_curve(vein), mix(plain, tone, 0.8), thick)
    border(brush, (width, height), paper.look.paper_line, key)


def _curve(points: Sequence[Point]) -> list[Point]:
    """A curve through all the points (Catmull-Rom)."""
    ends = [points[0], *points, points[-1]]
    inner = [
        (_spline(a[0], b[0], c[0], d[0], step / 8), _spline(a[1], b[1], c[1], d[1], step / 8))
        for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False)
        for step in range(8)
    ]
    return [*inner, points[-1]]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    linear, square, cube = c - a, 2 * a - 5 * b + 4 * c - d, 3 * b - a - 3 * c + d
    return b + t / 2 * (linear + t * (square + t * cube))


_SHEETS: dict[str, Drawing] = {"ledger": _ledger, "slab": _slab}

# ---- friezes --------------------------------------------------------------------------------

_SPAN = 96
"""Distance from one pole to the next."""


def _wire(brush: Brush, paper: Paper, width: int, height: int) -> None:
    """Draw a dark plank with a telegraph line along it."""
    brush.box(0, 0, width, height, paper.band)
    brush.box(0, 0, width, 2, mix(paper.band, _WHITE, 0.16))
    pole = mix(paper.band, paper.band_line, 0.62)
    count = round(width / _SPAN)
    step = width / count
    for index in range(-1, count + 1):
        x = step * (index + 0.5)
        for arm in (0.30, 0.48):
            ends = (x, height * arm - 2), (x + step, height * arm - 2)
            sag = [(x + step * t / 12, ends[0][1] + 9 * sin(pi * t / 12)) for t in range(13)]
            brush.line(sag, paper.band_line, 1.4)
        brush.box(x - 2.2, height * 0.16, x + 2.2, height, pole)
        for arm in (0.30, 0.48):
            brush.box(x - 10, height * arm - 1.5, x + 10, height * arm + 1.5, pole)


def _meander(brush: Brush, paper: Paper, width: int, height: int) -> None:
    """Draw a Greek key between two lines, as on a vase."""
    brush.box(0, 0, width, height, paper.band)
    for y in (3.0, height - 5.0):
        brush.box(0, y, width, y + 2, paper.band_line)
    cell = (height - 18) / 5
    count = round(width / (cell * 6))
    unit = width / count / 6
    for index in range(count):
        turns = ((0, 5), (0, 0), (5, 0), (5, 4), (2, 4), (2, 2), (3, 2))
        left = (6 * index + 0.5) * unit
        turn = [(left + x * unit, 9 + y * cell) for x, y in turns]
        brush.line(turn, paper.band_line, 3)
        brush.line([(left, 9 + 5 * cell), (left + 6 * unit, 9 + 5 * cell)], paper.band_line, 3)


_FRIEZES: dict[str, Drawing] = {"wire": _wire, "meander": _meander}
