"""The signs of Attika: vines, helmets, owls of silver, ships, columns, grain, paved streets."""

from __future__ import annotations

from itertools import pairwise

from render._settlements.look import GAP, INK, Signs
from render._settlements.signs.curves import (
    arc,
    curve,
    mirror,
    rotate,
    smooth,
    symmetric,
    transform,
)
from render.canvas import Brush
from render.hexes import Point
from render.theme import Colour, mix, rgb

_WHITE: Colour = (255, 255, 255)
_CLEAR = (0, 0, 0, 0)

# ---- projects -------------------------------------------------------------------------------


def _vineyard(brush: Brush) -> None:
    """A bunch of grapes under its leaf."""
    brush.line(curve([(-0.02, -0.30), (0.02, -0.62), (0.20, -0.95)]), INK, 0.13)
    leaf = [(0.04, -0.50), (0.20, -0.80), (0.46, -0.66), (0.70, -0.90), (0.74, -0.62)]
    brush.polygon([*leaf, (0.98, -0.52), (0.74, -0.36), (0.66, -0.16), (0.38, -0.32)], INK)
    tendril = curve(
        [(-0.06, -0.55), (-0.34, -0.86), (-0.62, -0.72), (-0.52, -0.50), (-0.36, -0.62)]
    )
    brush.line(tendril, INK, 0.09)
    for row, count in enumerate((3, 2, 1)):
        for place in range(count):
            at = (0.52 * (place - (count - 1) / 2), -0.10 + 0.42 * row)
            brush.ellipse(at, 0.31, GAP)
            brush.ellipse(at, 0.25, INK)
            brush.ellipse((at[0] - 0.09, at[1] - 0.09), 0.06, GAP)


def _defence(brush: Brush) -> None:
    """A Corinthian helmet with its crest, looking to the left."""
    crest = [
        *curve([(-0.62, -0.62), (-0.30, -0.96), (0.30, -0.98), (0.78, -0.60), (0.96, 0.10)]),
        (0.92, 0.62),
        *curve([(0.66, 0.34), (0.60, -0.16), (0.26, -0.52), (-0.20, -0.58), (-0.50, -0.44)]),
    ]
    brush.polygon(crest, INK)
    skull = [
        *curve([(-0.66, 0.10), (-0.60, -0.34), (-0.24, -0.66), (0.24, -0.60), (0.58, -0.20)]),
        *curve([(0.60, 0.16), (0.52, 0.54), (0.66, 0.86)]),
        *((0.24, 0.92), (0.10, 0.62)),
        *curve([(-0.06, 0.80), (-0.30, 0.96), (-0.58, 0.94)]),
        (-0.66, 0.60),
    ]
    brush.line([*skull, skull[0]], GAP, 0.14)
    brush.polygon(skull, INK)
    eye = smooth(
        [(-0.58, 0.14), (-0.30, 0.02), (0.04, 0.06), (0.14, 0.18), (-0.10, 0.28), (-0.38, 0.26)]
    )
    brush.polygon(eye, GAP)
    brush.polygon([(-0.40, 0.20), (-0.24, 0.22), (-0.26, 1.0), (-0.48, 1.0)], GAP)
    brush.line(curve([(-0.44, -0.24), (-0.10, -0.38), (0.24, -0.26), (0.42, 0.02)]), GAP, 0.07)


def _mint(brush: Brush) -> None:
    """A coin that bears Athena's owl."""
    brush.ellipse((0, 0), 0.97, INK)
    brush.ellipse((0, 0), 0.80, GAP)
    body = smooth(
        symmetric([(0.10, -0.56), (0.44, -0.50), (0.46, -0.06), (0.44, 0.36), (0.16, 0.66)])
    )
    brush.polygon(body, INK)
    brush.polygon([(-0.46, -0.36), (-0.42, -0.68), (-0.14, -0.48)], INK)
    brush.polygon([(0.46, -0.36), (0.42, -0.68), (0.14, -0.48)], INK)
    for side in (-1, 1):
        brush.ellipse((side * 0.20, -0.24), 0.17, GAP)
        brush.ellipse((side * 0.18, -0.23), 0.08, INK)
        brush.line([(side * 0.12, 0.60), (side * 0.12, 0.74)], INK, 0.10)
    brush.polygon([(-0.07, -0.12), (0.07, -0.12), (0, 0.05)], GAP)
    for x, y in ((-0.14, 0.18), (0.14, 0.18), (0, 0.34), (0.2, 0.4), (-0.2, 0.4)):
        brush.ellipse((x, y), 0.05, GAP)


