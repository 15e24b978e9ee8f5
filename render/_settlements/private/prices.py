"""The places where a building could stand, each with a tag of its price in cards."""

from __future__ import annotations

import msgspec
from PIL import Image

from render import stamps
from render._settlements.land.terrain import hex_brush, hexagon
from render._settlements.look import FREE, FREE_RIM, IVORY, SAND, Look
from render._settlements.map import scene
from render._settlements.private import slips
from render._settlements.private.closeup import CloseUp, around, frame_for, together
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Sheet
from render.contract import Subject
from render.marks import star_mark
from render.scripts import name_of
from render.sprites import inscribe, lay
from render.text import MIN_SIZE, Label
from render.theme import Theme
from rules._settlements.land import hex_names
from rules._settlements.view import View


def draw_prices(subject: Subject[View], look: Look, theme: Theme) -> Sheet:
    """Map with every hex where a building can be paid for, its name and its price in cards."""
    view, prices = subject.view, subject.shown
    head = slips.prices_head(prices, name_of(subject.names, prices.seat), look, theme)
    spots = [spot.hex for spot in prices.spots]
    land = set(scene.cells_of(view.board))
    cells = around(together(spots, slips.room(head), _READABLE), 1) & land or land
    shot = CloseUp(subject, frame_for(cells, land, slips.room(head), 120), look, theme)
    shot.stand(bare=spots)
    shot.dim(spots)
    names, symbols = hex_names(view.board.tiles), shot.symbols()
    shot.lay(
        stamps.stamp_at(
            scene.SIGN,
            price_tag(look, Tag(names[at], spot.cards, symbols[at]), shot.frame.width, theme),
            *shot.frame.centre(at),
        )
        for at, spot in zip(spots, prices.spots, strict=True)
        if shot.holds(at)
    )
    shot.inscribe(spots)
    return slips.compose(head, shot.picture(), theme)


_READABLE = 60
"""Width of a hex below which the dearest places are left out, to show the others larger."""


class Tag(msgspec.Struct, frozen=True):
    """Contents of the tag of a hex."""

    name: str
    cards: int
    symbol: str | None


@memoize
def price_tag(look: Look, tag: Tag, width: int, theme: Theme) -> Image.Image:
    """The price of a hex on a large disc, green with a star where it is free.

    Name and symbol of the hex stand beside the disc, with the landscape visible round it.
    """
    brush = hex_brush(width, pad=6)
    paper = FREE if not tag.cards else SAND if tag.cards >= _DEAR else IVORY
    rim, ink = (theme.ink, theme.ink) if tag.cards else (FREE_RIM, theme.white)
    brush.outline(hexagon(width, 0.93), rim, 0.035 * width)
    shift = 0.09 * width if tag.symbol else 0.0
    at, radius = (shift, 0.10 * width), 0.30 * width
    brush.ellipse((at[0] + 0.02 * width, at[1] + 0.03 * width), radius, (16, 16, 14, 120))
    brush.ellipse(at, radius, rim)
    brush.ellipse(at, radius - max(1.5, 0.025 * width), paper)
    sheet = brush.reduce()
    middle, high = sheet.width // 2, sheet.height // 2
    if tag.symbol:
        medal = glyphs.medallion(look, tag.symbol, round(0.165 * width))
        lay(sheet, medal, middle - round(0.29 * width), high + round(0.20 * width))
    style = Label(max(MIN_SIZE, round(0.2 * width)), look.ink, "bold")
    inscribe(sheet, tag.name, middle, high - round(0.36 * width), style)
    x, y = middle + round(at[0]), high + round(at[1])
    if tag.cards:
        inscribe(sheet, str(tag.cards), x, y, Label(round(0.46 * width), ink, "bold"))
    else:
        lay(sheet, star_mark(round(0.21 * width), theme.last), x, y)
    return sheet


_DEAR = 3
"""Number of cards from which a tag is darker."""
