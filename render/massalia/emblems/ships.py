"""Ships: a galley under oars, a fishing boat."""

from __future__ import annotations

from math import pi, sin

from render.canvas import Brush
from render.massalia.look import (
    GOLD,
    IRON_DARK,
    SAIL,
    SAIL_SHADE,
    WOOD,
    WOOD_DARK,
)
from render.theme import Colour, mix


def _galley(brush: Brush, accent: Colour) -> None:
    for k in range(7):  # oars first: the hull lies over them
        x = -0.62 + 0.19 * k
        brush.line([(x, 0.52), (x - 0.16, 0.93)], WOOD_DARK, 0.045)
    brush.line([(0.0, 0.45), (0.0, -0.92)], WOOD_DARK, 0.07)
    brush.polygon([(0.03, -0.96), (0.42, -0.86), (0.03, -0.76)], accent)
    belly = [(-0.58 + 1.2 * t / 8, -0.62 + 0.05 * sin(pi * t / 8)) for t in range(9)]
    foot = [(0.74 - 1.44 * t / 8, 0.24 - 0.13 * sin(pi * t / 8)) for t in range(9)]
    sail = [*belly, *foot]
    brush.polygon(sail, SAIL)
    brush.polygon([(0.26, -0.60), (0.62, -0.62), (0.74, 0.24), (0.36, 0.12)], SAIL_SHADE)
    for left in (-0.44, 0.12):
        brush.polygon(
            [(left, -0.6), (left + 0.2, -0.59), (left + 0.24, 0.14), (left - 0.04, 0.17)],
            accent if left < 0 else mix(accent, (0, 0, 0), 0.16),
        )
    brush.line([(-0.64, -0.62), (0.66, -0.62)], WOOD_DARK, 0.07)
    hull = [
        (-0.98, 0.08), (-0.84, 0.12), (-0.74, 0.36), (0.62, 0.36), (0.80, 0.16), (0.90, -0.14),
        (0.98, -0.10), (0.94, 0.26), (0.78, 0.58), (0.52, 0.72), (-0.50, 0.72), (-0.80, 0.60),
        (-0.99, 0.40), (-0.84, 0.36),
    ]  # fmt: skip
    brush.polygon(hull, WOOD)
    brush.polygon(
        [(-0.92, 0.46), (0.84, 0.46), (0.78, 0.58), (0.52, 0.72), (-0.50, 0.72), (-0.80, 0.60)],
        WOOD_DARK,
    )
    brush.line([(-0.74, 0.37), (0.64, 0.37)], GOLD, 0.06)
    for k in range(6):
        brush.ellipse((-0.50 + 0.2 * k, 0.465), 0.052, GOLD)
    brush.ellipse((-0.79, 0.42), 0.062, SAIL)
    brush.ellipse((-0.79, 0.42), 0.03, IRON_DARK)


def _boat(brush: Brush, accent: Colour) -> None:
    brush.line([(-0.04, 0.44), (-0.04, -0.90)], WOOD_DARK, 0.07)
    brush.polygon([(-0.01, -0.86), (0.03, 0.26), (0.86, 0.26), (0.52, -0.30), (0.2, -0.68)], accent)
    brush.polygon(
        [(0.02, 0.10), (0.03, 0.26), (0.86, 0.26), (0.76, 0.10)], mix(accent, (0, 0, 0), 0.22)
    )
    brush.polygon([(-0.10, -0.74), (-0.10, 0.26), (-0.74, 0.26), (-0.44, -0.2)], SAIL)
    brush.polygon([(-0.10, 0.06), (-0.10, 0.26), (-0.74, 0.26), (-0.62, 0.06)], SAIL_SHADE)
    hull = [(-0.94, 0.34), (0.94, 0.34), (0.98, 0.22), (0.80, 0.66), (0.5, 0.84), (-0.5, 0.84),
            (-0.80, 0.66)]  # fmt: skip
    brush.polygon(hull, WOOD)
    brush.polygon([(-0.85, 0.56), (0.85, 0.56), (0.80, 0.66), (0.5, 0.84), (-0.5, 0.84),
                   (-0.80, 0.66)], WOOD_DARK)  # fmt: skip
    brush.line([(-0.92, 0.37), (0.92, 0.37)], accent, 0.09)
    brush.line([(-0.90, 0.45), (0.89, 0.45)], GOLD, 0.035)


EMBLEMS = {"galley": _galley, "boat": _boat}
