"""The signs of U.S. Telegraph: cattle, forts, forges, gold, main street, railway, wire."""

from __future__ import annotations

from render._settlements.look import GAP, INK, Signs
from render._settlements.signs.curves import curve, mirror, smooth, symmetric, transform
from render.canvas import Brush
from render.hexes import Point
from render.theme import Colour, mix, rgb

_WHITE: Colour = (255, 255, 255)

# ---- projects -------------------------------------------------------------------------------


def _cattle(brush: Brush) -> None:
    """A longhorn's head."""
    horn = smooth(
        [
            *((0.10, -0.50), (0.50, -0.50), (0.74, -0.66), (0.84, -0.96)),
            *((0.99, -0.62), (0.86, -0.30), (0.52, -0.16), (0.10, -0.20)),
        ]
    )
    ear = smooth([(0.22, -0.16), (0.55, -0.14), (0.78, 0.02), (0.56, 0.12), (0.26, 0.06)])
    for part in (horn, ear):
        brush.polygon(part, INK)
        brush.polygon(mirror(part), INK)
    half = [(0.16, -0.56), (0.36, -0.36), (0.35, 0.05), (0.22, 0.44), (0.29, 0.70), (0.20, 0.92)]
    brush.polygon(smooth(symmetric([*half, (0.06, 0.96)])), INK)
    for side in (-1, 1):
        brush.ellipse((side * 0.19, 0.04), 0.07, GAP, radius_y=0.10)
        brush.ellipse((side * 0.12, 0.74), 0.055, GAP, radius_y=0.08)
    brush.polygon([(0, -0.30), (0.07, -0.05), (0, 0.40), (-0.07, -0.05)], GAP)


def _tower(brush: Brush) -> None:
    """A watchtower with three merlons, two slits and a gate."""
    for left in (-0.66, -0.18, 0.30):
        brush.box(left, -0.92, left + 0.36, -0.40, INK)
    brush.polygon(symmetric([(0.66, -0.62), (0.66, -0.32), (0.46, -0.14), (0.52, 0.70)]), INK)
    brush.box(-0.70, 0.66, 0.70, 0.92, INK)
    brush.box(-0.17, 0.42, 0.17, 0.93, GAP)
    brush.ellipse((0, 0.42), 0.17, GAP)
    for side in (-1, 1):
        brush.box(side * 0.23 - 0.06, -0.08, side * 0.23 + 0.06, 0.18, GAP)
    brush.box(-0.53, -0.33, 0.53, -0.25, GAP)


def _anvil(brush: Brush) -> None:
    """An anvil, its horn to the left."""
    horn = [(-0.34, -0.56), (-0.98, -0.50), (-0.86, -0.26), (-0.60, -0.10), (-0.30, -0.04)]
    brush.polygon(smooth(horn), INK)
    brush.box(-0.36, -0.60, 0.88, -0.20, INK)
    brush.polygon(
        [
            *curve([(-0.40, -0.22), (-0.24, -0.02), (-0.16, 0.20), (-0.30, 0.44), (-0.58, 0.56)]),
            *((-0.58, 0.80), (0.66, 0.80)),
            *curve([(0.66, 0.56), (0.40, 0.44), (0.28, 0.20), (0.36, -0.02), (0.80, -0.22)]),
        ],
        INK,
    )
    brush.box(-0.40, -0.42, 0.89, -0.34, GAP)
    brush.box(0.60, -0.61, 0.70, -0.50, GAP)


