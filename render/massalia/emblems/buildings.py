"""Buildings: tower, rampart, the chain of the harbour, temple, church, houses."""

from __future__ import annotations

from math import cos, pi, sin

from render.canvas import Brush
from render.massalia.look import (
    GOLD,
    GOLD_DARK,
    IRON,
    IRON_DARK,
    IRON_LIGHT,
    ROOF,
    ROOF_DARK,
    STONE,
    STONE_DARK,
    STONE_MID,
    WATER,
    WOOD_DARK,
)
from render.theme import Colour, mix

_WINDOW = IRON_DARK


def _door(brush: Brush, x: float, foot: float, width: float, height: float, tone: Colour) -> None:
    brush.ellipse((x, foot - height + width), width, tone)
    brush.box(x - width, foot - height + width, x + width, foot, tone)


def _battlements(
    brush: Brush, left: float, right: float, top: float, height: float, count: int, tone: Colour
) -> None:
    step = (right - left) / (2 * count - 1)
    for k in range(count):
        brush.box(left + 2 * k * step, top - height, left + (2 * k + 1) * step, top + 0.02, tone)


def _tower(brush: Brush, accent: Colour) -> None:
    brush.line([(-0.04, -0.52), (-0.04, -0.96)], WOOD_DARK, 0.06)
    brush.polygon([(-0.02, -0.96), (0.5, -0.82), (-0.02, -0.66)], accent)
    brush.polygon([(-0.54, -0.28), (0.54, -0.28), (0.64, 0.92), (-0.64, 0.92)], STONE)
    brush.polygon([(0.16, -0.28), (0.54, -0.28), (0.64, 0.92), (0.20, 0.92)], STONE_MID)
    brush.box(-0.68, -0.5, 0.68, -0.2, STONE)
    brush.box(0.22, -0.5, 0.68, -0.2, STONE_MID)
    brush.polygon([(-0.68, -0.2), (0.68, -0.2), (0.58, -0.1), (-0.58, -0.1)], STONE_DARK)
    _battlements(brush, -0.68, 0.68, -0.5, 0.17, 4, STONE)
    brush.box(0.486, -0.67, 0.68, -0.48, STONE_MID)
    brush.box(-0.08, 0.02, 0.10, 0.30, _WINDOW)
    for x, y in ((-0.44, 0.16), (-0.34, 0.46), (0.30, 0.24), (0.36, 0.62), (-0.48, 0.74)):
        brush.box(x, y, x + 0.18, y + 0.06, STONE_DARK)
    _door(brush, 0.0, 0.92, 0.20, 0.46, _WINDOW)


def _rampart(brush: Brush, accent: Colour) -> None:
    brush.box(-0.96, -0.06, 0.96, 0.72, STONE)
    brush.box(-0.96, 0.44, 0.96, 0.72, STONE_MID)
    _battlements(brush, -0.96, 0.96, -0.06, 0.16, 9, STONE)
    for side in (-1, 1):
        left, right = (-0.94, -0.42) if side < 0 else (0.42, 0.94)
        brush.box(left, -0.42, right, 0.80, STONE)
        brush.box(right - 0.16, -0.42, right, 0.80, STONE_MID)
        brush.box(left - 0.04, -0.48, right + 0.04, -0.30, STONE_MID)
        _battlements(brush, left - 0.04, right + 0.04, -0.48, 0.15, 3, STONE)
        brush.box((left + right) / 2 - 0.05, -0.1, (left + right) / 2 + 0.05, 0.16, _WINDOW)
    brush.line([(0.0, -0.2), (0.0, -0.90)], WOOD_DARK, 0.06)
    brush.polygon([(0.02, -0.90), (0.48, -0.77), (0.02, -0.62)], accent)
    _door(brush, 0.0, 0.76, 0.26, 0.62, _WINDOW)
    for x in (-0.13, 0.0, 0.13):
        brush.line([(x, 0.22), (x, 0.75)], IRON_LIGHT, 0.03)
    brush.line([(-0.25, 0.46), (0.25, 0.46)], IRON_LIGHT, 0.03)


def _chain(brush: Brush, accent: Colour) -> None:
    for wave in range(2):
        y = 0.80 - 0.18 * wave
        points = [(-0.5 + t / 24, y + 0.045 * sin(t * pi / 2.4)) for t in range(25)]
        brush.line(points, WATER, 0.06)
    for side in (-1, 1):
        left, right = (-0.94, -0.50) if side < 0 else (0.50, 0.94)
        brush.box(left, -0.34, right, 0.86, STONE)
        brush.box(right - 0.15, -0.34, right, 0.86, STONE_MID)
        brush.box(left - 0.05, -0.52, right + 0.05, -0.30, STONE)
        brush.box(right - 0.14, -0.52, right + 0.05, -0.30, STONE_MID)
        _battlements(brush, left - 0.05, right + 0.05, -0.52, 0.17, 3, STONE)
        brush.box((left + right) / 2 - 0.05, 0.34, (left + right) / 2 + 0.05, 0.56, _WINDOW)
        brush.polygon(
            [(left + 0.05, -0.14), (right - 0.05, -0.14), ((left + right) / 2, 0.12)], accent
        )
    for k in range(9):
        turn = pi * (0.04 + 0.115 * k)
        x, y = -0.60 * cos(turn), -0.16 + 0.5 * sin(turn)
        if k % 2:
            brush.line([(x - 0.07, y - 0.03), (x + 0.07, y + 0.03)], IRON_DARK, 0.11)
            brush.line([(x - 0.06, y - 0.03), (x + 0.06, y + 0.03)], IRON_LIGHT, 0.05)
        else:
            brush.ellipse((x, y), 0.135, IRON_DARK, 0.115)
            brush.ellipse((x, y), 0.105, IRON_LIGHT, 0.088)
            brush.ellipse((x, y), 0.055, IRON, 0.042)