def _shipping(brush: Brush) -> None:
    """A galley under sail, its ram to the left."""
    hull = [
        *((-0.98, 0.50), (-0.66, 0.36)),
        *curve([(-0.66, 0.30), (0.0, 0.36), (0.58, 0.26), (0.78, -0.10), (0.66, -0.40)]),
        *curve([(0.86, -0.36), (0.96, 0.00), (0.86, 0.36), (0.56, 0.66)]),
        *((-0.56, 0.66), (-0.74, 0.58)),
    ]
    brush.polygon(hull, INK)
    brush.box(-0.12, -0.98, -0.02, 0.36, INK)
    brush.box(-0.66, -0.90, 0.52, -0.80, INK)
    sail = [(-0.60, -0.80), (0.46, -0.80), *curve([(0.46, -0.80), (0.56, -0.30), (0.38, 0.16)])]
    brush.polygon([*sail, *curve([(-0.52, 0.16), (-0.40, -0.30), (-0.60, -0.80)])], INK)
    for left in (-0.30, 0.12):
        brush.polygon(
            [
                (left, -0.74),
                (left + 0.12, -0.74),
                (left + 0.18, -0.30),
                (left + 0.12, 0.10),
                (left, 0.10),
                (left + 0.06, -0.30),
            ],
            GAP,
        )
    brush.ellipse((-0.62, 0.46), 0.06, GAP)
    for x in (-0.40, -0.14, 0.12, 0.38):
        brush.line([(x, 0.60), (x - 0.12, 0.94)], INK, 0.09)


def _city(brush: Brush) -> None:
    """An Ionic column."""
    brush.box(-0.74, -0.94, 0.74, -0.80, INK)
    brush.polygon(symmetric([(0.70, -0.76), (0.60, -0.44)]), INK)
    for side in (-1, 1):
        brush.ellipse((side * 0.62, -0.50), 0.31, INK)
        brush.ellipse((side * 0.62, -0.50), 0.19, GAP)
        brush.ellipse((side * 0.62, -0.50), 0.10, INK)
    brush.polygon(symmetric([(0.36, -0.44), (0.42, 0.66)]), INK)
    for x in (-0.22, 0.0, 0.22):
        brush.round_box(x - 0.045, -0.30, x + 0.045, 0.58, 0.04, GAP)
    brush.round_box(-0.56, 0.62, 0.56, 0.76, 0.06, INK)
    brush.box(-0.72, 0.80, 0.72, 0.95, INK)


def _supply(brush: Brush) -> None:
    """An ear of wheat between two blades."""
    brush.line([(0, -0.50), (0, 0.97)], INK, 0.10)
    grain = smooth([(0.0, 0.16), (-0.02, -0.10), (0.13, -0.36), (0.24, -0.10), (0.14, 0.14)])
    for row in range(4):
        y = -0.44 + 0.34 * row
        seed = transform(rotate(grain, 24), 0.10, y, 1.05)
        brush.polygon(seed, INK)
        brush.polygon(mirror(seed), INK)
    brush.polygon(smooth([(0, -0.98), (0.13, -0.74), (0.0, -0.50), (-0.13, -0.74)]), INK)
    blade = [
        *curve([(0.03, 0.94), (0.34, 0.70), (0.66, 0.16)]),
        *curve([(0.66, 0.16), (0.52, 0.66), (0.03, 0.99)]),
    ]
    brush.polygon(blade, INK)
    brush.polygon(mirror(blade), INK)


_VERGE = ((0.10, -0.95), (0.46, -0.62), (0.20, -0.26), (-0.44, 0.06), (-0.90, 0.44), (-0.98, 0.95))
_OTHER = ((0.46, -0.95), (0.96, -0.62), (0.88, -0.10), (0.34, 0.26), (0.16, 0.56), (0.42, 0.95))