def _pan(brush: Brush) -> None:
    """A gold pan with three nuggets and a glint."""
    brush.polygon(
        [
            *curve([(-0.96, 0.08), (-0.86, 0.42), (-0.56, 0.76)]),
            *curve([(0.56, 0.76), (0.86, 0.42), (0.96, 0.08)]),
        ],
        INK,
    )
    brush.ellipse((0, 0.08), 0.97, INK, radius_y=0.48)
    brush.ellipse((0, 0.08), 0.80, GAP, radius_y=0.34)
    nugget = [(-0.20, 0.10), (-0.10, -0.14), (0.14, -0.16), (0.24, 0.04), (0.10, 0.17)]
    for x, y, scale in ((-0.34, 0.14, 1.0), (0.30, 0.18, 1.05), (0.02, -0.10, 0.9)):
        brush.polygon(transform(nugget, x, y, scale), INK)
    brush.polygon(_glint((0.42, -0.64), 0.34), INK)
    brush.polygon(_glint((-0.16, -0.70), 0.20), INK)


def _glint(at: Point, size: float) -> list[Point]:
    near = 0.22
    corners = ((0, -1), (near, -near), (1, 0), (near, near), (0, 1), (-near, near), (-1, 0))
    return transform([*corners, (-near, -near)], at[0], at[1], size)


def _town(brush: Brush) -> None:
    """A hall behind its false front, with a sign, a door and two windows."""
    front = [(0.28, -0.94), (0.28, -0.80), (0.62, -0.80), (0.62, -0.60), (0.82, -0.60)]
    brush.polygon(symmetric([*front, (0.82, -0.42), (0.76, -0.42), (0.76, 0.82)]), INK)
    brush.box(-0.94, 0.78, 0.94, 0.94, INK)
    brush.box(-0.50, -0.58, 0.50, -0.32, GAP)
    brush.box(-0.40, -0.48, 0.40, -0.42, INK)
    brush.box(-0.77, -0.20, 0.77, -0.12, GAP)
    brush.box(-0.17, 0.14, 0.17, 0.78, GAP)
    brush.ellipse((0, 0.14), 0.17, GAP)
    for side in (-1, 1):
        brush.box(side * 0.46 - 0.13, 0.10, side * 0.46 + 0.13, 0.46, GAP)
        brush.box(side * 0.46 - 0.025, 0.10, side * 0.46 + 0.025, 0.46, INK)


def _railway(brush: Brush) -> None:
    """A locomotive that runs to the left."""
    brush.round_box(-0.66, -0.26, 0.40, 0.30, 0.16, INK)
    brush.polygon(
        [
            (-0.64, -0.84),
            (-0.20, -0.84),
            (-0.32, -0.56),
            (-0.32, -0.2),
            (-0.52, -0.2),
            (-0.52, -0.56),
        ],
        INK,
    )
    brush.ellipse((0.04, -0.26), 0.13, INK, radius_y=0.18)
    brush.box(0.26, -0.62, 0.80, 0.34, INK)
    brush.round_box(0.14, -0.78, 0.94, -0.62, 0.06, INK)
    brush.box(0.40, -0.46, 0.66, -0.14, GAP)
    brush.box(-0.70, 0.26, 0.88, 0.44, INK)
    brush.polygon([(-0.58, 0.34), (-0.64, 0.82), (-0.99, 0.82)], INK)
    for x, radius in ((-0.38, 0.22), (0.10, 0.27), (0.62, 0.27)):
        brush.ellipse((x, 0.84 - radius), radius + 0.06, GAP)
        brush.ellipse((x, 0.84 - radius), radius, INK)
        brush.ellipse((x, 0.84 - radius), radius * 0.36, GAP)


def _telegraph(brush: Brush) -> None:
    """A pole with two cross-arms and the wires that leave it."""
    for side in (-1, 1):
        for y, reach in ((-0.66, 0.62), (-0.24, 0.48)):
            start = (side * reach, y - 0.14)
            wire = curve([start, (side * (reach + 0.98) / 2, y - 0.05), (side * 0.99, y - 0.08)])
            brush.line(wire, INK, 0.06)
    for y, reach in ((-0.66, 0.72), (-0.24, 0.58)):
        brush.box(-reach, y - 0.07, reach, y + 0.07, INK)
        for x in (-reach + 0.10, -reach * 0.42, reach * 0.42, reach - 0.10):
            brush.round_box(x - 0.07, y - 0.24, x + 0.07, y, 0.05, INK)
    for side in (-1, 1):
        brush.line([(side * 0.40, -0.24), (0, 0.14)], INK, 0.08)
    brush.polygon(symmetric([(0.09, -0.96), (0.12, 0.94)]), INK)
    brush.polygon(smooth(symmetric([(0.14, 0.80), (0.44, 0.94)])), INK)


