"""Pictures with a coloured frame, and how large a screenshot shows them."""

from __future__ import annotations

import io
import random
from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from PIL import (
    Image,
    ImageChops,
    ImageDraw,
    ImageFilter,
    ImageFont,
    UnidentifiedImageError,
)

FRAME = 48
"""Width of the frame in pixels: thick enough to be found where the picture is shown small."""
TICK = 100
"""Pixels between two ticks of the ruler."""
LEAST = 20
"""Pixels of a screenshot below which a frame counts as none."""
TOLERANCE = 0.04
"""Share by which the shape of a picture may differ from what is shown of it."""
BOX = 350 / 550
"""Height of the tall picture on a computer for one pixel of width of the wide one."""
LETTERS = (6, 8, 10, 12, 14, 16)
"""Heights of the letters of a picture that is 800 pixels wide."""
LETTERS_SIZE = (800, 360)
NOISE = (900, 900)
FRAMES = 9
"""Size and number of the pictures of a film that cannot be compressed: about eight megabytes."""


class Shape(NamedTuple):
    """A picture to be shown: its size and the channels of its colour that are full."""

    width: int
    height: int
    colour: tuple[int, int, int]


SHAPES: Mapping[str, Shape] = {
    "tall": Shape(800, 1600, (255, 0, 255)),
    "wide": Shape(1600, 800, (0, 255, 0)),
}
"""The pictures of a rehearsal, by name."""


class Shown(msgspec.Struct, frozen=True):
    """Size of a picture on a screenshot, and the size of the screenshot, in its pixels."""

    width: int
    height: int
    screen_width: int
    screen_height: int


def ruler(name: str) -> bytes:
    """A picture of one of `SHAPES`, as a PNG: a frame with ticks on white."""
    shape = SHAPES[name]
    picture = Image.new("RGB", (shape.width, shape.height), "white")
    pen = ImageDraw.Draw(picture)
    edge = (0, 0, shape.width - 1, shape.height - 1)
    pen.rectangle(edge, outline=shape.colour, width=FRAME)
    for x in range(TICK, shape.width, TICK):
        pen.line((x, FRAME, x, FRAME + TICK // 2), fill="black", width=4)
    for y in range(TICK, shape.height, TICK):
        pen.line((FRAME, y, FRAME + TICK // 2, y), fill="black", width=4)
    target = io.BytesIO()
    picture.save(target, "PNG")
    return target.getvalue()


def letters() -> bytes:
    """A picture with a line of each height of `LETTERS`, as a PNG."""
    picture = Image.new("RGB", LETTERS_SIZE, "white")
    pen = ImageDraw.Draw(picture)
    for line, height in enumerate(LETTERS):
        font = ImageFont.load_default(height / 0.7)  # capitals have seven tenths of a font's size
        place = (40, 30 + line * LETTERS_SIZE[1] // (len(LETTERS) + 1))
        pen.text(place, f"{height}: HEXAGORA 27", fill="black", font=font)
    target = io.BytesIO()
    picture.save(target, "PNG")
    return target.getvalue()


def film() -> bytes:
    """A film of noise, as a GIF of several megabytes."""
    chance = random.Random(0)
    pictures = [Image.frombytes("L", NOISE, chance.randbytes(NOISE[0] * NOISE[1]))]
    pictures += [
        Image.frombytes("L", NOISE, chance.randbytes(NOISE[0] * NOISE[1]))
        for _ in range(FRAMES - 1)
    ]
    target = io.BytesIO()
    pictures[0].save(target, "GIF", save_all=True, append_images=pictures[1:], duration=500)
    return target.getvalue()


def measure(screenshot: bytes) -> dict[str, Shown]:
    """The pictures that a screenshot shows whole, by name; {} where it is no picture."""
    try:
        with Image.open(io.BytesIO(screenshot)) as opened:
            screen = opened.convert("RGB")
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError):
        return {}
    found = {name: _frame(screen, shape) for name, shape in SHAPES.items()}
    return {name: shown for name, shown in found.items() if shown is not None}


def _frame(screen: Image.Image, shape: Shape) -> Shown | None:
    """Size of the frame of a picture; None where it is missing or cut off."""
    bands = [
        band.point(
            [
                255 if (value > 170) == bool(full) and not 110 < value <= 170 else 0
                for value in range(256)
            ]
        )
        for band, full in zip(screen.split(), shape.colour, strict=True)
    ]
    mask = ImageChops.multiply(ImageChops.multiply(bands[0], bands[1]), bands[2])
    box = mask.filter(ImageFilter.MinFilter(3)).getbbox()
    if box is None:
        return None
    width, height = box[2] - box[0] + 2, box[3] - box[1] + 2  # the filter takes one at each side
    ratio = (width / height) / (shape.width / shape.height)
    if min(width, height) < LEAST or abs(ratio - 1) > TOLERANCE:
        return None
    return Shown(width, height, *screen.size)


def is_boxed(pictures: Mapping[str, Shown]) -> bool | None:
    """Whether the pictures stand in the box of a computer; None where one is missing."""
    if not SHAPES.keys() <= pictures.keys():
        return None
    return abs(pictures["tall"].height / pictures["wide"].width - BOX) < TOLERANCE
