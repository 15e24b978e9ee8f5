"""The bay and the country round it: sea, shoals, fields, the hills in the north, the sky."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from random import Random

from PIL import Image, ImageChops, ImageDraw

from render.hexes import Point
from render.massalia import ground
from render.massalia.catalogue import CELLS, RESOURCES
from render.massalia.frame import GRID, WIDE
from render.massalia.poster import plane
from render.poster import air, coast
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


_SUN = (250, plane.SKYLINE - 54)
"""Place of the sun or the moon."""


def _far(picture: Image.Image, hour: Tones, luck: Random) -> None:
    """Draw sky, clouds, sun or moon, and three rows of hills, the nearest the darkest."""
    size = (PICTURE[0], plane.SKYLINE + 40)
    stops = ((0.0, hour.sky[0]), (0.55, hour.sky[1]), (0.88, hour.sky[2]), (1.0, hour.sky[2]))
    sky = air.gradient(size, stops)
    clouds = air.soft_threshold(air.fractal_noise(luck, size, 190, 4, 0.22), 140, 60)
    sky.paste(mix(hour.sky[2], hour.sun, 0.5), mask=air.scale(clouds, 0.42))
    air.add_light(sky, air.glow(330, hour.sun, 0.8), *_SUN)
    disc = Image.new("L", (4 * 60, 4 * 60))
    ImageDraw.Draw(disc).ellipse((0, 0, 239, 239), fill=255)
    sky.paste(hour.sun, (_SUN[0] - 30, _SUN[1] - 30), disc.reduce(4))
    base = mix(mix(_FIELD, _INK, 0.35), hour.shadow, 0.25 if not hour.lamps else 0.6)
    mask = Image.new("L", PICTURE)
    mask.paste(255, (0, 0, PICTURE[0], plane.SKYLINE))
    picture.paste(sky.crop((0, 0, PICTURE[0], plane.SKYLINE)), (0, 0))
    for row, (high, low, veil) in enumerate(((96, 34, 0.78), (66, 22, 0.58), (34, 30, 0.36))):
        ridge = _ridge(luck, high, 60 + 26 * row)
        tone = mix(base, hour.haze, veil)
        shape = Image.new("L", (PICTURE[0], 200))
        points: list[Point] = [(x, 150 - y) for x, y in ridge]
        ImageDraw.Draw(shape).polygon([(0, 200), *points, (PICTURE[0], 200)], fill=255)
        soft = ImageChops.multiply(
            air.blur(shape, 0.8),
            air.gradient_mask(shape.size, ((0.0, 255), (0.72, 255), (0.98, 0))),
        )
        picture.paste(tone, (0, plane.SKYLINE - 150 + low // 2), soft)


def _ridge(luck: Random, high: float, step: int) -> list[Point]:
    """Outline of a row of hills: low in the west, where the sea is, high in the east."""
    points, x = list[Point](), -step
    while x < PICTURE[0] + 2 * step:
        rise = 0.25 + 0.75 * max(0.0, min(1.0, x / PICTURE[0]))
        points.append((float(x), high * rise * luck.uniform(0.45, 1.0)))
        x += round(step * luck.uniform(0.6, 1.2))
    return [(a, b) for a, b in _smooth(points)]


def _smooth(points: list[Point]) -> list[Point]:
    """Polyline smoothed by cutting its corners twice."""
    for _ in range(2):
        cut = list[Point]()
        for (ax, ay), (bx, by) in pairwise(points):
            cut += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by),
                    (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]  # fmt: skip
        points = cut
    return points
