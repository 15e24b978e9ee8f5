"""A view as stamps on the board: holds, tiles and piles, names, and what is lit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from render.kept import kept
from render.massalia import look, signs, tiles
from render.massalia.frame import LAND, centre, corners, hex_brush
from render.stamps import Stamp, centred
from render.theme import SeatStyle, Theme
from rules.contract import Event
from rules.massalia.view import TileView, View

HOLD, LIT, LOWEST, LOWER, TILE, BADGE, RIBBON = range(7)
_LIES = {"tile_placed": "cell", "tile_moved": "to", "tile_flipped": "cell"}
"""Events that leave something on a cell, and the argument that names it."""


class Scene:
    """One view on the board, in the colours of a theme."""

    def __init__(self, view: View, theme: Theme, language: str = "en") -> None:
        self.view, self.theme, self.language = view, theme, language

    def stamps(self) -> Iterator[Stamp]:
        """All that lies on the board."""
        for label, pile in self.view.board.items():
            yield from self.pile(LAND.index[label], pile)
        for one in self.view.resources:
            cell = LAND.index[one.cell]
            style = None if one.holder is None else self.theme.seats[one.holder]
            x, y = centre(cell)
            if style is not None:
                yield centred(HOLD, ring(style), x, y)
            data = LAND.resource[cell]
            yield centred(BADGE, signs.pips(data.need), x - 47, y - 34)
            yield centred(BADGE, signs.obol(data.value), x + 47, y - 34)
            yield centred(
                RIBBON, signs.ribbon(signs.place(one.id, self.language), style), x, y + 54
            )

    def pile(self, cell: int, pile: Sequence[TileView]) -> Iterator[Stamp]:
        """The top tile of a cell on the bare shapes of at most two others."""
        x, y = centre(cell)
        *below, top = pile
        for layer, down, tile in zip((LOWER, LOWEST), (7, 14), reversed(below), strict=False):
            yield centred(layer, tiles.below(self.theme.seats[tile.o]), x, y + down)
        kind = top.t if top.up else None
        yield centred(TILE, tiles.tile(self.theme.seats[top.o], kind), x, y)
        if len(pile) > 1:
            yield centred(BADGE, tiles.count(len(pile)), x - 38, y + 28)

    def lit(self, news: Sequence[Event]) -> Iterator[Stamp]:
        """A bright line round each cell on which something lies that the news tell of."""
        cells = [event.args[_LIES[event.name]] for event in news if event.name in _LIES]
        for label in dict.fromkeys(cells):
            if label in self.view.board:
                x, y = centre(LAND.index[label])
                yield centred(LIT, outline(self.theme), x, y)


@kept
def ring(style: SeatStyle) -> Image.Image:
    """The ring of a cell that a seat holds."""
    brush = hex_brush()
    for tone, width in ((look.IVORY, 13.0), (style.rim, 11.0), (style.colour, 7.0)):
        brush.outline(corners(0.925), tone, width)
    return brush.done()


@kept
def outline(theme: Theme) -> Image.Image:
    """The line round a cell that has changed."""
    brush = hex_brush()
    brush.outline(corners(0.97), theme.last_rim, 10)
    brush.outline(corners(0.97), theme.last, 5.5)
    return brush.done()
