"""The picture on a card: the sky of its era, the ground of its place, an emblem."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin

from PIL import Image

from render import drawings
from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point
from render.massalia.emblems import emblem
from render.massalia.look import (
    FAMILIES,
    FLAME,
    FLAME_LIGHT,
    IVORY,
    WOOD_DARK,
)
from render.theme import Colour, mix, rgb
from rules.rng import Rng

WIDE, TALL = 350, 204
"""Size of the picture in units, which the scale turns into pixels."""
HORIZON = 0.66 * TALL
SKIES: Mapping[str, tuple[Colour, ...]] = {
    "massalia": (rgb("#7FC4CF"), rgb("#9DD3D4"), rgb("#C3E2D6"), rgb("#EBE6C6")),
    "aragon": (rgb("#33284A"), rgb("#573055"), rgb("#8E3D50"), rgb("#D0683C")),
    "bourbon": (rgb("#7F93A3"), rgb("#A3B1B4"), rgb("#C9CBBB"), rgb("#E8DDBB")),
    "": (rgb("#C9A866"), rgb("#D6BA7F"), rgb("#E3CC98"), rgb("#EFDDB0")),
}
"""Skies by era, from the zenith to the horizon; that of the basic cards is parchment."""
SEAS: Mapping[str, tuple[Colour, ...]] = {
    "massalia": (rgb("#2F8F9E"), rgb("#3FA5AE"), rgb("#63BDBF")),
    "aragon": (rgb("#23374F"), rgb("#2F4A63"), rgb("#4A667A")),
    "bourbon": (rgb("#3B6178"), rgb("#4C768B"), rgb("#6C93A0")),
    "": (rgb("#2F8F9E"), rgb("#3FA5AE"), rgb("#63BDBF")),
}
LANDS: Mapping[str, tuple[Colour, ...]] = {
    "massalia": (rgb("#8FA04F"), rgb("#A9B263"), rgb("#C9C27E")),
    "aragon": (rgb("#3E2F2A"), rgb("#574236"), rgb("#735843")),
    "bourbon": (rgb("#8F7740"), rgb("#AB9152"), rgb("#C7AE70")),
    "": (rgb("#A88B4E"), rgb("#BBA061"), rgb("#CDB57A")),
}
"""Lands by era, from far to near."""
SAND = rgb("#E2CF9C")
CLOUD, CLOUD_SHADE = rgb("#DDE0DC"), rgb("#BFC5C3")
MOON, SUN = rgb("#F5E6BC"), rgb("#F8EBC4")
NIGHT_ROOF, NIGHT_ROOF_NEAR = rgb("#2A1E33"), rgb("#3A2430")
HILL, HILL_SHADE = rgb("#D9CDA6"), rgb("#BFB389")
TENT, TENT_SHADE = rgb("#D8C596"), rgb("#A8946A")
AFLOAT = ("galley", "boat", "compass", "chain", "calanque")
"""Emblems that need no island on a sea card."""
ECHOED = ("galley", "boat", "torch", "amphora", "coin", "pikes")
"""Emblems that a cheap card shows three times."""


@memoize
def art(
    era: str, place: str, family: str | None, name: str, cost: int, scale: float
) -> Image.Image:
    """The picture, `WIDE` by `TALL` units: RGB."""
    brush = Brush(WIDE, TALL, unit=scale, zoom=2, mode="RGB")
    luck = Rng(sum(ord(letter) * (k + 1) for k, letter in enumerate(f"{era}{place}{name}{cost}")))
    _sky(brush, era, cost >= 6, luck)
    _far(brush, era, luck)
    _ground(brush, era, place, luck)
    afloat = place == "sea" and name not in AFLOAT
    if afloat:
        _lay(brush, "island")
    sheet = brush.reduce()
    accent = FAMILIES[family].colour
    if cost <= 2 and name in ECHOED:
        for x in (-88, 88):
            _stand(sheet, emblem(name, round(86 * scale), accent), WIDE / 2 + x, 112, scale)
    size = 138 if name not in ("amphora", "torch", "tower") else 146
    _stand(sheet, emblem(name, round(size * scale), accent), WIDE / 2 + 6, 108, scale)
    return sheet


def _stand(sheet: Image.Image, sprite: Image.Image, x: float, y: float, scale: float) -> None:
    sheet.paste(
        sprite, (round(x * scale - sprite.width / 2), round(y * scale - sprite.height / 2)), sprite
    )


def _wave(y: float, swing: float, phase: float, length: float = 150) -> list[Point]:
    """Points of a gentle wave across the whole picture."""
    return [
        (x, y + swing * sin(2 * pi * x / length + phase) + swing * 0.4 * sin(x / 23 + phase))
        for x in range(-4, WIDE + 9, 8)
    ]


def _below(brush: Brush, line: list[Point], tone: Colour) -> None:
    """Fill the area below a line."""
    brush.polygon([*line, (WIDE + 8, TALL + 4), (-4, TALL + 4)], tone)


def _sky(brush: Brush, era: str, rays: bool, luck: Rng) -> None:
    tones = SKIES[era]
    brush.box(0, 0, WIDE, TALL, tones[0])
    x, y = (262.0, 44.0) if era != "bourbon" else (96.0, 62.0)
    for k, tone in enumerate(tones[1:], 1):
        _below(brush, _wave(HORIZON * (0.10 + 0.24 * k), 5, luck.below(7) + 0.5 * k), tone)
    if rays:
        centre = (WIDE / 2, HORIZON)
        for k in range(18):
            turn = pi + pi * (k + 0.2) / 18
            far = [
                (centre[0] + 420 * cos(turn + step), centre[1] + 420 * sin(turn + step))
                for step in (0.0, pi / 36)
            ]
            _veil(brush, [centre, *far], tones[-1], 0.30)
    _disc(brush, (x, y), 27, SUN if era != "aragon" else MOON, tones[1])
    if era == "bourbon":
        _lay(brush, "clouds")


def _veil(brush: Brush, points: list[Point], tone: Colour, share: float) -> None:
    """Draw a translucent polygon on an opaque sheet."""
    mask = Brush(WIDE, TALL, unit=brush.scale / brush.zoom, zoom=brush.zoom, mode="L")
    mask.polygon(points, round(255 * share))
    brush.image.paste(tone, (0, 0), mask.image.resize(brush.image.size))


def _disc(brush: Brush, at: Point, radius: float, tone: Colour, sky: Colour) -> None:
    brush.ellipse(at, radius * 1.38, mix(sky, tone, 0.35))
    brush.ellipse(at, radius, tone)


def _lay(brush: Brush, name: str, **tones: Colour) -> None:
    """Draw a file that is as large as the picture."""
    drawings.draw(brush, f"massalia/land/{name}", tones)


def _far(brush: Brush, era: str, luck: Rng) -> None:
    """Draw the horizon: hills by day, roofs and fires by night, tents in grey weather."""
    if era == "aragon":
        _roofs(brush, luck)
    elif era == "bourbon":
        _lay(brush, "tents")
    else:
        hill, shade = (HILL, HILL_SHADE) if era else (SKIES[""][1], SKIES[""][0])
        _lay(brush, "hills", hill=hill, shade=shade)


def _roofs(brush: Brush, luck: Rng) -> None:
    x = -6.0
    while x < WIDE:
        width, height = 18 + luck.below(16), 16 + luck.below(20)
        foot = HORIZON + 4
        brush.box(x, foot - height, x + width, foot, NIGHT_ROOF)
        roof = [
            (x - 3, foot - height),
            (x + width + 3, foot - height),
            (x + width / 2, foot - height - 10),
        ]
        brush.polygon(roof, NIGHT_ROOF_NEAR)
        if luck.below(2):
            brush.box(
                x + width * 0.4,
                foot - height + 6,
                x + width * 0.4 + 5,
                foot - height + 12,
                FLAME_LIGHT,
            )
        if not luck.below(3):
            _fire(brush, x + width / 2, foot - height - 4)
        x += width


def _fire(brush: Brush, x: float, y: float) -> None:
    for tone, size in ((FLAME, 1.0), (FLAME_LIGHT, 0.5)):
        brush.polygon(
            [(x - 7 * size, y), (x - 9 * size, y - 12 * size), (x - 2 * size, y - 26 * size),
             (x + 3 * size, y - 16 * size), (x + 9 * size, y - 10 * size), (x + 6 * size, y)], tone
        )  # fmt: skip


def _ground(brush: Brush, era: str, place: str, luck: Rng) -> None:
    tones = SEAS[era] if place == "sea" else LANDS[era]
    for k, tone in enumerate(tones):
        _below(brush, _wave(HORIZON + 24 * k, 1.2 if k == 0 else 4, luck.below(7), 180), tone)
    if place == "any":
        beach = mix(SAND, LANDS[era][1], 0.25)
        _lay(brush, "bay", beach=beach, water=SEAS[era][1], foam=SEAS[era][2])
    elif place == "sea":
        _ripples(brush, tones[2], luck, 10, 0, WIDE)
    else:
        for _ in range(9):
            x, y = luck.below(WIDE), HORIZON + 14 + luck.below(50)
            brush.ellipse((x, y), 3.4, mix(tones[0], WOOD_DARK, 0.25), 1.7)


def _ripples(brush: Brush, tone: Colour, luck: Rng, count: int, left: int, right: int) -> None:
    for _ in range(count):
        x, y = left + luck.below(right - left - 30), HORIZON + 8 + luck.below(58)
        line = [(x, y), (x + 8, y - 3), (x + 16, y), (x + 24, y - 2)]
        brush.line(line, mix(tone, IVORY, 0.45), 1.8)


def tokens() -> list[Colour]:
    """The colours of skies, seas and lands, by day and by night."""
    plain = (SAND, CLOUD, CLOUD_SHADE, MOON, SUN, NIGHT_ROOF, NIGHT_ROOF_NEAR)
    grounds = [tone for steps in (SKIES, SEAS, LANDS) for each in steps.values() for tone in each]
    return [*plain, HILL, HILL_SHADE, TENT, TENT_SHADE, *grounds]
