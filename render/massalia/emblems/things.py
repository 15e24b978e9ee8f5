"""Things: amphora, coin, torch, cannon, crown, helmet, pikes, compass, shield, rope, amber."""

from __future__ import annotations

from math import cos, pi, sin

from render.canvas import Brush
from render.hexes import Point
from render.massalia.look import (
    AMBER,
    AMBER_DARK,
    AMBER_LIGHT,
    CLAY,
    CLAY_DARK,
    FLAME,
    FLAME_LIGHT,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    IRON,
    IRON_DARK,
    IRON_LIGHT,
    IVORY,
    WOOD,
    WOOD_DARK,
)
from render.theme import Colour, mix


def rotate(points: list[Point], angle: float, centre: Point = (0.0, 0.0)) -> list[Point]:
    """Points rotated clockwise by `angle` about `centre`."""
    c, s, (x0, y0) = cos(angle), sin(angle), centre
    return [(x0 + (x - x0) * c - (y - y0) * s, y0 + (x - x0) * s + (y - y0) * c) for x, y in points]


def _amphora(brush: Brush, accent: Colour) -> None:
    for side in (-1, 1):
        handle = [
            (side * x, y)
            for x, y in ((0.16, -0.74), (0.42, -0.74), (0.52, -0.60), (0.50, -0.36), (0.40, -0.22))
        ]
        brush.line(handle, CLAY_DARK, 0.10)
    body = [
        (0.15, -0.86),
        (0.14, -0.52),
        (0.30, -0.34),
        (0.50, -0.10),
        (0.54, 0.12),
        (0.42, 0.46),
        (0.20, 0.76),
        (0.12, 0.88),
    ]
    brush.polygon([*body, *((-x, y) for x, y in reversed(body))], CLAY)
    shade = [
        (0.15, -0.86),
        (0.14, -0.52),
        (0.30, -0.34),
        (0.50, -0.10),
        (0.54, 0.12),
        (0.42, 0.46),
        (0.20, 0.76),
        (0.12, 0.88),
        (0.04, 0.88),
        (0.22, 0.40),
        (0.28, 0.10),
        (0.22, -0.14),
        (0.04, -0.40),
    ]
    brush.polygon(shade, CLAY_DARK)
    brush.polygon(
        [(-0.53, 0.02), (0.53, 0.02), (0.54, 0.12), (0.49, 0.26), (-0.49, 0.26), (-0.54, 0.12)],
        accent,
    )
    zigzag = [(-0.5 + k / 10, 0.08 + 0.12 * (k % 2)) for k in range(11)]
    brush.line(zigzag, IVORY, 0.035)
    brush.round_box(-0.24, -0.96, 0.24, -0.80, 0.06, CLAY)
    brush.round_box(-0.22, 0.84, 0.22, 0.95, 0.05, CLAY_DARK)


def _coin(brush: Brush, accent: Colour) -> None:
    for x, y in ((-0.34, 0.52), (-0.34, 0.36), (-0.34, 0.20)):
        brush.ellipse((x, y + 0.07), 0.5, GOLD_DARK, 0.22)
        brush.ellipse((x, y), 0.5, GOLD, 0.22)
    brush.ellipse((0.24, -0.14), 0.72, GOLD_DARK)
    brush.ellipse((0.21, -0.17), 0.70, GOLD)
    brush.ellipse((0.21, -0.17), 0.58, GOLD_DARK)
    brush.ellipse((0.21, -0.17), 0.54, GOLD_LIGHT)
    brush.ellipse((0.21, -0.17), 0.40, accent)
    for k in range(2):
        brush.line(
            rotate([(0.21, -0.57), (0.21, 0.23)], k * pi / 2, (0.21, -0.17)), GOLD_LIGHT, 0.09
        )
    brush.ellipse((0.21, -0.17), 0.11, GOLD_LIGHT)


