"""The landscapes on the cards: the lower part of each, under the medallion.

Every function draws on a field one unit wide, its origin at the top left, down to `TALL`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sin

from render._settlements.look import Terrain
from render._settlements.signs.curves import arc, curve
from render.canvas import Brush
from render.hexes import Point
from render.theme import Colour, mix

TALL = 1.5
_WHITE: Colour = (255, 255, 255)

Scene = Callable[[Brush, Terrain], None]


_SHARES = (0.14, 0.24, 0.36, 0.50)
_FAR, _MIDDLE, _NEAR, _CLOSE = range(4)
_FOAM = 0.64


def tones(terrain: Terrain) -> list[Colour]:
    """All the colours of its card, from far to near, and that of snow and foam."""
    return [*(_tone(terrain, depth) for depth in range(len(_SHARES))), _pale(terrain)]


def _tone(terrain: Terrain, depth: int) -> Colour:
    return mix(terrain.field, terrain.dark, _SHARES[depth])


def _pale(terrain: Terrain) -> Colour:
    return mix(terrain.field, _WHITE, _FOAM)


def _land(brush: Brush, skyline: Sequence[Point], tone: Colour) -> None:
    """All that lies below a line."""
    brush.polygon([*skyline, (1.1, TALL), (-0.1, TALL)], tone)


def _swell(low: float, high: float, phase: float, length: float = 0.30) -> list[Point]:
    steps = [-0.05 + 0.02 * k for k in range(56)]
    return [(x, low + high * sin(x / length * 6.283 + phase)) for x in steps]


def lake(brush: Brush, terrain: Terrain) -> None:
    """Rows of small waves."""
    _land(brush, _swell(0.98, 0.02, 0.0), _tone(terrain, _FAR))
    for row in range(5):
        line = _swell(0.98 + 0.11 * row, 0.020, row * 1.7)
        brush.line(line, _pale(terrain), 0.022)


def pines(brush: Brush, terrain: Terrain) -> None:
    """Two ranks of pines."""
    for top, step, shift, depth in ((0.86, 0.105, 0.0, _FAR), (1.00, 0.14, 0.05, _NEAR)):
        count = round(1.3 / step)
        for index in range(count):
            x = shift - 0.1 + step * index
            y = top + 0.05 * ((index * 7) % 3)
            for tier in range(3):
                wide, crown = step * (0.34 + 0.16 * tier), y + 0.07 * tier
                brush.polygon(
                    [(x, crown), (x + wide, crown + 0.18), (x - wide, crown + 0.18)],
                    _tone(terrain, depth),
                )
        _land(brush, [(-0.1, top + 0.28), (1.1, top + 0.28)], _tone(terrain, depth))


def pit(brush: Brush, terrain: Terrain) -> None:
    """The layers of a clay pit."""
    for depth in range(len(_SHARES)):
        line = _swell(0.96 + 0.12 * depth, 0.035, 1.1 * depth * depth, 0.9 - 0.1 * depth)
        _land(brush, line, _tone(terrain, depth))


def mine(brush: Brush, terrain: Terrain) -> None:
    """A mine's mouth in the mountains."""
    far = [(-0.1, 1.20), (0.12, 0.94), (0.26, 1.06), (0.50, 0.84), (0.78, 1.08), (0.90, 0.98)]
    _land(brush, [*far, (1.1, 1.2)], _tone(terrain, _MIDDLE))
    near = [(-0.1, 1.10), (0.10, 1.22), (0.34, 1.02), (0.62, 1.02), (0.86, 1.24), (1.1, 1.14)]
    _land(brush, near, _tone(terrain, _CLOSE))
    brush.polygon([(0.34, TALL), (0.36, 1.20), (0.62, 1.20), (0.64, TALL)], terrain.dark)
    for x in (0.34, 0.60):
        brush.box(x, 1.17, x + 0.045, TALL, _tone(terrain, _FAR))
    brush.box(0.31, 1.14, 0.67, 1.19, _tone(terrain, _FAR))


