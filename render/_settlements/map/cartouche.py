"""The card on the map: game, turn, deck and regions, and the piece that waits to be placed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image

from render._settlements.land import terrain
from render._settlements.land.frame import LEAST, Frame
from render._settlements.land.space import Corner, Space
from render._settlements.look import Look
from render._settlements.map import buildings, highlights
from render._settlements.map.scene import region_of
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Brush
from render.sprites import lay, write
from render.text import Label, width_of
from render.theme import Colour, Theme, mix
from rules._settlements.pieces import ruleset
from rules._settlements.view import Tile, View
from rules.contract import Event, Hex

INSET = 32
WIDE, TALL = 318, 106
_CORNERS: tuple[Corner, ...] = ("tr", "tl", "br")
"""Never the lower left corner, where Discord lays its badge over the picture."""
_BADGE = (160, 120)


class Cartouche(msgspec.Struct, frozen=True):
    """Contents of the card."""

    title: str
    turn: int
    deck: int
    regions: int
    bonus: int
    drawn: int | None
    """The revealed building."""
    seat: int
    extension: int | None
    """The region to be placed."""
    lit: tuple[str, ...] = ()
    """The counters that the news have changed: `deck`, `regions`, `bonus`."""


def cartouche_of(view: View, news: Sequence[Event] = ()) -> Cartouche:
    """Contents of the card for a view."""
    draw = view.turn.drawn
    return Cartouche(
        title=ruleset(view.game).title,
        turn=view.turn.number,
        deck=view.deck,
        regions=view.region_stack,
        bonus=view.bonus_supply,
        drawn=draw.building if draw else None,
        seat=view.turn.seat,
        extension=view.turn.extension,
        lit=highlights.counters(view, news),
    )


def place(frame: Frame, cells: Sequence[Hex]) -> tuple[int, int] | None:
    """Corner of the card where it covers no hex; None if there is no room."""
    free = Space(frame, cells, INSET)
    height = frame.size[1]
    free.take((0, height - _BADGE[1], _BADGE[0], height))
    return free.find((WIDE, TALL), _CORNERS)


@memoize
def card(shown: Cartouche, look: Look, theme: Theme) -> Image.Image:
    """The card: the game, or the piece that waits; the turn; below them the supply."""
    brush = Brush(WIDE + 6, TALL + 8)
    dark, line = mix(look.side, theme.ink, 0.4), mix(look.paper, look.side, 0.5)
    brush.round_box(3, 5, WIDE + 5, TALL + 8, 12, (20, 18, 14, 100))
    brush.round_box(0, 0, WIDE, TALL, 12, dark)
    brush.round_box(2, 2, WIDE - 2, TALL - 2, 10, look.paper)
    brush.round_box(6, 6, WIDE - 6, TALL - 6, 7, line)
    brush.round_box(7.2, 7.2, WIDE - 7.2, TALL - 7.2, 6, look.paper)
    brush.box(22, _RULE, WIDE - 22, _RULE + 1.2, line)
    sheet = brush.reduce()
    ink, middle = mix(look.side, theme.ink, 0.6), 30
    number = Label(28, theme.ink, "bold")
    left = WIDE - 24 - width_of(str(shown.turn), number)
    write(sheet, str(shown.turn), left, middle, number)
    lay(sheet, hourglass(28, ink), left - 20, middle)
    _counters(sheet, shown, look, theme, ink)
    if not _waiting(sheet, shown, look, theme, middle):
        write(sheet, shown.title, 24, middle, Label(28, theme.ink, "serif"))
    return sheet


_RULE, _LOW = 52, 76
"""The line under the title, and the middle of the figures."""


def _counters(sheet: Image.Image, shown: Cartouche, look: Look, theme: Theme, ink: Colour) -> None:
    """Draw the numbers of cards, regions, workers or amphorae left; changed ones are lit."""
    signs = (
        ("deck", glyphs.cards(36, ink), shown.deck),
        ("regions", flower(38, ink), shown.regions),
        ("bonus", glyphs.bonus(look, 36, ink), shown.bonus),
    )
    for index, (name, sign, number) in enumerate(signs):
        x = 42 + 96 * index
        if name in shown.lit:
            lay(sheet, _glow(90, 44, theme), x + 25, _LOW)
        lay(sheet, sign, x, _LOW)
        write(sheet, str(number), x + 25, _LOW, Label(28, theme.ink, "bold"))


def _waiting(sheet: Image.Image, shown: Cartouche, look: Look, theme: Theme, middle: int) -> bool:
    """Draw the building or the region that has to be placed. Return whether there is one."""
    if shown.extension is not None:
        laid = region_of(look.key, Tile(shown.extension, (0, 0), 0))
        symbols = terrain.Symbols(laid.tile, laid.symbols)
        lay(sheet, terrain.region(look, symbols, 18), 60, middle)
    elif shown.drawn is not None:
        project = ruleset(look.key).buildings[shown.drawn].project
        style = theme.seats[shown.seat]
        lay(sheet, buildings.building(look, style, project, shown.drawn, 64, LEAST[1]), 56, middle)
    return shown.extension is not None or shown.drawn is not None


@memoize
def _glow(width: int, height: int, theme: Theme) -> Image.Image:
    """The light behind a figure that has just changed."""
    brush = Brush(width, height)
    brush.round_box(0, 0, width, height, 10, theme.last_rim)
    brush.round_box(1.5, 1.5, width - 1.5, height - 1.5, 9, theme.last)
    return brush.reduce()


@memoize
def hourglass(size: int, tone: Colour) -> Image.Image:
    """The sign of the turn."""
    brush = Brush(1, 1, unit=size)
    for top in (0.06, 0.84):
        brush.round_box(0.16, top, 0.84, top + 0.1, 0.05, tone)
    brush.polygon([(0.24, 0.14), (0.76, 0.14), (0.5, 0.52)], tone)
    brush.polygon([(0.24, 0.86), (0.76, 0.86), (0.5, 0.48)], tone)
    return brush.reduce()


@memoize
def flower(size: int, tone: Colour) -> Image.Image:
    """The sign for regions."""
    mask = terrain.region_mask(round(size / 3 / 2) * 2)
    sheet = Image.new("RGBA", mask.size, (*tone, 0))
    sheet.putalpha(mask)
    return sheet