def _torch(brush: Brush, accent: Colour) -> None:
    brush.polygon([(-0.16, -0.06), (0.16, -0.06), (0.09, 0.95), (-0.09, 0.95)], WOOD)
    brush.polygon([(0.02, -0.06), (0.16, -0.06), (0.09, 0.95), (0.02, 0.95)], WOOD_DARK)
    brush.polygon([(-0.34, -0.18), (0.34, -0.18), (0.22, 0.12), (-0.22, 0.12)], accent)
    brush.line([(-0.37, -0.17), (0.37, -0.17)], GOLD, 0.10)
    for y in (0.36, 0.44):
        brush.line([(-0.13, y), (0.13, y)], GOLD, 0.045)
    flame = [
        (-0.34, -0.22),
        (-0.42, -0.48),
        (-0.26, -0.70),
        (-0.22, -0.50),
        (-0.06, -0.98),
        (0.16, -0.64),
        (0.22, -0.82),
        (0.42, -0.50),
        (0.34, -0.22),
    ]
    brush.polygon(flame, FLAME)
    brush.polygon(
        [
            (-0.20, -0.22),
            (-0.22, -0.40),
            (-0.04, -0.70),
            (0.12, -0.46),
            (0.22, -0.38),
            (0.20, -0.22),
        ],
        FLAME_LIGHT,
    )


def _cannon(brush: Brush, accent: Colour) -> None:
    brush.polygon([(-0.98, 0.78), (-0.90, 0.62), (-0.06, 0.16), (0.16, 0.40), (-0.70, 0.80)], WOOD)
    barrel = rotate([(-0.60, -0.24), (0.74, -0.18), (0.74, 0.18), (-0.60, 0.24)], -0.38)
    brush.polygon([(x + 0.06, y - 0.12) for x, y in barrel], IRON)
    low = rotate([(-0.60, 0.06), (0.74, 0.04), (0.74, 0.18), (-0.60, 0.24)], -0.38)
    brush.polygon([(x + 0.06, y - 0.12) for x, y in low], IRON_DARK)
    for at, height in ((-0.56, 0.27), (-0.18, 0.25), (0.68, 0.25)):
        ring = rotate(
            [(at - 0.06, -height), (at + 0.06, -height), (at + 0.06, height), (at - 0.06, height)],
            -0.38,
        )
        tone = accent if at == -0.18 else IRON_LIGHT
        brush.polygon([(x + 0.06, y - 0.12) for x, y in ring], tone)
    ((x, y),) = rotate([(-0.70, 0.0)], -0.38)
    brush.ellipse((x + 0.06, y - 0.12), 0.11, IRON_LIGHT)
    hub = (-0.04, 0.44)
    brush.ellipse(hub, 0.47, WOOD_DARK)
    brush.ellipse(hub, 0.38, WOOD)
    brush.ellipse(hub, 0.31, mix(WOOD_DARK, INK, 0.5))
    for k in range(6):
        spoke = rotate([(hub[0], hub[1] - 0.38), (hub[0], hub[1] + 0.38)], k * pi / 6, hub)
        brush.line(spoke, WOOD, 0.07)
    brush.ellipse(hub, 0.12, IRON)
    brush.ellipse(hub, 0.055, IRON_LIGHT)


def _crown(brush: Brush, accent: Colour) -> None:
    brush.polygon([(-0.70, 0.44), (-0.62, -0.30), (0.62, -0.30), (0.70, 0.44)], accent)
    points = [
        (-0.78, 0.62),
        (-0.94, -0.46),
        (-0.48, -0.02),
        (-0.26, -0.62),
        (0.0, -0.10),
        (0.26, -0.62),
        (0.48, -0.02),
        (0.94, -0.46),
        (0.78, 0.62),
    ]
    brush.polygon(points, GOLD)
    brush.polygon(
        [(0.20, 0.62), (0.16, -0.36), (0.26, -0.62), (0.48, -0.02), (0.94, -0.46), (0.78, 0.62)],
        mix(GOLD, GOLD_DARK, 0.45),
    )
    for x, y in ((-0.94, -0.50), (-0.26, -0.68), (0.26, -0.68), (0.94, -0.50)):
        brush.ellipse((x, y), 0.11, GOLD_LIGHT)
    brush.round_box(-0.82, 0.44, 0.82, 0.72, 0.06, GOLD_DARK)
    brush.round_box(-0.82, 0.44, 0.82, 0.60, 0.06, GOLD)
    for x, tone in ((-0.52, IVORY), (0.0, accent), (0.52, IVORY)):
        brush.polygon([(x, 0.44), (x + 0.12, 0.57), (x, 0.70), (x - 0.12, 0.57)], tone)


