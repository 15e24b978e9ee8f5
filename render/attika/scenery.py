"""The landscapes on the cards."""

from __future__ import annotations

from render._settlements.desk.scenery import (
    CLOSE,
    FAR,
    MIDDLE,
    NEAR,
    TALL,
    Scene,
    land,
    pale,
    swell,
    tone,
)
from render._settlements.look import Terrain
from render._settlements.signs.curves import arc, curve
from render.canvas import Brush


def _sea(brush: Brush, terrain: Terrain) -> None:
    """An island on the horizon and the running waves of a vase."""
    brush.polygon(
        curve([(0.56, 1.00), (0.66, 0.92), (0.78, 0.88), (0.92, 0.96), (1.1, 1.00)]),
        tone(terrain, MIDDLE),
    )
    brush.box(-0.1, 0.98, 1.1, TALL, tone(terrain, FAR))
    foam = pale(terrain)
    for row in range(3):
        y, shift = 1.13 + 0.15 * row, 0.10 * (row % 2)
        for index in range(-1, 6):
            x = shift + 0.20 * index
            spiral = [(x, y), (x + 0.07, y - 0.015), (x + 0.10, y - 0.07), (x + 0.15, y - 0.085)]
            brush.line(
                curve([*spiral, (x + 0.185, y - 0.055), (x + 0.165, y - 0.025)]), foam, 0.022
            )
            brush.line([(x, y), (x + 0.20, y)], foam, 0.022)


def _cypresses(brush: Brush, terrain: Terrain) -> None:
    """Cypresses on a rise."""
    land(brush, swell(1.10, 0.05, 0.6, 1.1), tone(terrain, MIDDLE))
    for x, top, width in (
        (0.10, 0.84, 0.050),
        (0.27, 0.95, 0.045),
        (0.74, 0.92, 0.050),
        (0.90, 0.80, 0.058),
    ):
        leaf = curve([(x, top), (x + width, top + 0.24), (x + 0.6 * width, top + 0.44)])
        right = [(2 * x - a, b) for a, b in reversed(leaf)]
        brush.polygon([*leaf, *right], tone(terrain, CLOSE))
    land(brush, swell(1.28, 0.05, 3.6, 1.3), tone(terrain, NEAR))


def _terraces(brush: Brush, terrain: Terrain) -> None:
    """Rounded hills in terraces, with vines."""
    for x, y, width, height, depth in (
        (0.78, 1.30, 0.52, 0.36, FAR),
        (0.18, 1.40, 0.62, 0.46, MIDDLE),
        (0.82, 1.60, 0.60, 0.42, NEAR),
    ):
        brush.polygon(
            [*arc((x, y), width, 180, 360, height), (x + width, TALL), (x - width, TALL)],
            tone(terrain, depth),
        )
        for row in range(1, 3):
            bend = arc((x, y), width * (1 - 0.17 * row), 200, 340, height * (1 - 0.28 * row))
            brush.line(bend, tone(terrain, depth + 1), 0.014)


def _peaks(brush: Brush, terrain: Terrain) -> None:
    """A range with snow, and a nearer ridge."""
    for x, top, width in ((0.20, 0.88, 0.34), (0.86, 0.92, 0.32), (0.54, 0.80, 0.36)):
        low = top + width * 1.4
        brush.polygon([(x, top), (x + width, low), (x - width, low)], tone(terrain, NEAR))
        brush.polygon([(x, top), (x - width, low), (x - 0.10, low)], tone(terrain, MIDDLE))
        snow = [(x, top), (x + 0.085, top + 0.12), (x + 0.03, top + 0.10), (x, top + 0.14)]
        brush.polygon(
            [*snow, (x - 0.04, top + 0.10), (x - 0.085, top + 0.12)],
            pale(terrain),
        )
    ridge = [(-0.1, 1.28), (0.16, 1.16), (0.40, 1.30), (0.66, 1.18), (1.1, 1.34)]
    land(brush, ridge, tone(terrain, CLOSE))


SCENES: dict[str, Scene] = {
    "water": _sea,
    "forest": _cypresses,
    "hill": _terraces,
    "mountain": _peaks,
}
