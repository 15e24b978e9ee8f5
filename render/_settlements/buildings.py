"""Buildings and what joins them: wooden tokens under a wire, or marble ones on a paved street."""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, pi, sin

from PIL import Image, ImageChops

from render._settlements import glyphs
from render._settlements.frame import FULL, row_of
from render._settlements.look import CREAM, IVORY, Look
from render._settlements.terrain import hex_brush, hexagon
from render.canvas import Brush
from render.hexes import Point
from render.text import MIN_SIZE, Label, label
from render.theme import Colour, SeatStyle, mix

_WHITE: Colour = (255, 255, 255)
_BLACK: Colour = (0, 0, 0)
DISC_FROM = 60
"""Width of a hex from which a building shows its project."""
POLE = -58
"""Height of a building's mark above its middle, in measures."""


class Cut:
    """The proportions of a token, in hex radii: edge, inner line, field."""

    wood = (0.845, 0.80, 0.765)
    marble = (0.85, 0.745, 0.70)


@lru_cache(maxsize=64)
def token(look: Look, seat: SeatStyle, wide: int) -> Image.Image:
    """The body of a seat's buildings, its middle in the middle of the sprite."""
    unit = wide / FULL
    brush = hex_brush(wide, pad=_PAD)
    thick = 8 * unit
    brush.polygon(_moved(hexagon(wide, 0.86), 5 * unit, thick + 4 * unit), (20, 18, 14, 90))
    (_wood if look.token == "wood" else _marble)(brush, look, seat, wide, thick)
    return brush.done()


_PAD = 12


def _wood(brush: Brush, look: Look, seat: SeatStyle, wide: int, thick: float) -> None:
    outer, light, field = Cut.wood
    _extruded(brush, wide, outer, thick, mix(seat.rim, _BLACK, 0.35), seat.rim)
    brush.polygon(hexagon(wide, light), mix(seat.colour, _WHITE, 0.42))
    _field(brush, seat, wide, field)


def _marble(brush: Brush, look: Look, seat: SeatStyle, wide: int, thick: float) -> None:
    outer, line, field = Cut.marble
    dark = mix(look.stone_side, (60, 46, 24), 0.55)
    _extruded(brush, wide, outer, thick, dark, mix(look.stone_side, dark, 0.45))
    _extruded(brush, wide, outer - 0.02, 0.5 * thick, look.stone_side, look.stone_side)
    brush.polygon(hexagon(wide, outer - 0.022), look.stone)
    brush.polygon(hexagon(wide, line), seat.rim)
    _field(brush, seat, wide, field)


def _extruded(
    brush: Brush, wide: int, scale: float, thick: float, side: Colour, top: Colour
) -> None:
    """A slab: its top, and the sides below it."""
    corners = hexagon(wide, scale)
    low = _moved(corners, 0, thick)
    brush.polygon(
        [corners[5], corners[0], low[0], low[1], low[2], low[3], low[4], corners[4]], side
    )
    brush.polygon(low, side)
    brush.polygon([corners[4], corners[1], low[1], low[2], low[3], low[4]], side)
    brush.polygon(corners, top)


def _field(brush: Brush, seat: SeatStyle, wide: int, scale: float) -> None:
    """The seat's colour with the pattern that tells it from the others, lit from the top left."""
    inside = Image.new("L", brush.image.size)
    mask = hex_brush(wide, pad=_PAD, mode="L")
    mask.polygon(hexagon(wide, scale), 255)
    inside = mask.image
    brush.image.paste((*seat.colour, 255), mask=inside)
    pattern = hex_brush(wide, pad=_PAD, mode="L")
    _PATTERNS[seat.letter](pattern, wide)
    tone, share = _PATTERN_TONES[seat.letter]
    brush.image.paste(
        (*mix(seat.colour, tone, share), 255), mask=ImageChops.darker(pattern.image, inside)
    )
    corners = hexagon(wide, scale - 0.02)
    light, dark = mix(seat.colour, _WHITE, 0.38), mix(seat.colour, seat.rim, 0.5)
    brush.line([corners[0], corners[1], corners[2], corners[3]], dark, 1.6 * wide / FULL)
    brush.line([corners[3], corners[4], corners[5], corners[0]], light, 1.6 * wide / FULL)


def _plain(brush: Brush, wide: int) -> None:
    """Seat A has no pattern."""


def _diagonals(brush: Brush, wide: int) -> None:
    step = 11 * wide / FULL
    for index in range(-12, 13):
        x = index * step
        brush.line([(x - wide, wide), (x + wide, -wide)], 255, 3.2 * wide / FULL)


def _dots(brush: Brush, wide: int) -> None:
    step = 11 * wide / FULL
    for row in range(-6, 7):
        for column in range(-6, 7):
            brush.ellipse(((column + row % 2 / 2) * step, row * 0.87 * step), 0.2 * step, 255)