def _worker(brush: Brush) -> None:
    """A worker under a wide hat."""
    brush.polygon(
        smooth(symmetric([(0.26, 0.20), (0.66, 0.34), (0.80, 0.70), (0.82, 0.98), (0.30, 0.98)])),
        INK,
    )
    brush.box(-0.78, 0.80, 0.78, 0.96, INK)
    brush.ellipse((0, -0.16), 0.36, INK, radius_y=0.42)
    brush.polygon([(-0.20, 0.24), (0.20, 0.24), (0, 0.56)], GAP)
    brush.polygon([(-0.09, 0.28), (0.09, 0.28), (0, 0.46)], INK)
    brush.box(-0.50, -0.30, 0.50, -0.20, GAP)
    brush.polygon(
        smooth(symmetric([(0.16, -0.93), (0.38, -0.84), (0.46, -0.42), (0.10, -0.36)])), INK
    )
    brush.round_box(-0.84, -0.48, 0.84, -0.30, 0.09, INK)
    brush.box(-0.45, -0.59, 0.45, -0.52, GAP)


# ---- resources ------------------------------------------------------------------------------

_WATER, _WATER_DARK = rgb("#4E97B8"), rgb("#1C4F69")
_LEAF, _LEAF_DARK, _TRUNK = rgb("#5F9150"), rgb("#24401F"), rgb("#6B4528")
_BRICK, _BRICK_DARK = rgb("#C4653A"), rgb("#6B2F15")
_STEEL, _STEEL_DARK = rgb("#B4BDC9"), rgb("#434B58")
_LEAF_SHADED = mix(_LEAF, _LEAF_DARK, 0.45)
_BRICK_LIT, _STEEL_LIT = mix(_BRICK, _WHITE, 0.38), mix(_STEEL, _WHITE, 0.70)


def _drop_outline(scale: float = 1.0) -> list[Point]:
    half = [(0.0, -0.98), (0.22, -0.52), (0.52, -0.06), (0.66, 0.34), (0.46, 0.80), (0.0, 0.97)]
    sides = curve(half)
    return transform([*sides, *reversed(mirror(sides))], 0, 0.06 * (1 - scale), scale)


def _water(brush: Brush) -> None:
    """A drop with one highlight."""
    brush.polygon(_drop_outline(), _WATER_DARK)
    brush.polygon(_drop_outline(0.83), _WATER)
    shine = smooth([(-0.30, 0.12), (-0.16, 0.22), (-0.18, 0.50), (-0.30, 0.56), (-0.38, 0.36)])
    brush.polygon(shine, mix(_WATER, _WHITE, 0.72))


def _wood(brush: Brush) -> None:
    """A pine of three tiers, its left half lit."""
    brush.box(-0.15, 0.52, 0.15, 0.98, _LEAF_DARK)
    brush.box(-0.09, 0.52, 0.09, 0.92, _TRUNK)
    tiers = ((-0.98, -0.28, 0.42), (-0.62, 0.18, 0.62), (-0.20, 0.72, 0.82))
    for inset, lit, shaded in (
        (0.0, _LEAF_DARK, _LEAF_DARK),
        (0.09, _LEAF, _LEAF_SHADED),
    ):
        for top, bottom, width in reversed(tiers):
            reach, y = width - inset * 1.3, bottom - inset * 0.8
            brush.polygon([(0, top + inset * 1.7), (reach, y), (0, y)], shaded)
            brush.polygon([(0, top + inset * 1.7), (-reach, y), (0, y)], lit)