def _helmet(brush: Brush, accent: Colour) -> None:
    crest = [(-0.36 + 1.10 * k / 8, -0.72 - 0.22 * sin(pi * k / 8)) for k in range(9)]
    crest += [(0.92, -0.42), (0.98, 0.10), (0.78, 0.40), (0.70, -0.06), (0.56, -0.36)]
    crest += [(0.20, -0.56), (-0.20, -0.58)]
    brush.polygon(crest, accent)
    bowl = [
        (-0.62, 0.10),
        (-0.58, -0.24),
        (-0.40, -0.50),
        (-0.10, -0.64),
        (0.24, -0.60),
        (0.52, -0.40),
        (0.66, -0.08),
        (0.68, 0.28),
        (0.80, 0.56),
        (0.44, 0.52),
        (0.30, 0.30),
        (0.18, 0.86),
        (-0.04, 0.90),
        (-0.18, 0.60),
        (-0.12, 0.20),
        (-0.30, 0.14),
        (-0.34, 0.56),
        (-0.46, 0.60),
        (-0.52, 0.16),
    ]
    brush.polygon(bowl, GOLD)
    brush.polygon(
        [
            (0.24, -0.60),
            (0.52, -0.40),
            (0.66, -0.08),
            (0.68, 0.28),
            (0.80, 0.56),
            (0.44, 0.52),
            (0.30, 0.30),
            (0.18, 0.86),
            (0.08, 0.86),
            (0.18, 0.20),
            (0.40, -0.10),
        ],
        GOLD_DARK,
    )
    brush.line([(-0.62, 0.08), (-0.10, 0.06), (0.24, 0.04), (0.66, -0.02)], GOLD_LIGHT, 0.06)
    brush.line([(0.02, -0.63), (0.02, 0.02)], GOLD_LIGHT, 0.05)
    brush.ellipse((0.30, -0.26), 0.075, accent)


def _pikes(brush: Brush, accent: Colour) -> None:
    for angle, reach in ((-0.34, 0.98), (0.0, 0.98), (0.34, 0.98)):
        shaft = rotate([(0.0, -0.5), (0.0, 0.96)], angle, (0.0, 0.96))
        brush.line(shaft, WOOD if angle <= 0 else WOOD_DARK, 0.075)
        head = rotate(
            [(0.0, -reach), (0.12, -0.66), (0.0, -0.46), (-0.12, -0.66)], angle, (0.0, 0.96)
        )
        brush.polygon(head, IRON_LIGHT)
        half = rotate([(0.0, -reach), (0.12, -0.66), (0.0, -0.46)], angle, (0.0, 0.96))
        brush.polygon(half, IRON)
    brush.polygon([(0.03, -0.40), (0.66, -0.24), (0.42, -0.06), (0.62, 0.14), (0.03, 0.06)], accent)
    brush.round_box(-0.20, 0.52, 0.20, 0.64, 0.05, GOLD_DARK)


def _compass(brush: Brush, accent: Colour) -> None:
    brush.ellipse((0, 0), 0.96, GOLD_DARK)
    brush.ellipse((-0.02, -0.02), 0.92, GOLD)
    brush.ellipse((0, 0), 0.78, GOLD_DARK)
    brush.ellipse((0, 0), 0.74, accent)
    for k in range(8):
        long = k % 2 == 0
        tip = 0.66 if long else 0.42
        left = rotate([(0.0, -tip), (-0.13, -0.13), (0.0, 0.0)], k * pi / 4)
        right = rotate([(0.0, -tip), (0.13, -0.13), (0.0, 0.0)], k * pi / 4)
        brush.polygon(left, IVORY)
        brush.polygon(right, mix(IVORY, GOLD_DARK, 0.55))
    brush.ellipse((0, 0), 0.14, GOLD)
    brush.ellipse((-0.03, -0.03), 0.07, GOLD_LIGHT)


