"""Stamps of the map of a view: symbols, names, buildings and joins, cities, last moves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from render import stamps
from render._settlements.land import terrain
from render._settlements.land.frame import Frame, flower
from render._settlements.land.ground import Land, Region
from render._settlements.look import CREAM, Look
from render._settlements.map import buildings, cities, highlights, marks, outlines, ways
from render._settlements.map.names import city_names, first_hexes
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Rect
from render.stamps import Stamp
from render.text import MIN_SIZE, Label
from render.theme import Colour, SeatStyle, Theme
from rules._settlements.land import hex_names
from rules._settlements.links import Link
from rules._settlements.pieces import ruleset
from rules._settlements.view import Board, Built, Tile, View
from rules.contract import Event, Hex, Seat, Threat
from rules.hexgrid import neighbour, neighbours

(
    CITY,
    MEDAL,
    WAY,
    NAME,
    FIELD,
    LIT,
    PIECE,
    GLOW,
    OUTLINE,
    CHAIN,
    PLATE,
    RIBBON,
    MARK,
    SIGN,
) = range(14)
"""Layers of a map, from bottom to top."""


def regions_of(key: str, tiles: Iterable[Tile]) -> tuple[Region, ...]:
    """Regions of a map, their symbols by hex."""
    return tuple(region_of(key, tile) for tile in tiles)


@memoize
def region_of(key: str, tile: Tile) -> Region:
    """A region, its symbols by hex (TG-11)."""
    middle, *petals = ruleset(key).regions[tile.tile]
    turned = [petals[(direction - tile.rot) % 6] for direction in range(6)]
    return Region(tile.tile, tile.at, (middle, *turned))


def land_of(
    view: View,
    frame: Frame,
    seal: str = "",
    taken: tuple[Rect, ...] = (),
    later: tuple[Hex, ...] = (),
) -> Land:
    """Land of a view in a frame; ornaments leave the boxes `taken` and the hexes `later` free."""
    holy = tuple(city.at for city in view.board.cities)
    return Land(frame, regions_of(view.game, view.board.tiles), holy, seal, taken, later)


def cells_of(board: Board) -> list[Hex]:
    """Every hex of a map, cities included."""
    return [at for tile in board.tiles for at in flower(tile.at)] + [c.at for c in board.cities]


# ---- the map as it stands ------------------------------------------------------------------------


def base(
    view: View,
    land: Land,
    look: Look,
    theme: Theme,
    bare: Collection[Hex] = (),
    *,
    named: bool = True,
) -> Iterator[Stamp]:
    """Stamps of the position: symbols of free hexes, pieces and cities, without the cities' names.

    The hexes in `bare` get neither symbol nor name, the others their names if they are `named`.
    """
    built = {each.hex for each in view.board.buildings} | set(bare)
    yield from symbols(land, look, built, named=named)
    if named:
        yield from names(view.board.tiles, land.frame, look, built)
    yield from pieces(view, land.frame, look, theme)
    for city in view.board.cities:
        x, y = land.frame.centre(city.at)
        yield stamps.stamp_at(CITY, cities.slab(look, city.id, land.frame.width), x, y)


def ribbons(
    view: View,
    land: Land,
    look: Look,
    language: str,
    solid: Iterable[Hex] = (),
    *,
    named: bool = True,
) -> Iterator[Stamp]:
    """Names of the cities: on no number, mark or hex in `solid`.

    They leave the names of free hexes uncovered, where these are `named` and there is room.
    """
    kept_free = [*land.taken, *(cell_box(at, land.frame) for at in solid)]
    built = {each.hex for each in view.board.buildings}
    open_names = [
        name_box(at, land.frame) for at in hex_names(view.board.tiles) if named and at not in built
    ]
    for name in city_names(view, land.frame, look, language, kept_free, open_names):
        yield stamps.stamp_at(RIBBON, name.ribbon, name.x, name.y)


def cell_box(at: Hex, frame: Frame) -> Rect:
    """Box of a hex, without its corners."""
    (x, y), across, down = frame.centre(at), frame.width // 2, round(0.45 * frame.width)
    return x - across, y - down, x + across, y + down


def name_box(at: Hex, frame: Frame) -> Rect:
    """Box of the name of a hex."""
    x, y = frame.centre(at)
    middle, size = y - round(name_lift(frame)), name_size(frame)
    return x - size, middle - size // 2, x + size, middle + size // 2


def symbols(
    land: Land, look: Look, hidden: Collection[Hex], *, named: bool = True
) -> Iterator[Stamp]:
    """Medallions of the hexes that are not `hidden`."""
    for region in land.regions:
        for at, symbol in region.hexes():
            if symbol and at not in hidden:
                x, y = land.frame.centre(at)
                sprite = glyphs.medallion(look, symbol, medal_radius(land.frame))
                yield stamps.stamp_at(MEDAL, sprite, x, y + medal_drop(land.frame, named=named))


def medal_radius(frame: Frame) -> int:
    """The radius of a medallion."""
    return round((0.275 if frame.width >= terrain.NAMED_FROM else 0.21) * frame.width)


def medal_drop(frame: Frame, *, named: bool = True) -> float:
    """Distance from the middle of a hex down to that of its medallion, below the name if any."""
    if not named:
        return 0.0
    return (0.06 if frame.width >= terrain.NAMED_FROM else 0.22) * frame.width


def names(
    tiles: Sequence[Tile], frame: Frame, look: Look, hidden: Collection[Hex]
) -> Iterator[Stamp]:
    """Names of the hexes, as they are typed, above the symbols."""
    style = Label(name_size(frame), look.ink)
    lift = name_lift(frame)
    for at, name in hex_names(tiles).items():
        if at not in hidden:
            x, y = frame.centre(at)
            yield stamps.label_at(NAME, name, x, y - lift, style)


def name_size(frame: Frame) -> int:
    """Size of the name of a hex."""
    return max(MIN_SIZE, round(17 * frame.unit))


def name_lift(frame: Frame) -> float:
    """Distance from the middle of a hex up to that of its name."""
    return 40 * frame.unit if frame.width >= terrain.NAMED_FROM else 0.24 * frame.width


# ---- buildings ------------------------------------------------------------------------------


def pieces(view: View, frame: Frame, look: Look, theme: Theme) -> Iterator[Stamp]:
    """The buildings, their numbers, the fields below them, and the marks of their owners.

    A settlement is one field with one mark; where a number has no room, each building is a mark.
    """
    numbered = frame.width >= buildings.NUMBERED_FROM
    marked = set(first_hexes(view)) if numbered else {each.hex for each in view.board.buildings}
    for each, field in fields(view, frame, look, theme):
        yield field
        style, (x, y) = theme.seats[each.seat], frame.centre(each.hex)
        project = ruleset(view.game).buildings[each.building].project
        yield stamps.stamp_at(PIECE, buildings.piece(look, style, project, frame.width), x, y)
        if numbered:
            yield plate_of(each, frame, style)
        if each.hex in marked:
            yield mark_of(each.hex, frame, style)


def fields(view: View, frame: Frame, look: Look, theme: Theme) -> Iterator[tuple[Built, Stamp]]:
    """Each building with its part of the field of its settlement."""
    owners = {each.hex: each.seat for each in view.board.buildings}
    for each in view.board.buildings:
        sides = tuple(owners.get(near) != each.seat for near in neighbours(each.hex))
        field = buildings.field(look, theme.seats[each.seat], frame.width, sides)
        yield each, stamps.stamp_at(FIELD, field, *frame.centre(each.hex))


def piece(key: str, each: Built, frame: Frame, look: Look, style: SeatStyle) -> Stamp:
    """One building."""
    project = ruleset(key).buildings[each.building].project
    sprite = buildings.building(look, style, project, each.building, frame.width)
    return stamps.stamp_at(PIECE, sprite, *frame.centre(each.hex))


def plate_of(each: Built, frame: Frame, style: SeatStyle) -> Stamp:
    """Number of a building."""
    x, y = frame.centre(each.hex)
    plate = buildings.plate(each.building, style.rim, frame.width)
    return stamps.stamp_at(PLATE, plate, x, y + buildings.plate_drop(frame.width))


def mark_of(at: Hex, frame: Frame, style: SeatStyle) -> Stamp:
    """Mark of a settlement's owner, in the place of the sign of a building."""
    x, y = frame.centre(at)
    mark = marks.mark(style, frame.width)
    return stamps.stamp_at(MARK, mark, x, y - marks.lift_for(frame.width))


