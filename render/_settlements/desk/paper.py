"""The player's side of the table in each game: desk, cards and board.

`look.Look` holds the materials of the map; a `Paper` adds those that only these pictures need.
"""

from __future__ import annotations

from itertools import chain
from typing import Literal

import msgspec

from render._settlements.look import Look, Terrain
from render.theme import THEME, Colour, mix, rgb

_WHITE: Colour = (255, 255, 255)
TICK = rgb("#2F6B45")
"""The green of a building that stands, and of the arrow to a building that it makes free."""


class Paper(msgspec.Struct, frozen=True, eq=False):
    """The materials of one game's cards and boards."""

    look: Look
    desk: Literal["planks", "pottery"]
    """Surface under a hand of cards."""
    frieze: Literal["wire", "meander"]
    """Ornament along the foot of the hand and round the board."""
    sheet: Literal["ledger", "slab"]
    """Surface under a player's board."""
    wood: Colour
    """The tone of the desk, whose lines are made from it."""
    band: Colour
    """The frieze's ground."""
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
    ink: Colour
    """Colour of numbers and of the frames of tags."""

    def tones(self, base: Colour) -> tuple[Colour, Colour, Colour]:
        """A material in three tones: a little darker, as it is, a little lighter."""
        return mix(base, self.ink, 0.10), base, mix(base, _WHITE, 0.07)

    def tint(self, seat: Colour) -> Colour:
        """The ground of a project that a seat has finished."""
        return mix(self.box, seat, 0.30)

    def tokens(self) -> list[Colour]:
        """Every colour that the palette must hold exactly, besides the look's own."""
        plain = [self.band, self.band_line, self.card, self.card_rim, self.box, self.box_rim, TICK]
        quiet = [self.faint, self.faint_rim, self.faint_ink, self.arrow, self.ink]
        tints = [self.tint(seat.colour) for seat in THEME.seats]
        materials = [*self.tones(self.wood), *self.tones(self.look.paper)]
        landscapes = chain(
            *(landscape_tones(each).values() for each in self.look.terrains.values())
        )
        return [*plain, *quiet, *tints, *materials, *landscapes, *self.look.sign_tones]


def landscape_tones(terrain: Terrain) -> dict[str, Colour]:
    """Tones of the landscape on the cards of a terrain."""
    shares = {"far": 0.14, "middle": 0.24, "near": 0.36, "close": 0.50}
    tones = {name: mix(terrain.field, terrain.dark, share) for name, share in shares.items()}
    return tones | {"pale": mix(terrain.field, _WHITE, 0.64), "dark": terrain.dark}
