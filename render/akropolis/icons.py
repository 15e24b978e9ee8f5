"""The application's emojis: a stone, the Chief, the districts, and every kind of tile."""

from __future__ import annotations

from render.akropolis import materials as m
from render.akropolis import tokens
from render.icons import square
from rules.akropolis.pieces import TILES


def icons() -> dict[str, bytes]:
    """PNGs by name; a tile by its code, as `t_Hmb`."""
    pictures = {"stone": square(tokens.stone(58)), "chief": square(tokens.chief(116))}
    pictures |= {colour: square(tokens.mini(colour, 58)) for colour in m.COLOURS}
    for number, tile in sorted(TILES.items(), reverse=True):
        pictures[f"t_{tile.code}"] = square(tokens.tile(number, 34))
    return dict(sorted(pictures.items()))
