"""The materials of Massalia: its sea and land, its cards and their families."""

from __future__ import annotations

import msgspec

from render.theme import Colour, Theme, mix, rgb

PALETTE = "palette_massalia"

STONE, STONE_MID, STONE_DARK = rgb("#EFE4CB"), rgb("#D3BF97"), rgb("#A08A60")
WOOD, WOOD_DARK = rgb("#96602F"), rgb("#5E3818")
SAIL, SAIL_SHADE = rgb("#F8F1DF"), rgb("#DDD0B4")
ROOF, ROOF_DARK = rgb("#CB6A41"), rgb("#9C4628")
GOLD, GOLD_DARK, GOLD_LIGHT = rgb("#E5B43E"), rgb("#A97819"), rgb("#F8DC86")
IRON, IRON_LIGHT, IRON_DARK = rgb("#5B646F"), rgb("#98A3B0"), rgb("#363D46")
LEAF, LEAF_DARK = rgb("#86A04A"), rgb("#55702B")
FLAME, FLAME_LIGHT = rgb("#EE7A1F"), rgb("#FFD35C")
CLAY, CLAY_DARK = rgb("#B5603A"), rgb("#8A4127")
INK = rgb("#2B2620")
IVORY = rgb("#FBF3DF")
WATER = rgb("#3FA5AE")
PAPER, PAPER_SHADE = rgb("#F6EEDC"), rgb("#E6D9BC")
HISTORY = rgb("#5B4A36")
HEART, HEART_LIGHT = rgb("#C8322B"), rgb("#E87A70")
DROP, DROP_LIGHT = rgb("#2E86C8"), rgb("#86C1EA")
FISH = rgb("#2B9088")
AMBER, AMBER_DARK, AMBER_LIGHT = rgb("#E9A93A"), rgb("#B2701A"), rgb("#F9D271")
TAG = rgb("#2A3240")
SILVER, SILVER_RIM, SILVER_INNER = rgb("#E3E7EA"), rgb("#2B2F36"), rgb("#8A949E")
PIP = rgb("#A11D33")
GAIN, MOVE, TURN, STRIKE = rgb("#2F8A47"), rgb("#2F6FB5"), rgb("#6A3FA0"), rgb("#B3202C")


class Family(msgspec.Struct, frozen=True):
    """The colours of a family of cards."""

    colour: Colour
    dark: Colour
    tint: Colour

    @property
    def band(self) -> Colour:
        """Ground of the name, dark enough for ivory letters."""
        return mix(self.colour, INK, 0.2)


FAMILIES: dict[str | None, Family] = {
    "solidaires": Family(rgb("#3F8F4F"), rgb("#24562E"), rgb("#DCEBD6")),
    "coriaces": Family(rgb("#8A5A33"), rgb("#54351B"), rgb("#EDE0CD")),
    "orgueilleux": Family(rgb("#B5362F"), rgb("#6E1D19"), rgb("#F4DBD3")),
    "braves": Family(rgb("#2F6FB5"), rgb("#1A4373"), rgb("#D8E4F1")),
    None: Family(rgb("#A67A2C"), rgb("#6B4E1A"), rgb("#F1E6CB")),
}
"""Families by their key in the data; None is for the basic cards."""


def game_theme(theme: Theme) -> Theme:
    """Theme with the palette of this game."""
    return msgspec.structs.replace(theme, palette=PALETTE)


def tokens() -> list[Colour]:
    """Every colour that the palette must hold exactly."""
    plain = [value for value in globals().values() if _is_colour(value)]
    families = [
        tone
        for family in FAMILIES.values()
        for tone in (family.colour, family.dark, family.tint, family.band)
    ]
    return [*plain, *families]


def _is_colour(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 3 and all(isinstance(v, int) for v in value)


TONES = {
    name.lower().replace("_", "-"): value
    for name, value in list(globals().items())
    if _is_colour(value)
}
"""Colours by their names in drawings."""
