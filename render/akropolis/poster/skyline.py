"""The other cities: hill towns on the horizon, each with its mark and its points."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from PIL import Image

from render.akropolis import materials as m
from render.akropolis.poster.country import HORIZON
from render.akropolis.scene import back_to_front
from render.canvas import Brush, Canvas
from render.poster import air
from render.poster.hours import Tones
from render.poster.lettering import Entry, mark_with_rim
from render.text import Label
from render.theme import Colour, mix
from rules.akropolis.view import Cell, CityView, surface

_WIDE, _TALL, _FOOT = 210, 130, 34
_LAMP: Colour = (255, 216, 130)


def lay(
    picture: Image.Image, cities: Sequence[tuple[CityView, Entry]], hour: Tones, luck: Random
) -> list[tuple[Entry, float, float]]:
    """Lay the cities side by side on the horizon. Return the place of the sign of each."""
    signs: list[tuple[Entry, float, float]] = []
    canvas = Canvas.from_image(picture)
    for index, (city, entry) in enumerate(cities):
        room = picture.width / len(cities)
        x = room * (index + 0.5) + luck.uniform(-0.08, 0.08) * room
        y = HORIZON + 34 + luck.randrange(14)
        sprite = _town(city, hour)
        mound = _mound(_WIDE + 70, hour)
        canvas.paste(mound, x - mound.width / 2, y - 62)
        canvas.paste(sprite, x - sprite.width / 2, y - sprite.height)
        top = (sprite.getbbox() or (0, 0, 0, 0))[1]
        signs.append((entry, x, y - sprite.height + top - 24))
    return signs


def _town(city: CityView, hour: Tones) -> Image.Image:
    """A city seen from the plain: a house for each of its hexes, as high as its level."""
    cells = surface(city)
    columns = [q for q, _ in cells]
    rows = [2 * r + q for q, r in cells]
    left, right, back, front = min(columns), max(columns), min(rows), max(rows)
    step = min(17.0, (_WIDE - 20) / (right - left + 1.6))
    lift = min(2.6, 34 / (front - back + 1))
    brush = Brush(_WIDE, _TALL)
    brush.origin = (_WIDE / 2 - (left + right) / 2 * step, _TALL - 10)
    for at, cell in back_to_front(cells):
        x, y = at[0] * step, -(front - (2 * at[1] + at[0])) * lift
        _house(brush, cell, x, y, step, hour)
    return brush.reduce()


def _house(brush: Brush, cell: Cell, x: float, y: float, step: float, hour: Tones) -> None:
    """Draw one house: a lit wall, a wall in the shade, and the roof of its kind."""
    far = mix(mix((120, 118, 124), hour.shadow, 0.25), hour.haze, 0.30)
    wall = mix(mix(m.WALL, hour.tint, 0.5), far, 0.42 if not hour.lamps else 0.72)
    shade = mix(mix(m.WALL_SHADE, hour.shadow, 0.25), far, 0.45 if not hour.lamps else 0.7)
    roof = mix(m.MATERIALS[cell.colour].mosaic, far, 0.48) if cell.colour else shade
    half, high = 0.62 * step, 5 + 11.5 * cell.level
    if cell.kind == "quarry":
        high -= 5
    brush.box(x - half, y - high, x - 0.1 * step, y + 8, wall)
    brush.box(x - 0.1 * step, y - high, x + half, y + 8, shade)
    top = y - high
    if cell.kind == "plaza":
        brush.box(x - 0.1 * step, top - 9, x + 0.1 * step, top, wall)
    elif cell.colour == "temples":
        brush.polygon([(x - half - 1, top), (x, top - 7), (x + half + 1, top)], roof)
    elif cell.colour == "barracks":
        for share in (-1.0, -0.3, 0.4):
            brush.box(x + share * half, top - 4, x + (share + 0.45) * half, top, shade)
    elif cell.colour == "gardens":
        brush.ellipse((x, top - 3), 0.36 * step, roof, radius_y=7)
    elif cell.colour:
        brush.polygon([(x - half, top), (x - 0.1 * step, top - 5), (x + half, top)], roof)
    if hour.lamps and cell.kind != "quarry":
        brush.box(x - 0.3 * step, top + 3, x - 0.02 * step, top + 7, _LAMP)


def _mound(width: int, hour: Tones) -> Image.Image:
    """The low hill that a far city stands on."""
    brush = Brush(width, 90, mode="L")
    brush.ellipse((width / 2, 62), width / 2 - 20, 255, radius_y=28)
    mask = air.blur(brush.reduce(), 5)
    tone = mix(mix((150, 138, 90), hour.shadow, 0.08), hour.haze, 0.42)
    sprite = Image.new("RGBA", mask.size, (*tone, 0))
    sprite.putalpha(mask)
    return sprite


def sign(picture: Image.Image, towns: Sequence[tuple[Entry, float, float]], hour: Tones) -> None:
    """Draw mark and points above each city."""
    canvas, ink = Canvas.from_image(picture), (250, 240, 214) if hour.lamps else hour.ink
    for entry, x, y in towns:
        mark = mark_with_rim(entry.style, 34)
        canvas.paste(mark, x - mark.width - 3, y - mark.height / 2)
        canvas.text(str(entry.points), x + 5, y, Label(32, ink, "serif"))
