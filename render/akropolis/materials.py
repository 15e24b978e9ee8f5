"""Materials of Akropolis: marble, terracotta, limestone, five colours; and its proportions.

Lengths are in hex radii (s). Light comes from the top left.
"""

from __future__ import annotations

import msgspec

from render.theme import Colour, mix, rgb

SQUASH = 0.86
STOREY = 0.235
"""Height of a storey, in hex radii."""
COLOURS = ("houses", "markets", "barracks", "temples", "gardens")
VARIANTS = 3
"""Ways in which each district and quarry is built, chosen by tile."""


class Material(msgspec.Struct, frozen=True):
    """The tones of one colour of district, from its floor to the star of its plazas."""

    floor: Colour
    mosaic: Colour
    light: Colour
    dark: Colour
    star: Colour

    @property
    def second(self) -> Colour:
        """The second tone of the plaza's mosaic."""
        return mix(self.mosaic, self.light, 0.55)


MATERIALS: dict[str, Material] = {
    "houses": Material(
        rgb("#A9CEF2"), rgb("#2C66AE"), rgb("#3F86D2"), rgb("#1B4886"), rgb("#6BB0F2")
    ),
    "markets": Material(
        rgb("#F9DD86"), rgb("#DA9E16"), rgb("#F6BE2C"), rgb("#A86A06"), rgb("#F6BE2C")
    ),
    "barracks": Material(
        rgb("#D87259"), rgb("#BC3327"), rgb("#D2402E"), rgb("#761A14"), rgb("#F07A62")
    ),
    "temples": Material(
        rgb("#AE8ED3"), rgb("#512A88"), rgb("#7A46B0"), rgb("#381A60"), rgb("#BE96EA")
    ),
    "gardens": Material(
        rgb("#8FBC57"), rgb("#2F7A36"), rgb("#55A03F"), rgb("#1F5526"), rgb("#86CE62")
    ),
}

FLOOR_LIGHT = 0.26
"""Share of white in the middle of a district's floor: what scores is lighter than what does not."""
MARBLE = rgb("#F3EEE3")
LIMESTONE = rgb("#C1B6A0")
WALL = rgb("#FAF6EC")
WALL_SHADE = rgb("#CDBFA9")
STAR = rgb("#FFF9E6")
INK = rgb("#2B2620")
RIM_DARK = rgb("#3A322A")
SHADOW = rgb("#1A1626")
VEIL = rgb("#2C2E3E")
GROUND = rgb("#85845C")
GROUND_INK = rgb("#2A2C1A")
WATER = rgb("#4F9FB4")
WATER_LIGHT = rgb("#86C5CF")
WATER_DEEP = rgb("#39798F")
SHORE = rgb("#C9BC8C")
BACK = rgb("#C47152")
BACK_RIM = rgb("#8A4B34")
BACK_LINE = rgb("#DE9A7B")
STONE_TOP = rgb("#FBF6E9")
STONE_LEFT = rgb("#DDD2BA")
STONE_RIGHT = rgb("#A99B80")
BRONZE = rgb("#E9B04A")
MEDAL = rgb("#F6D98A")
MEDAL_INK = rgb("#5A4310")
WOOD = rgb("#B47B45")
WOOD_DARK = rgb("#875628")
TRUNK = rgb("#6B4A2A")

MARBLE_STOREY = (rgb("#F4EEE2"), rgb("#DDD3C2"), rgb("#AFA28D"))
TERRACOTTA_STOREY = (rgb("#E3B396"), rgb("#CB8C69"), rgb("#93573C"))
"""Walls of a storey: lit SW, front S, shaded SE."""


def tokens() -> list[Colour]:
    """Every colour that the palette must hold exactly."""
    plain = [
        *(MARBLE, LIMESTONE, WALL, WALL_SHADE, STAR, INK, RIM_DARK, GROUND, GROUND_INK),
        *(WATER, WATER_LIGHT, WATER_DEEP, SHORE, BACK, BACK_RIM, BACK_LINE),
        *(STONE_TOP, STONE_LEFT, STONE_RIGHT, BRONZE, MEDAL, MEDAL_INK, WOOD, WOOD_DARK, TRUNK),
        *MARBLE_STOREY,
        *TERRACOTTA_STOREY,
    ]
    return plain + [tone for material in MATERIALS.values() for tone in _tones(material)]


def light_shares() -> dict[Colour, float]:
    """Share of the light of the hour that each colour takes: stone some, districts a little.

    What lies beside the map takes none.
    """
    stone = [MARBLE, LIMESTONE, WALL, WALL_SHADE, *MARBLE_STOREY, *TERRACOTTA_STOREY]
    districts = [tone for material in MATERIALS.values() for tone in _tones(material)]
    water = [WATER, WATER_LIGHT, WATER_DEEP, SHORE]
    beside = [BACK, BACK_RIM, BACK_LINE, STONE_TOP, STONE_LEFT, STONE_RIGHT]
    beside += [BRONZE, MEDAL, MEDAL_INK]
    return (
        dict.fromkeys(districts, 0.15)
        | dict.fromkeys(stone, 0.35)
        | dict.fromkeys(water, 0.6)
        | dict.fromkeys(beside, 0.0)
        | {GROUND: 1.0, GROUND_INK: 1.0}
    )


def _tones(material: Material) -> list[Colour]:
    return [
        material.floor,
        mix(material.floor, (255, 255, 255), FLOOR_LIGHT),
        material.mosaic,
        material.second,
        material.light,
        material.dark,
        material.star,
    ]
