"""The application's emojis: small squares with transparency."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from render.marks import seat_mark
from render.sprites import lay_in_the_middle
from render.theme import THEME

SIDE = 128


def of_seats() -> dict[str, bytes]:
    """The marks of the seats, `seat_a` to `seat_d`: the same in every game."""
    return {f"seat_{style.letter.lower()}": square(seat_mark(style, 116)) for style in THEME.seats}


def square(sprite: Image.Image) -> bytes:
    """The PNG of a sprite in the middle of a square."""
    sheet, file = Image.new("RGBA", (SIDE, SIDE)), BytesIO()
    lay_in_the_middle(sheet, sprite)
    sheet.save(file, "PNG", optimize=True)
    return file.getvalue()
