"""The buildings on the roofs: three ways to build each district, and the pits of the quarries.

Every function draws with a brush whose unit is the hex radius and whose origin is the middle of the
top face, within a box of about 1.4 × 1.1.
"""

from __future__ import annotations

from collections.abc import Callable

from render.akropolis import materials as m
from render.canvas import Brush
from render.hexes import Point, hexagon
from render.theme import Colour, mix

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)

Build = Callable[[Brush, int], None]


def build(brush: Brush, colour: str | None, variant: int) -> None:
    """Draw the district of `colour`, or a quarry's pit, in one of its variants."""
    _BUILDERS[colour](brush, variant)


# ---- houses ---------------------------------------------------------------------------------

_STREETS: tuple[tuple[tuple[float, float, float], ...], ...] = (
    ((-0.62, 0.02, 0.42), (0.10, -0.03, 0.43), (-0.22, 0.48, 0.52)),
    ((-0.27, -0.04, 0.46), (-0.66, 0.42, 0.45), (0.10, 0.46, 0.45)),
    ((0.06, 0.02, 0.42), (-0.68, 0.22, 0.54), (0.08, 0.50, 0.42)),
)
"""For each variant: left, bottom and width of the houses, back to front."""


def houses(brush: Brush, variant: int) -> None:
    """Three gabled houses under long blue roofs."""
    for left, bottom, width in _STREETS[variant]:
        _house(brush, left, bottom, width)


def _house(brush: Brush, x: float, y: float, width: float) -> None:
    tone = m.MATERIALS["houses"]
    wall, gable = 0.46 * width, 0.42 * width
    back = (0.62 * width, -0.30 * width)
    eave, apex, left = (x + width, y - wall), (x + width / 2, y - wall - gable), (x, y - wall)
    foot = (x + width, y)
    brush.ellipse(
        (x + 0.85 * width, y - 0.02), 0.62 * width, (*m.SHADOW, 60), radius_y=0.14 * width
    )
    brush.polygon([foot, eave, _shift(eave, back), _shift(foot, back)], m.WALL_SHADE)
    brush.polygon([(x, y), foot, eave, apex, left], m.WALL)
    hang = (0.10 * width, 0.09 * width)
    low = _shift(eave, hang)
    brush.polygon([apex, low, _shift(low, back), _shift(apex, back)], tone.light)
    middle = _between(apex, low, 0.55)
    brush.polygon([middle, low, _shift(low, back), _shift(middle, back)], tone.mosaic)
    brush.line([_shift(left, (-hang[0], hang[1])), apex, low], tone.dark, 0.085 * width)
    brush.line([apex, _shift(apex, back)], mix(tone.floor, WHITE, 0.5), 0.07 * width)
    door = 0.10 * width
    brush.box(x + width / 2 - door, y - 0.36 * width, x + width / 2 + door, y, (74, 58, 48))


# ---- markets --------------------------------------------------------------------------------

_FRUIT: tuple[tuple[Colour, ...], ...] = (
    ((201, 58, 42), (242, 158, 40), (98, 160, 58)),
    ((98, 160, 58), (201, 58, 42), (140, 76, 160)),
    ((242, 158, 40), (140, 76, 160), (201, 58, 42)),
)


def market(brush: Brush, variant: int) -> None:
    """A counter with heaps of fruit under a striped awning."""
    brush.ellipse((0.03, 0.49), 0.68, (*m.SHADOW, 60), radius_y=0.10)
    for post in (-0.60, 0.60):
        brush.box(post - 0.035, -0.25, post + 0.035, 0.45, m.WOOD_DARK)
    brush.box(-0.60, -0.10, 0.60, 0.22, (110, 76, 44))
    _counter(brush, variant)
    _awning(brush, variant)


def _counter(brush: Brush, variant: int) -> None:
    for index, colour in enumerate(_FRUIT[variant]):
        for dx, dy in ((-0.10, 0.15), (0.10, 0.15), (0.0, 0.05), (-0.17, 0.17), (0.17, 0.17)):
            at = (-0.40 + 0.40 * index + dx, dy)
            brush.ellipse(at, 0.085, colour)
            brush.ellipse((at[0] - 0.025, at[1] - 0.025), 0.035, mix(colour, WHITE, 0.45))
    brush.box(-0.65, 0.20, 0.65, 0.50, m.WOOD)
    brush.box(-0.65, 0.20, 0.65, 0.26, mix(m.WOOD, WHITE, 0.35))
    brush.box(-0.65, 0.44, 0.65, 0.50, m.WOOD_DARK)
    for plank in range(1, 4):
        x = -0.65 + plank * 0.325
        brush.box(x - 0.008, 0.27, x + 0.008, 0.45, m.WOOD_DARK)


