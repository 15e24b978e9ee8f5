"""Shapes of the landscapes on the cards: the lower part of each, under the medallion.

Every scene is drawn on a field one unit wide, its origin at the top left, down to `TALL`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sin

from render._settlements.look import Terrain
from render.canvas import Brush
from render.hexes import Point
from render.theme import Colour, mix

TALL = 1.5
_WHITE: Colour = (255, 255, 255)

Scene = Callable[[Brush, Terrain], None]


SHARES = (0.14, 0.24, 0.36, 0.50)
FAR, MIDDLE, NEAR, CLOSE = range(4)
_FOAM = 0.64


def tones(terrain: Terrain) -> list[Colour]:
    """Colours of the card of a terrain, from far to near, then that of snow and foam."""
    return [*(tone(terrain, depth) for depth in range(len(SHARES))), pale(terrain)]


def tone(terrain: Terrain, depth: int) -> Colour:
    return mix(terrain.field, terrain.dark, SHARES[depth])


def pale(terrain: Terrain) -> Colour:
    return mix(terrain.field, _WHITE, _FOAM)


def land(brush: Brush, skyline: Sequence[Point], tone: Colour) -> None:
    """Fill the area below a skyline."""
    brush.polygon([*skyline, (1.1, TALL), (-0.1, TALL)], tone)


def swell(low: float, high: float, phase: float, length: float = 0.30) -> list[Point]:
    steps = [-0.05 + 0.02 * k for k in range(56)]
    return [(x, low + high * sin(x / length * 6.283 + phase)) for x in steps]
