"""The card on the map that counts the deck and the regions, and shows what waits to be placed."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from PIL import Image

from render._settlements.land import terrain
from render._settlements.land.frame import Frame
from render._settlements.look import Look
from render._settlements.map import buildings
from render._settlements.map.scene import region_of
from render._settlements.signs import glyphs
from render.canvas import Brush, Rect
from render.kept import kept
from render.sprites import lay, write
from render.text import Label
from render.theme import Colour, Theme, mix
from rules._settlements.pieces import ruleset
from rules._settlements.view import Tile, View
from rules.contract import Hex

INSET = 40
TALL = 74
LONGEST = 500
"""The room that is kept for it: a drawn building and a region waiting included."""
_PLAIN = 312


class Counters(msgspec.Struct, frozen=True):
    """What the card shows."""

    deck: int
    regions: int
    bonus: int
    drawn: int | None
    """The revealed building."""
    seat: int
    extension: int | None
    """The region to be placed."""


def counters_of(view: View) -> Counters:
    """What the card of a view shows."""
    drawn = view.turn.drawn
    return Counters(
        deck=view.deck,
        regions=view.region_stack,
        bonus=view.bonus_supply,
        drawn=drawn.building if drawn else None,
        seat=view.turn.seat,
        extension=view.turn.extension,
    )


def corner(frame: Frame, cells: Iterable[Hex]) -> tuple[int, int, int]:
    """Where the card covers the fewest hexes: how many, and its left and its top."""
    return emptiest(frame, cells, (LONGEST, TALL), INSET)


def emptiest(
    frame: Frame, cells: Iterable[Hex], size: tuple[int, int], inset: int
) -> tuple[int, int, int]:
    """The corner where a card of `size` covers the fewest hexes: how many, its left and its top."""
    places = [frame.centre(at) for at in cells]
    right, low = frame.size[0] - inset - size[0], frame.size[1] - inset - size[1]
    corners = []
    for order, (x, y) in enumerate(((inset, low), (right, low), (inset, inset), (right, inset))):
        box = (x, y, x + size[0], y + size[1])
        corners.append((sum(_meets(at, frame, box) for at in places), order, x, y))
    covered, _, x, y = min(corners)
    return covered, x, y


def _meets(at: tuple[int, int], frame: Frame, box: Rect) -> bool:
    reach = (0.55 * frame.wide + 6, 0.68 * frame.wide + 6)
    return (
        box[0] - reach[0] < at[0] < box[2] + reach[0]
        and box[1] - reach[1] < at[1] < box[3] + reach[1]
    )


@kept
def card(counters: Counters, look: Look, theme: Theme) -> Image.Image:
    """The card; figures first, then what waits."""
    waiting = (counters.drawn is not None) + (counters.extension is not None)
    wide = _PLAIN + 92 * waiting
    brush = Brush(wide + 6, TALL + 8)
    dark = mix(look.side, theme.ink, 0.4)
    brush.rounded(3, 5, wide + 5, TALL + 8, 14, (20, 18, 14, 100))
    brush.rounded(0, 0, wide, TALL, 14, dark)
    brush.rounded(2, 2, wide - 2, TALL - 2, 12, look.paper)
    sheet = brush.done()
    ink = mix(look.side, theme.ink, 0.6)
    signs = (
        (glyphs.cards(42, ink), counters.deck),
        (flower(44, ink), counters.regions),
        (glyphs.bonus(look, 42, ink), counters.bonus),
    )
    x = 38
    for sign, number in signs:
        lay(sheet, sign, x, TALL // 2)
        write(sheet, str(number), x + 29, TALL // 2, Label(30, theme.ink, "bold"))
        x += 100
    _waiting(sheet, counters, look, theme, _PLAIN + 40)
    return sheet


def _waiting(sheet: Image.Image, counters: Counters, look: Look, theme: Theme, x: int) -> None:
    if counters.drawn is not None:
        project = ruleset(look.key).buildings[counters.drawn].project
        style = theme.seats[counters.seat]
        token = buildings.building(look, style, project, counters.drawn, 60)
        lay(sheet, token, x, TALL // 2 + 1)
        x += 92
    if counters.extension is not None:
        laid = region_of(look.key, Tile(counters.extension, (0, 0), 0))
        symbols = terrain.Symbols(laid.tile, laid.symbols)
        lay(sheet, terrain.region(look, symbols, 24), x, TALL // 2)


@kept
def flower(size: int, tone: Colour) -> Image.Image:
    """The sign for regions."""
    mask = terrain.region_mask(round(size / 3 / 2) * 2)
    sheet = Image.new("RGBA", mask.size, (*tone, 0))
    sheet.putalpha(mask)
    return sheet