def _clay(brush: Brush) -> None:
    """Three bricks."""
    for left, top in ((-0.98, 0.02), (0.02, 0.02), (-0.48, -0.62)):
        right, bottom = left + 0.96, top + 0.60
        brush.round_box(left, top, right, bottom, 0.05, _BRICK_DARK)
        brush.box(left + 0.08, top + 0.08, right - 0.08, bottom - 0.08, _BRICK)
        brush.box(left + 0.08, top + 0.08, right - 0.08, top + 0.24, _BRICK_LIT)


def _metal(brush: Brush) -> None:
    """Three ingots, their tops lit."""
    for x, y in ((-0.50, 0.14), (0.50, 0.14), (0.0, -0.54)):
        brush.polygon(transform(symmetric([(0.28, 0.0), (0.50, 0.60)]), x, y), _STEEL_DARK)
        brush.polygon(transform(symmetric([(0.23, 0.07), (0.40, 0.53)]), x, y), _STEEL)
        brush.polygon(transform(symmetric([(0.23, 0.07), (0.29, 0.24)]), x, y), _STEEL_LIT)


# ---- cities ---------------------------------------------------------------------------------


def _windows(brush: Brush, x: float, y: float, across: int, down: int) -> None:
    for column in range(across):
        for row in range(down):
            left, top = x + 0.13 * column, y + 0.16 * row
            brush.box(left, top, left + 0.07, top + 0.10, (0, 0, 0, 0))


def _denver(brush: Brush, light: Colour, shade: Colour) -> None:
    """A clock tower before the Rocky Mountains."""
    ridge = [(-0.98, 0.50), (-0.60, -0.22), (-0.40, 0.04), (-0.04, -0.54), (0.30, 0.02)]
    brush.polygon([*ridge, (0.56, -0.30), (0.98, 0.50)], mix(shade, (74, 68, 62), 0.45))
    for top, reach in (((-0.60, -0.22), 0.13), ((-0.04, -0.54), 0.17), ((0.56, -0.30), 0.14)):
        brush.polygon(
            [
                top,
                (top[0] + reach, top[1] + reach * 1.7),
                (top[0] - reach * 0.9, top[1] + reach * 1.7),
            ],
            light,
        )
    brush.box(-0.80, 0.10, -0.34, 0.80, shade)
    brush.box(0.30, -0.02, 0.80, 0.80, shade)
    brush.box(-0.28, -0.40, 0.20, 0.80, light)
    brush.polygon([(-0.34, -0.38), (-0.04, -0.92), (0.26, -0.38)], light)
    brush.ellipse((-0.04, -0.20), 0.13, (0, 0, 0, 0))
    brush.line([(-0.04, -0.28), (-0.04, -0.20), (0.03, -0.16)], light, 0.04)
    _windows(brush, -0.72, 0.24, 3, 3)
    _windows(brush, 0.39, 0.12, 3, 4)
    _windows(brush, -0.21, 0.06, 3, 4)


def _omaha(brush: Brush, light: Colour, shade: Colour) -> None:
    """Elevators of grain on the Missouri, and a market hall."""
    for index, x in enumerate((-0.88, -0.60, -0.32)):
        brush.box(x, -0.36, x + 0.26, 0.80, (light, shade)[index % 2])
        brush.ellipse((x + 0.13, -0.36), 0.13, (light, shade)[index % 2], radius_y=0.09)
    brush.box(-0.66, -0.78, -0.28, -0.36, light)
    brush.polygon([(-0.72, -0.76), (-0.47, -0.98), (-0.22, -0.76)], light)
    brush.box(-0.53, -0.66, -0.41, -0.50, (0, 0, 0, 0))
    brush.box(0.04, -0.10, 0.46, 0.80, shade)
    brush.box(0.00, -0.18, 0.50, -0.06, shade)
    brush.box(0.44, -0.46, 0.88, 0.80, light)
    brush.polygon([(0.40, -0.46), (0.66, -0.74), (0.92, -0.46)], light)
    _windows(brush, 0.12, 0.06, 3, 4)
    _windows(brush, 0.52, -0.34, 3, 7)