def _crosses(brush: Brush, wide: int) -> None:
    step = 13 * wide / FULL
    for index in range(-10, 11):
        x = index * step
        brush.line([(x - wide, wide), (x + wide, -wide)], 255, 2 * wide / FULL)
        brush.line([(x - wide, -wide), (x + wide, wide)], 255, 2 * wide / FULL)


_PATTERNS = {"A": _plain, "B": _diagonals, "C": _dots, "D": _crosses}
_PATTERN_TONES: dict[str, tuple[Colour, float]] = {
    "A": (_WHITE, 0.0),
    "B": (_WHITE, 0.36),
    "C": (_BLACK, 0.30),
    "D": (_WHITE, 0.24),
}


# ---- a building -----------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def building(look: Look, seat: SeatStyle, project: int, number: int, wide: int) -> Image.Image:
    """A whole building: its token, the silhouette of its project, its number."""
    sheet = token(look, seat, wide).copy()
    middle = sheet.width // 2, sheet.height // 2
    unit = wide / FULL
    if wide >= DISC_FROM:
        _compose(sheet, disc(look, seat, project, wide), middle[0], middle[1] - round(3 * unit))
    _compose(sheet, plate(number, seat.rim, unit), middle[0], middle[1] + plate_drop(wide))
    return trimmed(sheet)


def trimmed(sheet: Image.Image) -> Image.Image:
    """A sprite without the rows and columns that are empty on both sides: its middle stays."""
    left, top, right, low = sheet.getbbox() or (0, 0, *sheet.size)
    across, down = min(left, sheet.width - right), min(top, sheet.height - low)
    return sheet.crop((across, down, sheet.width - across, sheet.height - down))


def plate_drop(wide: int) -> int:
    """How far the number plate lies below the middle of its building."""
    return round(0.33 * wide) if wide >= DISC_FROM else 0


@lru_cache(maxsize=256)
def disc(look: Look, seat: SeatStyle, project: int, wide: int) -> Image.Image:
    """The silhouette of a project on its disc: dark on wood, ivory on marble."""
    unit = wide / FULL
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
    sheet = brush.done()
    _compose(
        sheet, glyphs.project(look.key, project, 2 * round(19.5 * unit), ink), size // 2, size // 2
    )
    return sheet


