"""Monuments on the plazas: a fountain, a statue, a trophy, an altar, an old tree."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from render.akropolis import materials as m
from render.cache import memoize
from render.canvas import Brush, Canvas
from render.theme import Colour, mix
from rules.akropolis.view import Cell

_GOLD: Colour = (232, 182, 74)
_DARK: Colour = (150, 100, 30)
_STONE, _SHADE = m.WALL, m.WALL_SHADE


def stand(size: int, canvas: Canvas, cell: Cell, x: float, y: float) -> None:
    """Draw the monument of a plaza, its foot a little below the middle of the roof."""
    if cell.kind == "plaza" and cell.colour:
        sprite = monument(cell.colour, size)
        canvas.paste(sprite, x - sprite.width / 2, y - sprite.height * 0.72)


@memoize
def monument(colour: str, size: int) -> Image.Image:
    """The monument of the plazas of a colour."""
    brush = Brush(1.6, 1.6, unit=size)
    brush.origin = (0.8, 1.15)
    brush.ellipse((0.22, 0.06), 0.42, (*m.SHADOW, 90), radius_y=0.13)
    _KINDS[colour](brush)
    return brush.reduce()


def _base(brush: Brush, width: float) -> None:
    """Draw two round steps."""
    for share, low, tone in ((1.0, 0.10, _SHADE), (1.0, 0.05, _STONE), (0.72, 0.0, _SHADE)):
        brush.ellipse((0, low), width * share, tone, radius_y=0.5 * width * share)
    brush.ellipse((0, -0.05), width * 0.72, _STONE, radius_y=0.36 * width)


def _fountain(brush: Brush) -> None:
    _base(brush, 0.42)
    brush.ellipse((0, -0.06), 0.27, m.WATER_DEEP, radius_y=0.13)
    brush.ellipse((0, -0.05), 0.24, m.WATER, radius_y=0.11)
    brush.box(-0.045, -0.34, 0.045, -0.04, _SHADE)
    brush.ellipse((0, -0.34), 0.15, _SHADE, radius_y=0.07)
    brush.ellipse((0, -0.36), 0.13, m.WATER_LIGHT, radius_y=0.05)
    for side in (-1, 1):
        brush.line(
            [(0, -0.50), (0.09 * side, -0.42), (0.15 * side, -0.22), (0.18 * side, -0.08)],
            (*m.WATER_LIGHT, 210),
            0.03,
        )
    brush.line([(0, -0.52), (0, -0.34)], m.WATER_LIGHT, 0.035)


def _statue(brush: Brush) -> None:
    """Draw a golden goddess with a spear on a pedestal."""
    _base(brush, 0.36)
    brush.box(-0.13, -0.34, 0.13, -0.04, _STONE)
    brush.box(0.04, -0.34, 0.13, -0.04, _SHADE)
    brush.box(-0.17, -0.39, 0.17, -0.33, _STONE)
    brush.polygon([(-0.12, -0.38), (-0.07, -0.72), (0.07, -0.72), (0.12, -0.38)], _GOLD)
    brush.polygon([(0.02, -0.38), (0.03, -0.72), (0.07, -0.72), (0.12, -0.38)], _DARK)
    brush.ellipse((0, -0.78), 0.07, _GOLD)
    brush.polygon([(-0.08, -0.80), (0, -0.94), (0.09, -0.80)], _DARK)
    brush.line([(-0.2, -0.36), (-0.2, -1.02)], _DARK, 0.035)
    brush.ellipse((0.14, -0.55), 0.10, _DARK, radius_y=0.13)
    brush.ellipse((0.13, -0.56), 0.07, _GOLD, radius_y=0.10)


def _trophy(brush: Brush) -> None:
    """Draw a column with a golden eagle of victory."""
    _base(brush, 0.34)
    brush.box(-0.085, -0.72, 0.085, -0.04, _STONE)
    brush.box(0.02, -0.72, 0.085, -0.04, _SHADE)
    for y in (-0.60, -0.46, -0.32, -0.18):
        brush.box(-0.085, y, 0.085, y + 0.025, mix(_SHADE, m.INK, 0.15))
    brush.box(-0.13, -0.77, 0.13, -0.70, _STONE)
    brush.ellipse((0, -0.86), 0.07, _GOLD, radius_y=0.11)
    for side, tone in ((-1, _GOLD), (1, _DARK)):
        brush.polygon(
            [(0, -0.90), (0.26 * side, -1.06), (0.22 * side, -0.88), (0.05 * side, -0.78)], tone
        )


def _altar(brush: Brush) -> None:
    """Draw an altar with its fire."""
    _base(brush, 0.40)
    brush.box(-0.17, -0.30, 0.17, -0.04, _STONE)
    brush.box(0.05, -0.30, 0.17, -0.04, _SHADE)
    brush.box(-0.22, -0.35, 0.22, -0.28, _STONE)
    for width, high, tone in (
        (0.13, 0.42, (226, 96, 34)),
        (0.085, 0.30, (250, 170, 52)),
        (0.045, 0.18, (255, 238, 170)),
    ):
        brush.polygon(
            [
                (-width, -0.35),
                (-0.7 * width, -0.35 - 0.55 * high),
                (0.1 * width, -0.35 - high),
                (0.8 * width, -0.35 - 0.5 * high),
                (width, -0.35),
            ],
            tone,
        )


def _tree(brush: Brush) -> None:
    """Draw an old olive tree in a round bench."""
    _base(brush, 0.38)
    brush.polygon([(-0.07, -0.04), (-0.04, -0.40), (0.05, -0.40), (0.09, -0.04)], m.TRUNK)
    for x, y, r, tone in (
        (-0.2, -0.48, 0.22, (47, 86, 42)),
        (0.2, -0.46, 0.21, (47, 86, 42)),
        (0, -0.64, 0.25, (56, 100, 48)),
        (-0.1, -0.62, 0.17, (92, 142, 70)),
        (0.1, -0.52, 0.12, (80, 128, 62)),
        (-0.12, -0.70, 0.08, (136, 180, 100)),
    ):
        brush.ellipse((x, y), r, tone, radius_y=0.85 * r)


_KINDS: dict[str, Callable[[Brush], None]] = {
    "houses": _fountain,
    "markets": _statue,
    "barracks": _trophy,
    "temples": _altar,
    "gardens": _tree,
}
