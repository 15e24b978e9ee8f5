"""A view as stamps on the map: resource cells, tiles, highlights of the last turn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from render.massalia import ground, plates, tiles
from render.massalia.catalogue import AT, CELLS
from render.massalia.frame import centre
from render.stamps import Stamp, stamp_at
from render.theme import Theme
from rules.contract import Event
from rules.massalia.printed import PRINTED, in_language
from rules.massalia.view import TileView, View

PLATE, EMBLEM, LIT, TILE, BADGE, FLAG = range(6)
PREFIX = "massalia."


class Scene:
    """One view on the map, in the colours of a theme."""

    def __init__(
        self, view: View, theme: Theme, language: str, awaited: Collection[str] = ()
    ) -> None:
        """The cells in `awaited` stay empty, for a ghost."""
        self.view, self.theme, self.language, self.awaited = view, theme, language, awaited
        self.holder = {resource.cell: resource.holder for resource in view.resources}

    def stamps(self) -> Iterator[Stamp]:
        """Stamps of everything on the map."""
        for cell in AT:
            yield from self.resource(cell)
        for cell in self.view.board:
            yield self.pile(cell)

    def resource(self, cell: str) -> Iterator[Stamp]:
        """A resource cell: its holder, need, value and name."""
        resource, (x, y) = AT[cell], centre(cell)
        holder = self.holder.get(cell)
        style = None if holder is None else self.theme.seats[holder]
        if style is not None:
            terrain = CELLS[cell].terrain
            yield stamp_at(PLATE, plates.plate(terrain, style), x, y)
            yield stamp_at(
                BADGE, plates.coordinate(cell, terrain), *plates.spot_of_coordinate(cell)
            )
        if cell not in self.view.board and cell not in self.awaited:
            yield stamp_at(EMBLEM, ground.free_emblem(resource.id), x, y - 4)
        for sprite, (dx, dy) in (
            (plates.need(resource.need), plates.NEED),
            (plates.value(resource.value), plates.VALUE),
        ):
            yield stamp_at(BADGE, sprite, x + dx, y + dy)
        name = in_language(PRINTED.resources[resource.id].short, self.language)
        dx, dy = plates.NAME
        yield stamp_at(BADGE, plates.ribbon(name, style), x + dx, y + dy)

    def pile(self, cell: str) -> Stamp:
        """The tiles of a cell."""
        pile, (x, y) = self.view.board[cell], centre(cell)
        top = pile[-1]
        styles = tuple(self.theme.seats[tile.o] for tile in reversed(pile[-tiles.SHOWN :]))
        sprite = tiles.pile(styles, top.t, top.up, len(pile))
        return stamp_at(TILE, sprite, x, y - 2)

    # ---- highlights ----------------------------------------------------------------------------

    def highlights(self, news: Sequence[Event]) -> Iterator[Stamp]:
        """A bright line round each cell that has changed, numbered where there are several."""
        yield from self.highlight_cells(self.new_cells(news))

    def new_cells(self, news: Iterable[Event]) -> list[str]:
        """Cells where the tile of an event still lies, in the order of the news."""
        cells: dict[str, None] = {}
        for event in news:
            if not event.code.startswith(PREFIX):
                continue
            lies = _LIES.get(event.code.removeprefix(PREFIX))
            cell = event.args.get("to" if "to" in event.args else "cell")
            pile = self.view.board.get(cell) if isinstance(cell, str) else None
            if lies is not None and pile and lies(pile[-1], event.args):
                cells[str(cell)] = None
        return list(cells)

    def highlight_cells(self, cells: Sequence[str]) -> Iterator[Stamp]:
        """A bright line round each cell, numbered where there are several."""
        for number, cell in enumerate(cells, 1):
            x, y = centre(cell)
            yield stamp_at(LIT, tiles.bright_ring(), x, y)
            if len(cells) > 1:
                yield stamp_at(FLAG, tiles.pennant(number), x - 62, y + 4)


def _was_laid(top: TileView, args: Mapping[str, Any]) -> bool:
    return top.up and (top.o, top.t) == (args["seat"], args["tile"])


def _was_moved(top: TileView, args: Mapping[str, Any]) -> bool:
    return bool(top.o == args["owner"])


def _was_flipped(top: TileView, args: Mapping[str, Any]) -> bool:
    return (top.o, top.up) == (args["owner"], args["up"])


_LIES: Mapping[str, Callable[[TileView, Mapping[str, Any]], bool]] = {
    "tile_placed": _was_laid,
    "tile_moved": _was_moved,
    "tile_flipped": _was_flipped,
}
"""Predicates by event: whether the tile of the event is still on top of its cell."""
