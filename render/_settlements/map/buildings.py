"""Buildings: tokens of painted wood or of marble, with project, number, colour and pattern."""

from __future__ import annotations

from PIL import Image, ImageChops

from render._settlements.land.frame import FULL, LEAST
from render._settlements.land.terrain import hex_brush, hexagon
from render._settlements.look import CREAM, IVORY, Look
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point
from render.sprites import inscribe, lay, trim
from render.text import MIN_SIZE, Label
from render.theme import THEME, Colour, SeatStyle, mix

_WHITE: Colour = (255, 255, 255)
_BLACK: Colour = (0, 0, 0)
DISC_FROM = 60
"""Width of a hex from which a building shows its project."""
NUMBER = 28
"""Size of a building's number, in measures."""
NUMBERED_FROM = 32
"""Width of a hex from which a building shows its number; smaller ones show their owner's mark."""


_WOOD = (0.845, 0.80, 0.765)
_MARBLE = (0.85, 0.745, 0.70)
"""The proportions of a token, in hex radii: edge, inner line, field."""


@memoize
def token(look: Look, seat: SeatStyle, width: int) -> Image.Image:
    """The body of a seat's buildings, its middle in the middle of the sprite."""
    unit = width / FULL
    brush = hex_brush(width, pad=_PAD)
    thick = 8 * unit
    brush.polygon(_shift(hexagon(width, 0.86), 5 * unit, thick + 4 * unit), (20, 18, 14, 90))
    (_wood if look.token == "wood" else _marble)(brush, look, seat, width, thick)
    return brush.reduce()


_PAD = 12


def _wood(brush: Brush, look: Look, seat: SeatStyle, width: int, thick: float) -> None:
    outer, light, field = _WOOD
    _extrude(brush, width, outer, thick, mix(seat.rim, _BLACK, 0.35), seat.rim)
    brush.polygon(hexagon(width, light), mix(seat.colour, _WHITE, 0.42))
    _field(brush, seat, width, field)


def _marble(brush: Brush, look: Look, seat: SeatStyle, width: int, thick: float) -> None:
    outer, line, field = _MARBLE
    dark = mix(look.stone_side, (60, 46, 24), 0.55)
    _extrude(brush, width, outer, thick, dark, mix(look.stone_side, dark, 0.45))
    _extrude(brush, width, outer - 0.02, 0.5 * thick, look.stone_side, look.stone_side)
    brush.polygon(hexagon(width, outer - 0.022), look.stone)
    brush.polygon(hexagon(width, line), seat.rim)
    _field(brush, seat, width, field)


def _extrude(
    brush: Brush, width: int, scale: float, thick: float, side: Colour, top: Colour
) -> None:
    """Draw a slab: its top, and the sides below it."""
    corners = hexagon(width, scale)
    low = _shift(corners, 0, thick)
    brush.polygon(
        [corners[5], corners[0], low[0], low[1], low[2], low[3], low[4], corners[4]], side
    )
    brush.polygon(low, side)
    brush.polygon([corners[4], corners[1], low[1], low[2], low[3], low[4]], side)
    brush.polygon(corners, top)


def _field(brush: Brush, seat: SeatStyle, width: int, scale: float) -> None:
    """Draw the field in the seat's colour and pattern, lit from the top left."""
    mask = hex_brush(width, pad=_PAD, mode="L")
    mask.polygon(hexagon(width, scale), 255)
    inside = mask.image
    brush.image.paste((*seat.colour, 255), mask=inside)
    pattern = hex_brush(width, pad=_PAD, mode="L")
    _PATTERNS[seat.letter](pattern, width)
    tone, share = _PATTERN_TONES[seat.letter]
    brush.image.paste(
        (*mix(seat.colour, tone, share), 255), mask=ImageChops.darker(pattern.image, inside)
    )
    corners = hexagon(width, scale - 0.02)
    light, dark = mix(seat.colour, _WHITE, 0.38), mix(seat.colour, seat.rim, 0.5)
    brush.line([corners[0], corners[1], corners[2], corners[3]], dark, 1.6 * width / FULL)
    brush.line([corners[3], corners[4], corners[5], corners[0]], light, 1.6 * width / FULL)


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
def building(
    look: Look, seat: SeatStyle, project: int, number: int, width: int, least: int = LEAST[0]
) -> Image.Image:
    """A whole building: its token, the silhouette of its project, its number."""
    sheet = token(look, seat, width).copy()
    middle = sheet.width // 2, sheet.height // 2
    unit = width / FULL
    if width >= DISC_FROM:
        lay(sheet, disc(look, seat, project, width), middle[0], middle[1] - round(7 * unit))
    if width >= NUMBERED_FROM:
        lay(sheet, plate(number, seat.rim, unit, least), middle[0], middle[1] + plate_drop(width))
    return trim(sheet)


def plate_drop(width: int) -> int:
    """Distance from the middle of a building down to that of its number plate."""
    return round(0.345 * width) if width >= DISC_FROM else 0


@memoize
def disc(look: Look, seat: SeatStyle, project: int, width: int) -> Image.Image:
    """The silhouette of a project on its disc: dark on wood, ivory on marble."""
    unit = width / FULL
    radius = 26 * unit
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
    sign = glyphs.project(look, project, 2 * round(19.5 * unit), ink)
    lay(sheet, sign, size // 2, size // 2)
    return sheet


@memoize
def plate(number: int, rim: Colour, unit: float, least: int = LEAST[0]) -> Image.Image:
    """The number plate."""
    size = round(max(NUMBER * unit, min(least, 0.46 * FULL * unit), MIN_SIZE))
    width, height = round(1.6 * size), round(1.08 * size)
    brush = Brush(width, height)
    thin = max(1.5, 2 * unit)
    brush.round_box(0, 0, width, height, 0.3 * height, mix(rim, _BLACK, 0.2))
    brush.round_box(thin, thin, width - thin, height - thin, 0.22 * height, CREAM)
    sheet = brush.reduce()
    inscribe(sheet, str(number), width / 2, height // 2, Label(size, THEME.ink, "bold"))
    return sheet


def _shift(points: list[Point], dx: float, dy: float) -> list[Point]:
    return [(x + dx, y + dy) for x, y in points]
