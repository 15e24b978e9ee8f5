"""What the two games are made of: `TELEGRAPH` prairie, wire and wood; `ATTIKA` sea and marble."""

from __future__ import annotations

from typing import Literal

import msgspec

from render.theme import THEME, Colour, Theme, mix, rgb

CREAM = rgb("#F6EED6")
IVORY = rgb("#FBF5E3")
SAND = rgb("#D3C8AC")
FREE = rgb("#2F7D4C")
FREE_RIM = rgb("#173F27")
"""What costs nothing."""
NIGHT = rgb("#181A1E")
DUSK = 0.38
"""What does not count is dimmed so far towards the night."""


Strewn = Literal[
    "tufts",
    "ripples",
    "pines",
    "furrows",
    "rocks",
    "pebbles",
    "swell",
    "cypresses",
    "hills",
    "peaks",
]


class Terrain(msgspec.Struct, frozen=True):
    """The tones of a landscape, and what is faintly strewn over it."""

    field: Colour
    dark: Colour
    strewn: Strewn

    @property
    def second(self) -> Colour:
        """The field of every other hex, a trace darker."""
        return mix(self.field, self.dark, 0.04)

    @property
    def medal(self) -> Colour:
        """The ground of the medallion that carries the symbol."""
        return mix(self.field, CREAM, 0.66)

    @property
    def drawn(self) -> Colour:
        """The faint drawing on the field."""
        return mix(self.field, self.dark, 0.30)


class Look(msgspec.Struct, frozen=True, eq=False):
    """The materials of one game. Two looks are the same only when they are one object."""

    key: str
    """Of the game, and of its glyphs."""
    table: Literal["prairie", "sea"]
    token: Literal["wood", "marble"]
    """What buildings are cut from."""
    link: Literal["wire", "street"]
    """What joins the buildings of a settlement."""
    ground: Colour
    """The table."""
    line: Colour
    """The drawing on the table."""
    border: Colour
    side: Colour
    """The edge of a region's cardboard or rock."""
    rim: Colour
    """The bright line round a region."""
    seam: Colour
    """The lines between its hexes."""
    blank: Terrain
    """Terrain without a symbol."""
    terrains: dict[str, Terrain]
    ink: Colour
    """Names of hexes."""
    city: Colour
    """The ground behind a great city."""
    gold: Colour
    stone: Colour
    """The light edge of a building."""
    stone_side: Colour
    paper: Colour
    """The ledger of a player's board."""
    paper_line: Colour

    def theme(self, theme: Theme = THEME) -> Theme:
        """The family's theme with the palette of this look."""
        return msgspec.structs.replace(theme, palette=f"palette_{self.key}")

    def terrain(self, resource: str | None) -> Terrain:
        """The tones of a hex by its symbol."""
        return self.terrains[resource] if resource else self.blank

    def tokens(self) -> list[Colour]:
        """Every colour that the palette must hold exactly."""
        plain = [self.ground, self.line, self.border, self.side, self.rim, self.seam, self.ink]
        made = [self.city, self.gold, self.stone, self.stone_side, self.paper, self.paper_line]
        grounds = [self.blank, *self.terrains.values()]
        fields = [tone for each in grounds for tone in (each.field, each.second)]
        dim = [mix(tone, NIGHT, DUSK) for tone in (self.ground, self.rim, self.seam, *fields)]
        signs = [tone for each in grounds for tone in (each.medal, each.drawn, each.dark)]
        shared = [CREAM, IVORY, SAND, FREE, FREE_RIM]
        return [*plain, *made, *shared, *fields, *dim, *signs]


TELEGRAPH = Look(
    key="telegraph",
    table="prairie",
    token="wood",
    link="wire",
    ground=rgb("#958A66"),
    line=rgb("#A69B75"),
    border=rgb("#B8AC85"),
    side=rgb("#6E5F3C"),
    rim=rgb("#F1E7C6"),
    seam=rgb("#A5935F"),
    blank=Terrain(rgb("#DDD0A0"), rgb("#7C6D3C"), "tufts"),
    terrains={
        "water": Terrain(rgb("#86BAC6"), rgb("#2E6E86"), "ripples"),
        "wood": Terrain(rgb("#88A463"), rgb("#3D5A2E"), "pines"),
        "clay": Terrain(rgb("#D1A57A"), rgb("#7A4A24"), "furrows"),
        "metal": Terrain(rgb("#AEB0AE"), rgb("#474C55"), "rocks"),
    },
    ink=rgb("#4A3F1E"),
    city=rgb("#4A443E"),
    gold=rgb("#D9B65A"),
    stone=rgb("#F3E3B5"),
    stone_side=rgb("#6B4A2A"),
    paper=rgb("#EFE5C5"),
    paper_line=rgb("#C8B98B"),
)

ATTIKA = Look(
    key="attika",
    table="sea",
    token="marble",
    link="street",
    ground=rgb("#3F7E95"),
    line=rgb("#D8EBE2"),
    border=rgb("#8FC0C4"),
    side=rgb("#9A8762"),
    rim=rgb("#FCF7E8"),
    seam=rgb("#B4A27A"),
    blank=Terrain(rgb("#E7DDC0"), rgb("#8F7F55"), "pebbles"),
    terrains={
        "water": Terrain(rgb("#86C2D2"), rgb("#1D5F80"), "swell"),
        "forest": Terrain(rgb("#8FA869"), rgb("#3A5A2C"), "cypresses"),
        "hill": Terrain(rgb("#D9BA85"), rgb("#7D5424"), "hills"),
        "mountain": Terrain(rgb("#BAB4B8"), rgb("#4B4756"), "peaks"),
    },
    ink=rgb("#4B4228"),
    city=rgb("#1F4552"),
    gold=rgb("#DDB650"),
    stone=rgb("#F7F1E2"),
    stone_side=rgb("#B5A585"),
    paper=rgb("#F0E8D2"),
    paper_line=rgb("#C9BB97"),
)
