"""The country behind the hill: sky, mountains in the haze, the plain with its groves."""

from __future__ import annotations

from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.poster import air, sky
from render.poster.hours import Tones
from render.theme import Colour, mix

HORIZON = 236
"""Height of the horizon on the picture."""
_NEAR: Colour = (124, 122, 74)
_FIELDS: tuple[Colour, ...] = ((196, 172, 96), (150, 150, 86), (122, 134, 76), (178, 142, 92))


def country(size: tuple[int, int], hour: Tones, luck: Random) -> Image.Image:
    """Landscape: sky above, plain below, mountains and mist between."""
    width, height = size
    picture = Image.new("RGB", size)
    high = HORIZON + 40
    sun = width * (0.10 + 0.22 * luck.random()), high * _SUN[hour.name]
    picture.paste(sky.sky((width, high), hour, luck, sun), (0, 0))
    sky.draw_ranges(picture, HORIZON, 1, (96, 104, 118), hour, luck)
    plain = _plain((width, height - HORIZON), hour, luck)
    picture.paste(plain, (0, HORIZON))
    if luck.random() < 0.6:
        _bay(picture, hour, luck)
    mist = air.gradient_mask(size, ((0, 0), (0.13, 0), (0.21, 200), (0.29, 100), (0.42, 0), (1, 0)))
    lumps = air.noise(luck, size, 260, 0.2)
    picture.paste(hour.haze, mask=ImageChops.multiply(mist, lumps.point(_HALF)))
    return picture


_HALF = [150 + v * 105 // 255 for v in range(256)]


_SUN = {"morning": 0.50, "noon": 0.05, "evening": 0.56, "night": 0.36}
"""Height of the sun or the moon, as a share of the sky from the top."""


def _plain(size: tuple[int, int], hour: Tones, luck: Random) -> Image.Image:
    """Fields in perspective: pale and narrow far away, warm and wide in front."""
    width, height = size
    near = 96.0
    spread = _FIELD[0] / width
    fields = _fields(luck).transform(
        size,
        Image.Transform.PERSPECTIVE,
        (
            *(spread, _FIELD[0] / 2 / near, _FIELD[0] / 2 - spread * width / 2),
            *(0, 0, _FIELD[1] - 2),
            *(0, 1 / near),
        ),
        Image.Resampling.BICUBIC,
    )
    warm = air.gradient(
        size, ((0.0, mix(hour.haze, _NEAR, 0.3)), (0.35, (170, 158, 98)), (1.0, _NEAR))
    )
    ground = Image.blend(warm, fields, 0.46)
    grain = air.fractal_noise(luck, (width, height), 34, 4, 0.5)
    return air.emboss(ground, air.relief(grain, (2, 2), 0.9), 0.30)


_FIELD = (1500, 1100)
"""Size of the fields as seen from above; their lower edge is far away."""


def _fields(luck: Random) -> Image.Image:
    """Parcels with furrows, hedges between them."""
    sheet = Image.new("RGB", _FIELD, _NEAR)
    pen = ImageDraw.Draw(sheet)
    knots = {
        (row, column): (
            column * 75 + luck.uniform(-22, 22) - 40,
            row * 44 + luck.uniform(-13, 13) - 20,
        )
        for row in range(28)
        for column in range(23)
    }
    for row in range(27):
        for column in range(22):
            corners = [knots[row + dy, column + dx] for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))]
            tone = mix(luck.choice(_FIELDS), _NEAR, luck.uniform(0.0, 0.55))
            pen.polygon(corners, fill=tone)
            if luck.random() < 0.6:
                _furrows(pen, corners, mix(tone, (70, 66, 40), 0.35), luck.randint(5, 9))
            pen.line([*corners, corners[0]], fill=(88, 98, 56), width=3)
    return sheet.filter(ImageFilter.GaussianBlur(0.8))


def _furrows(
    pen: ImageDraw.ImageDraw, corners: list[tuple[float, float]], tone: Colour, count: int
) -> None:
    """Draw lines across a parcel."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    for step in range(1, count):
        s = step / count
        pen.line(
            [(ax + (bx - ax) * s, ay + (by - ay) * s), (dx + (cx - dx) * s, dy + (cy - dy) * s)],
            fill=tone,
            width=2,
        )


def _bay(picture: Image.Image, hour: Tones, luck: Random) -> None:
    """Draw an arm of the sea at the foot of the mountains."""
    width = picture.width
    side = luck.choice((-1, 1))
    mask = Image.new("L", (width, 60))
    pen = ImageDraw.Draw(mask)
    x = width * (0.5 + side * luck.uniform(0.25, 0.45))
    pen.ellipse((x - 420, 4, x + 420, 30), fill=255)
    pen.ellipse((x - 260, 10, x + 300, 40), fill=255)
    water = air.gradient(
        (width, 60),
        ((0, mix(hour.sky[2], (96, 150, 176), 0.4)), (1, mix(hour.sky[0], (60, 120, 150), 0.5))),
    )
    glint = air.soft_threshold(air.noise(luck, (width, 60), 16, 0.12), 176, 30)
    water.paste(hour.sun, mask=air.scale(glint, 0.5))
    picture.paste(water, (0, HORIZON - 8), air.blur(mask, 1.5))
