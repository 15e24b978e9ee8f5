"""Tiles as they lie on the board: the seat's shape, its letter, and what the tile is."""

from __future__ import annotations

from math import cos, pi, sin

from PIL import Image

from render.canvas import Brush
from render.kept import kept
from render.massalia import look
from render.sprites import inscribe
from render.text import Label
from render.theme import THEME, Colour, SeatStyle, mix

SIZE = 124
_MIDDLE = SIZE / 2


@kept
def tile(style: SeatStyle, kind: str | None) -> Image.Image:
    """A tile; None is one that lies face down."""
    brush = Brush(SIZE, SIZE)
    brush.origin = (_MIDDLE, _MIDDLE)
    if kind is None:
        _silhouette(brush, style, style.rim)
        _wheel(brush, style.colour)
    else:
        _silhouette(brush, style, style.colour)
        brush.ellipse((0, _drop(style)), 28.4, style.rim)
        brush.ellipse((0, _drop(style)), 27, look.IVORY)
        _SYMBOLS[kind[0] if kind[0] == "L" else kind](brush, _drop(style))
    sprite = brush.done()
    if kind is not None and kind[0] == "L":
        inscribe(sprite, kind[1], _MIDDLE, _MIDDLE + _drop(style), Label(26, THEME.white, "bold"))
    _letter(sprite, style)
    return sprite


@kept
def below(style: SeatStyle) -> Image.Image:
    """A tile that another lies on: nothing but its shape."""
    brush = Brush(SIZE, SIZE)
    brush.origin = (_MIDDLE, _MIDDLE)
    _silhouette(brush, style, mix(style.colour, style.rim, 0.35))
    return brush.done()


@kept
def count(n: int) -> Image.Image:
    """How many tiles lie on a cell."""
    brush = Brush(40, 28)
    brush.rounded(0, 0, 40, 28, 8, look.INK)
    brush.rounded(1.6, 1.6, 38.4, 26.4, 6.6, look.PAPER)
    sprite = brush.done()
    inscribe(sprite, f"×{n}", 20, 14, Label(20, look.INK, "bold"))
    return sprite


def _drop(style: SeatStyle) -> float:
    return 4.0 if style.shape == "triangle" else 0.0


def _silhouette(brush: Brush, style: SeatStyle, fill: Colour) -> None:
    """The seat's shape: shadow, ivory halo, dark rim, colour, a light edge at the upper left."""
    _shape(brush, style.shape, 5.0, (0, 0, 0, 60), (2.0, 4.0))
    for grow, tone in ((4.6, look.IVORY), (3.0, style.rim), (0.0, mix(fill, THEME.white, 0.42))):
        _shape(brush, style.shape, grow, tone)
    _shape(brush, style.shape, -2.0, fill, (0.8, 0.8))


def _shape(
    brush: Brush,
    shape: str,
    grow: float,
    fill: Colour | tuple[int, int, int, int],
    by: tuple[float, float] = (0.0, 0.0),
) -> None:
    x, y = by
    if shape == "circle":
        brush.ellipse((x, y), 42 + grow, fill)
    elif shape == "square":
        half = 38 + grow
        brush.rounded(x - half, y - half, x + half, y + half, 15 + grow, fill)
    elif shape == "diamond":
        _round_polygon(brush, 4, 55 - 21 * 0.42, 14 + grow, fill, (x, y))
    else:
        _round_polygon(brush, 3, 64 - 27, 17 + grow, fill, (x, y + 8))


def _round_polygon(
    brush: Brush,
    sides: int,
    radius: float,
    round_: float,
    fill: Colour | tuple[int, int, int, int],
    at: tuple[float, float],
) -> None:
    """A regular polygon with a corner on top, thickened by discs at its corners."""
    points = [
        (
            at[0] + radius * sin(2 * pi * k / sides),
            at[1] - radius * cos(2 * pi * k / sides),
        )
        for k in range(sides)
    ]
    brush.polygon(points, fill)
    brush.line([*points, points[0], points[1]], fill, 2 * round_)
    for point in points:
        brush.ellipse(point, round_, fill)


def _wheel(brush: Brush, tone: Colour) -> None:
    """The reverse of the obol: a wheel of four spokes."""
    for angle in (0.0, pi / 2):
        x, y = 22 * cos(angle), 22 * sin(angle)
        brush.line([(-x, -y), (x, y)], tone, 4)
    for k in range(48):
        turn, after = 2 * pi * k / 48, 2 * pi * (k + 1) / 48
        ends = [(22 * cos(turn), 22 * sin(turn)), (22 * cos(after), 22 * sin(after))]
        brush.line(ends, tone, 4.5)


def _letter(sprite: Image.Image, style: SeatStyle) -> None:
    brush = Brush(28, 28)
    brush.ellipse((14, 14), 13, look.IVORY)
    brush.ellipse((14, 14), 11.5, style.rim)
    disc = brush.done()
    inscribe(disc, style.letter, 14, 14, Label(17, THEME.white, "bold"))
    sprite.alpha_composite(disc, (round(_MIDDLE) + 20, round(_MIDDLE) + 20))


# ---- what a tile is ---------------------------------------------------------------------------


def _heart(brush: Brush, y: float) -> None:
    for grow, tone in ((1.8, look.HEART_DARK), (0.0, look.HEART)):
        for side in (-1, 1):
            brush.ellipse((9.6 * side, y - 6), 11.4 + grow, tone)
        points = [(-20.2 - grow, y - 1), (20.2 + grow, y - 1), (0.0, y + 20 + grow)]
        brush.polygon(points, tone)


def _water(brush: Brush, y: float) -> None:
    for grow, tone in ((1.8, look.WATER_DARK), (0.0, look.WATER)):
        brush.ellipse((0, y + 5), 13 + grow, tone)
        brush.polygon([(0, y - 21 - grow), (12.4 + grow, y + 1), (-12.4 - grow, y + 1)], tone)
    brush.ellipse((-4.6, y + 6), 3, look.IVORY, 5)


def _fish(brush: Brush, y: float) -> None:
    for grow, tone in ((1.8, look.FISH_DARK), (0.0, look.FISH)):
        brush.ellipse((-3, y), 17 + grow, tone, 9.6 + grow)
        brush.polygon([(9, y), (22 + grow, y - 10 - grow), (22 + grow, y + 10 + grow)], tone)
    brush.ellipse((-12, y - 2.4), 2.4, look.IVORY)
    brush.line([(-5, y - 7), (-2, y), (-5, y + 7)], look.FISH_DARK, 1.6)


def _fire(brush: Brush, y: float) -> None:
    outer = [(0.0, -23.0), (9.0, -10.0), (12.0, -14.0), (16.0, 2.0), (12.0, 15.0), (0.0, 20.0)]
    outer += [(-12.0, 15.0), (-16.0, 2.0), (-10.0, -8.0), (-6.0, -4.0)]
    brush.polygon([(x, y + at) for x, at in outer], look.FLAME)
    inner = [(0.0, -6.0), (7.0, 6.0), (5.0, 15.0), (0.0, 18.0), (-6.0, 14.0), (-7.0, 6.0)]
    brush.polygon([(x, y + at) for x, at in inner], look.FLAME_LIGHT)


_SYMBOLS = {"L": _heart, "WA": _water, "FH": _fish, "FI": _fire}
