"""Southern Italy as a relief: plains, hills, mountains with snow; the sea along its coast."""

from __future__ import annotations

from random import Random

from PIL import Image, ImageChops, ImageDraw

from render.canvas import Canvas
from render.magna_grecia.frame import GRID, WIDE
from render.magna_grecia.ground import LOOKS
from render.magna_grecia.poster.view import FOOT, Window
from render.poster import air, coast, vignettes
from render.poster.sheet import PICTURE
from render.theme import Colour, mix, rgb
from rules.magna_grecia.land import HEXES

_SEA, _PALE, _LINE = rgb("#3D7F93"), rgb("#A9CFC9"), rgb("#E2F0E8")
_INK, _WASH = rgb("#3B3A30"), rgb("#D9B46A")
_STEPS: tuple[air.Stop, ...] = (
    (0.0, rgb("#C9CE9A")),
    (0.24, rgb("#BCC48C")),
    (0.42, rgb("#D6C793")),
    (0.58, rgb("#C09E6C")),
    (0.74, rgb("#9A7A58")),
    (0.90, rgb("#B9A68C")),
    (1.0, rgb("#F1ECE2")),
)
"""The colours of the land from the shore to the peaks."""
_HEIGHTS = {"plain": 34, "coast": 16, "hill": 122, "mountain": 226}


def country(window: Window, luck: Random) -> Image.Image:
    """Land and sea without anything built."""
    width = WIDE * window.scale
    corners = [[window.point(p) for p in GRID.corners(at, 1.06)] for at in HEXES]
    mask = coast.land_mask(PICTURE, corners, map(window.at, HEXES), width, luck)
    picture = _sea(mask, width, luck)
    coast.shade(picture, mask, mix(_SEA, _INK, 0.55))
    picture.paste(_land(window, width, luck), (0, 0), mask)
    coast.outline_coast(picture, mask, _WASH, _INK)
    return picture


def _sea(mask: Image.Image, width: float, luck: Random) -> Image.Image:
    """Sea with long waves, paler along the coast."""
    picture = air.gradient(
        PICTURE, ((0.0, mix(_SEA, _PALE, 0.16)), (1.0, mix(_SEA, (20, 60, 84), 0.35)))
    )
    swell = air.fractal_noise(luck, PICTURE, 70, 3, 0.16)
    picture = air.emboss(picture, air.relief(swell, (0, 3), 0.9), 0.16)
    coast.lay_shoals(picture, air.blur(mask, 0.6 * width), _PALE, _LINE)
    glint = air.soft_threshold(air.fractal_noise(luck, PICTURE, 22, 2, 0.10), 196, 24)
    picture.paste(_LINE, mask=air.scale(glint, 0.30))
    return picture


def _land(window: Window, width: float, luck: Random) -> Image.Image:
    """Land coloured by height, lit from the upper left."""
    heights = Image.new("L", PICTURE, 10)
    pen = ImageDraw.Draw(heights)
    for at in HEXES:
        corners = [window.point(p) for p in GRID.corners(at, 1.0)]
        pen.polygon(corners, fill=_HEIGHTS[LOOKS[at]])
    soft = air.blur(heights, 0.42 * width)
    ridges = _ridge_noise(luck, 0.9 * width)
    steep = ImageChops.multiply(soft, ridges)
    height_map = ImageChops.add(air.scale(soft, 0.35), air.scale(steep, 0.85))
    ramp = [_tone(value / 255) for value in range(256)]
    tinted = height_map.copy()
    tinted.putpalette([part for tone in ramp for part in tone])
    land = tinted.convert("RGB")
    fields = air.soft_threshold(air.fractal_noise(luck, PICTURE, 34, 3, 0.7), 142, 20)
    low = air.soft_threshold(height_map, 60, 30).point([255 - v for v in range(256)])
    land.paste(rgb("#AEB877"), mask=air.scale(ImageChops.multiply(fields, low), 0.5))
    land = air.emboss(land, air.relief(air.blur(height_map, 0.7), (3, 3), 2.1), 0.75)
    return air.emboss(land, air.relief(air.fractal_noise(luck, PICTURE, 8, 2), (1, 1), 0.7), 0.14)


def _ridge_noise(luck: Random, cell: float) -> Image.Image:
    """Noise with sharp crests, like those of mountains."""
    field = air.fractal_noise(luck, PICTURE, cell, 5)
    return field.point([255 - min(255, round(abs(v - 128) * 3.2)) for v in range(256)])


def _tone(share: float) -> Colour:
    before = _STEPS[0]
    for stop in _STEPS[1:]:
        if share <= stop[0]:
            return mix(before[1], stop[1], (share - before[0]) / (stop[0] - before[0]))
        before = stop
    return before[1]


def sail(picture: Image.Image, window: Window, luck: Random) -> None:
    """Draw ships and dolphins in the open sea."""
    canvas = Canvas.from_image(picture)
    land = [window.at(at) for at in HEXES]
    foot = PICTURE[1] - FOOT
    near = 0.62 * WIDE * window.scale
    cream: Colour = (246, 236, 214)
    for index, (room, at) in enumerate(vignettes.free_spots(PICTURE, land, foot, 20, luck)):
        clear = min(96.0, room - near)
        if index == 0 and clear > 60:
            canvas.paste_centred(vignettes.rose(round(clear), _INK, cream, (176, 62, 40)), *at)
        elif clear > 24 and index < 5:
            ship = vignettes.trireme(round(1.8 * clear), _INK, cream, (166, 70, 42))
            fish = vignettes.dolphin(round(1.5 * clear), _INK, mix(_SEA, (255, 255, 255), 0.45))
            canvas.paste_centred(ship if index % 2 else fish, *at)
