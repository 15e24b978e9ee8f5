"""Life on the prairie: a train on the longest free stretch, bison, a wagon, a wind pump."""

from __future__ import annotations

from math import cos, pi, sin

from render._settlements.look import CREAM, Look, Ornament
from render._settlements.signs.curves import smooth, transform
from render.canvas import Brush
from render.theme import Colour, mix

_NIGHT: Colour = (44, 36, 20)


def _tones(look: Look) -> tuple[Colour, Colour, Colour]:
    """Dark, middle and light tone of drawings on the sheet."""
    return (
        mix(look.side, _NIGHT, 0.35),
        mix(look.ground, look.side, 0.6),
        mix(look.border, CREAM, 0.5),
    )


def _train(brush: Brush, look: Look, length: int) -> None:
    """An engine under steam with its cars, on a track that is as long as there is room."""
    dark, middle, light = _tones(look)
    rail = 78.0
    for x in range(6, length - 6, 13):
        brush.box(x, rail + 1, x + 7, rail + 6, middle)
    brush.box(0, rail, length, rail + 2.4, dark)
    poles = range(30, length, 118)
    for x in poles:
        brush.box(x - 1.4, 26, x + 1.4, rail, middle)
        brush.box(x - 9, 31, x + 9, 33.4, middle)
    for x in poles[:-1]:
        sag = [(x + 118 * t / 12, 31 + 9 * sin(pi * t / 12)) for t in range(13)]
        brush.line(sag, middle, 1.2)
    nose = min(length - 26, 56 + 62 * min(4, (length - 150) // 62 + 1) + 30)
    _engine(brush, nose, rail, dark, light, look)
    cars = int((nose - 92) // 62)
    for index in range(max(0, min(3, cars))):
        _car(brush, nose - 96 - 62 * (index + 1) + 4, rail, dark, light, index)


def _engine(
    brush: Brush, nose: float, rail: float, dark: Colour, light: Colour, look: Look
) -> None:
    """Draw a locomotive whose front is at `nose`, its tender behind it, smoke above."""
    x = nose - 86
    smoke = mix(look.ground, CREAM, 0.42)
    for dx, dy, radius in ((66, 16, 6), (54, 10, 8), (38, 8, 10), (18, 11, 11), (-4, 14, 9)):
        brush.ellipse((x + dx, dy), radius, smoke)
    brush.round_box(x, rail - 27, x + 26, rail - 7, 2, dark)
    brush.box(x + 3, rail - 23, x + 23, rail - 20, light)
    brush.box(x + 28, rail - 42, x + 46, rail - 7, dark)
    brush.box(x + 25, rail - 45, x + 49, rail - 41, dark)
    brush.box(x + 32, rail - 37, x + 42, rail - 27, light)
    brush.round_box(x + 44, rail - 28, x + 78, rail - 10, 6, dark)
    brush.box(x + 52, rail - 28, x + 54, rail - 10, light)
    brush.polygon(
        [(x + 66, rail - 27), (x + 64, rail - 46), (x + 76, rail - 46), (x + 74, rail - 27)], dark
    )
    brush.polygon(
        [(x + 60, rail - 46), (x + 80, rail - 46), (x + 76, rail - 52), (x + 64, rail - 52)], dark
    )
    brush.polygon([(x + 76, rail - 9), (x + 90, rail - 1), (x + 74, rail - 1)], dark)
    for dx, radius in ((7, 5), (20, 5), (37, 8), (56, 8), (71, 5)):
        brush.ellipse((x + dx, rail - radius), radius, dark)
        brush.ellipse((x + dx, rail - radius), 0.45 * radius, light)


def _car(brush: Brush, x: float, rail: float, dark: Colour, light: Colour, index: int) -> None:
    """Draw a passenger car, or an open one."""
    if index == 1:
        brush.round_box(x, rail - 22, x + 56, rail - 7, 2, dark)
        for dx in (10, 22, 34, 46):
            brush.ellipse((x + dx, rail - 23), 7, dark)
    else:
        brush.round_box(x, rail - 36, x + 56, rail - 7, 3, dark)
        for dx in range(5, 50, 9):
            brush.box(x + dx, rail - 31, x + dx + 6, rail - 21, light)
    brush.box(x + 54, rail - 11, x + 64, rail - 9, dark)
    for dx in (10, 46):
        brush.ellipse((x + dx, rail - 5), 5, dark)
        brush.ellipse((x + dx, rail - 5), 2.2, light)


_BISON = (
    (-30.0, 2.0),
    (-27.0, -10.0),
    (-12.0, -13.0),
    (4.0, -19.0),
    (16.0, -21.0),
    (26.0, -13.0),
    (34.0, -4.0),
    (34.0, 8.0),
    (26.0, 13.0),
    (16.0, 11.0),
    (4.0, 9.0),
    (-14.0, 7.0),
    (-27.0, 9.0),
)


def _bison(brush: Brush, look: Look, length: int) -> None:
    """A small herd, grazing."""
    dark, middle, light = _tones(look)
    brush.scale *= length / 170
    for x, y, scale in ((44, 34, 0.72), (120, 36, 0.8), (80, 54, 1.0)):
        tone = mix(dark, look.ground, 0.34 * (1 - scale) / 0.28)
        brush.ellipse(
            (x, y + 22 * scale), 32 * scale, mix(look.ground, look.side, 0.35), radius_y=4
        )
        for dx in (-24, -17, 9, 18):
            brush.box(x + dx * scale, y, x + (dx + 4.5) * scale, y + 22 * scale, tone)
        brush.polygon(transform(smooth(_BISON), x, y, scale), tone)
        brush.line([(x - 29 * scale, y), (x - 34 * scale, y + 10 * scale)], tone, 1.6)
        horn = [(27, -7), (33, -13), (31, -6)]
        brush.polygon([(x + a * scale, y + b * scale) for a, b in horn], light)
    for x, y in ((12, 62), (150, 66), (108, 74), (22, 40), (158, 44)):
        for lean in (-4, 0, 4):
            brush.line([(x, y + 8), (x + lean, y + abs(lean) / 2)], middle, 1.4)


def _wagon(brush: Brush, look: Look, length: int) -> None:
    """A covered wagon, on its way west."""
    dark, middle, light = _tones(look)
    brush.scale *= length / 120
    brush.ellipse((60, 83), 50, mix(look.ground, look.side, 0.35), radius_y=5)
    top = smooth(((20, 52), (18, 24), (38, 14), (60, 17), (82, 14), (102, 24), (100, 52)))
    brush.polygon(top, light)
    for x, lean in ((38, -4), (60, 0), (82, 4)):
        brush.line([(x + lean, 17), (x, 51)], middle, 1.5)
    brush.polygon([(14, 50), (106, 50), (100, 66), (20, 66)], dark)
    brush.line([(104, 62), (119, 70)], dark, 2.6)
    for x, radius in ((34, 16), (86, 14)):
        y = 82 - radius
        brush.ellipse((x, y), radius, dark)
        brush.ellipse((x, y), radius - 3.2, look.ground)
        for spoke in range(6):
            turn = spoke * pi / 3
            end = (x + (radius - 2) * cos(turn), y + (radius - 2) * sin(turn))
            brush.line([(x, y), end], dark, 1.6)
        brush.ellipse((x, y), 3, dark)


def _pump(brush: Brush, look: Look, length: int) -> None:
    """A wind pump beside a trough."""
    dark, middle, _ = _tones(look)
    brush.scale *= length / 90
    brush.ellipse((44, 113), 38, mix(look.ground, look.side, 0.35), radius_y=5)
    for a, b in (((30, 112), (43, 36)), ((58, 112), (45, 36)), ((44, 112), (44, 30))):
        brush.line([a, b], dark, 2.2)
    for y in (60, 82, 100):
        half = 13 * (y - 36) / 76
        brush.line([(44 - half, y), (44 + half, y)], dark, 1.8)
    for blade in range(10):
        turn = blade * pi / 5
        tip = (44 + 24 * cos(turn), 30 + 24 * sin(turn))
        side = (44 + 22 * cos(turn + 0.34), 30 + 22 * sin(turn + 0.34))
        brush.polygon([(44, 30), tip, side], dark)
    brush.polygon([(44, 29), (70, 24), (76, 36), (70, 37), (44, 32)], middle)
    brush.ellipse((44, 30), 4, dark)
    brush.round_box(62, 100, 88, 112, 3, dark)
    brush.box(65, 102, 85, 105, mix(look.terrains["water"].field, look.ground, 0.3))


ORNAMENTS = (
    Ornament((520, 440, 360, 280, 220, 170), 88, _train),
    Ornament((170, 140), 84, _bison),
    Ornament((120, 100), 92, _wagon),
    Ornament((90, 76), 120, _pump),
)