def _awning(brush: Brush, variant: int) -> None:
    tone = m.MATERIALS["markets"]
    cream: Colour = (255, 246, 222)
    stripes, top, bottom = 6, -0.58, -0.06
    for index in range(stripes):
        a, b = index / stripes * 2 - 1, (index + 1) / stripes * 2 - 1
        colour = (tone.light, cream)[(index + variant) % 2]
        shade = mix(colour, tone.dark, 0.28)
        brush.ellipse(((a + b) / 2 * 0.78, bottom), (b - a) / 2 * 0.78, shade, radius_y=0.13)
        brush.polygon(
            [(a * 0.56, top), (b * 0.56, top), (b * 0.78, bottom), (a * 0.78, bottom)], colour
        )
        brush.polygon(
            [
                (a * 0.73, bottom - 0.12),
                (b * 0.73, bottom - 0.12),
                (b * 0.78, bottom),
                (a * 0.78, bottom),
            ],
            mix(colour, tone.dark, 0.10),
        )
    brush.box(-0.57, top - 0.05, 0.57, top + 0.02, tone.dark)


# ---- barracks -------------------------------------------------------------------------------


def barracks(brush: Brush, variant: int) -> None:
    """A crenellated wall and a bronze shield before it; spears or towers in some."""
    tone = m.MATERIALS["barracks"]
    brush.ellipse((0.05, 0.41), 0.70, (*m.SHADOW, 60), radius_y=0.12)
    if variant == 1:
        _spears(brush)
    _rampart(brush, tower=0.16 if variant == 2 else 0.0)
    _shield(brush, (0.0, 0.10), 0.47, tone)
    _emblem(brush, variant)


def _rampart(brush: Brush, tower: float) -> None:
    course: Colour = (201, 116, 84)
    step = 1.30 / 7
    for index in range(0, 7, 2):
        x = -0.65 + index * step
        rise = tower if index in (0, 6) else 0.0
        brush.box(x, -0.56 - rise, x + step, -0.20, m.WALL)
        brush.box(x + 0.72 * step, -0.56 - rise, x + step, -0.20, m.WALL_SHADE)
    brush.box(-0.65, -0.36, 0.65, 0.42, m.WALL)
    brush.box(0.52, -0.36, 0.65, 0.42, m.WALL_SHADE)
    for y in (-0.24, 0.20):
        brush.box(-0.65, y, 0.65, y + 0.08, course)


def _spears(brush: Brush) -> None:
    for side in (-1, 1):
        brush.line([(-0.50 * side, 0.45), (0.46 * side, -0.66)], m.WOOD_DARK, 0.06)
        tip = (0.56 * side, -0.78)
        brush.polygon([tip, (0.40 * side, -0.70), (0.52 * side, -0.58)], m.WALL_SHADE)


def _shield(brush: Brush, centre: Point, radius: float, tone: m.Material) -> None:
    x, y = centre
    brush.ellipse((x + 0.03, y + 0.04), radius, (*m.SHADOW, 110))
    brush.ellipse(centre, radius, mix(tone.dark, BLACK, 0.35))
    brush.ellipse(centre, 0.92 * radius, m.BRONZE)
    brush.ellipse((x - 0.01, y - 0.01), 0.86 * radius, mix(m.BRONZE, WHITE, 0.30))
    brush.ellipse(centre, 0.76 * radius, tone.mosaic)
    box = [brush.pixel((x + d * 0.76 * radius, y + d * 0.76 * radius)) for d in (-1, 1)]
    brush.pen.pieslice([*box[0], *box[1]], 135, 315, fill=tone.light)


def _emblem(brush: Brush, variant: int) -> None:
    cream: Colour = (255, 246, 224)
    if variant == 1:
        brush.ellipse((0.0, 0.10), 0.22, cream)
        brush.ellipse((0.0, 0.10), 0.14, m.MATERIALS["barracks"].mosaic)
        brush.ellipse((0.0, 0.10), 0.07, cream)
    else:
        brush.line([(-0.17, 0.31), (0.0, -0.13), (0.17, 0.31)], cream, 0.105)


