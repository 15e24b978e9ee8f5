"""The table with the regions on it: the prairie's survey sheet, or the Aegean round the land."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from PIL import Image

from render._settlements.land import prairie, sea, terrain
from render._settlements.land.frame import Frame, flower
from render._settlements.land.ornaments import INSET, lay_ornaments, rose
from render._settlements.land.space import Space
from render._settlements.look import Look
from render.canvas import Canvas, Rect
from render.theme import Colour, mix
from rules.contract import Hex


class Region(msgspec.Struct, frozen=True):
    """A region on the map: its number, its middle, and its symbols by hex (TG-11)."""

    tile: int
    at: Hex
    symbols: tuple[str | None, ...]

    def hexes(self) -> Iterator[tuple[Hex, str | None]]:
        """Its hexes, each with its symbol."""
        yield from zip(flower(self.at), self.symbols, strict=True)


class Land(msgspec.Struct, frozen=True):
    """Everything that the ground of a map depends on."""

    frame: Frame
    regions: tuple[Region, ...]
    cities: tuple[Hex, ...]
    seal: str = ""
    """The digits that seal the luck of the table: they decide what lives beside the land."""
    taken: tuple[Rect, ...] = ()
    """Boxes that ornaments must leave free."""
    later: tuple[Hex, ...] = ()
    """Hexes that ornaments must leave free, as land will lie there at a later turn of a film."""

    def cells(self) -> list[Hex]:
        """Every hex of the land, cities included."""
        return [at for region in self.regions for at in flower(region.at)] + list(self.cities)


def draw_ground(land: Land, look: Look, *, framed: bool = True) -> Image.Image:
    """The ground in RGB, with the border of the table and its ornaments if `framed`."""
    if look.table == "sea":
        canvas = Canvas.from_image(sea.sea(look, land.frame, land.cells()))
    else:
        canvas = Canvas.from_image(prairie.prairie(look, land.frame.size, land.seal))
    if framed:
        wet = look.table == "sea"
        tone = mix(look.ground, look.border, 0.5) if wet else look.border
        decorate(canvas, land, look, (look.ground, tone), rose(look))
    for region in sorted(land.regions, key=lambda each: each.at[1]):
        lay_region(canvas, land.frame, region, look)
    return canvas.image


def lay_region(canvas: Canvas, frame: Frame, region: Region, look: Look) -> None:
    """Lay a region. Regions farther back must be laid first."""
    symbols = terrain.Symbols(region.tile, region.symbols)
    canvas.paste_centred(terrain.region(look, symbols, frame.width), *frame.centre(region.at))


def decorate(
    canvas: Canvas, land: Land, look: Look, edge: tuple[Colour, Colour], rose: Image.Image
) -> None:
    """Draw the border of the table, a ground with lines, and ornaments where there is room."""
    _edge(canvas, look, *edge)
    free = Space(land.frame, [*land.cells(), *land.later], INSET)
    for box in land.taken:
        free.take(box)
    lay_ornaments(canvas, free, look.ornaments, rose, land.seal)


def _edge(canvas: Canvas, look: Look, ground: Colour, tone: Colour) -> None:
    """Draw the border along the edge of the table, on plain ground."""
    wet = look.table == "sea"
    border = (sea.key_border if wet else prairie.neatline)((canvas.width, canvas.height))
    width, height = border.size
    edge = _EDGES[look.table]
    for box in (
        (0, 0, width, edge),
        (0, height - edge, width, height),
        (0, edge, edge, height - edge),
        (width - edge, edge, width, height - edge),
    ):
        canvas.box(box, ground)
        canvas.stain(border.crop(box), tone, *box[:2])


_EDGES = {"sea": 30, "prairie": 18}
"""Width of the border."""


def tones(look: Look) -> Iterable[Colour]:
    """The colours of the table that the palette must hold exactly."""
    return sea.tones(look) if look.table == "sea" else prairie.tones(look)


def prewarm(look: Look) -> None:
    """Draw the waves or the contour lines, which take the longest."""
    (sea.waves if look.table == "sea" else prairie.contours)()
