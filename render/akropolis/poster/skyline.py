"""The other cities: hill towns on the horizon, each with its mark and its points."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from PIL import Image

from render.akropolis import materials as m
from render.akropolis import painting
from render.akropolis.poster.country import HORIZON
from render.akropolis.scene import Scene
from render.canvas import Brush, Canvas
from render.poster import air
from render.poster.hours import Tones
from render.poster.lettering import Entry, mark_with_rim
from render.text import Label
from render.theme import mix

ROOM = (560, 330)
"""Room for a city, at twice its size."""
_FLAT, _HAZE = 0.5, 0.38
"""Height of a city on the horizon as a share of what it is on the hill, and its share of haze."""


def lay(
    picture: Image.Image, cities: Sequence[tuple[Scene, Entry]], hour: Tones, luck: Random
) -> list[tuple[Entry, float, float]]:
    """Lay the cities side by side on the horizon. Return the place of the sign of each."""
    signs: list[tuple[Entry, float, float]] = []
    canvas = Canvas.from_image(picture)
    for index, (scene, entry) in enumerate(cities):
        room = picture.width / len(cities)
        x = room * (index + 0.5) + luck.uniform(-0.08, 0.08) * room
        y = HORIZON + 34 + luck.randrange(14)
        sprite = _town(scene, hour)
        mound = _mound(280, hour)
        canvas.paste(mound, x - mound.width / 2, y - 62)
        canvas.paste(sprite, x - sprite.width / 2, y - sprite.height)
        top = (sprite.getbbox() or (0, 0, 0, 0))[1]
        signs.append((entry, x, y - sprite.height + top - 24))
    return signs


def _town(scene: Scene, hour: Tones) -> Image.Image:
    """A city as it is seen from far away, pale in the haze."""
    layer = Image.new("RGBA", (scene.width, scene.height), (*m.WALL_SHADE, 0))
    painting.raise_blocks(Canvas.from_image(layer), scene)
    width, height = scene.width // 2, round(_FLAT * scene.height / 2)
    small = layer.convert("RGBa").resize((width, height), Image.Resampling.BOX).convert("RGBA")
    town = Image.blend(small.convert("RGB"), Image.new("RGB", small.size, hour.haze), _HAZE)
    town.putalpha(small.getchannel("A"))
    return town


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
