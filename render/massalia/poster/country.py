"""The bay and the country round it: sea, shoals, fields, the hills in the north, the sky."""

from __future__ import annotations

from math import hypot
from random import Random

from PIL import Image, ImageChops, ImageDraw

from render.hexes import Point
from render.massalia import ground
from render.massalia.catalogue import CELLS, RESOURCES
from render.massalia.frame import GRID, WIDE
from render.massalia.poster import plane
from render.poster import air, coast, sky
from render.poster.hours import Tones
from render.poster.sheet import PICTURE
from render.theme import mix, rgb
from rules.contract import Hex

_SEA, _DEEP, _PALE, _LINE = rgb("#3F8FA6"), rgb("#1F5F7F"), rgb("#A9D6CC"), rgb("#E6F3EA")
_INK, _WASH, _FIELD = rgb("#4A4232"), rgb("#E9DDB4"), rgb("#A9AE6C")
_ROCK = rgb("#E3D9BE")
_WIDE = WIDE * plane.UNIT
_ISLANDS = [RESOURCES[name].cell for name in ground.ISLANDS]


def country(hour: Tones, luck: Random) -> Image.Image:
    """The bay without tiles, in the light of its hour."""
    world, land = _world(luck)
    picture = air.grade(plane.project(world), hour)
    _sheen(picture, plane.project(land), hour, luck)
    _far(picture, hour, luck)
    return picture


# ---- from above ----------------------------------------------------------------------------------


def _world(luck: Random) -> tuple[Image.Image, Image.Image]:
    """The country from above, and the mask of its land."""
    cells = _cells()
    land = [at for at, area in cells.items() if area in ground.AREAS]
    corners = [[plane.world_point(p) for p in GRID.corners(at, 1.04)] for at in land]
    mask = coast.land_mask(
        plane.WORLD, corners, (plane.world_point(GRID.centre(at)) for at in land), _WIDE, luck
    )
    mask = ImageChops.lighter(mask, _islands(luck))
    picture = Image.new("RGB", plane.WORLD, _SEA)
    deep = air.soft_threshold(air.blur(mask, 120), 70, 80).point([255 - v for v in range(256)])
    picture.paste(_DEEP, mask=air.scale(deep, 0.75))
    swell = air.fractal_noise(luck, plane.WORLD, 38, 3, 0.20)
    picture = air.emboss(picture, air.relief(swell, (0, 3), 0.9), 0.20)
    coast.lay_shoals(picture, air.blur(mask, 0.30 * _WIDE), _PALE, _LINE)
    coast.shade(picture, mask, mix(_DEEP, _INK, 0.5))
    picture.paste(_fields(cells, luck), (0, 0), mask)
    coast.outline_coast(picture, mask, _WASH, _INK)
    return picture, mask


def _cells() -> dict[Hex, str]:
    """Area of every visible hex; beyond the board, that of the nearest cell."""
    areas = {(cell.q, cell.r): cell.area for cell in CELLS.values()}
    middles = {at: GRID.centre(at) for at in areas}
    visible = dict[Hex, str]()
    for r in range(-6, 15):
        for q in range(-12, 22):
            x, y = GRID.centre((q, r))
            left, top = plane.world_point((x, y))
            if -_WIDE < left < plane.WORLD[0] + _WIDE and -_WIDE < top < plane.WORLD[1] + _WIDE:
                near = min(areas, key=lambda at: _apart(middles[at], (x, y)))
                visible[q, r] = areas[near]
    return visible


def _apart(a: Point, b: Point) -> tuple[float, float]:
    return round(hypot(a[0] - b[0], (a[1] - b[1]) * 1.6), 3), b[0]


def _islands(luck: Random) -> Image.Image:
    mask = Image.new("L", plane.WORLD)
    pen = ImageDraw.Draw(mask)
    for cell in _ISLANDS:
        x, y = plane.world_point(GRID.centre((CELLS[cell].q, CELLS[cell].r)))
        for _ in range(9):
            dx, dy = luck.uniform(-17, 17), luck.uniform(-11, 11)
            pen.ellipse((x + dx - 22, y + dy - 17, x + dx + 22, y + dy + 17), fill=255)
    return air.blur(mask, 1.2)


def _fields(cells: dict[Hex, str], luck: Random) -> Image.Image:
    """Land in the tones of its areas, with fields, scrub and a little relief."""
    picture = Image.new("RGB", plane.WORLD, _ROCK)
    for area, tone in ground.AREAS.items():
        mask = Image.new("L", plane.WORLD)
        pen = ImageDraw.Draw(mask)
        for at, its in cells.items():
            if its == area:
                pen.polygon([plane.world_point(p) for p in GRID.corners(at, 1.06)], fill=255)
        picture.paste(mix(tone, _FIELD, 0.18), mask=air.blur(mask, 16))
    scrub = air.soft_threshold(air.fractal_noise(luck, plane.WORLD, 30, 4), 136, 22)
    picture.paste(_FIELD, mask=air.scale(scrub, 0.42))
    rough = air.fractal_noise(luck, plane.WORLD, 58, 4)
    return air.emboss(picture, air.relief(rough, (2, 2), 1.5), 0.42)


# ---- in the distance -----------------------------------------------------------------------------


def _sheen(picture: Image.Image, land: Image.Image, hour: Tones, luck: Random) -> None:
    """Draw the light of the sky on the water, broken by waves."""
    water = land.point([255 - v for v in range(256)])
    path = air.glow(520, (255, 255, 255), 1.0).convert("L").resize((560, 1500))
    streak = Image.new("L", PICTURE)
    streak.paste(path, (_SUN[0] - 280, plane.SKYLINE - 620))
    waves = air.soft_threshold(air.fractal_noise(luck, PICTURE, 30, 3, 0.12), 118, 46)
    shine = ImageChops.multiply(ImageChops.multiply(streak, waves), water)
    picture.paste(hour.sun, mask=air.scale(shine, 0.62))
    far = air.gradient_mask(
        PICTURE, ((0.0, 255), (plane.SKYLINE / PICTURE[1], 230), (0.62, 0), (1.0, 0))
    )
    picture.paste(mix(hour.sky[2], hour.haze, 0.4), mask=air.scale(far, 0.62))


_SUN = (250, plane.SKYLINE - 84)
"""Place of the sun or the moon."""


def _far(picture: Image.Image, hour: Tones, luck: Random) -> None:
    """Draw the sky, and hills that end in the haze above land and sea."""
    far = Image.new("RGB", (PICTURE[0], plane.SKYLINE + 30))
    far.paste(sky.sky(far.size, hour, luck, _SUN), (0, 0))
    sky.draw_ranges(far, plane.SKYLINE, 0.55, mix(_FIELD, _INK, 0.35), hour, luck)
    end = plane.SKYLINE / far.height
    picture.paste(far, (0, 0), air.gradient_mask(far.size, ((0, 255), (end, 255), (1, 0))))
