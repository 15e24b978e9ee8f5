"""Buildings: tokens of painted wood or of marble, with project, number, colour and pattern."""

from __future__ import annotations

from PIL import Image, ImageChops

from render import type_scale
from render._settlements.land.frame import FULL
from render._settlements.land.terrain import hex_brush, hexagon
from render._settlements.look import CREAM, IVORY, Look
from render._settlements.map import outlines
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Brush
from render.sprites import inscribe, lay, trim
from render.text import MIN_SIZE, Label
from render.theme import THEME, Colour, SeatStyle, mix

_WHITE: Colour = (255, 255, 255)
_BLACK: Colour = (0, 0, 0)
DISC_FROM = 52
"""Width of a hex from which a building shows its project."""
NUMBERED_FROM = 32
"""Width of a hex from which a building shows its number; smaller ones show their owner's mark."""


_WOOD, _MARBLE = 0.80, 0.78
"""Size of a token, in hex radii."""
_PAD = 12


@memoize
def field(look: Look, seat: SeatStyle, width: int, sides: tuple[bool, ...]) -> Image.Image:
    """Ground of a building: part of the field of a settlement, with its rim along some sides."""
    brush, unit = hex_brush(width, pad=_PAD), width / FULL
    corners, drop = hexagon(width, 1.01), max(3, 8 * unit)
    for side in (1, 2):
        if sides[side]:
            ends = [corners[side], corners[side + 1]]
            low = [(x, y + drop + 3 * unit) for x, y in reversed(ends)]
            brush.polygon([*ends, *low], (20, 18, 14, 90))
            low = [(x, y + drop) for x, y in reversed(ends)]
            brush.polygon([*ends, *low], mix(seat.rim, _BLACK, 0.35))
    brush.polygon(corners, field_tone(seat))
    for side, closed in enumerate(sides):
        if closed:
            outlines.border_side(brush, width, side, sides, seat.rim, max(4, 7 * unit))
    return trim(brush.reduce_premultiplied())


def field_tone(seat: SeatStyle) -> Colour:
    """The tone of a field: deeper than a token, so that tokens lie on it."""
    return mix(seat.colour, seat.rim, 0.3)


@memoize
def token(look: Look, seat: SeatStyle, width: int) -> Image.Image:
    """The body of a seat's buildings, its middle in the middle of the sprite."""
    brush, unit = hex_brush(width, pad=_PAD), width / FULL
    size = _WOOD if look.token == "wood" else _MARBLE
    brush.polygon(hexagon(width, size + 0.01, 3 * unit), mix(seat.colour, seat.rim, 0.75))
    mask = hex_brush(width, pad=_PAD, mode="L")
    mask.polygon(hexagon(width, size), 255)
    inside = mask.image
    brush.image.paste((*seat.colour, 255), mask=inside)
    pattern = hex_brush(width, pad=_PAD, mode="L")
    _PATTERNS[seat.letter](pattern, width)
    tone, share = _PATTERN_TONES[seat.letter]
    brush.image.paste(
        (*mix(seat.colour, tone, share), 255), mask=ImageChops.darker(pattern.image, inside)
    )
    corners = hexagon(width, size - 0.02)
    light, dark = mix(seat.colour, _WHITE, 0.38), mix(seat.colour, seat.rim, 0.5)
    brush.line([corners[0], corners[1], corners[2], corners[3]], dark, 1.6 * unit)
    brush.line([corners[3], corners[4], corners[5], corners[0]], light, 1.6 * unit)
    return brush.reduce()


def _plain(brush: Brush, width: int) -> None:
    """Draw nothing: seat A has no pattern."""


def _diagonals(brush: Brush, width: int) -> None:
    step = 11 * width / FULL
    for index in range(-12, 13):
        x = index * step
        brush.line([(x - width, width), (x + width, -width)], 255, 3.2 * width / FULL)


def _dots(brush: Brush, width: int) -> None:
    step = 11 * width / FULL
    for row in range(-6, 7):
        for column in range(-6, 7):
            brush.ellipse(((column + row % 2 / 2) * step, row * 0.87 * step), 0.2 * step, 255)


def _crosses(brush: Brush, width: int) -> None:
    step = 13 * width / FULL
    for index in range(-10, 11):
        x = index * step
        brush.line([(x - width, width), (x + width, -width)], 255, 2 * width / FULL)
        brush.line([(x - width, -width), (x + width, width)], 255, 2 * width / FULL)


