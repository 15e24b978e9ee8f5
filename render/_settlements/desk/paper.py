"""What lies on a player's side of the table: desk, cards and board of each game.

`look.Look` holds the materials of the map; a `Paper` adds those that only these pictures need.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from render._settlements.desk import scenery
from render._settlements.look import ATTIKA, TELEGRAPH, Look
from render._settlements.signs import glyphs
from render.theme import THEME, Colour, mix, rgb

_WHITE: Colour = (255, 255, 255)
TICK = rgb("#2F6B45")
"""The green of what stands, and of what it makes free."""


class Paper(msgspec.Struct, frozen=True, eq=False):
    """The materials of one game's cards and boards."""

    look: Look
    desk: Literal["planks", "pottery"]
    """What the hand lies on."""
    frieze: Literal["wire", "meander"]
    """What runs along its foot, and round the board."""
    sheet: Literal["ledger", "slab"]
    """What the board is drawn on."""
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
    """Numbers, and the frames of tags."""

    def tones(self, base: Colour) -> tuple[Colour, Colour, Colour]:
        """A material a little darker, as it is, and a little lighter."""
        return mix(base, self.ink, 0.10), base, mix(base, _WHITE, 0.07)

    def tint(self, seat: Colour) -> Colour:
        """The ground of a project that a seat has finished."""
        return mix(self.box, seat, 0.30)

    def tokens(self) -> list[Colour]:
        """Every colour that the palette must hold exactly, besides the look's own."""
        plain = [self.band, self.band_line, self.card, self.card_rim, self.box, self.box_rim, TICK]
        quiet = [self.faint, self.faint_rim, self.faint_ink, self.arrow, self.ink]
        tints = [self.tint(seat.colour) for seat in THEME.seats]
        made = [*self.tones(self.wood), *self.tones(self.look.paper)]
        drawn = [tone for each in self.look.terrains.values() for tone in scenery.tones(each)]
        return [*plain, *quiet, *tints, *made, *drawn, *glyphs.SIGNS[self.look.key].tones]


_PAPERS = (
    Paper(
        look=TELEGRAPH,
        desk="planks",
        frieze="wire",
        sheet="ledger",
        wood=rgb("#7C6145"),
        band=rgb("#4B3827"),
        band_line=rgb("#B79A6C"),
        card=rgb("#FBF4E0"),
        card_rim=rgb("#33281B"),
        box=rgb("#F7F0D9"),
        box_rim=rgb("#C4B382"),
        faint=rgb("#E5DAB4"),
        faint_rim=rgb("#A5966A"),
        faint_ink=rgb("#685B36"),
        arrow=rgb("#857445"),
        ink=rgb("#2B2620"),
    ),
    Paper(
        look=ATTIKA,
        desk="pottery",
        frieze="meander",
        sheet="slab",
        wood=rgb("#AD6E4C"),
        band=rgb("#33261F"),
        band_line=rgb("#D79465"),
        card=rgb("#FBF6E8"),
        card_rim=rgb("#3B2A22"),
        box=rgb("#F6EDD3"),
        box_rim=rgb("#C5B48A"),
        faint=rgb("#E8DFC6"),
        faint_rim=rgb("#A79A7C"),
        faint_ink=rgb("#685D43"),
        arrow=rgb("#8F7048"),
        ink=rgb("#2E2620"),
    ),
)
PAPERS: dict[str, Paper] = {paper.look.key: paper for paper in _PAPERS}