def _shield(brush: Brush, accent: Colour) -> None:
    brush.ellipse((0.0, 0.0), 0.92, GOLD_DARK)
    brush.ellipse((-0.02, -0.02), 0.89, GOLD)
    brush.ellipse((0.0, 0.0), 0.76, WOOD_DARK)
    brush.ellipse((0.0, 0.0), 0.73, accent)
    sun = [
        (
            (0.62 if k % 2 == 0 else 0.24) * sin(k * pi / 8),
            -(0.62 if k % 2 == 0 else 0.24) * cos(k * pi / 8),
        )
        for k in range(16)
    ]
    brush.polygon(sun, IVORY)
    brush.ellipse((0.0, 0.0), 0.26, GOLD_DARK)
    brush.ellipse((-0.02, -0.02), 0.22, GOLD)
    brush.ellipse((-0.06, -0.07), 0.09, GOLD_LIGHT)


def _rope(brush: Brush, accent: Colour) -> None:
    light, dark = mix(GOLD, WOOD, 0.45), WOOD
    for k in range(4):
        y, width = 0.60 - 0.27 * k, 0.90 - 0.05 * k
        brush.ellipse((0.0, y + 0.11), width, WOOD_DARK, 0.26)
        brush.box(-width, y - 0.02, width, y + 0.11, dark)
        brush.ellipse((0.0, y), width, light, 0.26)
        for step in range(11):
            turn = pi * (0.06 + 0.088 * step)
            x = -width * cos(turn)
            brush.line(
                [(x - 0.03, y + 0.25 * sin(turn) - 0.02), (x + 0.05, y + 0.11 + 0.25 * sin(turn))],
                WOOD_DARK,
                0.028,
            )
    brush.ellipse((0.0, -0.21), 0.48, WOOD_DARK, 0.14)
    brush.ellipse((0.0, -0.19), 0.44, INK, 0.11)
    end = [(0.20, -0.26), (0.34, -0.56), (0.62, -0.76), (0.84, -0.62), (0.92, -0.40)]
    brush.line(end, WOOD_DARK, 0.18)
    brush.line(end, light, 0.12)
    brush.line([(0.80, -0.66), (0.90, -0.58)], accent, 0.16)


def _amber(brush: Brush, accent: Colour) -> None:
    rim = [
        (-0.30, -0.92),
        (0.34, -0.86),
        (0.80, -0.34),
        (0.82, 0.28),
        (0.36, 0.90),
        (-0.34, 0.90),
        (-0.80, 0.34),
        (-0.76, -0.40),
    ]
    table = [
        (-0.20, -0.44),
        (0.24, -0.40),
        (0.44, 0.0),
        (0.18, 0.42),
        (-0.24, 0.42),
        (-0.44, -0.02),
    ]
    brush.polygon(rim, AMBER)
    brush.polygon([rim[0], rim[1], table[1], table[0]], AMBER_LIGHT)
    brush.polygon([rim[7], rim[0], table[0], table[5]], mix(AMBER, AMBER_LIGHT, 0.7))
    brush.polygon([rim[1], rim[2], table[2], table[1]], mix(AMBER, AMBER_LIGHT, 0.35))
    brush.polygon([rim[2], rim[3], table[2]], mix(AMBER, AMBER_DARK, 0.3))
    brush.polygon([rim[3], rim[4], table[3], table[2]], mix(AMBER, AMBER_DARK, 0.7))
    brush.polygon([rim[4], rim[5], table[4], table[3]], AMBER_DARK)
    brush.polygon([rim[5], rim[6], table[5], table[4]], mix(AMBER, AMBER_DARK, 0.5))
    brush.polygon(table, mix(AMBER, AMBER_LIGHT, 0.55))
    brush.polygon([table[0], table[1], (0.02, -0.02)], AMBER_LIGHT)
    bug = mix(AMBER_DARK, INK, 0.55)
    brush.ellipse((0.04, 0.10), 0.11, bug, 0.06)
    for x in (-0.08, 0.04, 0.16):
        brush.line([(x, 0.0), (x - 0.03, 0.20)], bug, 0.025)


EMBLEMS = {
    "amphora": _amphora,
    "coin": _coin,
    "torch": _torch,
    "cannon": _cannon,
    "crown": _crown,
    "helmet": _helmet,
    "pikes": _pikes,
    "compass": _compass,
    "shield": _shield,
    "rope": _rope,
    "amber": _amber,
}