_PATTERNS = {"A": _plain, "B": _diagonals, "C": _dots, "D": _crosses}
_PATTERN_TONES: dict[str, tuple[Colour, float]] = {
    "A": (_WHITE, 0.0),
    "B": (_WHITE, 0.36),
    "C": (_BLACK, 0.30),
    "D": (_WHITE, 0.24),
}


# ---- a building -----------------------------------------------------------------------------


@memoize
def building(look: Look, seat: SeatStyle, project: int, number: int, width: int) -> Image.Image:
    """A whole building: its field, its token, the silhouette of its project, its number."""
    sheet = field(look, seat, width, (True,) * 6).convert("RGBA")
    middle = sheet.width // 2, sheet.height // 2
    lay(sheet, piece(look, seat, project, width).convert("RGBA"), *middle)
    if width >= NUMBERED_FROM:
        lay(sheet, plate(number, seat.rim, width), middle[0], middle[1] + plate_drop(width))
    return trim(sheet)


@memoize
def piece(look: Look, seat: SeatStyle, project: int, width: int) -> Image.Image:
    """A token with the silhouette of its project, its middle in the middle of the sprite."""
    sheet = token(look, seat, width).copy()
    if width >= DISC_FROM:
        middle = sheet.width // 2, sheet.height // 2 - disc_lift(width)
        lay(sheet, disc(look, seat, project, width), *middle)
    return trim(sheet).convert("RGBa")


def plate_drop(width: int) -> int:
    """Distance from the middle of a building down to that of its number plate."""
    return round(0.49 * width) - _plate_height(width) // 2 if width >= DISC_FROM else 0


def disc_lift(width: int) -> int:
    """Distance from the middle of a building up to that of its sign, above the plate."""
    top = plate_drop(width) - _plate_height(width) // 2
    return round((0.47 * width - top) / 2) if width >= DISC_FROM else 0


def disc_radius(width: int) -> float:
    """Radius of the sign of a building, between the plate and the top of its token."""
    return min(0.245 * width, 0.47 * width - disc_lift(width))


@memoize
def disc(look: Look, seat: SeatStyle, project: int, width: int) -> Image.Image:
    """The silhouette of a project on its disc: dark on wood, ivory on marble."""
    unit = width / FULL
    radius = disc_radius(width)
    size = 2 * round(radius + 2)
    brush, middle = Brush(size, size), (size / 2, size / 2)
    if look.token == "marble":
        ground, ink, rim = IVORY, seat.rim, mix(look.gold, seat.rim, 0.25)
    elif seat.letter == "A":
        ground, ink, rim = mix(seat.colour, _WHITE, 0.78), mix(seat.rim, _BLACK, 0.35), seat.rim
    else:
        ground, ink, rim = seat.rim, _WHITE, mix(seat.colour, seat.rim, 0.5)
    brush.ellipse(middle, radius, rim)
    brush.ellipse(middle, radius - 2 * unit, ground)
    sheet = brush.reduce()
    sign = glyphs.project(look, project, 2 * round(0.75 * radius), ink)
    lay(sheet, sign, size // 2, size // 2)
    return sheet


@memoize
def plate(number: int, rim: Colour, width: int) -> Image.Image:
    """The number plate."""
    size, tall = _number_size(width), _plate_height(width)
    wide, thin = round(1.35 * size), 2
    brush = Brush(wide, tall)
    brush.round_box(0, 0, wide, tall, 0.3 * tall, mix(rim, _BLACK, 0.2))
    brush.round_box(thin, thin, wide - thin, tall - thin, 0.22 * tall, CREAM)
    sheet = brush.reduce()
    inscribe(sheet, str(number), wide / 2, tall // 2, Label(size, THEME.ink, "bold"))
    return sheet


def _number_size(width: int) -> int:
    """Size of the number on a building: that of all figures, as far as its hex has room."""
    return max(MIN_SIZE, min(type_scale.FIGURE, round(0.64 * width)))


def number_box(width: int) -> tuple[int, int]:
    """Width and height of the number of a building."""
    size = _number_size(width)
    return round(1.1 * size), round(0.66 * size)


def _plate_height(width: int) -> int:
    return 2 * round(0.43 * _number_size(width))
