"""The compass rose."""

from __future__ import annotations

from math import cos, pi, sin

from PIL import Image

from render._settlements.look import Look
from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point
from render.theme import mix

_ROSE = 78
"""Radius of the compass rose."""


ROSE = 2 * _ROSE + 4
"""Its width and its height."""


@memoize
def rose(look: Look) -> Image.Image:
    """A star of sixteen points, each half light and half open, in two rings."""
    brush, tone = Brush(ROSE, ROSE), mix(look.ground, look.border, 0.62)
    brush.origin = (ROSE / 2, ROSE / 2)
    for radius, thick in ((0.80, 1.6), (0.75, 1.2), (0.30, 1.4)):
        brush.outline(_circle(radius * _ROSE), tone, thick)
    for points, reach, waist in ((8, 0.56, 0.13), (4, 0.70, 0.16), (4, 1.0, 0.18)):
        turn = pi / 4 if reach == 0.70 else pi / 8 if points == 8 else 0.0
        for index in range(points):
            _ray(brush, look, turn + index * 2 * pi / points, reach * _ROSE, waist * _ROSE)
    return brush.reduce()


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
