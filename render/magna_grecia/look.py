"""The materials of Magna Grecia: its sea and land, and the tuned colours of the players."""

from __future__ import annotations

import msgspec

from render.theme import Colour, SeatStyle, Theme, mix, rgb
from rules.magna_grecia.pieces import Colour as Named

PALETTE = "palette_magna_grecia"

SEA, SEA_LINE, SEA_DEEP = rgb("#4E8A9B"), rgb("#D8EBE2"), rgb("#3F7889")
DEPTHS = (mix(SEA, rgb("#8FC0C4"), 0.16), mix(SEA, rgb("#8FC0C4"), 0.36), rgb("#83B5B9"))
"""Tones from the open sea to the shore."""
BEACH, SHORE = rgb("#E9E2BF"), rgb("#6F6A45")
TERRAINS = {
    "plain": rgb("#D5D8AC"),
    "coast": rgb("#DFDDB6"),
    "hill": rgb("#C9CC9B"),
    "mountain": rgb("#BDBB94"),
}
HEX_DARK, HEX_LIGHT = rgb("#A9AB7E"), rgb("#EFEFD2")
COORDINATE, COORDINATE_HIGH = rgb("#4E4F34"), rgb("#43442C")
TREE, TREE_DARK = rgb("#9BA974"), rgb("#7F8E5E")
PEAK, PEAK_DARK, SNOW = rgb("#A29E7C"), rgb("#8C8868"), rgb("#E8E6D2")
TUFT = rgb("#B7BC8A")

DISC, DISC_RIM, DISC_INNER = rgb("#EFE6CB"), rgb("#A5966A"), rgb("#E6DBBB")
ROOF, ROOF_DARK, HOUSE = rgb("#A79C85"), rgb("#877C66"), rgb("#FBF6E6")
GREEN, GREEN_LIGHT, GREEN_GROUND = rgb("#2E6B45"), rgb("#4FA267"), rgb("#E4E6C2")
RIBBON, RIBBON_RIM, INK = rgb("#F6EED6"), rgb("#8F7F55"), rgb("#2B2620")
CHIP = rgb("#2B3A3F")
MARBLE, MARBLE_DARK = rgb("#F4EFE6"), rgb("#B9B4A4")
LIT = rgb("#FFF4BF")
CARD = rgb("#F6EFDA")
NIGHT, DUSK = rgb("#181A1E"), 0.52
"""Tone of what is dimmed, and its share in it."""
GREY = SeatStyle(rgb("#A9ADA6"), rgb("#62675F"), "circle", "", INK)
"""Style of an oracle that points nowhere."""
_PALE = 0.58
"""Share of the pale tone in the ground of a city."""

TONES: dict[str, tuple[Colour, Colour, Colour]] = {
    Named.YELLOW: (rgb("#FCE890"), rgb("#6E5200"), rgb("#2B2008")),
    Named.ORANGE: (rgb("#FA9200"), rgb("#6A2E00"), rgb("#2B1600")),
    Named.BROWN: (rgb("#391E11"), rgb("#1F1008"), rgb("#FFFFFF")),
    Named.RED: (rgb("#EB4752"), rgb("#550818"), rgb("#2A0006")),
}
"""Colour, rim and text of each seat colour, distinct for colour-blind eyes too."""


def game_theme(theme: Theme, colours: tuple[str, ...]) -> Theme:
    """Theme with the palette of this game and its seats in the colours that they play."""
    seats = tuple(_seat_style(seat, name) for seat, name in zip(theme.seats, colours, strict=False))
    return msgspec.structs.replace(theme, palette=PALETTE, seats=seats)


def _seat_style(seat: SeatStyle, name: str) -> SeatStyle:
    """Style of a seat in a colour, with its own shape and letter."""
    colour, rim, on_band = TONES[name]
    bright = mix(colour, rgb("#FFFFFF"), 0.0 if sum(colour) > 360 else 0.4)
    return msgspec.structs.replace(seat, colour=colour, rim=rim, on_band=on_band, bright=bright)


def field(kind: str) -> Colour:
    """The ground of a terrain."""
    return mix(TERRAINS[kind], HEX_DARK, 0.05)


def paving(style: SeatStyle) -> Colour:
    """The ground inside the walls of a city."""
    return mix(style.colour, rgb("#F6EEDB"), _PALE)


def edge(kind: str) -> Colour:
    """The faint edge of a hex of a terrain."""
    return mix(field(kind), HEX_DARK, 0.30)


def _fields() -> list[Colour]:
    return [tone(kind) for kind in TERRAINS for tone in (field, edge)]


def dimmed(tone: Colour) -> Colour:
    """A tone of the map where it is dimmed, as `Image.blend` has it."""
    red, green, blue = (int(a + (b - a) * DUSK) for a, b in zip(tone, NIGHT, strict=True))
    return red, green, blue


_SHORES = (BEACH, SHORE)
_WATER = (SEA, SEA_LINE, SEA_DEEP, *DEPTHS)


def light_shares() -> dict[Colour, float]:
    """Share of the light of the hour that each colour takes: land and sea most, seats nothing.

    A dimmed tone takes the share of the bright one, so that no two hexes drift apart.
    """
    land = [*_fields(), *_SHORES]
    grown = (TREE, TREE_DARK, PEAK, PEAK_DARK, SNOW, TUFT, HEX_DARK, HEX_LIGHT)
    villages = (DISC, DISC_RIM, DISC_INNER, ROOF, ROOF_DARK, HOUSE, GREEN, GREEN_LIGHT)
    return (
        dict.fromkeys(tokens(), 0.0)
        | dict.fromkeys((*land, *map(dimmed, land), *grown), 0.55)
        | dict.fromkeys((*_WATER, *map(dimmed, _WATER)), 0.6)
        | dict.fromkeys((*villages, GREEN_GROUND), 0.3)
        | dict.fromkeys((COORDINATE, COORDINATE_HIGH), 0.2)
    )


def tokens() -> list[Colour]:
    """Every colour that the palette must hold exactly."""
    plain = [value for value in globals().values() if _is_colour(value)]
    seats = [tone for tones in TONES.values() for tone in tones]
    paved = [mix(tones[0], rgb("#F6EEDB"), _PALE) for tones in TONES.values()]
    ground = [*_fields(), *_SHORES, *_WATER]
    return [*plain, *ground, *map(dimmed, ground), *seats, *paved]


def _is_colour(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 3 and all(isinstance(v, int) for v in value)
