"""Where one building could stand, and for how many cards: a tag on every such hex."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render import stamps
from render._settlements.land.terrain import hex_brush, hexagon
from render._settlements.look import FREE, FREE_RIM, IVORY, SAND, Look
from render._settlements.map import scene
from render._settlements.private import slips
from render._settlements.private.closeup import HEIGHTS, CloseUp, around, frame_for
from render.canvas import Sheet
from render.kept import kept
from render.marks import star_mark
from render.scripts import name_of
from render.sprites import inscribe, lay
from render.text import MIN_SIZE, Label
from render.theme import Theme
from rules._settlements.land import hex_names
from rules._settlements.view import Prices, View


def draw_prices(
    view: View, prices: Prices, names: Sequence[str], look: Look, theme: Theme
) -> Sheet:
    """Every hex where a building can be paid for, with its name and its number of cards."""
    spots = [spot.hex for spot in prices.spots]
    land = set(scene.cells_of(view.board))
    cells = around(spots, 1) & land or land
    shot = CloseUp(view, frame_for(cells, HEIGHTS, 120), look, theme)
    shot.stand(bare=spots)
    shot.dim(spots)
    known = hex_names(view.board.tiles)
    shot.lay(
        stamps.centred(
            scene.SIGN,
            price_tag(known[spot.hex], spot.cards, shot.frame.wide, theme),
            *shot.frame.centre(spot.hex),
        )
        for spot in prices.spots
    )
    head = slips.prices_head(prices, name_of(names, prices.seat), look, theme)
    return slips.joined(head, shot.canvas, theme)


@kept
def price_tag(name: str, cards: int, wide: int, theme: Theme) -> Image.Image:
    """A hex as a tag, its price under its name: green with a star where it is free."""
    brush = hex_brush(wide, pad=6)
    paper = FREE if not cards else SAND if cards >= _DEAR else IVORY
    rim, ink = (theme.ink, theme.ink) if cards else (FREE_RIM, theme.white)
    brush.polygon(hexagon(wide, 0.93, 0.03 * wide), (16, 16, 14, 150))
    brush.polygon(hexagon(wide, 0.93), rim)
    brush.polygon(hexagon(wide, 0.93 - 0.06 * max(1.0, 60 / wide)), paper)
    sheet = brush.done()
    middle, high = sheet.width // 2, sheet.height // 2
    style = Label(max(MIN_SIZE, round(0.245 * wide)), ink, "bold")
    inscribe(sheet, name, middle, high - round(0.25 * wide), style)
    low = high + round(0.15 * wide)
    if cards:
        inscribe(sheet, str(cards), middle, low, Label(round(0.47 * wide), ink, "bold"))
    else:
        lay(sheet, star_mark(round(0.24 * wide), theme.last), middle, low)
    return sheet


_DEAR = 3
"""From so many cards on a tag is darker."""