def sea(brush: Brush, terrain: Terrain) -> None:
    """An island on the horizon and the running waves of a vase."""
    brush.polygon(
        curve([(0.56, 1.00), (0.66, 0.92), (0.78, 0.88), (0.92, 0.96), (1.1, 1.00)]),
        _tone(terrain, _MIDDLE),
    )
    brush.box(-0.1, 0.98, 1.1, TALL, _tone(terrain, _FAR))
    foam = _pale(terrain)
    for row in range(3):
        y, shift = 1.13 + 0.15 * row, 0.10 * (row % 2)
        for index in range(-1, 6):
            x = shift + 0.20 * index
            spiral = [(x, y), (x + 0.07, y - 0.015), (x + 0.10, y - 0.07), (x + 0.15, y - 0.085)]
            brush.line(
                curve([*spiral, (x + 0.185, y - 0.055), (x + 0.165, y - 0.025)]), foam, 0.022
            )
            brush.line([(x, y), (x + 0.20, y)], foam, 0.022)


def cypresses(brush: Brush, terrain: Terrain) -> None:
    """Cypresses on a rise."""
    _land(brush, _swell(1.10, 0.05, 0.6, 1.1), _tone(terrain, _MIDDLE))
    for x, top, wide in (
        (0.10, 0.84, 0.050),
        (0.27, 0.95, 0.045),
        (0.74, 0.92, 0.050),
        (0.90, 0.80, 0.058),
    ):
        leaf = curve([(x, top), (x + wide, top + 0.24), (x + 0.6 * wide, top + 0.44)])
        other = [(2 * x - a, b) for a, b in reversed(leaf)]
        brush.polygon([*leaf, *other], _tone(terrain, _CLOSE))
    _land(brush, _swell(1.28, 0.05, 3.6, 1.3), _tone(terrain, _NEAR))


def terraces(brush: Brush, terrain: Terrain) -> None:
    """Rounded hills in terraces, with vines."""
    for x, y, wide, tall, depth in (
        (0.78, 1.30, 0.52, 0.36, _FAR),
        (0.18, 1.40, 0.62, 0.46, _MIDDLE),
        (0.82, 1.60, 0.60, 0.42, _NEAR),
    ):
        brush.polygon(
            [*arc((x, y), wide, 180, 360, tall), (x + wide, TALL), (x - wide, TALL)],
            _tone(terrain, depth),
        )
        for row in range(1, 3):
            bend = arc((x, y), wide * (1 - 0.17 * row), 200, 340, tall * (1 - 0.28 * row))
            brush.line(bend, _tone(terrain, depth + 1), 0.014)


def peaks(brush: Brush, terrain: Terrain) -> None:
    """A range with snow, and a nearer ridge."""
    for x, top, wide in ((0.20, 0.88, 0.34), (0.86, 0.92, 0.32), (0.54, 0.80, 0.36)):
        low = top + wide * 1.4
        brush.polygon([(x, top), (x + wide, low), (x - wide, low)], _tone(terrain, _NEAR))
        brush.polygon([(x, top), (x - wide, low), (x - 0.10, low)], _tone(terrain, _MIDDLE))
        snow = [(x, top), (x + 0.085, top + 0.12), (x + 0.03, top + 0.10), (x, top + 0.14)]
        brush.polygon(
            [*snow, (x - 0.04, top + 0.10), (x - 0.085, top + 0.12)],
            _pale(terrain),
        )
    ridge = [(-0.1, 1.28), (0.16, 1.16), (0.40, 1.30), (0.66, 1.18), (1.1, 1.34)]
    _land(brush, ridge, _tone(terrain, _CLOSE))


SCENES: dict[tuple[str, str], Scene] = {
    ("telegraph", "water"): lake,
    ("telegraph", "wood"): pines,
    ("telegraph", "clay"): pit,
    ("telegraph", "metal"): mine,
    ("attika", "water"): sea,
    ("attika", "forest"): cypresses,
    ("attika", "hill"): terraces,
    ("attika", "mountain"): peaks,
}