def _sacramento(brush: Brush, light: Colour, shade: Colour) -> None:
    """The Capitol with its dome."""
    brush.box(-0.90, 0.20, 0.90, 0.80, shade)
    brush.box(-0.92, 0.14, 0.92, 0.24, light)
    brush.polygon(symmetric([(0.0, -0.06), (0.44, 0.18)]), light)
    brush.box(-0.36, 0.20, 0.36, 0.80, light)
    for x in (-0.26, -0.09, 0.09, 0.26):
        brush.box(x - 0.045, 0.32, x + 0.045, 0.80, (0, 0, 0, 0))
    brush.box(-0.34, -0.26, 0.34, 0.00, shade)
    for x in (-0.24, -0.08, 0.08, 0.24):
        brush.box(x - 0.03, -0.24, x + 0.03, -0.04, (0, 0, 0, 0))
    brush.box(-0.38, -0.32, 0.38, -0.24, light)
    brush.polygon([*_dome((0, -0.30), 0.33, 0.42)], light)
    brush.box(-0.09, -0.86, 0.09, -0.66, shade)
    brush.polygon([(-0.10, -0.84), (0, -0.99), (0.10, -0.84)], light)
    for x in (-0.80, 0.47):
        _windows(brush, x, 0.34, 3, 3)


def _dome(foot: Point, width: float, height: float) -> list[Point]:
    half = [
        (width, 0.0),
        (width * 0.92, -height * 0.45),
        (width * 0.62, -height * 0.82),
        (0, -height),
    ]
    sides = curve(half)
    return transform([*sides, *reversed(mirror(sides))], *foot)


def _salt_lake_city(brush: Brush, light: Colour, shade: Colour) -> None:
    """The temple with its six spires."""
    brush.box(-0.78, 0.02, 0.78, 0.80, shade)
    for x, top, tone in (
        (-0.66, -0.42, shade),
        (0.66, -0.42, shade),
        (-0.40, -0.56, light),
        (0.40, -0.56, light),
        (0.0, -0.96, light),
    ):
        width = 0.15 if x else 0.19
        brush.polygon([(x - width, top + 0.52), (x, top), (x + width, top + 0.52)], tone)
        brush.box(x - width, top + 0.50, x + width, 0.80, tone)
        brush.box(x - width - 0.03, top + 0.48, x + width + 0.03, top + 0.55, tone)
        brush.round_box(x - 0.055, top + 0.68, x + 0.055, top + 0.90, 0.05, (0, 0, 0, 0))
        brush.round_box(x - 0.055, top + 1.02, x + 0.055, top + 1.20, 0.05, (0, 0, 0, 0))
    brush.round_box(-0.10, 0.42, 0.10, 0.84, 0.09, (0, 0, 0, 0))


SIGNS = Signs(
    projects={
        10: _cattle,
        20: _tower,
        30: _anvil,
        40: _pan,
        50: _town,
        60: _railway,
        70: _telegraph,
    },
    resources={
        "water": _water,
        "wood": _wood,
        "clay": _clay,
        "metal": _metal,
    },
    cities={
        "denver": _denver,
        "omaha": _omaha,
        "sacramento": _sacramento,
        "salt_lake_city": _salt_lake_city,
    },
    bonus=_worker,
    tones=(
        *(_WATER, _WATER_DARK, _LEAF, _LEAF_DARK, _LEAF_SHADED, _TRUNK),
        *(_BRICK, _BRICK_DARK, _BRICK_LIT, _STEEL, _STEEL_DARK, _STEEL_LIT),
    ),
)