@lru_cache(maxsize=256)
def plate(number: int, rim: Colour, unit: float) -> Image.Image:
    """The number plate."""
    size = max(MIN_SIZE, round(21 * unit))
    wide, tall = round(1.75 * size), round(1.17 * size)
    brush = Brush(wide, tall)
    thin = max(1.5, 2 * unit)
    brush.rounded(0, 0, wide, tall, 0.3 * tall, mix(rim, _BLACK, 0.2))
    brush.rounded(thin, thin, wide - thin, tall - thin, 0.22 * tall, CREAM)
    sheet = brush.done()
    setting = label(str(number), Label(size, (43, 38, 32), "bold"))
    x = round(wide / 2 - setting.width / 2) + setting.shift[0]
    sheet.alpha_composite(setting.sprite, (max(0, x), max(0, tall // 2 + setting.shift[1])))
    return sheet


def _compose(sheet: Image.Image, sprite: Image.Image, x: int, y: int) -> None:
    left, top = x - sprite.width // 2, y - sprite.height // 2
    sheet.alpha_composite(sprite, (max(0, left), max(0, top)), (max(0, -left), max(0, -top)))


# ---- marks ----------------------------------------------------------------------------------


def mark_radius(unit: float) -> float:
    """Of a mark; the letter finds room as long as buildings show their projects."""
    return max(11.0 if unit * FULL >= DISC_FROM else 8.5, 13.5 * unit)


@lru_cache(maxsize=64)
def mark(seat: SeatStyle, unit: float) -> Image.Image:
    """The seat's shape with its letter on a light halo, on the post of a building."""
    radius = mark_radius(unit)
    size = 2 * round(radius + 4)
    brush, middle = Brush(size, size), size / 2
    for grown, tone in ((2.2, IVORY), (0.0, seat.rim), (-2.2, seat.colour)):
        shape(brush, seat.shape, (middle, middle), radius + grown * max(0.8, unit), tone)
    sheet = brush.done()
    if radius >= 10.5:
        ink = _WHITE if sum(seat.colour) < 420 else seat.on_band
        setting = label(seat.letter, Label(max(MIN_SIZE, round(1.15 * radius)), ink, "bold"))
        drop = {"triangle": 0.2, "circle": 0.0}.get(seat.shape, 0.02) * radius
        x = round(middle - setting.width / 2) + setting.shift[0]
        sheet.alpha_composite(
            setting.sprite, (max(0, x), max(0, round(middle + drop) + setting.shift[1]))
        )
    return sheet


def shape(brush: Brush, kind: str, at: Point, radius: float, tone: Colour) -> None:
    """One of the four shapes of seats, all of about the same area."""
    x, y = at
    if kind == "circle":
        brush.ellipse(at, radius, tone)
    elif kind == "square":
        half = 0.89 * radius
        brush.rounded(x - half, y - half, x + half, y + half, 0.2 * radius, tone)
    elif kind == "diamond":
        far = 1.24 * radius
        brush.polygon([(x, y - far), (x + far, y), (x, y + far), (x - far, y)], tone)
    else:
        far = 1.4 * radius
        points = [(x + far * cos(a), y + 0.28 * radius + far * sin(a)) for a in _TRIANGLE]
        brush.polygon(points, tone)


_TRIANGLE = (-pi / 2, pi / 6, 5 * pi / 6)


@lru_cache(maxsize=64)
def upright(look: Look, seat: SeatStyle, wide: int) -> Image.Image:
    """The mark on its telegraph pole with a cross-arm; on marble it stands alone."""
    unit, top = wide / FULL, mark(seat, wide / FULL)
    if look.link != "wire" or wide < DISC_FROM:
        return top
    tall = 2 * round(max(top.height / 2, 33 * unit))
    brush = Brush(2 * round(18 * unit), tall)
    brush.origin = (round(18 * unit), tall / 2)
    for grown, tone in ((1.4, CREAM), (0.0, (58, 42, 26))):
        thick = (2.2 + grown) * unit
        brush.box(-thick, 0, thick, 31 * unit, tone)
        arm = 15 * unit + grown
        brush.box(-arm, 4 * unit - thick, arm, 4 * unit + thick, tone)
    sheet = Image.new("RGBA", (max(brush.done().width, top.width), tall))
    for sprite in (brush.done(), top):
        _compose(sheet, sprite, sheet.width // 2, tall // 2)
    return sheet


# ---- joins ----------------------------------------------------------------------------------

JOINS = (0, 1, 2)
"""Directions of the neighbours to which a building is joined: E, SE, SW."""


def towards(wide: int, direction: int) -> Point:
    """From the middle of a hex to that of its neighbour E, SE or SW."""
    return ((wide, 0), (wide / 2, row_of(wide)), (-wide / 2, row_of(wide)))[direction]


@lru_cache(maxsize=128)
def strip(look: Look, seat: SeatStyle, direction: int, wide: int) -> Image.Image:
    """The ground between two neighbours of one seat, as much as is seen of it."""
    unit, (dx, dy) = wide / FULL, towards(wide, direction)
    brush = _between(0.44 * dx, 0.44 * dy, 24 * unit)
    a, b = (-0.22 * dx, -0.22 * dy), (0.22 * dx, 0.22 * dy)
    if look.link == "wire":
        for width, tone in ((40, seat.rim), (34, seat.colour)):
            brush.line([a, b], tone, width * unit)
        brush.line([a, b], mix(seat.colour, seat.rim, 0.4), 2 * unit)
        return trimmed(brush.done())
    for width, tone in ((44, seat.rim), (39, seat.colour), (26, seat.rim), (22, look.stone)):
        brush.line([a, b], tone, width * unit)
    _slabs(brush, a, b, unit, mix(look.stone_side, seat.rim, 0.25))
    return trimmed(brush.done())


def _slabs(brush: Brush, a: Point, b: Point, unit: float, tone: Colour) -> None:
    """The joints of a pavement."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    along = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    for step in range(-2, 2):
        x, y = along[0] * (step + 0.5) * 10 * unit, along[1] * (step + 0.5) * 10 * unit
        side = (-along[1] * 11 * unit, along[0] * 11 * unit)
        brush.line([(x - side[0], y - side[1]), (x + side[0], y + side[1])], tone, 1.4 * unit)
    brush.line([a, b], tone, 1.2 * unit)


@lru_cache(maxsize=64)
def wire(direction: int, wide: int) -> Image.Image:
    """The wire from the top of a pole to that of its neighbour's; middle as for the strip."""
    unit, (dx, dy) = wide / FULL, towards(wide, direction)
    brush = _between(dx, dy, 14 * unit)
    sag = (9 if direction == 0 else 1.5) * unit
    points = []
    for step in range(25):
        share = step / 24
        points.append((dx * (share - 0.5), dy * (share - 0.5) + 4 * sag * share * (1 - share)))
    brush.line(points, CREAM, 5.4 * unit)
    brush.line(points, (40, 30, 20), 2.6 * unit)
    return trimmed(brush.done())


def _between(dx: float, dy: float, pad: float) -> Brush:
    wide, tall = 2 * round(abs(dx) / 2 + pad), 2 * round(abs(dy) / 2 + pad)
    brush = Brush(wide, tall)
    brush.origin = (wide / 2, tall / 2)
    return brush


def _moved(points: list[Point], dx: float, dy: float) -> list[Point]:
    return [(x + dx, y + dy) for x, y in points]