# ---- what is pointed out --------------------------------------------------------------------


def highlight_stamps(
    view: View, news: Sequence[Event], frame: Frame, theme: Theme
) -> Iterator[Stamp]:
    """Bright fields and outlines round the pieces that the news have put on the map.

    News of pieces that do not lie there are skipped.
    """
    built, regions = highlights.new_pieces(view, news)
    for at in built:
        yield from highlight_hex(at, frame, theme)
    for at in regions:
        yield from _highlight_region(at, frame, theme)


def highlight_hex(at: Hex, frame: Frame, theme: Theme) -> Iterator[Stamp]:
    """A hex that a move has changed."""
    x, y = frame.centre(at)
    yield stamps.stamp_at(LIT, outlines.bright_field(frame.width), x, y)
    yield stamps.stamp_at(OUTLINE, outlines.ring(frame.width, theme.last, theme.last_rim), x, y)


def threat_stamps(
    view: View, threats: Iterable[Threat], frame: Frame, theme: Theme
) -> Iterator[Stamp]:
    """Hexes on which seats could join two cities with their next turn, with their marks."""
    places = {name: at for at, name in hex_names(view.board.tiles).items()}
    seats: dict[Hex, list[Seat]] = {}
    for threat in threats:
        for name in threat.args.get("hexes", ()):
            seats.setdefault(places[name], []).append(threat.seat)
    for at, able in seats.items():
        (x, y), step = frame.centre(at), 0.5 * frame.width
        for index, style in enumerate(theme.seats[seat] for seat in able):
            ring = outlines.dash_ring(frame.width, style.colour, style.rim)
            yield stamps.stamp_at(WAY, ring, x, y)
            across = (index - (len(able) - 1) / 2) * step
            yield stamps.stamp_at(CHAIN, marks.mark(style, frame.width), x + across, y)


