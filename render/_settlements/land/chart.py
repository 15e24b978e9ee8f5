"""The ground of a poster: a hand-coloured atlas, or an island on a sea chart. No hex is seen."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

import msgspec
from PIL import Image, ImageChops, ImageDraw

from render._settlements.land import prairie, terrain
from render._settlements.land.frame import Frame
from render._settlements.land.ground import Land
from render._settlements.look import Look
from render.canvas import Canvas
from render.poster import air, coast
from render.theme import Colour, mix, rgb
from rules.contract import Hex

PARCHMENT = rgb("#EFE2C0")
_ROSES = 16


class Chart(msgspec.Struct, frozen=True):
    """The tones of the map of a game."""

    around: Colour
    """Sea, or unsurveyed country."""
    lines: Colour
    """Rhumb lines, or parallels."""
    land: Colour
    shore: Colour
    """The wash along the coast."""
    ink: Colour
    """Coastline and names."""


ATLAS = Chart(rgb("#E4D6AE"), rgb("#B9A678"), rgb("#F3E9CC"), rgb("#D08C6C"), rgb("#4A3623"))
SEA_CHART = Chart(rgb("#5E97A6"), rgb("#CFE3DC"), rgb("#F0E4C3"), rgb("#C99A4E"), rgb("#3A3B33"))


def chart_of(look: Look) -> Chart:
    """Tones of the map of a game."""
    return SEA_CHART if look.table == "sea" else ATLAS


def draw_chart(land: Land, built: set[Hex], look: Look, luck: Random) -> Image.Image:
    """Map without any building."""
    chart, frame = chart_of(look), land.frame
    mask = _mask(land, luck)
    picture = _around(frame, mask, look, chart, luck)
    _lay_land(picture, mask, land, look, chart, luck)
    _strew(picture, land, built, look)
    return picture


def _mask(land: Land, luck: Random) -> Image.Image:
    """Mask of the land."""
    frame, grid = land.frame, land.frame.layout()
    cells = land.cells()
    corners = (grid.corners(at, 1.06) for at in cells)
    return coast.land_mask(frame.size, corners, map(frame.centre, cells), frame.width, luck)


# ---- round the land ------------------------------------------------------------------------------


def _around(frame: Frame, mask: Image.Image, look: Look, chart: Chart, luck: Random) -> Image.Image:
    size = frame.size
    picture = Image.new("RGB", size, chart.around)
    stains = air.fractal_noise(luck, size, 260, 5)
    picture = air.emboss(picture, stains.point([128 + round((v - 128) * 0.13) for v in range(256)]))
    near = air.blur(mask, 0.75 * frame.width)
    if look.table == "sea":
        coast.lay_shoals(picture, near, mix(chart.around, PARCHMENT, 0.62), chart.lines)
        _rhumbs(picture, chart, luck)
    else:
        lines = prairie.contours().crop((0, 0, *size)).point([0, 90, 180] + [0] * 253)
        picture.paste(chart.lines, mask=ImageChops.subtract(lines, near))
    coast.shade(picture, mask, mix(chart.ink, chart.around, 0.25))
    return picture


def _rhumbs(picture: Image.Image, chart: Chart, luck: Random) -> None:
    """Draw rhumb lines between sixteen wind roses on a hidden circle."""
    width, height = picture.size
    sheet = Image.new("L", (2 * width, 2 * height))
    pen = ImageDraw.Draw(sheet)
    turn, reach = luck.uniform(0, pi / 8), 0.62 * width
    knots = [
        (width + 2 * reach * cos(turn + k * pi / 8), height + 2 * reach * sin(turn + k * pi / 8))
        for k in range(_ROSES)
    ]
    for first in range(_ROSES):
        for second in range(first + 1, _ROSES):
            if (second - first) % 2 == 0 or second - first in (5, 7):
                (ax, ay), (bx, by) = knots[first], knots[second]
                pen.line(
                    [(2 * ax - bx, 2 * ay - by), (2 * bx - ax, 2 * by - ay)], fill=190, width=2
                )
    picture.paste(chart.lines, mask=air.scale(sheet.reduce(2), 0.42))


# ---- the land ------------------------------------------------------------------------------------


def _lay_land(
    picture: Image.Image, mask: Image.Image, land: Land, look: Look, chart: Chart, luck: Random
) -> None:
    """Lay washes of colour by terrain, relief, the wash along the coast, and the coastline."""
    frame = land.frame
    tint = Image.new("RGB", frame.size, chart.land)
    heights = Image.new("L", frame.size, 40)
    pen, high, grid = ImageDraw.Draw(tint), ImageDraw.Draw(heights), frame.layout()
    for region in land.regions:
        for at, symbol in region.hexes():
            field = look.terrain(symbol).field
            pen.polygon(
                grid.corners(at, 1.02), fill=mix(chart.land, field, 0.92 if symbol else 0.30)
            )
            strewn = look.terrain(symbol).strewn
            rise = {
                "rocks": 230,
                "peaks": 235,
                "hills": 150,
                "furrows": 130,
                "pines": 90,
                "cypresses": 90,
            }
            high.polygon(grid.corners(at, 0.92), fill=rise.get(strewn, 40))
    wash = air.blur(tint, 0.26 * frame.width)
    rough = air.fractal_noise(luck, frame.size, 0.5 * frame.width, 4)
    relief = ImageChops.multiply(air.blur(heights, 0.30 * frame.width), rough)
    ground = air.emboss(wash, air.relief(relief, (3, 3), 2.6), 0.75)
    grain = air.fractal_noise(luck, frame.size, 9, 2)
    ground = air.emboss(ground, air.relief(grain, (1, 1), 0.7), 0.16)
    picture.paste(ground, (0, 0), mask)
    coast.outline_coast(picture, mask, chart.shore, chart.ink)


def _strew(picture: Image.Image, land: Land, built: set[Hex], look: Look) -> None:
    """Strew small drawings of the terrain over hexes without a building."""
    canvas = Canvas.from_image(picture)
    size = 2 * round(0.62 * land.frame.width)
    for region in land.regions:
        for index, (at, symbol) in enumerate(region.hexes()):
            if at in built:
                continue
            x, y = land.frame.centre(at)
            for step, (dx, dy) in enumerate(((-0.02, -0.1), (0.03, 0.14))):
                variant = (region.tile * 3 + index * 2 + step) % terrain.VARIANTS
                sprite = terrain.strewing(look, symbol, variant, size + 12 * step)
                canvas.paste_centred(sprite, x + dx * land.frame.width, y + dy * land.frame.width)