# ---- temples --------------------------------------------------------------------------------


def temple(brush: Brush, variant: int) -> None:
    """Columns on two steps under a pediment; four, five or three of them."""
    columns = (4, 5, 4)[variant]
    tone = m.MATERIALS["temples"]
    brush.ellipse((0.04, 0.50), 0.70, (*m.SHADOW, 60), radius_y=0.11)
    brush.box(-0.72, 0.40, 0.72, 0.52, m.WALL_SHADE)
    brush.box(-0.72, 0.40, 0.72, 0.44, m.WALL)
    brush.box(-0.64, 0.29, 0.64, 0.40, mix(m.WALL, m.WALL_SHADE, 0.35))
    brush.box(-0.64, 0.29, 0.64, 0.33, m.WALL)
    brush.box(-0.56, -0.22, 0.56, 0.29, mix(tone.dark, BLACK, 0.45))
    for index in range(columns):
        _column(brush, -0.50 + index * 1.0 / (columns - 1), 0.20 if columns == 4 else 0.16, tone)
    _pediment(brush, variant, tone)


def _column(brush: Brush, x: float, width: float, tone: m.Material) -> None:
    half = width / 2
    brush.box(x - half, -0.22, x + half, 0.29, tone.light)
    brush.box(x - half, -0.22, x - 0.35 * half, 0.29, mix(tone.light, WHITE, 0.38))
    brush.box(x + 0.40 * half, -0.22, x + half, 0.29, tone.mosaic)
    brush.box(x - 1.25 * half, -0.25, x + 1.25 * half, -0.18, m.WALL)
    brush.box(x - 1.25 * half, 0.24, x + 1.25 * half, 0.30, m.WALL)


def _pediment(brush: Brush, variant: int, tone: m.Material) -> None:
    brush.box(-0.68, -0.36, 0.68, -0.25, m.WALL)
    brush.box(-0.68, -0.29, 0.68, -0.25, m.WALL_SHADE)
    brush.polygon([(-0.76, -0.36), (0.0, -0.74), (0.76, -0.36)], m.WALL)
    brush.polygon([(0.0, -0.74), (0.76, -0.36), (0.62, -0.36), (0.0, -0.67)], m.WALL_SHADE)
    brush.polygon([(-0.48, -0.40), (0.0, -0.64), (0.48, -0.40)], tone.light)
    brush.polygon([(0.0, -0.64), (0.48, -0.40), (0.0, -0.40)], tone.mosaic)
    if variant == 2:
        brush.ellipse((0.0, -0.47), 0.065, m.BRONZE)
        for side in (-0.66, 0.66):
            brush.box(side - 0.03, 0.12, side + 0.03, 0.30, m.WALL_SHADE)
            brush.ellipse((side, 0.08), 0.07, (242, 158, 40))


# ---- gardens --------------------------------------------------------------------------------


def garden(brush: Brush, variant: int) -> None:
    """Cypresses and round trees on a lawn; a pool in one of them."""
    if variant == 0:
        _cypress(brush, (0.0, 0.12), 0.90)
        _tree(brush, (-0.38, 0.34), 0.27)
        _tree(brush, (0.40, 0.34), 0.27)
    elif variant == 1:
        _tree(brush, (0.38, 0.06), 0.25)
        _cypress(brush, (-0.10, 0.10), 0.86)
        _tree(brush, (-0.46, 0.32), 0.25)
        _pool(brush, (0.20, 0.36))
    else:
        _cypress(brush, (-0.34, 0.16), 0.84)
        _cypress(brush, (0.36, 0.16), 0.84)
        _tree(brush, (0.0, 0.42), 0.31)


def _tree(brush: Brush, foot: Point, radius: float) -> None:
    x, y = foot
    brush.ellipse(
        (x + 0.06, y + 0.02), 1.05 * radius, (*m.MATERIALS["gardens"].dark, 120), radius_y=0.09
    )
    brush.box(x - 0.035, y - 0.5 * radius, x + 0.035, y + 0.02, m.TRUNK)
    _crown(brush, (x, y - 1.25 * radius), radius, radius)


