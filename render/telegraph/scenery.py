"""The landscapes on the cards."""

from __future__ import annotations

from render._settlements.desk.scenery import (
    CLOSE,
    FAR,
    MIDDLE,
    NEAR,
    SHARES,
    TALL,
    Scene,
    land,
    pale,
    swell,
    tone,
)
from render._settlements.look import Terrain
from render.canvas import Brush


def _lake(brush: Brush, terrain: Terrain) -> None:
    """Rows of small waves."""
    land(brush, swell(0.98, 0.02, 0.0), tone(terrain, FAR))
    for row in range(5):
        line = swell(0.98 + 0.11 * row, 0.020, row * 1.7)
        brush.line(line, pale(terrain), 0.022)


def _pines(brush: Brush, terrain: Terrain) -> None:
    """Two ranks of pines."""
    for top, step, shift, depth in ((0.86, 0.105, 0.0, FAR), (1.00, 0.14, 0.05, NEAR)):
        count = round(1.3 / step)
        for index in range(count):
            x = shift - 0.1 + step * index
            y = top + 0.05 * ((index * 7) % 3)
            for tier in range(3):
                width, crown = step * (0.34 + 0.16 * tier), y + 0.07 * tier
                brush.polygon(
                    [(x, crown), (x + width, crown + 0.18), (x - width, crown + 0.18)],
                    tone(terrain, depth),
                )
        land(brush, [(-0.1, top + 0.28), (1.1, top + 0.28)], tone(terrain, depth))


def _pit(brush: Brush, terrain: Terrain) -> None:
    """The layers of a clay pit."""
    for depth in range(len(SHARES)):
        line = swell(0.96 + 0.12 * depth, 0.035, 1.1 * depth * depth, 0.9 - 0.1 * depth)
        land(brush, line, tone(terrain, depth))


def _mine(brush: Brush, terrain: Terrain) -> None:
    """A mine's mouth in the mountains."""
    far = [(-0.1, 1.20), (0.12, 0.94), (0.26, 1.06), (0.50, 0.84), (0.78, 1.08), (0.90, 0.98)]
    land(brush, [*far, (1.1, 1.2)], tone(terrain, MIDDLE))
    near = [(-0.1, 1.10), (0.10, 1.22), (0.34, 1.02), (0.62, 1.02), (0.86, 1.24), (1.1, 1.14)]
    land(brush, near, tone(terrain, CLOSE))
    brush.polygon([(0.34, TALL), (0.36, 1.20), (0.62, 1.20), (0.64, TALL)], terrain.dark)
    for x in (0.34, 0.60):
        brush.box(x, 1.17, x + 0.045, TALL, tone(terrain, FAR))
    brush.box(0.31, 1.14, 0.67, 1.19, tone(terrain, FAR))


SCENES: dict[str, Scene] = {
    "water": _lake,
    "wood": _pines,
    "clay": _pit,
    "metal": _mine,
}
