"""The small signs of cards and panels, drawn in a box of 100: effects, stocks, families."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from math import cos, pi, sin

from PIL import Image

from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point
from render.massalia import look
from render.massalia.art import LANDS, SAND, SEAS
from render.massalia.emblems.things import rotate
from render.theme import Colour, mix

_SEA, _LAND = SEAS["massalia"][1], LANDS["bourbon"][1]


@memoize
def icon(name: str, size: int) -> Image.Image:
    """A sign in its own colours; those of `place` name a terrain: `place_sea`, `place_land`, …."""
    brush = Brush(100, 100, unit=size / 100)
    _DRAW[name](brush)
    return brush.reduce()


@memoize
def glyph(family: str | None, size: int, tone: Colour) -> Image.Image:
    """The sign of a family in one tone."""
    brush = Brush(100, 100, unit=size / 100)
    _GLYPHS[family](brush, tone)
    return brush.reduce()


@memoize
def family_disc(family: str | None, size: int) -> Image.Image:
    """The sign of a family in ivory on a disc of its colour."""
    colours = look.FAMILIES[family]
    brush = Brush(100, 100, unit=size / 100)
    brush.ellipse((50, 50), 49, colours.dark)
    brush.ellipse((50, 50), 43, colours.colour)
    sheet = brush.reduce()
    sign = glyph(family, round(size * 0.6), look.IVORY)
    sheet.alpha_composite(sign, ((size - sign.width) // 2, (size - sign.height) // 2))
    return sheet


# ---- parts ---------------------------------------------------------------------------------------


def _heart(brush: Brush, x: float, y: float, size: float, tone: Colour) -> None:
    points = []
    for k in range(40):
        t = 2 * pi * k / 40
        across = 16 * sin(t) ** 3
        up = 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)
        points.append((x + across * size / 34, y - 0.06 * size - up * size / 34))
    brush.polygon(points, tone)


def _drop_shape(x: float, y: float, size: float) -> list[Point]:
    low = [
        (x + 0.34 * size * cos(t), y + 0.16 * size + 0.34 * size * sin(t))
        for t in (pi * (-0.12 + 1.24 * k / 16) for k in range(17))
    ]
    return [(x, y - 0.5 * size), *low]


def _arrow(brush: Brush, start: Point, end: Point, tone: Colour, width: float = 12) -> None:
    (x0, y0), (x1, y1) = start, end
    long = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    ux, uy = (x1 - x0) / long, (y1 - y0) / long
    neck = (x1 - ux * width * 1.5, y1 - uy * width * 1.5)
    brush.line([start, neck], tone, width)
    brush.polygon(
        [
            end,
            (neck[0] - uy * width * 1.35, neck[1] + ux * width * 1.35),
            (neck[0] + uy * width * 1.35, neck[1] - ux * width * 1.35),
        ],
        tone,
    )


def _arc(
    brush: Brush, centre: Point, radius: float, start: float, end: float, tone: Colour, width: float
) -> None:
    """Draw a bent arrow from one angle to another, in half turns."""
    points = [
        (centre[0] + radius * cos(pi * (start + (end - start) * k / 14)),
         centre[1] + radius * sin(pi * (start + (end - start) * k / 14)))
        for k in range(15)
    ]  # fmt: skip
    brush.line(points, tone, width)
    tip, back = points[-1], points[-3]
    ux, uy = tip[0] - back[0], tip[1] - back[1]
    long = (ux * ux + uy * uy) ** 0.5
    ux, uy = ux / long * width * 1.6, uy / long * width * 1.6
    brush.polygon(
        [(tip[0] + ux, tip[1] + uy), (tip[0] - uy, tip[1] + ux), (tip[0] + uy, tip[1] - ux)], tone
    )


def _eye_shape(brush: Brush, y: float = 50) -> None:
    above = [(4 + 92 * k / 16, y - 30 * sin(pi * k / 16)) for k in range(17)]
    below = [(96 - 92 * k / 16, y + 30 * sin(pi * k / 16)) for k in range(17)]
    brush.polygon(above + below, look.INK)
    above = [(13 + 74 * k / 16, y - 22 * sin(pi * k / 16)) for k in range(17)]
    below = [(87 - 74 * k / 16, y + 22 * sin(pi * k / 16)) for k in range(17)]
    brush.polygon(above + below, look.IVORY)
    brush.ellipse((50, y), 19, look.DROP)
    brush.ellipse((50, y), 10, look.INK)
    brush.ellipse((45, y - 5), 4, look.IVORY)


def _strike(brush: Brush) -> None:
    for a, b in (((14, 14), (86, 86)), ((86, 14), (14, 86))):
        brush.line([a, b], look.IVORY, 17)
    for a, b in (((14, 14), (86, 86)), ((86, 14), (14, 86))):
        brush.line([a, b], look.STRIKE, 11)


def _tile(brush: Brush, x: float, y: float, radius: float) -> None:
    brush.ellipse((x, y), radius, look.INK)
    brush.ellipse((x, y), radius - 5, look.PAPER)
    brush.ellipse((x, y), radius - 11, look.PAPER_SHADE)


def _card(brush: Brush, left: float, top: float, tone: Colour) -> None:
    brush.round_box(left, top, left + 46, top + 64, 6, look.INK)
    brush.round_box(left + 5, top + 5, left + 41, top + 59, 3, tone)


# ---- effects -------------------------------------------------------------------------------------


def _amber(brush: Brush) -> None:
    rim: list[Point] = [(36, 4), (66, 6), (92, 32), (93, 64), (68, 96), (34, 96), (8, 67), (9, 30)]
    table = [(41, 30), (61, 32), (72, 51), (58, 72), (38, 72), (28, 50)]
    brush.polygon(rim, look.INK)
    rim = [(50 + (x - 50) * 0.9, 50 + (y - 50) * 0.9) for x, y in rim]
    tones = (0.75, 0.35, -0.3, -0.7, -1.0, -0.55, 0.2, 0.5)
    brush.polygon(rim, look.AMBER)
    inner = [*table[:3], table[2], table[3], table[4], table[5], table[5]]
    for k, share in enumerate(tones):
        target = look.AMBER_LIGHT if share > 0 else look.AMBER_DARK
        quad = [rim[k], rim[(k + 1) % 8], inner[(k + 1) % 8], inner[k]]
        brush.polygon(quad, mix(look.AMBER, target, abs(share)))
    brush.polygon(table, mix(look.AMBER, look.AMBER_LIGHT, 0.6))


def _fish(brush: Brush) -> None:
    for tone, grow in ((look.INK, 5.0), (look.FISH, 0.0)):
        body = [
            (40 + (34 + grow) * cos(2 * pi * k / 24), 50 + (22 + grow) * sin(2 * pi * k / 24))
            for k in range(24)
        ]
        brush.polygon(body, tone)
        brush.polygon(
            [(62, 50), (92 + grow, 24 - grow), (84 + grow / 2, 50), (92 + grow, 76 + grow)], tone
        )
    brush.polygon([(30, 32), (44, 16), (56, 33)], look.FISH)
    brush.polygon([(40, 36), (52, 50), (40, 64), (46, 50)], mix(look.FISH, look.IVORY, 0.55))
    brush.ellipse((22, 45), 5.5, look.IVORY)
    brush.ellipse((22, 45), 2.6, look.INK)


def _water(brush: Brush) -> None:
    brush.polygon(_drop_shape(50, 48, 98), look.INK)
    brush.polygon(_drop_shape(50, 50, 84), look.DROP)
    brush.polygon([(36, 56), (40, 48), (44, 62), (52, 78), (40, 74)], look.DROP_LIGHT)


def _heal(brush: Brush) -> None:
    _heart(brush, 50, 50, 104, look.INK)
    _heart(brush, 50, 50, 90, look.HEART)
    brush.round_box(43, 26, 57, 70, 3, look.IVORY)
    brush.round_box(28, 41, 72, 55, 3, look.IVORY)


def _life(brush: Brush) -> None:
    _heart(brush, 50, 50, 104, look.INK)
    _heart(brush, 50, 50, 92, look.HEART)
    brush.line([(22, 42), (24, 32), (32, 26)], look.HEART_LIGHT, 7)


def _draw_cards(brush: Brush) -> None:
    _card(brush, 8, 8, look.PAPER_SHADE)
    _card(brush, 28, 18, look.PAPER)
    _arrow(brush, (52, 28), (52, 76), look.GAIN, 12)


def _place_sign(terrain: str) -> Callable[[Brush], None]:
    def draw(brush: Brush) -> None:
        ground = [(2, 66), (26, 50), (74, 50), (98, 66), (74, 96), (26, 96)]
        brush.polygon(ground, look.INK)
        inner = [(50 + (x - 50) * 0.88, 73 + (y - 73) * 0.82) for x, y in ground]
        brush.polygon(inner, _LAND if terrain == "land" else _SEA)
        if terrain == "any":
            brush.polygon([inner[1], inner[2], inner[3], inner[4], (46, 92), (54, 72)], _LAND)
        if terrain != "land":
            x = 34 if terrain == "any" else 50
            for dx in (-12, 4):
                brush.line([(x + dx - 6, 82), (x + dx, 77), (x + dx + 7, 82)], look.IVORY, 4)
        _tile(brush, 50, 36, 35)
        _arrow(brush, (50, 12), (50, 56), look.STRIKE, 12)

    return draw


def _move(brush: Brush) -> None:
    _tile(brush, 34, 50, 33)
    _arrow(brush, (34, 50), (98, 50), look.MOVE, 13)


def _flip(brush: Brush) -> None:
    brush.ellipse((50, 60), 37, look.INK)
    brush.ellipse((50, 60), 31, look.PAPER)
    half = [(50 + 31 * sin(pi * k / 16), 60 - 31 * cos(pi * k / 16)) for k in range(17)]
    brush.polygon(half, look.IRON_DARK)
    _arc(brush, (50, 60), 48, 1.08, 1.78, look.TURN, 9)


def _remove(brush: Brush) -> None:
    _tile(brush, 50, 50, 40)
    _strike(brush)


def _banish(brush: Brush) -> None:
    brush.round_box(6, 40, 50, 98, 6, look.INK)
    brush.round_box(11, 45, 45, 93, 3, look.PAPER)
    brush.polygon([(44, 28), (98, 28), (71, 6)], look.STONE_DARK)
    for x in (50, 65, 80):
        brush.box(x, 30, x + 9, 62, look.STONE_DARK)
    brush.box(44, 62, 98, 70, look.STONE_DARK)
    _arrow(brush, (28, 86), (28, 52), look.TURN, 11)


def _recover(brush: Brush) -> None:
    _eye_shape(brush, 60)
    _arc(brush, (52, 62), 46, 1.86, 1.16, look.GAIN, 8)


def _destroy(brush: Brush) -> None:
    _eye_shape(brush)
    for tone, thick in ((look.IVORY, 19), (look.STRIKE, 11)):
        brush.line([(14, 88), (86, 12)], tone, thick)


# ---- stocks --------------------------------------------------------------------------------------


def _flag(brush: Brush) -> None:
    brush.line([(24, 8), (24, 94)], look.WOOD_DARK, 9)
    brush.polygon([(28, 12), (88, 20), (74, 38), (88, 58), (28, 56)], look.GOLD_DARK)
    brush.polygon([(28, 12), (88, 20), (74, 38), (28, 38)], look.GOLD)


def _flame(brush: Brush) -> None:
    outer = [(22, 70), (16, 48), (30, 26), (36, 40), (52, 4), (68, 34), (76, 22), (86, 52),
             (78, 74), (64, 94), (38, 94)]  # fmt: skip
    brush.polygon([(50 + (x - 50) * 1.1, 52 + (y - 52) * 1.08) for x, y in outer], look.INK)
    brush.polygon(outer, look.FLAME)
    brush.polygon([(36, 78), (36, 62), (50, 38), (60, 56), (66, 60), (62, 84), (48, 92)],
                  look.FLAME_LIGHT)  # fmt: skip


def _eye(brush: Brush) -> None:
    _eye_shape(brush)


def _shield(brush: Brush) -> None:
    def shape(grow: float) -> list[Point]:
        right = [(50, 4 - grow), (66 + grow, 12 - grow), (88 + grow, 12 - grow), (88 + grow, 46),
                 (78 + grow, 74 + grow / 2), (50, 96 + grow)]  # fmt: skip
        return [*right, *((100 - x, y) for x, y in reversed(right))]

    brush.polygon(shape(0), look.INK)
    for tone, share in ((look.SILVER, 0.88), (look.IRON, 0.70)):
        brush.polygon([(50 + (x - 50) * share, 50 + (y - 50) * share) for x, y in shape(0)], tone)
    half = [(x, y) for x, y in shape(0) if x >= 50]
    brush.polygon(
        [(50 + (x - 50) * 0.70, 50 + (y - 50) * 0.70) for x, y in half],
        mix(look.IRON, look.IRON_DARK, 0.35),
    )


def _hand(brush: Brush) -> None:
    for angle, tone in ((-0.34, look.PAPER_SHADE), (0.0, look.PAPER_SHADE), (0.34, look.PAPER)):
        for grow, fill in ((0.0, look.INK), (5.0, tone)):
            box = [(30 + grow, 12 + grow), (70 - grow, 12 + grow), (70 - grow, 76 - grow),
                   (30 + grow, 76 - grow)]  # fmt: skip
            brush.polygon(rotate(box, angle, (50, 110)), fill)


def _reserve(brush: Brush) -> None:
    for k in (2, 1, 0):
        _card(brush, 14 + 13 * k, 28 - 10 * k, look.PAPER if k == 0 else look.PAPER_SHADE)


def _deck(brush: Brush) -> None:
    back = look.FAMILIES["braves"].dark
    for k in (2, 1, 0):
        _card(brush, 14 + 13 * k, 28 - 10 * k, back if k == 0 else mix(back, look.PAPER, 0.3))
    brush.ellipse((37, 60), 10, look.PAPER)
    brush.ellipse((37, 60), 6, back)


def _bag(brush: Brush) -> None:
    sack = [(36, 30), (64, 30), (86, 58), (90, 82), (76, 96), (24, 96), (10, 82), (14, 58)]
    brush.polygon(sack, look.WOOD_DARK)
    brush.polygon([(50 + (x - 50) * 0.88, 62 + (y - 62) * 0.88) for x, y in sack], look.STONE_DARK)
    brush.polygon([(30, 6), (44, 14), (56, 5), (72, 10), (62, 28), (38, 28)], look.STONE_MID)
    brush.round_box(32, 24, 68, 36, 5, look.WOOD_DARK)
    brush.line([(32, 56), (26, 74), (30, 84)], look.STONE_MID, 6)


def _losses(brush: Brush) -> None:
    _bag(brush)
    brush.line([(38, 52), (62, 82)], look.IVORY, 8)
    brush.line([(62, 52), (38, 82)], look.IVORY, 8)


def _hourglass(brush: Brush) -> None:
    brush.polygon([(22, 12), (78, 12), (56, 50), (78, 88), (22, 88), (44, 50)], look.IVORY)
    brush.polygon([(30, 26), (70, 26), (54, 48), (46, 48)], look.GOLD)
    brush.polygon([(50, 62), (70, 84), (30, 84)], look.GOLD)
    for y in (4, 86):
        brush.round_box(14, y, 86, y + 11, 4, look.GOLD_DARK)


def _cross(brush: Brush) -> None:
    """Draw the cemetery: a stone."""
    brush.ellipse((50, 40), 34, look.IRON_DARK)
    brush.box(16, 40, 84, 96, look.IRON_DARK)
    brush.ellipse((50, 40), 28, look.IRON_LIGHT)
    brush.box(22, 40, 78, 90, look.IRON_LIGHT)
    brush.box(46, 24, 54, 66, look.IRON_DARK)
    brush.box(34, 36, 66, 44, look.IRON_DARK)


# ---- where ---------------------------------------------------------------------------------------


def _where(terrain: str) -> Callable[[Brush], None]:
    def draw(brush: Brush) -> None:
        brush.ellipse((50, 50), 49, look.INK)
        brush.ellipse((50, 50), 43, _LAND if terrain == "land" else _SEA)
        if terrain != "sea":
            slope = [(12, 68), (36, 30), (50, 48), (62, 36), (88, 66), (76, 84), (50, 93), (24, 84)]
            if terrain == "any":
                brush.polygon(
                    [(80, 20), (92, 42), (92, 60), (82, 78), (66, 90), (50, 93), (36, 91)], _LAND
                )
                slope = [(60, 80), (74, 44), (90, 62), (80, 80), (62, 90)]
            brush.polygon(slope, look.WOOD_DARK)
            brush.polygon(
                [(x - 2, y + 5) for x, y in slope[:2]] + slope[2:3], mix(_LAND, SAND, 0.4)
            )
        if terrain != "land":
            for y, xs in ((38, (30, 56)), (56, (22, 46, 70)), (74, (34, 58))):
                for x in xs if terrain == "sea" else xs[:1]:
                    brush.line([(x - 9, y + 4), (x, y - 5), (x + 9, y + 4)], look.IVORY, 5)

    return draw


_DRAW: Mapping[str, Callable[[Brush], None]] = {
    "amber": _amber,
    "fish": _fish,
    "water": _water,
    "heal": _heal,
    "life": _life,
    "draw": _draw_cards,
    "place_sea": _place_sign("sea"),
    "place_land": _place_sign("land"),
    "place_any": _place_sign("any"),
    "move": _move,
    "flip": _flip,
    "remove": _remove,
    "banish": _banish,
    "recover": _recover,
    "destroy": _destroy,
    "flag": _flag,
    "fire": _flame,
    "eye": _eye,
    "shield": _shield,
    "hand": _hand,
    "reserve": _reserve,
    "deck": _deck,
    "bag": _bag,
    "losses": _losses,
    "round": _hourglass,
    "cemetery": _cross,
    "where_sea": _where("sea"),
    "where_land": _where("land"),
    "where_any": _where("any"),
}
NAMES = tuple(_DRAW)


# ---- families ------------------------------------------------------------------------------------


def _rings(brush: Brush, tone: Colour) -> None:
    for x in (34, 66):
        ring = [(x + 25 * cos(2 * pi * k / 24), 50 + 25 * sin(2 * pi * k / 24)) for k in range(24)]
        brush.outline(ring, tone, 11)


def _bricks(brush: Brush, tone: Colour) -> None:
    for row, y in enumerate((16, 40, 64)):
        cuts = (6, 50, 94) if row % 2 == 0 else (6, 26, 74, 94)
        for left, right in itertools.pairwise(cuts):
            brush.box(left + 2, y, right - 2, y + 19, tone)


def _crown(brush: Brush, tone: Colour) -> None:
    brush.polygon([(14, 84), (6, 28), (30, 50), (50, 14), (70, 50), (94, 28), (86, 84)], tone)


def _star(brush: Brush, tone: Colour) -> None:
    points = [
        (
            (48 if k % 2 == 0 else 15) * sin(k * pi / 4),
            -(48 if k % 2 == 0 else 15) * cos(k * pi / 4),
        )
        for k in range(8)
    ]
    brush.polygon([(50 + x, 50 + y) for x, y in points], tone)


def _dot(brush: Brush, tone: Colour) -> None:
    brush.ellipse((50, 50), 34, tone)


_GLYPHS: Mapping[str | None, Callable[[Brush, Colour], None]] = {
    "solidaires": _rings,
    "coriaces": _bricks,
    "orgueilleux": _crown,
    "braves": _star,
    None: _dot,
}