def _temple(brush: Brush, accent: Colour) -> None:
    for k, tone in enumerate((STONE_DARK, STONE_MID, STONE)):
        brush.box(-0.96 + 0.07 * k, 0.70 - 0.11 * k, 0.96 - 0.07 * k, 0.82 - 0.11 * k, tone)
    brush.box(-0.70, -0.24, 0.70, 0.48, mix(STONE_DARK, IRON_DARK, 0.55))
    for k in range(5):
        x = -0.68 + 0.34 * k
        brush.box(x - 0.09, -0.20, x + 0.09, 0.48, STONE)
        brush.box(x + 0.02, -0.20, x + 0.09, 0.48, STONE_MID)
        brush.box(x - 0.12, -0.25, x + 0.12, -0.15, STONE)
        brush.box(x - 0.12, 0.40, x + 0.12, 0.49, STONE)
    brush.box(-0.86, -0.42, 0.86, -0.24, STONE)
    brush.box(-0.86, -0.30, 0.86, -0.24, STONE_MID)
    brush.polygon([(-0.98, -0.42), (0.98, -0.42), (0.0, -0.94)], STONE)
    brush.polygon([(-0.70, -0.47), (0.70, -0.47), (0.0, -0.83)], accent)
    brush.ellipse((0.0, -0.60), 0.10, GOLD)
    brush.ellipse((0.0, -0.60), 0.055, GOLD_DARK)


def _church(brush: Brush, accent: Colour) -> None:
    brush.box(-0.94, -0.02, 0.22, 0.84, STONE)
    brush.box(-0.94, 0.66, 0.22, 0.84, STONE_MID)
    brush.polygon([(-1.0, 0.02), (-0.78, -0.34), (0.22, -0.34), (0.22, 0.02)], ROOF)
    brush.polygon([(-1.0, 0.02), (-0.96, -0.06), (0.22, -0.06), (0.22, 0.02)], ROOF_DARK)
    for k in range(3):
        _door(brush, -0.72 + 0.32 * k, 0.50, 0.07, 0.28, _WINDOW)
    brush.box(0.16, -0.36, 0.80, 0.84, STONE)
    brush.box(0.58, -0.36, 0.80, 0.84, STONE_MID)
    brush.box(0.12, -0.42, 0.84, -0.32, STONE_DARK)
    brush.polygon([(0.08, -0.40), (0.88, -0.40), (0.48, -0.80)], ROOF)
    brush.polygon([(0.48, -0.80), (0.88, -0.40), (0.60, -0.40)], ROOF_DARK)
    brush.line([(0.48, -0.78), (0.48, -0.99)], GOLD, 0.055)
    brush.line([(0.39, -0.91), (0.57, -0.91)], GOLD, 0.055)
    _door(brush, 0.46, 0.12, 0.13, 0.36, _WINDOW)
    brush.ellipse((0.46, 0.00), 0.075, GOLD)
    _door(brush, 0.46, 0.84, 0.16, 0.44, accent)


def _houses(brush: Brush, accent: Colour) -> None:
    rows = (
        (-0.62, -0.30, 0.42, 0.80, STONE_MID),
        (0.34, -0.44, 0.44, 0.80, STONE),
        (-0.20, 0.02, 0.44, 0.84, STONE),
        (0.70, 0.10, 0.28, 0.84, STONE_MID),
        (-0.78, 0.22, 0.22, 0.84, STONE),
    )
    for x, top, half, foot, wall in rows:
        brush.box(x - half, top, x + half, foot, wall)
        brush.box(x + half * 0.5, top, x + half, foot, mix(wall, STONE_DARK, 0.35))
        brush.polygon(
            [(x - half - 0.06, top + 0.02), (x + half + 0.06, top + 0.02), (x, top - 0.30)], ROOF
        )
        brush.polygon(
            [(x, top - 0.30), (x + half + 0.06, top + 0.02), (x + half * 0.3, top + 0.02)],
            ROOF_DARK,
        )
        for side in (-0.45, 0.25):
            left = x + side * half
            brush.box(left - 0.055, top + 0.14, left + 0.055, top + 0.32, _WINDOW)
    _door(brush, -0.20, 0.84, 0.12, 0.36, accent)
    brush.box(0.60, 0.56, 0.78, 0.84, accent)


EMBLEMS = {
    "tower": _tower,
    "rampart": _rampart,
    "chain": _chain,
    "temple": _temple,
    "church": _church,
    "houses": _houses,
}
