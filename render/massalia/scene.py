"""A view as stamps on the map: resource cells, tiles, and what the last turn has changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from render.massalia import ground, plates, tiles
from render.massalia.frame import centre
from render.massalia.pictured import AT, CELLS
from render.stamps import Stamp, centred
from render.theme import Theme
from rules.contract import Event
from rules.massalia.printed import PRINTED, in_language
from rules.massalia.view import View

PLATE, EMBLEM, LIT, TILE, BADGE, FLAG = range(6)
PREFIX = "massalia."
_LIES = ("tile_placed", "tile_moved", "tile_flipped", "tile_removed", "fire")
"""Events that change what lies on a cell."""


class Scene:
    """One view on the map, in the colours of a theme."""

    def __init__(self, view: View, theme: Theme, language: str) -> None:
        self.view, self.theme, self.language = view, theme, language
        self.holder = {one.cell: one.holder for one in view.resources}

    def stamps(self) -> Iterator[Stamp]:
        """All that lies on the map."""
        for cell in AT:
            yield from self.resource(cell)
        for cell in self.view.board:
            yield self.pile(cell)

    def resource(self, cell: str) -> Iterator[Stamp]:
        """A resource cell: who holds it, what it needs, what it is worth, what it is called."""
        resource, (x, y) = AT[cell], centre(cell)
        holder = self.holder.get(cell)
        style = None if holder is None else self.theme.seats[holder]
        if style is not None:
            terrain = CELLS[cell].terrain
            yield centred(PLATE, plates.plate(terrain, style), x, y)
            yield centred(BADGE, plates.coordinate(cell, terrain), x, y - 58)
        if cell not in self.view.board:
            yield centred(EMBLEM, ground.free_emblem(resource.id), x, y - 4)
        for sprite, (dx, dy) in (
            (plates.need(resource.need), plates.NEED),
            (plates.value(resource.value), plates.VALUE),
        ):
            yield centred(BADGE, sprite, x + dx, y + dy)
        name = in_language(PRINTED.resources[resource.id].short, self.language)
        dx, dy = plates.NAME
        yield centred(BADGE, plates.ribbon(name, style), x + dx, y + dy)

    def pile(self, cell: str) -> Stamp:
        """The tiles of a cell."""
        pile, (x, y) = self.view.board[cell], centre(cell)
        top = pile[-1]
        styles = tuple(self.theme.seats[one.o] for one in reversed(pile[-tiles.SHOWN :]))
        sprite = tiles.pile(styles, top.t, top.up, len(pile))
        return centred(TILE, sprite, x, y - 2)

    # ---- what is new ---------------------------------------------------------------------------

    def lit(self, news: Sequence[Event]) -> Iterator[Stamp]:
        """A bright line round each cell that has changed, numbered where there are several."""
        yield from self.marked(changed(news))

    def marked(self, cells: Sequence[str]) -> Iterator[Stamp]:
        """Cells with a bright line, in their order."""
        for number, cell in enumerate(cells, 1):
            x, y = centre(cell)
            yield centred(LIT, tiles.lit(), x, y)
            if len(cells) > 1:
                yield centred(FLAG, tiles.pennant(number), x - 62, y + 4)


def changed(news: Iterable[Event]) -> list[str]:
    """The cells on which the news have changed something, in their order."""
    found: dict[str, None] = {}
    for event in news:
        name = event.code.removeprefix(PREFIX)
        if name in _LIES and event.code.startswith(PREFIX):
            for cell in _cells(event):
                found[cell] = None
    return list(found)


def _cells(event: Event) -> Iterator[str]:
    args = event.args
    for name in ("cell", "to"):
        if isinstance(value := args.get(name), str) and value in CELLS:
            yield value
    yield from (cell for cell in args.get("cells", ()) if cell in CELLS)
