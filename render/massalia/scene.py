"""A view as stamps on the map: resource cells, tiles, highlights of the last turn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from render.marks import pennant
from render.massalia import ground, plates, tiles
from render.massalia.catalogue import AT, CELLS
from render.massalia.frame import centre
from render.stamps import Stamp, stamp_at
from render.theme import Theme
from rules.contract import Event
from rules.massalia.printed import PRINTED, in_language
from rules.massalia.view import TileView, View

PLATE, GLOW, PIN, EMBLEM, LIT, TILE, BADGE, FLAG = range(8)
PREFIX = "massalia."


class Sizes(msgspec.Struct, frozen=True):
    """Sizes of what is written on the map, and what is left out where nobody could read it."""

    name: int = 31
    """Names of places."""
    value: int = 35
    """Values of places, beside which the pips of the need are as large."""
    tile: int = 27
    """Figures on tiles, and numbers of tiles in a pile."""
    coordinate: int = plates.SMALL
    """Names of cells; 0 for none."""
    is_table: bool = False
    """Whether places have pips and pins only while they are free, and glow within reach."""


AT_FULL_SIZE = Sizes()


class Scene:
    """One view on the map, in the colours of a theme."""

    def __init__(
        self,
        view: View,
        theme: Theme,
        language: str,
        awaited: Collection[str] = (),
        sizes: Sizes = AT_FULL_SIZE,
    ) -> None:
        """The cells in `awaited` stay empty, for a ghost."""
        self.view, self.theme, self.language, self.awaited = view, theme, language, awaited
        self.sizes = sizes
        self.holder = {resource.cell: resource.holder for resource in view.resources}

    def stamps(self) -> Iterator[Stamp]:
        """Stamps of everything on the map."""
        for cell in AT:
            yield from self.resource(cell)
        for cell in self.view.board:
            yield from self.pile(cell)
        if self.sizes.is_table:
            yield from self._pins()
            yield from self._glow()
            for cell in CELLS if self.sizes.coordinate else ():
                yield self.coordinate(cell)

    def resource(self, cell: str) -> Iterator[Stamp]:
        """A resource cell: its holder, need, value and name."""
        resource, (x, y) = AT[cell], centre(cell)
        holder = self.holder.get(cell)
        style = None if holder is None else self.theme.seats[holder]
        if style is not None:
            yield stamp_at(PLATE, plates.plate(CELLS[cell].terrain, style), x, y)
            if not self.sizes.is_table:
                yield self.coordinate(cell)
        if cell not in self.view.board and cell not in self.awaited:
            yield stamp_at(EMBLEM, ground.free_emblem(resource.id), x, y - 4)
        badges = [(plates.value(resource.value, self.sizes.value), plates.VALUE)]
        if holder is None or not self.sizes.is_table:
            badges.append((plates.need(resource.need, self.sizes.value), plates.NEED))
        for sprite, (dx, dy) in badges:
            yield stamp_at(BADGE, sprite, x + dx, y + dy)
        name = in_language(PRINTED.resources[resource.id].short, self.language)
        dx, dy = plates.NAME
        yield stamp_at(BADGE, plates.ribbon(name, style, self.sizes.name), x + dx, y + dy)

    def coordinate(self, cell: str) -> Stamp:
        """The name of a cell, as it is typed."""
        size = self.sizes.coordinate
        label = plates.coordinate(cell, CELLS[cell].terrain, size)
        return stamp_at(BADGE, label, *plates.spot_of_coordinate(cell, size))

    def _pins(self) -> Iterator[Stamp]:
        """Pins of the marked cells of each free place."""
        for cell, resource in AT.items():
            if self.holder.get(cell) is None:
                yield from (
                    stamp_at(PIN, plates.pin(plates.direction(marked, cell)), *centre(marked))
                    for marked in resource.marked
                )

    def _glow(self) -> Iterator[Stamp]:
        """A light round each free place that a seat can take with one more marked cell."""
        for place in self.view.resources if self.view.winners is None else ():
            if place.holder is None and max(place.marks) >= AT[place.cell].need - 1:
                yield stamp_at(GLOW, plates.glow(), *centre(place.cell))

    def pile(self, cell: str) -> Iterator[Stamp]:
        """The tiles of a cell; on the table the number of those of a place keeps off its name."""
        pile, (x, y) = self.view.board[cell], centre(cell)
        top = pile[-1]
        styles = tuple(self.theme.seats[tile.o] for tile in reversed(pile[-tiles.SHOWN :]))
        apart = self.sizes.is_table and cell in AT
        figure = self.sizes.tile
        sprite = tiles.pile(styles, top.t, top.up, len(pile), figure=figure, counted=not apart)
        yield stamp_at(TILE, sprite, x, y - 2)
        if apart and len(pile) > 1:
            dx, dy = plates.NEED if self.holder.get(cell) is not None else plates.LOW_NEED
            yield stamp_at(FLAG, tiles.number(len(pile), figure), x + dx, y + dy)

    # ---- highlights ----------------------------------------------------------------------------

    def highlights(self, news: Sequence[Event]) -> Iterator[Stamp]:
        """A bright line round each cell that has changed."""
        for cell in self.new_cells(news):
            yield stamp_at(LIT, tiles.bright_ring(), *centre(cell))

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
                yield stamp_at(FLAG, pennant(number, self.theme), x - 62, y + 4)


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
