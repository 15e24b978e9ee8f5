"""Life on the Aegean: a trireme, dolphins, an islet."""

from __future__ import annotations

from math import pi, sin

from render._settlements.look import CREAM, Look, Ornament
from render._settlements.signs.curves import arc, curve, smooth, transform
from render.canvas import Brush
from render.hexes import Point
from render.theme import Colour, mix

_NIGHT: Colour = (18, 44, 58)


def _tones(look: Look) -> tuple[Colour, Colour, Colour]:
    """Dark, middle and light tone of drawings on the water."""
    return mix(look.ground, _NIGHT, 0.55), mix(look.ground, look.border, 0.62), CREAM


def _trireme(brush: Brush, look: Look, length: int) -> None:
    """A galley under sail, its oars in the water."""
    unit = length / 170
    dark, middle, light = _tones(look)
    sail = mix(light, look.ground, 0.12)
    brush.scale *= unit
    brush.line([(84, 12), (84, 82)], dark, 3.2)
    brush.line([(46, 17), (122, 17)], dark, 3.0)
    belly = [(48, 19), (120, 19), *curve([(120, 19), (128, 40), (117, 60)])]
    belly += curve([(117, 60), (84, 54), (51, 60)]) + curve([(51, 60), (40, 40), (48, 19)])
    brush.polygon(belly, sail)
    for x in (66, 84, 102):
        brush.line(curve([(x, 20), (x + (x - 84) * 0.12, 40), (x, 57)]), middle, 1.4)
    brush.ellipse((84, 39), 9, mix(sail, look.city, 0.45))
    brush.ellipse((84, 39), 5.5, sail)
    hull = [(14, 66), *curve([(14, 66), (22, 76), (40, 79)]), (140, 79), (166, 86), (138, 95)]
    hull += curve([(138, 95), (80, 101), (36, 95)]) + curve([(36, 95), (14, 86), (8, 58)])
    brush.polygon(hull, dark)
    brush.line([(30, 84), (142, 84)], sail, 2.4)
    brush.line(curve([(8, 60), (2, 48), (12, 40), (20, 46)]), dark, 3.4)
    brush.ellipse((143, 87), 3.0, light)
    for index in range(11):
        oar = 42 + 8.6 * index
        brush.line([(oar, 88), (oar - 9, 108)], mix(sail, dark, 0.25), 1.7)
    for row, y in enumerate((106, 111)):
        brush.line(_ripple(10 + 12 * row, 160 - 10 * row, y), middle, 1.8)


def _ripple(start: float, end: float, y: float) -> list[Point]:
    steps = [start + (end - start) * share / 40 for share in range(41)]
    return [(x, y + 1.8 * sin(x * pi / 11)) for x in steps]


_DOLPHIN = (
    (-30.0, 13.0),
    (-22.0, 0.0),
    (-8.0, -10.0),
    (8.0, -12.0),
    (22.0, -6.0),
    (32.0, 4.0),
    (38.0, 9.0),
    (30.0, 8.0),
    (20.0, 5.0),
    (8.0, -1.0),
    (-6.0, 1.0),
    (-18.0, 8.0),
)


def _dolphins(brush: Brush, look: Look, length: int) -> None:
    """Two of them, leaping."""
    dark, middle, light = _tones(look)
    brush.scale *= length / 150
    back, belly = mix(dark, look.border, 0.12), mix(light, look.ground, 0.3)
    for x, y, scale in ((46, 26, 1.0), (104, 38, 0.86)):
        brush.polygon(transform(smooth(_DOLPHIN), x, y, scale), back)
        low = ((-14.0, 3.0), (0.0, -3.0), (14.0, 0.0), (28.0, 7.0), (14.0, 3.5), (0.0, 0.0))
        brush.polygon(transform(smooth(low), x, y, scale), belly)
        fin = [(-4, -9), (-9, -19), (-15, -6)]
        brush.polygon([(x + a * scale, y + b * scale) for a, b in fin], back)
        tail = [(-29, 12), (-42, 12), (-36, 17), (-40, 26), (-27, 17)]
        brush.polygon([(x + a * scale, y + b * scale) for a, b in tail], back)
        brush.ellipse((x + 24 * scale, y - 1 * scale), 1.5, light)
        splash = arc((x + 34 * scale, y + 22 * scale), 9 * scale, 195, 345, 4 * scale)
        brush.line(splash, middle, 1.8)
    for start, end, y in ((4, 74, 58), (70, 146, 66)):
        brush.line(_ripple(start, end, y), middle, 1.8)


def _islet(brush: Brush, look: Look, length: int) -> None:
    """A rock in the shallows with a few trees and a hut."""
    brush.scale *= length / 130
    ground, shallow = look.ground, (166, 208, 206)
    shore = ((8, 52), (26, 30), (62, 22), (100, 30), (122, 54), (100, 76), (58, 82), (24, 74))
    middle = (65.0, 52.0)
    for scale, share in ((1.0, 0.20), (0.86, 0.38), (0.76, 0.56)):
        brush.polygon(_scale(shore, middle, scale), mix(ground, shallow, share))
    brush.polygon(_scale(shore, middle, 0.66), mix(look.side, _NIGHT, 0.2))
    brush.polygon([(x, y - 3) for x, y in _scale(shore, middle, 0.64)], look.blank.field)
    rock = ((34, 52), (44, 40), (56, 34), (64, 42), (74, 54), (50, 58))
    brush.polygon(rock, mix(look.blank.field, look.blank.dark, 0.45))
    brush.polygon([(44, 40), (56, 34), (56, 50), (46, 54)], mix(look.blank.field, CREAM, 0.5))
    leaf = look.terrains["forest"]
    for x, y in ((76, 46), (88, 52), (70, 58)):
        brush.line([(x, y + 9), (x, y)], leaf.dark, 2.0)
        brush.ellipse((x, y - 1), 7.5, leaf.dark)
        brush.ellipse((x - 1.5, y - 3), 5.5, leaf.field)
    brush.box(54, 55, 64, 62, CREAM)
    brush.polygon([(52, 56), (59, 50), (66, 56)], mix(look.terrains["hill"].dark, CREAM, 0.2))


def _scale(points: tuple[Point, ...], middle: Point, scale: float) -> list[Point]:
    offsets = [((x - middle[0]) * scale, (y - middle[1]) * scale) for x, y in points]
    return transform(smooth(offsets), *middle)


ORNAMENTS = (
    Ornament((170, 140), 116, _trireme),
    Ornament((150, 120), 76, _dolphins),
    Ornament((130, 104), 92, _islet),
)
