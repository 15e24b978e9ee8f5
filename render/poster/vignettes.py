"""Vignettes for the empty parts of a map: a compass rose, ships, dolphins."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin
from random import Random

from PIL import Image

from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point
from render.theme import Colour, mix


def free_spots(
    size: tuple[int, int], taken: Sequence[Point], foot: float, inset: int, luck: Random
) -> list[tuple[float, Point]]:
    """Six spots far from points `taken` and from each other, as (room, point), roomiest first."""
    width, _ = size
    tried = [
        (luck.uniform(inset + 60, width - inset - 60), luck.uniform(inset + 60, foot - 60))
        for _ in range(500)
    ]
    spots: list[tuple[float, Point]] = []
    for _ in range(6):

        def room(at: Point) -> float:
            edge = min(at[0] - inset, width - inset - at[0], at[1] - inset, foot - at[1])
            nearest = min(
                (hypot(at[0] - x, at[1] - y) - r * 1.15 for r, (x, y) in spots), default=9e9
            )
            return min(edge, nearest, min(hypot(at[0] - x, at[1] - y) for x, y in taken))

        best = max(tried, key=room)
        spots.append((room(best), best))
    return sorted(spots, reverse=True)


@memoize
def rose(radius: int, ink: Colour, light: Colour, accent: Colour) -> Image.Image:
    """A compass rose of thirty-two winds, its north a lily."""
    size = 2 * radius + 60
    brush = Brush(size, size)
    brush.origin = (size / 2, size / 2 + 8)
    brush.ellipse((0, 0), radius * 0.78, (*light, 90))
    for share, thick in ((0.78, 2.0), (0.72, 1.0), (0.30, 1.6)):
        ring = [
            (share * radius * cos(k * pi / 60), share * radius * sin(k * pi / 60))
            for k in range(120)
        ]
        brush.outline(ring, ink, thick)
    for k in range(64):
        a = k * pi / 32
        brush.line(
            [
                (0.72 * radius * cos(a), 0.72 * radius * sin(a)),
                (0.78 * radius * cos(a), 0.78 * radius * sin(a)),
            ],
            ink,
            1.4,
        )
    for count, turn, reach, waist in (
        (16, pi / 16, 0.52, 0.10),
        (8, pi / 8, 0.62, 0.14),
        (4, pi / 4, 0.74, 0.17),
        (4, 0.0, 1.0, 0.19),
    ):
        for index in range(count):
            a = turn + index * 2 * pi / count
            tip = (reach * radius * sin(a), -reach * radius * cos(a))
            for side, tone in ((-1, light), (1, accent if reach in (1.0, 0.62) else ink)):
                b = a + side * pi / max(4, count)
                shoulder = (waist * radius * sin(b), -waist * radius * cos(b))
                brush.polygon([(0, 0), shoulder, tip], tone)
                brush.line([(0, 0), tip, shoulder], ink, 1.2)
    top = -radius - 4
    brush.polygon([(0, top - 22), (7, top - 8), (0, top), (-7, top - 8)], accent)
    for side in (-1, 1):
        brush.polygon(
            [
                (0, top - 2),
                (9 * side, top - 6),
                (14 * side, top - 14),
                (12 * side, top - 2),
                (4 * side, top + 4),
            ],
            accent,
        )
    return brush.reduce()


@memoize
def trireme(width: int, ink: Colour, sail: Colour, hull: Colour) -> Image.Image:
    """A ship with a ram, an eye and a striped sail, rowing to the left."""
    brush = Brush(200, 150, unit=width / 200)
    body = [
        (10, 104),
        (24, 96),
        (40, 104),
        (150, 104),
        (172, 92),
        (184, 62),
        (192, 58),
        (190, 76),
        (178, 112),
        (160, 124),
        (44, 124),
        (28, 116),
    ]
    for index in range(9):
        x = 52 + 12 * index
        brush.line([(x, 112), (x - 14, 138)], ink, 2.4)
    brush.polygon(body, ink)
    brush.polygon(
        [
            (20, 104),
            (26, 100),
            (42, 108),
            (152, 108),
            (172, 98),
            (166, 112),
            (156, 119),
            (46, 119),
            (32, 112),
        ],
        hull,
    )
    brush.ellipse((36, 109), 4.5, sail)
    brush.ellipse((36, 109), 2.2, ink)
    brush.line([(98, 104), (98, 14)], ink, 3.2)
    brush.line([(58, 24), (138, 24)], ink, 3.0)
    brush.polygon([(60, 25), (136, 25), (142, 52), (134, 84), (66, 84), (54, 56)], ink)
    brush.polygon([(63, 27), (133, 27), (139, 52), (131, 81), (69, 81), (58, 56)], sail)
    for x in (78, 98, 118):
        brush.line([(x, 28), (x - 3, 54), (x, 80)], mix(sail, hull, 0.55), 4.0)
    brush.polygon([(98, 4), (126, 10), (98, 17)], hull)
    for x in (6, 60, 120, 176):
        brush.line([(x, 142), (x + 8, 138), (x + 16, 142), (x + 24, 138)], ink, 1.6)
    return brush.reduce()


@memoize
def dolphin(width: int, ink: Colour, body: Colour) -> Image.Image:
    """A leaping dolphin."""
    brush = Brush(120, 80, unit=width / 120)
    back = [
        (10, 62),
        (18, 38),
        (40, 20),
        (66, 16),
        (90, 28),
        (104, 48),
        (112, 46),
        (108, 60),
        (114, 72),
        (100, 64),
        (92, 50),
        (70, 40),
        (46, 42),
        (28, 54),
        (16, 66),
    ]
    brush.polygon(back, ink)
    inner = [
        (16, 58),
        (22, 40),
        (42, 24),
        (66, 20),
        (87, 31),
        (98, 48),
        (90, 44),
        (68, 35),
        (44, 38),
        (26, 50),
    ]
    brush.polygon(inner, body)
    brush.polygon([(56, 18), (66, 4), (72, 19)], ink)
    brush.ellipse((24, 46), 2.0, ink)
    for x in (0, 40, 84):
        brush.line([(x, 76), (x + 9, 72), (x + 18, 76), (x + 27, 72)], ink, 1.6)
    return brush.reduce()
