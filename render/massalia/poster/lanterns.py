"""Upright things on land and sea: houses, landmarks, the winner's lanterns."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from random import Random
from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter

from render import drawings
from render.cache import memoize
from render.canvas import Brush
from render.massalia import ground, look, tiles
from render.massalia.catalogue import AT, CELLS, RESOURCES
from render.massalia.emblems import emblem
from render.massalia.frame import centre
from render.massalia.poster import plane
from render.poster import air
from render.poster.hours import Tones
from render.theme import Colour, SeatStyle, Theme, mix
from rules.contract import Seat
from rules.massalia.printed import PRINTED
from rules.massalia.view import View

_WARM: Colour = (255, 184, 92)
_CITY = ("old_city", "carmes", "east_walls")


class Standing(NamedTuple):
    """An upright thing, its foot at a place of the board."""

    y: float
    x: float
    sprite: Image.Image
    lamp: Colour | None = None
    afloat: bool = False


def stand(
    picture: Image.Image, view: View, first: Seat, theme: Theme, hour: Tones, luck: Random
) -> None:
    """Draw the upright things, the farthest first, with their light and reflections."""
    things = [*_houses(view, hour, luck), *_landmarks(view, hour)]
    things += _lanterns(view, first, theme)
    for thing in sorted(things, key=lambda thing: (thing.y, thing.x)):
        x, y = plane.point((thing.x, thing.y))
        scale = plane.scale_at(thing.y)
        sprite = thing.sprite
        size = max(1, round(sprite.width * scale)), max(1, round(sprite.height * scale))
        small = sprite.resize(size, Image.Resampling.LANCZOS)
        if thing.lamp is not None:
            _shine(picture, thing, x, y, scale, hour)
        if thing.afloat:
            _mirror(picture, small, x, y)
        picture.paste(small, (round(x - size[0] / 2), round(y - size[1])), small)


# ---- houses and landmarks ------------------------------------------------------------------------


def _houses(view: View, hour: Tones, luck: Random) -> Iterator[Standing]:
    """The roofs of the city, and trees in the country, where no tile lies."""
    for cell, data in CELLS.items():
        x, y = centre(cell)
        if data.terrain == "sea":
            continue
        city = data.area in _CITY
        near = 44 if cell in AT or cell in view.board else 0
        for _ in range(15 if city else 9):
            dx, dy = luck.uniform(-58, 58), luck.uniform(-58, 58)
            if hypot(dx, dy) < near or hypot(dx, dy) > 66:
                continue
            name = luck.choice(_HOMES if city else _TREES)
            yield Standing(y + dy, x + dx, _thing(name, hour))


_HOMES = ("house-1", "house-2", "house-3", "house-4")
_TREES = ("bush", "bush", "cypress")


@memoize
def _thing(name: str, hour: Tones) -> Image.Image:
    """A house or a tree in the light of the hour, with windows lit in the dark."""
    path = f"massalia/land/{name}"
    tones = {tone: _in(colour, hour) for tone, colour in look.TONES.items()}
    if hour.lamps or hour.name == "evening":
        tones["iron"] = (255, 206, 110)
    return drawings.sheet(path, drawings.box(path)[2], tones).reduce()


def _in(tone: Colour, hour: Tones) -> Colour:
    """A tone in the light of the hour."""
    red, green, blue = (round(a * b / 255) for a, b in zip(tone, hour.tint, strict=True))
    return (red, green, blue)


def _landmarks(view: View, hour: Tones) -> Iterator[Standing]:
    """Landmark of each resource cell; where a tile lies, it stands behind the lantern."""
    for cell, resource in AT.items():
        x, y = centre(cell)
        is_held = cell in view.board
        sprite = emblem(PRINTED.resources[resource.id].emblem, 104, look.FAMILIES[None].colour)
        yield Standing(
            y + (12 if is_held else 40), x - (26 if is_held else 0), _shade(sprite, hour)
        )


def _shade(sprite: Image.Image, hour: Tones) -> Image.Image:
    """A sprite in the light of the hour."""
    plain = sprite.convert("RGB")
    shaded = ImageChops.multiply(plain, Image.new("RGB", plain.size, hour.tint)).convert("RGBA")
    shaded.putalpha(sprite.getchannel("A"))
    return shaded


# ---- lanterns ------------------------------------------------------------------------------------


def _lanterns(view: View, first: Seat, theme: Theme) -> Iterator[Standing]:
    """Lantern for the tile on top of each pile: the winner's are lit."""
    holders = {resource.cell: resource.holder for resource in view.resources}
    for cell, pile in view.board.items():
        x, y = centre(cell)
        style, is_first = theme.seats[pile[-1].o], pile[-1].o == first
        large = holders.get(cell) == pile[-1].o
        sprite = lantern(style, is_first, 124 if large else 98)
        afloat = CELLS[cell].terrain == "sea" and cell not in _DRY
        aside = 24 if cell in AT else 0
        yield Standing(y + 34, x + aside, sprite, _lamp(style) if is_first else None, afloat)


_DRY = frozenset(RESOURCES[name].cell for name in ground.ISLANDS)


def _lamp(style: SeatStyle) -> Colour:
    return mix(style.bright, _WARM, 0.6)


@memoize
def lantern(style: SeatStyle, lit: bool, height: int) -> Image.Image:
    """A paper lantern in the shape and colour of a seat, dim unless lit."""
    side = 150
    brush = Brush(side, side, unit=height / side, centred=True)
    paper = mix(style.bright, style.colour, 0.3) if lit else mix(style.colour, look.INK, 0.45)
    rim = style.rim if lit else mix(style.rim, look.INK, 0.5)
    for grow, tone in ((9.0, look.IVORY if lit else mix(look.IVORY, look.INK, 0.6)), (6.0, rim)):
        brush.polygon([(x * 1.12, y * 1.12) for x, y in tiles.outline(style, grow)], tone)
    brush.polygon([(x * 1.12, y * 1.12) for x, y in tiles.outline(style, 0)], paper)
    if lit:
        low = 8 if style.shape == "triangle" else 0
        for radius, share in ((33, 0.28), (24, 0.60), (15, 0.95)):
            brush.ellipse((0, low), radius, mix(paper, (255, 250, 224), share))
    brush.box(-15, -64, 15, -55, rim)
    brush.box(-20, 55, 20, 63, rim)
    return brush.reduce()


@memoize
def _halo(radius: int, tone: Colour, strength: int) -> Image.Image:
    return air.glow(radius, tone, strength / 100)


def _shine(
    picture: Image.Image, thing: Standing, x: float, y: float, scale: float, hour: Tones
) -> None:
    """Draw the light round a lantern, stronger in darker hours."""
    assert thing.lamp is not None
    strength = {"night": 70, "evening": 74, "morning": 52}.get(hour.name, 40)
    height = thing.sprite.height * scale
    air.add_light(picture, _halo(round(2.6 * height), thing.lamp, strength // 2), x, y - height / 2)
    air.add_light(picture, _halo(round(1.2 * height), thing.lamp, strength), x, y - height / 2)


def _mirror(picture: Image.Image, sprite: Image.Image, x: float, y: float) -> None:
    """Draw the reflection of a floating thing in the water below it, longer and fainter."""
    image = sprite.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    image = image.resize((image.width, round(1.5 * image.height)))
    image = image.filter(ImageFilter.GaussianBlur(2.2))
    fade = air.gradient_mask(image.size, ((0.0, 120), (0.9, 0), (1.0, 0)))
    mask = ImageChops.multiply(image.getchannel("A"), fade)
    picture.paste(image.convert("RGB"), (round(x - image.width / 2), round(y) - 6), mask)
