"""Parts of a resource cell: plate, need, value, name; pins and coordinates of cells."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin, sqrt

from PIL import Image

from render import type_scale
from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point, hexagon
from render.massalia import look
from render.massalia.catalogue import AT
from render.massalia.frame import SIZE, centre
from render.sprites import inscribe, trim
from render.text import Label, label, width_of
from render.theme import SeatStyle, rgb
from rules.massalia.printed import PRINTED

NEED, VALUE, NAME = (-47, -28), (47, -28), (0, 50)
"""Offsets of the pips, the coin and the ribbon from the middle of the cell."""
SMALL = 16
"""Size of the label of a cell on the map at its full size."""
LOW_NEED = (-47, 12)
"""Offset of a number below the pips."""
_DICE: dict[int, tuple[Point, ...]] = {
    2: ((-8.0, 0.0), (8.0, 0.0)),
    3: ((0.0, -8.3), (-8.3, 6.4), (8.3, 6.4)),
    4: ((-7.7, -7.7), (7.7, -7.7), (-7.7, 7.7), (7.7, 7.7)),
}
_PLATES = {"sea": rgb("#BFE0D8"), "land": rgb("#F4E8CB")}
_RING = rgb("#4A4236")


@memoize
def plate(terrain: str, holder: SeatStyle | None) -> Image.Image:
    """Ground of a resource cell: ivory while free, else with a ring in its holder's colour."""
    brush = Brush(2 * SIZE + 12, 2 * SIZE + 12, zoom=3, centred=True)
    shape = hexagon(SIZE - 6, flat=False)
    brush.polygon(shape, (*_PLATES[terrain], 153))
    if holder is None:
        brush.outline(shape, _RING, 8.5)
        brush.outline(shape, look.IVORY, 5.4)
    else:
        brush.outline(shape, look.IVORY, 13)
        brush.outline(shape, holder.rim, 11)
        brush.outline(shape, holder.colour, 7)
    return brush.reduce()


@memoize
def glow() -> Image.Image:
    """Light round a place that a seat can take next."""
    brush = Brush(2 * SIZE + 60, 2 * SIZE + 60, zoom=2, centred=True)
    for reach, opacity in ((22, 50), (16, 70), (10, 110), (4, 190)):
        brush.outline(hexagon(SIZE - 6, flat=False), (*look.FLAME_LIGHT, opacity), 2 * reach)
    return brush.reduce()


@memoize
def need(number: int, size: int) -> Image.Image:
    """Number of marked cells needed, as pips of a die as large as a value's figures."""
    brush = Brush(50, 50, unit=size / 35, centred=True)
    brush.ellipse((0, 0), 24, look.INK)
    brush.ellipse((0, 0), 22.2, look.IVORY)
    for spot in _DICE[number]:
        brush.ellipse(spot, 6.1, look.PIP)
    return brush.reduce()


@memoize
def value(number: int, size: int) -> Image.Image:
    """Multiplier of the cell, as a silver obol with figures of a size."""
    unit = size / 35
    brush = Brush(52, 52, unit=unit, centred=True)
    brush.ellipse((0, 0), 24.5, look.SILVER_RIM)
    brush.ellipse((0, 0), 22.5, look.SILVER)
    brush.ellipse((0, 0), 20.0, look.SILVER_INNER)
    brush.ellipse((0, 0), 18.6, look.SILVER)
    sheet = brush.reduce()
    inscribe(sheet, str(number), 26 * unit, 26 * unit, Label(size, rgb("#20242B"), "bold"))
    return sheet


@memoize
def ribbon(name: str, holder: SeatStyle | None, size: int) -> Image.Image:
    """Ribbon with the name of a resource cell, in the dark tone of its holder if it has one."""
    fill, ink = (holder.rim, look.IVORY) if holder else (look.PAPER, look.INK)
    style = Label(2 * size, ink, "serif")
    width, height = _width(name, size), size + 3
    brush = Brush(width, height, unit=2)
    brush.round_box(0, 0, width, height, 7, look.IVORY if holder else _RING)
    brush.round_box(1.6, 1.6, width - 1.6, height - 1.6, 6, fill)
    sheet = brush.reduce()
    inscribe(sheet, name, width, height - 1, style)
    return sheet.reduce(2)


def _width(name: str, size: int = type_scale.PLACE) -> int:
    """Width of a ribbon."""
    return (width_of(name, Label(2 * size, look.INK, "serif")) + 23) // 2


def spot_of_coordinate(cell: str, size: int = SMALL) -> Point:
    """Place of the label of a cell: at its top, beside the ribbons of the cells above it."""
    x, y = centre(cell)
    for across, half in _ribbons_above(cell):
        hidden = half + round(_BESIDE * size) - abs(across)
        x += round(max(0.0, hidden)) * (1 if across > 0 else -1)
    return x, y + COORDINATE


def spot_of_chip(cell: str, width: int) -> Point:
    """Place of a chip at the top of a cell: lower where a ribbon of a cell above it reaches it."""
    x, y = centre(cell)
    is_reached = any(abs(across) < half + width / 2 for across, half in _ribbons_above(cell))
    return x, y + (LOW_CHIP if is_reached else HIGH_CHIP)


@cache
def _ribbons_above(cell: str) -> Sequence[tuple[float, float]]:
    """For each ribbon above a cell, how far its middle is to the left, and half of its width."""
    here, ribbons = centre(cell), list[tuple[float, float]]()
    for other, resource in AT.items():
        across, down = (a - b for a, b in zip(here, centre(other), strict=True))
        if 0 < down < 2 * SIZE and abs(across) < 2 * SIZE:
            names = PRINTED.resources[resource.id].short.values()
            ribbons.append((across, max(map(_width, names)) / 2))
    return ribbons


COORDINATE, HIGH_CHIP, LOW_CHIP = -58, -54, -34
"""Heights above the middle of a cell: of its label, of a chip, and of one below a ribbon."""
_BESIDE = 0.7
"""Least distance from the end of a ribbon to the middle of a label, in sizes of its letters."""


@memoize
def pin(direction: int) -> Image.Image:
    """Pip in a marked cell with a stem across its edge, centred on the cell."""
    turn = direction * pi / 3
    away = sqrt(3) * SIZE
    brush = Brush(180, 180, centred=True)
    start = (0.37 * away * cos(turn), 0.37 * away * sin(turn))
    end = (0.60 * away * cos(turn), 0.60 * away * sin(turn))
    brush.line([start, end], look.IVORY, 5.0)
    brush.ellipse(start, 7.2, look.IVORY)
    brush.line([start, end], look.PIP, 2.6)
    brush.ellipse(start, 5.4, look.PIP)
    return trim(brush.reduce())


def direction(cell: str, resource: str) -> int:
    """Direction of a resource cell from a neighbour, in sixths of a turn from the east."""
    a, b = centre(cell), centre(resource)
    steps = [(cos(k * pi / 3), sin(k * pi / 3)) for k in range(6)]
    return max(range(6), key=lambda k: (b[0] - a[0]) * steps[k][0] + (b[1] - a[1]) * steps[k][1])


@memoize
def coordinate(cell: str, terrain: str, size: int = SMALL) -> Image.Image:
    """The label of a cell, the same as in the notation."""
    ink, halo = (
        (rgb("#123A46"), rgb("#A5D6D0")) if terrain == "sea" else (rgb("#4A3C22"), rgb("#EFE3C4"))
    )
    return label(cell, Label(size, ink, "semibold", halo)).sprite