def _highlight_region(at: Hex, frame: Frame, theme: Theme) -> Iterator[Stamp]:
    outline = terrain.region_outline(frame.width, theme.last, theme.last_rim, 5.0)
    yield stamps.stamp_at(LIT, outline, *frame.centre(at))


def border_stamps(
    group: Collection[Hex], frame: Frame, tone: Colour, rim: Colour, line: float = 3.0
) -> Iterator[Stamp]:
    """The border of a group of hexes, `line` measures thick."""
    for at in sorted(group):
        sides = tuple(neighbour(at, k) not in group for k in range(6))
        if any(sides):
            yield stamps.stamp_at(
                GLOW, outlines.border(frame.width, sides, tone, rim, line), *frame.centre(at)
            )


def ways_of(
    view: View, links: Mapping[Seat, Link], land: Land, theme: Theme, *, named: bool
) -> Iterator[Stamp]:
    """Ways of the links of some players, over the hexes where they have not built yet."""
    frame, places = land.frame, {city.id: city.at for city in view.board.cities}
    symbols = {at: symbol for region in land.regions for at, symbol in region.hexes()}
    medal = medal_radius(frame) / frame.width, medal_drop(frame, named=named) / frame.width
    taken: dict[Hex, int] = {}
    crossed_hexes = set[Hex]()
    for seat, link in links.items():
        hexes = {each.hex for each in view.board.buildings if each.seat == seat}
        path = [places[link.cities[0]], *link.way, places[link.cities[1]]]
        crossed = list(ways.steps(path, hexes, taken))
        crossed_hexes |= {at for at, _ in crossed}
        yield from ways.way_stamps(WAY, crossed, symbols, frame, medal, theme.seats[seat])
    if named:
        yield from _names_on_ways(view, crossed_hexes - {b.hex for b in view.board.buildings}, land)


def _names_on_ways(view: View, cells: Collection[Hex], land: Land) -> Iterator[Stamp]:
    """Names of hexes again, set off from the dashes of a way that crosses them."""
    style = Label(name_size(land.frame), NAME_ON_WAY, halo=CREAM)
    for at, name in hex_names(view.board.tiles).items():
        if at in cells:
            x, y = land.frame.centre(at)
            yield stamps.label_at(NAME, name, x, y - name_lift(land.frame), style)


NAME_ON_WAY: Colour = (58, 48, 24)
"""Tone of the name of a hex on a way."""
