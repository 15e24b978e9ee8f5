"""Nature: an olive branch, a calanque, a peak."""

from __future__ import annotations

from math import cos, sin

from render.canvas import Brush
from render.hexes import Point
from render.massalia.look import (
    IVORY,
    LEAF,
    LEAF_DARK,
    STONE,
    STONE_DARK,
    STONE_MID,
    WATER,
    WOOD_DARK,
)
from render.theme import Colour


def _leaf(brush: Brush, foot: Point, angle: float, size: float, tone: Colour) -> None:
    along, across = (cos(angle), sin(angle)), (-sin(angle), cos(angle))
    outline = ((0.0, 0.0), (0.3, 0.17), (0.7, 0.13), (1.0, 0.0), (0.7, -0.13), (0.3, -0.17))
    brush.polygon(
        [
            (
                foot[0] + size * (a * along[0] + b * across[0]),
                foot[1] + size * (a * along[1] + b * across[1]),
            )
            for a, b in outline
        ],
        tone,
    )


def _olive(brush: Brush, accent: Colour) -> None:
    spine = [(-0.70, 0.86), (-0.40, 0.44), (-0.06, 0.06), (0.28, -0.34), (0.56, -0.76)]
    brush.line(spine, WOOD_DARK, 0.07)
    for k in range(7):
        share = 0.14 + 0.125 * k
        at = share * (len(spine) - 1)
        i = min(int(at), len(spine) - 2)
        x = spine[i][0] + (spine[i + 1][0] - spine[i][0]) * (at - i)
        y = spine[i][1] + (spine[i + 1][1] - spine[i][1]) * (at - i)
        for side, tone in ((-1, LEAF), (1, LEAF_DARK)):
            _leaf(brush, (x, y), -0.90 + side * 0.95, 0.60 - 0.03 * k, tone)
    _leaf(brush, spine[-1], -0.95, 0.34, LEAF)
    for x, y in ((-0.30, 0.62), (0.20, 0.14), (0.02, -0.30)):
        brush.ellipse((x, y), 0.15, WOOD_DARK, 0.17)
        brush.ellipse((x - 0.01, y - 0.01), 0.125, accent, 0.145)
        brush.ellipse((x - 0.05, y - 0.06), 0.035, IVORY)


def _calanque(brush: Brush, accent: Colour) -> None:
    for is_left, points in (
        (True, [(-0.92, 0.62), (-0.80, 0.06), (-0.66, -0.20), (-0.60, -0.60), (-0.44, -0.72),
                (-0.30, -0.34), (-0.14, -0.10), (-0.06, 0.62)]),
        (False, [(0.06, 0.62), (0.14, 0.00), (0.30, -0.26), (0.36, -0.70), (0.54, -0.90),
                 (0.70, -0.44), (0.84, -0.14), (0.94, 0.62)]),
    ):  # fmt: skip
        brush.polygon(points, STONE)
        shade = [points[4], *points[5:], ((points[4][0] + points[-1][0]) / 2, 0.62)]
        brush.polygon(shade, STONE_MID)
        crack = -0.56 if is_left else 0.42
        brush.line([(crack, -0.30), (crack + 0.06, 0.02), (crack - 0.02, 0.30)], STONE_DARK, 0.045)
    brush.polygon([(-0.56, -0.68), (-0.44, -0.84), (-0.30, -0.66)], LEAF_DARK)
    brush.ellipse((-0.44, -0.72), 0.17, LEAF, 0.11)
    brush.ellipse((0.66, -0.52), 0.15, LEAF_DARK, 0.11)
    brush.line([(0.55, -0.86), (0.55, -0.99)], WOOD_DARK, 0.04)
    brush.polygon([(0.56, -1.0), (0.80, -0.94), (0.56, -0.88)], accent)
    shore = [
        (-0.98, 0.56),
        (-0.6, 0.50),
        (-0.3, 0.58),
        (0.0, 0.50),
        (0.3, 0.58),
        (0.6, 0.50),
        (0.98, 0.56),
        (0.92, 0.84),
        (-0.92, 0.84),
    ]
    brush.polygon(shore, WATER)
    for y, left, right in ((0.66, -0.76, 0.1), (0.74, -0.1, 0.72)):
        wave = [(left + (right - left) * t / 8, y + 0.035 * (t % 2)) for t in range(9)]
        brush.line(wave, IVORY, 0.035)


def _peak(brush: Brush, accent: Colour) -> None:
    brush.polygon([(-0.98, 0.84), (-0.62, 0.20), (-0.44, 0.02), (-0.26, -0.46), (-0.02, -0.84),
                   (0.14, -0.70), (0.30, -0.26), (0.52, -0.04), (0.74, 0.40), (0.98, 0.84)],
                  STONE)  # fmt: skip
    brush.polygon([(-0.02, -0.84), (0.14, -0.70), (0.30, -0.26), (0.52, -0.04), (0.74, 0.40),
                   (0.98, 0.84), (0.20, 0.84), (0.34, 0.30), (0.10, -0.10)], STONE_MID)  # fmt: skip
    for line in ([(-0.30, -0.12), (-0.22, 0.16), (-0.34, 0.42)], [(0.46, 0.24), (0.56, 0.52)]):
        brush.line(line, STONE_DARK, 0.045)
    brush.line([(-0.02, -0.82), (-0.02, -0.99)], WOOD_DARK, 0.04)
    brush.polygon([(0.0, -1.0), (0.26, -0.94), (0.0, -0.88)], accent)
    foot = [(-0.98, 0.84), (-0.84, 0.56), (-0.56, 0.66), (-0.22, 0.52), (0.16, 0.68), (0.52, 0.54),
            (0.82, 0.64), (0.98, 0.84)]  # fmt: skip
    brush.polygon(foot, LEAF_DARK)
    for x, y in ((-0.66, 0.66), (-0.18, 0.62), (0.26, 0.70), (0.66, 0.64)):
        brush.ellipse((x, y), 0.15, LEAF, 0.12)


EMBLEMS = {"olive": _olive, "calanque": _calanque, "peak": _peak}