def _streets(brush: Brush) -> None:
    """A paved street that winds into the distance, a milestone beside it."""
    left, right = curve(_VERGE), curve(_OTHER)
    brush.polygon([*left, *reversed(right)], INK)
    joints = (5, 14, 22, 29, 35)
    for row, at in enumerate(joints):
        brush.line([left[at], right[at]], GAP, 0.05 + 0.012 * row)
    for row, (start, stop) in enumerate(pairwise((*joints, len(left) - 1))):
        share = (0.56, 0.40)[row % 2]
        ends = [_share(left[at], right[at], share) for at in (start, (start + stop) // 2, stop)]
        brush.line(ends, GAP, 0.045 + 0.01 * row)
    brush.round_box(0.60, 0.34, 0.94, 1.2, 0.17, INK)
    brush.box(0.50, 0.95, 1.0, 1.2, GAP)
    brush.box(0.70, 0.54, 0.84, 0.60, GAP)
    brush.box(0.70, 0.68, 0.84, 0.74, GAP)


def _share(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _amphora(brush: Brush) -> None:
    """An amphora with two bands."""
    for side in (-1, 1):
        handle = curve(
            [(side * 0.18, -0.72), (side * 0.56, -0.66), (side * 0.58, -0.34), (side * 0.36, -0.12)]
        )
        brush.line(handle, INK, 0.13)
    brush.round_box(-0.30, -0.97, 0.30, -0.82, 0.06, INK)
    brush.box(-0.16, -0.86, 0.16, -0.40, INK)
    half = curve([(0.16, -0.48), (0.44, -0.22), (0.54, 0.10), (0.38, 0.52), (0.12, 0.82)])
    brush.polygon([*half, *reversed(mirror(half))], INK)
    brush.polygon(symmetric([(0.10, 0.78), (0.30, 0.97)]), INK)
    brush.box(-0.70, -0.08, 0.70, -0.01, GAP)
    brush.box(-0.70, 0.24, 0.70, 0.31, GAP)
    zigzag = [(-0.60 + 0.15 * k, 0.06 if k % 2 else 0.17) for k in range(9)]
    brush.line(zigzag, GAP, 0.055)


# ---- resources ------------------------------------------------------------------------------

_SEA, _SEA_DARK = rgb("#3F87B5"), rgb("#173F66")
_OLIVE, _OLIVE_DARK, _TRUNK = rgb("#7F9648"), rgb("#37451B"), rgb("#6B4A2A")
_EARTH, _EARTH_DARK = rgb("#D9A04A"), rgb("#74501A")
_ROCK, _ROCK_DARK = rgb("#8F8A92"), rgb("#403C47")
_OLIVE_SHADED, _EARTH_FAR = mix(_OLIVE, _OLIVE_DARK, 0.35), mix(_EARTH, _EARTH_DARK, 0.26)
_ROCK_SHADED = mix(_ROCK, _ROCK_DARK, 0.42)


def _water(brush: Brush) -> None:
    """A breaking wave over two more."""
    crest = [
        *curve([(-0.98, 0.30), (-0.62, -0.10), (-0.40, -0.62), (0.10, -0.92), (0.62, -0.72)]),
        *curve([(0.84, -0.34), (0.70, -0.06), (0.42, -0.04)]),
        *curve(
            [(0.50, -0.32), (0.26, -0.46), (0.02, -0.24), (0.10, 0.14), (0.46, 0.32), (0.98, 0.26)]
        ),
        *((0.98, 0.56), (-0.98, 0.56)),
    ]
    brush.polygon(crest, _SEA_DARK)
    brush.polygon(transform(crest, -0.03, 0.02, 0.86), _SEA)
    foam = curve([(-0.36, -0.34), (-0.14, -0.60), (0.18, -0.72), (0.52, -0.58)])
    brush.line(foam, mix(_SEA, _WHITE, 0.8), 0.13)
    ripple = [(-0.94, 0.74), (-0.62, 0.62), (-0.31, 0.74), (0.0, 0.86), (0.31, 0.74), (0.62, 0.62)]
    brush.line(curve([*ripple, (0.94, 0.74)]), _SEA_DARK, 0.16)


def _forest(brush: Brush) -> None:
    """An olive tree, its crown lit from the left."""
    trunk = [
        *curve([(-0.16, 0.10), (-0.08, 0.46), (-0.32, 0.95)]),
        *((-0.02, 0.84), (0.30, 0.95)),
        *curve([(0.12, 0.46), (0.24, 0.06)]),
    ]
    brush.polygon(trunk, _OLIVE_DARK)
    brush.line([(0.0, 0.2), (0.02, 0.72)], _TRUNK, 0.14)
    puffs = (
        (-0.46, -0.06, 0.46),
        (0.46, -0.10, 0.44),
        (-0.20, -0.50, 0.44),
        (0.26, -0.50, 0.42),
        (0.0, -0.12, 0.42),
    )
    for x, y, radius in puffs:
        brush.ellipse((x, y), radius, _OLIVE_DARK)
    for x, y, radius in puffs:
        brush.ellipse((x, y), radius - 0.10, _OLIVE_SHADED)
    for x, y, radius in puffs:
        brush.ellipse((x - 0.07, y - 0.08), radius - 0.20, _OLIVE)
    for x, y in ((-0.52, -0.02), (-0.18, -0.50), (0.36, -0.44), (0.50, 0.0), (0.02, -0.12)):
        brush.ellipse((x, y), 0.075, _OLIVE_DARK)


def _hill(brush: Brush) -> None:
    """Two rounded hills lit from the left, two cypresses behind them."""
    for x, top, size in ((0.40, -0.78, 1.0), (0.72, -0.42, 0.8)):
        tree = smooth([(0, 0), (0.17, 0.50), (0.10, 0.95), (-0.10, 0.95), (-0.17, 0.50)])
        brush.polygon(transform(tree, x, top, size), _OLIVE_DARK)
    for x, width, height, tone in ((0.44, 0.56, 0.66, _EARTH_FAR), (-0.28, 0.72, 1.12, _EARTH)):
        brush.polygon(arc((x, 0.72), width, 180, 360, height), _EARTH_DARK)
        brush.polygon(arc((x, 0.64), width - 0.09, 180, 360, height - 0.18), tone)
    shade = [*arc((-0.28, 0.64), 0.63, 286, 360, 0.94), *arc((-0.62, 0.64), 0.70, 360, 300, 0.80)]
    brush.polygon(shade, _EARTH_FAR)
    for x, y in ((-0.56, 0.16), (-0.30, 0.40), (-0.20, -0.04), (0.60, 0.42)):
        for lean in (-0.09, 0.0, 0.09):
            brush.line([(x, y), (x + lean, y - 0.15)], _EARTH_DARK, 0.055)
    brush.round_box(-1.0, 0.62, 1.0, 0.74, 0.06, _EARTH_DARK)


def _mountain(brush: Brush) -> None:
    """Two peaks with snow."""
    for apex, reach, low in (((0.46, -0.34), 0.52, 0.72), ((-0.24, -0.94), 0.76, 0.72)):
        left, right = (apex[0] - reach, low), (apex[0] + reach, low)
        brush.polygon([apex, right, left], _ROCK_DARK)
        inner = (apex[0], apex[1] + 0.19)
        brush.polygon(
            [inner, (right[0] - 0.14, low - 0.09), (apex[0] - 0.05, low - 0.09)],
            _ROCK_SHADED,
        )
        brush.polygon([inner, (apex[0] - 0.05, low - 0.09), (left[0] + 0.14, low - 0.09)], _ROCK)
        _snow(brush, inner, reach * 0.44)


def _snow(brush: Brush, apex: Point, height: float) -> None:
    x, y = apex
    side = height * 0.44
    brush.polygon(
        [
            apex,
            *((x + side, y + height), (x + side * 0.35, y + height * 0.76), (x, y + height * 1.06)),
            *((x - side * 0.4, y + height * 0.78), (x - side, y + height)),
        ],
        _WHITE,
    )


# ---- holy places ----------------------------------------------------------------------------


def _temple(brush: Brush, light: Colour, shade: Colour, width: float, columns: int) -> None:
    """Steps, columns and a pediment; the columns lit from the left."""
    brush.box(-width - 0.16, 0.68, width + 0.16, 0.80, light)
    brush.box(-width - 0.08, 0.58, width + 0.08, 0.69, shade)
    pitch = 2 * (width - 0.10) / (columns - 1)
    for index in range(columns):
        x = -width + 0.10 + pitch * index
        brush.box(x - 0.085, -0.02, x + 0.085, 0.60, light)
        brush.box(x + 0.02, 0.04, x + 0.085, 0.60, shade)
        brush.box(x - 0.12, -0.06, x + 0.12, 0.03, light)
    brush.box(-width - 0.06, -0.16, width + 0.06, -0.04, shade)
    brush.polygon(symmetric([(0.0, -0.56), (width + 0.12, -0.16)]), light)
    brush.polygon(symmetric([(0.0, -0.44), (width - 0.12, -0.20)]), shade)


def _delphi(brush: Brush, light: Colour, shade: Colour) -> None:
    """The round temple, the peaks of Parnassus behind it."""
    brush.polygon(
        [(-0.96, 0.60), (-0.66, -0.30), (-0.40, 0.10), (-0.2, 0.6)], mix(shade, (74, 68, 62), 0.45)
    )
    brush.polygon(
        [(0.2, 0.6), (0.46, -0.06), (0.70, -0.44), (0.98, 0.60)], mix(shade, (74, 68, 62), 0.45)
    )
    for y, width, tone in ((0.70, 0.84, light), (0.59, 0.74, shade)):
        brush.box(-width, y, width, y + 0.11, tone)
    for x, half in (
        (-0.56, 0.07),
        (-0.34, 0.08),
        (-0.115, 0.085),
        (0.115, 0.085),
        (0.34, 0.08),
        (0.56, 0.07),
    ):
        brush.box(x - half, 0.02, x + half, 0.60, light)
        brush.box(x + half * 0.3, 0.02, x + half, 0.60, shade)
    brush.box(-0.70, -0.12, 0.70, 0.04, light)
    brush.box(-0.70, -0.02, 0.70, 0.02, shade)
    roof = curve([(0.0, -0.70), (0.34, -0.46), (0.76, -0.12)])
    brush.polygon([*roof, *reversed(mirror(roof))], light)
    brush.polygon([*roof, (0.10, -0.12)], shade)
    brush.ellipse((0, -0.76), 0.10, light)


def _olympia(brush: Brush, light: Colour, shade: Colour) -> None:
    """The temple of Zeus with the flame of the games."""
    _temple(brush, light, shade, 0.72, 6)
    flame = smooth(
        [(0.0, -1.0), (0.13, -0.78), (0.15, -0.62), (0.0, -0.54), (-0.15, -0.64), (-0.06, -0.80)]
    )
    brush.polygon(flame, light)


def _dodona(brush: Brush, light: Colour, shade: Colour) -> None:
    """A small shrine beside the sacred oak."""
    brush.polygon(
        [(0.34, 0.80), (0.46, 0.20), (0.40, -0.1), (0.64, -0.1), (0.60, 0.20), (0.76, 0.80)], shade
    )
    for x, y, radius, tone in (
        (0.20, -0.34, 0.30, shade),
        (0.78, -0.30, 0.26, shade),
        (0.44, -0.66, 0.32, light),
        (0.62, -0.12, 0.28, shade),
        (0.44, -0.30, 0.30, light),
    ):
        brush.ellipse((x, y), radius, tone)
    for x, y in ((0.30, -0.60), (0.56, -0.78), (0.56, -0.40), (0.36, -0.28), (0.78, -0.26)):
        brush.ellipse((x, y), 0.05, _CLEAR)
    brush.box(-0.98, 0.68, 0.24, 0.80, light)
    brush.box(-0.90, 0.58, 0.16, 0.69, shade)
    for x in (-0.76, -0.50, -0.24, 0.02):
        brush.box(x - 0.08, 0.12, x + 0.08, 0.60, light)
        brush.box(x + 0.02, 0.16, x + 0.08, 0.60, shade)
    brush.box(-0.90, 0.00, 0.16, 0.13, shade)
    brush.polygon([(-0.98, 0.01), (-0.37, -0.36), (0.24, 0.01)], light)
    brush.polygon([(-0.70, -0.04), (-0.37, -0.24), (-0.04, -0.04)], shade)


def _eleusis(brush: Brush, light: Colour, shade: Colour) -> None:
    """The hall of the mysteries between two ears of grain."""
    _temple(brush, light, shade, 0.48, 4)
    for side in (-1, 1):
        x = side * 0.84
        brush.line(curve([(x, 0.80), (x, 0.30), (x - side * 0.06, -0.30)]), shade, 0.06)
        for row in range(4):
            y = -0.34 + 0.20 * row
            for lean in (-1, 1):
                seed = transform(
                    rotate([(0, 0.10), (-0.07, 0), (0, -0.13), (0.07, 0)], lean * 32),
                    x + lean * 0.085 - side * 0.04,
                    y,
                )
                brush.polygon(smooth(seed), light)
        brush.polygon(
            smooth(
                transform([(0, 0.10), (-0.07, 0), (0, -0.14), (0.07, 0)], x - side * 0.06, -0.52)
            ),
            light,
        )


SIGNS = Signs(
    projects={
        10: _vineyard,
        20: _defence,
        30: _mint,
        40: _shipping,
        50: _city,
        60: _supply,
        70: _streets,
    },
    resources={
        "water": _water,
        "forest": _forest,
        "hill": _hill,
        "mountain": _mountain,
    },
    cities={
        "delphi": _delphi,
        "olympia": _olympia,
        "dodona": _dodona,
        "eleusis": _eleusis,
    },
    bonus=_amphora,
    tones=(
        *(_SEA, _SEA_DARK, _OLIVE, _OLIVE_DARK, _OLIVE_SHADED, _TRUNK),
        *(_EARTH, _EARTH_DARK, _EARTH_FAR, _ROCK, _ROCK_DARK, _ROCK_SHADED),
    ),
)
