"""The application's emojis: seat marks, a stone, the districts, and every kind of tile."""

from __future__ import annotations

from PIL import Image

from render.akropolis import materials as m
from render.akropolis import tokens
from render.canvas import pocket
from render.marks import seat_mark
from render.theme import THEME
from rules.akropolis.pieces import TILES

SIDE = 128


def icons() -> dict[str, bytes]:
    """PNGs of 128 × 128 by name; a tile by its code, as `t_Hmb`."""
    pictures = {
        f"seat_{style.letter.lower()}": _square(seat_mark(style, 116)) for style in THEME.seats
    }
    pictures["stone"] = _square(tokens.stone(58))
    pictures["chief"] = _square(tokens.chief(116))
    pictures |= {colour: _square(tokens.mini(colour, 58)) for colour in m.COLOURS}
    for number, tile in sorted(TILES.items(), reverse=True):
        pictures[f"t_{tile.code}"] = _square(tokens.tile(number, 34))
    return dict(sorted(pictures.items()))


def _square(sprite: Image.Image) -> bytes:
    sheet = Image.new("RGBA", (SIDE, SIDE))
    sheet.alpha_composite(sprite, ((SIDE - sprite.width) // 2, (SIDE - sprite.height) // 2))
    return pocket(sheet)
