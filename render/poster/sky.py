"""The sky of a poster: sun or moon, stars, clouds, and ranges of hills along the horizon."""

from __future__ import annotations

from math import sin
from random import Random

from PIL import Image, ImageChops, ImageDraw

from render.canvas import Brush
from render.hexes import Point
from render.poster import air
from render.poster.hours import Tones
from render.theme import Colour, mix


def sky(size: air.Size, hour: Tones, luck: Random, sun: Point) -> Image.Image:
    """Sky down to the horizon, with the sun or the moon at a place."""
    picture = air.gradient(size, ((0.0, hour.sky[0]), (0.58, hour.sky[1]), (1.0, hour.sky[2])))
    if hour.lamps:
        for _ in range(150):
            at = luck.uniform(0, size[0]), luck.uniform(0, size[1] * 0.8)
            air.add_light(picture, air.glow(luck.choice((2, 2, 3, 4)), (250, 246, 226), 0.9), *at)
    air.add_light(picture, air.glow(640, mix(hour.sun, hour.sky[2], 0.35), 0.8), *sun)
    if hour.name != "noon":
        disc = _disc(38 if hour.name == "evening" else 30, hour)
        place = round(sun[0] - disc.width / 2), round(sun[1] - disc.height / 2)
        picture.paste(disc, place, disc)
    _clouds(picture, hour, luck)
    return picture


def _disc(radius: int, hour: Tones) -> Image.Image:
    """The sun, or the moon with its shaded side."""
    brush = Brush(2 * radius + 4, 2 * radius + 4)
    middle = (radius + 2.0, radius + 2.0)
    brush.ellipse(middle, radius, hour.sun)
    if hour.lamps:
        for dx, dy, share in ((-0.2, -0.3, 0.2), (0.3, 0.1, 0.26), (-0.1, 0.4, 0.16)):
            spot = (middle[0] + dx * radius, middle[1] + dy * radius)
            brush.ellipse(spot, share * radius, mix(hour.sun, hour.sky[1], 0.16))
    return brush.reduce()


def _clouds(picture: Image.Image, hour: Tones, luck: Random) -> None:
    """Draw long bands of cloud, lit along one edge."""
    field = air.fractal_noise(luck, picture.size, 230, 5, 0.22)
    body = ImageChops.multiply(
        air.soft_threshold(field, 138, 60),
        air.gradient_mask(picture.size, ((0, 255), (0.7, 200), (1, 0))),
    )
    rim = ImageChops.subtract(body, air.translate(body, 5, 5))
    tone = mix(hour.sun, hour.sky[2], 0.45)
    share = 0.25 if hour.lamps else 0.62
    picture.paste(mix(tone, hour.sky[1], 0.25), mask=air.scale(body, share))
    picture.paste(hour.sun, mask=air.scale(rim, share))


def draw_ranges(
    picture: Image.Image, horizon: int, scale: float, stone: Colour, hour: Tones, luck: Random
) -> None:
    """Draw three ranges of hills along the horizon, the farthest first and palest in the haze."""
    base, width = mix(stone, hour.shadow, 0.25), picture.width
    for step, (high, veil) in enumerate(((104, 0.80), (76, 0.62), (44, 0.42))):
        swells = [
            (luck.uniform(0.5, 1.2) / n, n * luck.uniform(0.6, 1.4), luck.uniform(0, 6.3))
            for n in (1, 2, 4, 9, 19, 37)
        ]
        floor = 2 * (horizon + 20)
        line = [(-8, floor)]
        for x in range(-4, width + 8, 4):
            rise = 0.32 * sum(a * sin(6.3 * k * x / width + p) for a, k, p in swells)
            line.append((2 * x, round(2 * (horizon + 10 - scale * high * (0.55 + rise)))))
        mask = Image.new("L", (2 * width, floor))
        ImageDraw.Draw(mask).polygon([*line, (2 * width + 8, floor)], fill=255)
        mask = mask.reduce(2)
        light = air.relief(air.fractal_noise(luck, mask.size, 46, 3), (3, 2), 1.0 - 0.25 * step)
        hills = Image.new("RGB", mask.size, mix(base, hour.haze, veil))
        picture.paste(air.emboss(hills, light, 0.22), (0, 0), mask)
