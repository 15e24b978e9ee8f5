"""The card on the map: what is left in the supply, and what the seat to move can place."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image

from render import text, type_scale
from render._settlements.land import terrain
from render._settlements.land.frame import FULL, Frame
from render._settlements.land.space import Corner, Space
from render._settlements.look import Look
from render._settlements.map import buildings, figures, highlights
from render._settlements.map.scene import region_of
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Brush
from render.sprites import lay, write
from render.text import Label
from render.theme import Colour, Theme, mix
from rules._settlements.pieces import ruleset
from rules._settlements.view import Tile, View
from rules.contract import Event, Hex

INSET = 26
WIDE, TALL = 324, 112
_CORNERS: tuple[Corner, ...] = ("tr", "tl", "br")
"""Never the lower left corner, where Discord lays its badge over the picture."""
_BADGE = (160, 120)


class Cartouche(msgspec.Struct, frozen=True):
    """Contents of the card."""

    deck: int
    regions: int
    bonus: int
    seat: int
    drawn: int | None
    """The revealed building."""
    extension: int | None
    """The region to be placed."""
    ready: tuple[int, ...]
    """Buildings that the seat to move has ready."""
    draws: bool
    """Whether it still has buildings to draw."""
    lit: tuple[str, ...] = ()
    """The counters that the news have changed: `deck`, `regions`, `bonus`."""


def cartouche_of(view: View, news: Sequence[Event] = ()) -> Cartouche:
    """Contents of the card for a view."""
    draw, player = view.turn.drawn, view.players[view.turn.seat]
    return Cartouche(
        deck=view.deck,
        regions=view.region_stack,
        bonus=view.bonus_supply,
        seat=view.turn.seat,
        drawn=draw.building if draw else None,
        extension=view.turn.extension,
        ready=tuple(sorted(player.reserve)),
        draws=any(player.stacks),
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
    """The card: the supply, and below it what the seat to move can place."""
    sheet = _blank(shown.seat, look, theme).copy()
    _counters(sheet, shown, look, theme, mix(look.side, theme.ink, 0.6))
    _choices(sheet, shown, look, theme)
    return sheet


@memoize
def _blank(seat: int, look: Look, theme: Theme) -> Image.Image:
    """The card of a seat without anything on it."""
    brush, style = Brush(WIDE + 6, TALL + 8), theme.seats[seat]
    dark = mix(look.side, theme.ink, 0.4)
    brush.round_box(3, 5, WIDE + 5, TALL + 8, 12, (20, 18, 14, 100))
    brush.round_box(0, 0, WIDE, TALL, 12, dark)
    brush.round_box(2, 2, WIDE - 2, TALL - 2, 10, look.paper)
    brush.round_box(8, _RULE, WIDE - 8, TALL - 8, 8, style.rim)
    brush.round_box(10, _RULE + 2, WIDE - 10, TALL - 10, 6, style.colour)
    return brush.reduce()


_HIGH, _RULE, _LOW = 31, 56, 83
"""The middle of the figures, the top of the band, and its middle."""
_MOST, _STEP = 5, 55
"""Plates that have room in the band, and the distance between two."""


def _counters(sheet: Image.Image, shown: Cartouche, look: Look, theme: Theme, ink: Colour) -> None:
    """Draw the numbers of cards, regions, workers or amphorae left; changed ones are lit."""
    signs = (
        ("deck", glyphs.cards(38, ink), shown.deck),
        ("regions", flower(40, ink), shown.regions),
        ("bonus", glyphs.bonus(look, 38, ink), shown.bonus),
    )
    for index, (name, sign, number) in enumerate(signs):
        x = 32 + 102 * index
        if name in shown.lit:
            lay(sheet, _glow(98, 46, theme), x + 27, _HIGH)
        lay(sheet, sign, x, _HIGH)
        write(sheet, str(number), x + 24, _HIGH, Label(type_scale.FIGURE, theme.ink, "bold"))


def _choices(sheet: Image.Image, shown: Cartouche, look: Look, theme: Theme) -> None:
    """Draw what the seat to move can place: a region or a building, or what it has ready."""
    style = theme.seats[shown.seat]
    if shown.extension is not None:
        laid = region_of(look.key, Tile(shown.extension, (0, 0), 0))
        symbols = terrain.Symbols(laid.tile, laid.symbols)
        lay(sheet, terrain.region(look, symbols, 18).convert("RGBA"), WIDE // 2, _LOW)
        return
    plates = [buildings.plate(number, style.rim, FULL) for number in shown.ready]
    if shown.drawn is not None:
        project = ruleset(look.key).buildings[shown.drawn].project
        sign = buildings.disc(look, style, project, 80)
        plates = [sign, buildings.plate(shown.drawn, style.rim, FULL)]
    elif shown.draws:
        plates.insert(0, figures.pile(3, base=False, theme=theme))
    if more := max(0, len(plates) - _MOST):
        label = Label(type_scale.FIGURE, style.on_band, "bold")
        plates[_MOST - 1 :] = [text.label(f"+{more + 1}", label).sprite]
    for index, plate in enumerate(plates):
        lay(sheet, plate, round(WIDE / 2 + (index - (len(plates) - 1) / 2) * _STEP), _LOW)


@memoize
def _glow(width: int, height: int, theme: Theme) -> Image.Image:
    """The light behind a figure that has just changed."""
    brush = Brush(width, height)
    brush.round_box(0, 0, width, height, 10, theme.last_rim)
    brush.round_box(1.5, 1.5, width - 1.5, height - 1.5, 9, theme.last)
    return brush.reduce()


@memoize
def flower(size: int, tone: Colour) -> Image.Image:
    """The sign for regions."""
    mask = terrain.region_mask(round(size / 3 / 2) * 2)
    sheet = Image.new("RGBA", mask.size, (*tone, 0))
    sheet.putalpha(mask)
    return sheet
