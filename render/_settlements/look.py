"""The look that tells the sister games apart in their pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import chain
from typing import Literal

import msgspec

from render import drawings
from render.canvas import Brush
from render.theme import THEME, Colour, Theme, mix, rgb

CREAM = rgb("#F6EED6")
IVORY = rgb("#FBF5E3")
SAND = rgb("#D3C8AC")
FREE = rgb("#2F7D4C")
FREE_RIM = rgb("#173F27")
"""Colours of a price of nothing."""
TICK = rgb("#2F6B45")
"""The green of a building that stands, and of the arrow to a building that it makes free."""
NIGHT = rgb("#181A1E")
DUSK = 0.35
"""Share of `NIGHT` in the parts of a map that are dimmed."""
PILE = rgb("#DCCCA0"), rgb("#685832"), rgb("#403A32"), rgb("#D9B65A")
"""Tones of the piles on panels: a pile and its rim, a pile of base buildings and its rim."""


def dimmed(tone: Colour) -> Colour:
    """A tone of the map where it is dimmed."""
    return mix(tone, NIGHT, DUSK)


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
    """Tones of a landscape, and the kind of faint drawings strewn over it."""

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
    def stroke(self) -> Colour:
        """Tone of the faint drawings on the field."""
        return mix(self.field, self.dark, 0.30)


@lru_cache(maxsize=8)
def blend(ground: Colour, tone: Colour) -> bytes:
    """A palette that runs from one colour to another."""
    return b"".join(bytes(mix(ground, tone, share / 255)) for share in range(256))


class Ornament(msgspec.Struct, frozen=True):
    """A drawing for the emptiness of the table."""

    lengths: tuple[int, ...]
    """Widths in pixels, the best first."""
    height: int
    draw: Callable[[Brush, int], None]
    """Draws it at a width in pixels, from the top left corner."""


def from_file(name: str) -> Callable[[Brush, int], None]:
    """Function that draws a file at a width."""

    def draw(brush: Brush, length: int) -> None:
        brush.scale *= length / drawings.box(name)[2]
        drawings.draw(brush, name)

    return draw


class Look(msgspec.Struct, frozen=True, eq=False):
    """The materials of one game. Two looks are the same only when they are one object."""

    key: str
    """Key of the game."""
    table: Literal["prairie", "sea"]
    token: Literal["wood", "marble"]
    """Material of the buildings."""
    link: Literal["wire", "street"]
    """Connection between the buildings of a settlement."""
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
    city_size: float
    """Size of a great city, in hexes."""
    roof: Colour
    """Lighter tone of its skyline."""
    stone: Colour
    """The light edge of a building."""
    stone_side: Colour
    paper: Colour
    """The sheet of a player's board."""
    paper_line: Colour
    wood: Colour
    """The desk under a hand of cards."""
    band: Colour
    """The ground of the frieze along the desk."""
    band_line: Colour
    card: Colour
    """The edge of a card."""
    card_rim: Colour
    box: Colour
    """The ground of a project."""
    box_rim: Colour
    faint: Colour
    """A building not yet seen."""
    faint_rim: Colour
    faint_ink: Colour
    arrow: Colour
    dark: Colour
    """Colour of the numbers on boards and cards, and of the frames of tags."""
    ornaments: tuple[Ornament, ...]
    """The first is laid before the others, where there is the most room."""

    def theme(self, theme: Theme = THEME) -> Theme:
        """The family's theme with the palette of this look."""
        return msgspec.structs.replace(theme, palette=f"palette_{self.key}")

    def terrain(self, resource: str | None) -> Terrain:
        """The tones of a hex by its symbol."""
        return self.terrains[resource] if resource else self.blank

    def tint(self, seat: Colour) -> Colour:
        """The ground of a project that a seat has finished."""
        return mix(self.box, seat, 0.30)

    @property
    def sign_tones(self) -> list[Colour]:
        """The colours of the signs of the resources."""
        return self._colours("resource")

    def _colours(self, kind: str) -> list[Colour]:
        """The colours of a kind of drawings of the resources."""
        names = (f"{self.key}/{kind}-{resource}" for resource in self.terrains)
        return [*dict.fromkeys(chain.from_iterable(map(drawings.colours, names)))]

    def light_shares(self) -> dict[Colour, float]:
        """Share of the light of the hour that each colour takes: the table most, the land less."""
        table = [self.ground, self.line, self.border]
        land = [tone for each in self._grounds() for tone in (each.field, each.second, each.stroke)]
        pieces = [self.city, self.gold, self.roof, self.stone, self.stone_side]
        pieces += [CREAM, IVORY, SAND]
        plain = [self.paper, self.paper_line, *self.sign_tones, FREE, FREE_RIM]
        shares = (
            dict.fromkeys((self.side, self.rim, self.seam), 0.5)
            | dict.fromkeys(land, 0.4)
            | dict.fromkeys(table, 0.55 if self.table == "sea" else 0.75)
        )
        return (
            {dimmed(tone): share for tone, share in shares.items()}
            | shares
            | dict.fromkeys(pieces, 0.1)
            | dict.fromkeys(plain, 0.0)
            | dict.fromkeys(PILE, 0.0)
        )

    def _grounds(self) -> list[Terrain]:
        return [self.blank, *self.terrains.values()]

    def tokens(self) -> list[Colour]:
        """Every colour that the palette must hold exactly."""
        plain = [self.ground, self.line, self.border, self.side, self.rim, self.seam, self.ink]
        pieces = [self.city, self.gold, self.roof, self.stone, self.stone_side]
        pieces += [self.paper, self.paper_line]
        grounds = self._grounds()
        fields = [tone for each in grounds for tone in (each.field, each.second)]
        dim = [dimmed(tone) for tone in (self.ground, self.rim, self.seam, *fields)]
        signs = [tone for each in grounds for tone in (each.medal, each.stroke, each.dark)]
        shared = [CREAM, IVORY, SAND, FREE, FREE_RIM, *PILE]
        return [*plain, *pieces, *shared, *fields, *dim, *signs, *self._board_tokens()]

    def _board_tokens(self) -> list[Colour]:
        """The colours of boards and cards that the palette must hold exactly."""
        plain = [self.band, self.band_line, self.card, self.card_rim, self.box, self.box_rim, TICK]
        quiet = [self.faint, self.faint_rim, self.faint_ink, self.arrow, self.dark]
        tints = [self.tint(seat.colour) for seat in THEME.seats]
        materials = [
            tone
            for base in (self.wood, self.paper)
            for tone in (mix(base, self.dark, 0.10), base, mix(base, (255, 255, 255), 0.07))
        ]
        return [*plain, *quiet, *tints, *materials, *self._colours("card"), *self.sign_tones]