def _cypress(brush: Brush, foot: Point, height: float) -> None:
    x, y = foot
    brush.ellipse((x + 0.08, y + 0.02), 0.20, (*m.MATERIALS["gardens"].dark, 120), radius_y=0.07)
    brush.box(x - 0.035, y - 0.15, x + 0.035, y + 0.02, m.TRUNK)
    for share, width, tone in _crown_tones():
        tall, wide = height * share, 0.17 * width
        middle = y - 0.12 - height / 2
        shift = -0.05 * (1 - share)
        top, bottom = (x + shift, middle - tall / 2), middle + tall / 2
        side = middle + 0.18 * tall
        brush.polygon([top, (x + shift + wide, side), (x + shift - wide, side)], tone)
        brush.ellipse((x + shift, side), wide, tone, radius_y=bottom - side)


def _crown(brush: Brush, centre: Point, wide: float, height: float) -> None:
    for share, width, tone in _crown_tones():
        shift = 0.32 * (1 - share)
        at = (centre[0] - shift * wide, centre[1] - shift * height)
        brush.ellipse(at, wide * width, tone, radius_y=height * width)


def _crown_tones() -> list[tuple[float, float, Colour]]:
    tone = m.MATERIALS["gardens"]
    return [
        (1.0, 1.0, tone.dark),
        (0.90, 0.88, tone.mosaic),
        (0.62, 0.60, mix(tone.mosaic, tone.light, 0.6)),
        (0.30, 0.30, mix(tone.light, WHITE, 0.28)),
    ]


def _pool(brush: Brush, centre: Point) -> None:
    brush.ellipse(centre, 0.30, m.WALL_SHADE, radius_y=0.16)
    brush.ellipse((centre[0], centre[1] - 0.015), 0.28, m.WALL, radius_y=0.145)
    brush.ellipse(centre, 0.22, m.WATER_DEEP, radius_y=0.105)
    brush.ellipse((centre[0] - 0.02, centre[1] + 0.015), 0.19, m.WATER, radius_y=0.08)


# ---- quarries -------------------------------------------------------------------------------

_BLOCKS: tuple[tuple[tuple[float, float, float], ...], ...] = (
    ((-0.12, 0.10, 0.15), (0.13, 0.05, 0.19)),
    ((-0.15, 0.02, 0.14), (0.14, 0.02, 0.14), (0.0, 0.14, 0.17)),
    ((0.12, 0.11, 0.15), (-0.13, 0.06, 0.20)),
)
"""For each variant: place and size of the cut cubes."""


def quarry(brush: Brush, variant: int) -> None:
    """A pit in three steps: the right and lower faces are lit, those at the top left are dark."""
    floor: Colour = m.LIMESTONE
    lit, dark = mix(floor, WHITE, 0.20), mix(floor, m.INK, 0.24)
    for radius, depth in ((0.80, 0.05), (0.60, 0.11), (0.40, 0.18)):
        outer, inner = hexagon(radius, m.SQUASH), hexagon(radius - 0.085, m.SQUASH)
        for edge in range(6):
            tone = mix(floor, lit, 0.9) if edge in (0, 1) else mix(floor, dark, 0.35 + 0.25 * depth)
            if edge in (3, 4):
                tone = dark
            following = (edge + 1) % 6
            brush.polygon(
                [outer[edge], outer[following], inner[following], inner[edge]],
                mix(tone, m.INK, depth / 3),
            )
        brush.polygon(inner, mix(floor, m.INK, depth))
    for x, y, size in _BLOCKS[variant]:
        cube(brush, (x, y), size)


def cube(brush: Brush, centre: Point, size: float) -> None:
    """A cut stone: its top, left and right faces."""
    x, y = centre
    width, low = 0.92 * size, 0.50 * size
    top, middle, bottom = y - size, y, y + size
    left, right = x - width, x + width
    brush.polygon([(x, top), (right, top + low), (x, middle), (left, top + low)], m.STONE_TOP)
    brush.polygon([(left, top + low), (x, middle), (x, bottom), (left, middle + low)], m.STONE_LEFT)
    brush.polygon(
        [(right, top + low), (x, middle), (x, bottom), (right, middle + low)], m.STONE_RIGHT
    )


# ---- shared ---------------------------------------------------------------------------------


def _shift(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


_BUILDERS: dict[str | None, Build] = {
    "houses": houses,
    "markets": market,
    "barracks": barracks,
    "temples": temple,
    "gardens": garden,
    None: quarry,
}
