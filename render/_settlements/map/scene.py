"""Stamps of the map of a view: symbols, names, buildings and joins, cities, last moves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from render import stamps
from render._settlements.land import terrain
from render._settlements.land.frame import Frame, flower
from render._settlements.land.ground import Land, Region
from render._settlements.look import CREAM, Look
from render._settlements.map import buildings, cities, highlights, joins, outlines, ways
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
from rules.contract import Event, Hex, Seat
from rules.hexgrid import neighbour

(
    LIT,
    CITY,
    MEDAL,
    WAY,
    NAME,
    STRIP,
    PIECE,
    GLOW,
    OUTLINE,
    WIRE,
    CHAIN,
    PLATE,
    RIBBON,
    MARK,
    SIGN,
) = range(15)
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
    language: str = "en",
) -> Iterator[Stamp]:
    """Stamps of the position: symbols and names of free hexes, pieces and cities.

    The hexes in `bare` get neither symbol nor name.
    """
    built = {each.hex for each in view.board.buildings} | set(bare)
    yield from symbols(land, look, built)
    yield from names(view.board.tiles, land.frame, look, built)
    yield from pieces(view, land.frame, look, theme)
    for city in view.board.cities:
        x, y = land.frame.centre(city.at)
        yield stamps.stamp_at(CITY, cities.slab(look, city.id, land.frame.width), x, y)
        label = cities.ribbon(look, city.id, land.frame.width, language, land.frame.least)
        yield stamps.stamp_at(RIBBON, label, x, y + cities.ribbon_drop(land.frame.width))


def symbols(land: Land, look: Look, hidden: Collection[Hex]) -> Iterator[Stamp]:
    """Medallions of the hexes that are not `hidden`."""
    for region in land.regions:
        for at, symbol in region.hexes():
            if symbol and at not in hidden:
                x, y = land.frame.centre(at)
                sprite = glyphs.medallion(look, symbol, medal_radius(land.frame))
                yield stamps.stamp_at(MEDAL, sprite, x, y + medal_drop(land.frame))


def medal_radius(frame: Frame) -> int:
    """The radius of a medallion."""
    return round((0.265 if frame.width >= terrain.NAMED_FROM else 0.21) * frame.width)


def medal_drop(frame: Frame) -> float:
    """Distance from the middle of a hex down to that of its medallion."""
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
    """The buildings, the joins between them, and the marks of their owners.

    A settlement bears one mark, as its colour and its joins hold it together; where a number has no
    room, each building is a mark.
    """
    owners = {each.hex: each.seat for each in view.board.buildings}
    numbered = frame.width >= buildings.NUMBERED_FROM
    marked = set(first_hexes(view)) if numbered else set(owners)
    lines = wire_lines(owners) if look.link == "wire" and numbered else frozenset()
    wired = {end for at, direction in lines for end in (at, neighbour(at, direction))}
    for each in view.board.buildings:
        style = theme.seats[each.seat]
        yield piece(view.game, each, frame, look, style)
        if each.hex in wired:
            yield pole(each.hex, frame)
        if each.hex in marked:
            yield upright(each.hex, frame, look, style)
        for direction in joins.JOINS:
            if owners.get(neighbour(each.hex, direction)) == each.seat:
                yield strip(each.hex, direction, frame, look, style)
                if (each.hex, direction) in lines:
                    yield wire(each.hex, direction, frame)
        if (neighbour(each.hex, _SW), _EAST) in lines:
            yield plate(each, frame, style)


_EAST, _SE, _SW = 0, 1, 2


def first_hexes(view: View) -> Iterator[Hex]:
    """The upper left hex of each settlement, if possible none below the name of a city."""
    below = {neighbour(city.at, side) for city in view.board.cities for side in (_SE, _SW)}
    for player in view.players:
        for settlement in player.settlements:
            yield min(settlement.hexes, key=lambda at: (at in below, at[1], at[0]))


@memoize
def _wire_lines(built: tuple[tuple[Hex, Seat], ...]) -> frozenset[tuple[Hex, int]]:
    owners = dict(built)
    lines = list[tuple[int, Hex, int, Seat]]()
    for at, seat in built:
        for direction in joins.JOINS:
            if owners.get(neighbour(at, direction + 3)) != seat:
                length, end = 0, at
                while owners.get(end := neighbour(end, direction)) == seat:
                    length += 1
                lines.append((-length, at, direction, seat))
    legs = set[tuple[Hex, int]]()
    for seat in set(owners.values()):
        longest = sorted(line for line in lines if line[3] == seat)[:LINES]
        for length, begin, direction, _ in longest:
            at = begin
            for _ in range(-length):
                legs.add((at, direction))
                at = neighbour(at, direction)
    return frozenset(legs)


LINES = 2
"""Number of straight lines of each seat along which a wire is drawn: its longest."""


def wire_lines(owners: Mapping[Hex, Seat]) -> frozenset[tuple[Hex, int]]:
    """Legs of the wires, as a hex and a direction among E, SE and SW."""
    return _wire_lines(tuple(sorted(owners.items())))


def piece(key: str, each: Built, frame: Frame, look: Look, style: SeatStyle) -> Stamp:
    """One building."""
    project = ruleset(key).buildings[each.building].project
    sprite = buildings.building(look, style, project, each.building, frame.width, frame.least)
    return stamps.stamp_at(PIECE, sprite, *frame.centre(each.hex))


def upright(at: Hex, frame: Frame, look: Look, style: SeatStyle) -> Stamp:
    """Mark of a settlement's owner, at the top of a hex; on small hexes in its middle."""
    x, y = frame.centre(at)
    sprite = joins.mark(style, frame.unit)
    lift = joins.POLE * frame.unit if frame.width >= buildings.NUMBERED_FROM else 0
    return stamps.stamp_at(MARK, sprite, x, y + lift)


def pole(at: Hex, frame: Frame) -> Stamp:
    """Telegraph pole of a building on a wire."""
    x, y = frame.centre(at)
    return stamps.stamp_at(WIRE, joins.pole(frame.width), x, y + joins.POLE * frame.unit)


def plate(each: Built, frame: Frame, style: SeatStyle) -> Stamp:
    """Number plate of a building, laid again above a wire that may cross it."""
    x, y = frame.centre(each.hex)
    sprite = buildings.plate(each.building, style.rim, frame.unit, frame.least)
    return stamps.stamp_at(PLATE, sprite, x, y + buildings.plate_drop(frame.width))


def _between(at: Hex, direction: int, frame: Frame) -> tuple[float, float]:
    (ax, ay), (bx, by) = frame.centre(at), frame.centre(neighbour(at, direction))
    return (ax + bx) / 2, (ay + by) / 2


def strip(at: Hex, direction: int, frame: Frame, look: Look, style: SeatStyle) -> Stamp:
    """The ground between a building and its neighbour E, SE or SW."""
    sprite = joins.strip(look, style, direction, frame.width)
    return stamps.stamp_at(STRIP, sprite, *_between(at, direction, frame))


def wire(at: Hex, direction: int, frame: Frame) -> Stamp:
    """The wire from a building's pole to its neighbour's."""
    x, y = _between(at, direction, frame)
    high = y + joins.POLE * frame.unit
    return stamps.stamp_at(WIRE, joins.wire(direction, frame.width), x, high)


# ---- what is pointed out --------------------------------------------------------------------


def highlight_stamps(
    view: View, news: Sequence[Event], frame: Frame, theme: Theme
) -> Iterator[Stamp]:
    """Bright fields and outlines round the pieces that the news have put on the map, with flags.

    News of pieces that do not lie there are skipped.
    """
    built, regions = highlights.new_pieces(view, news)
    for number, at in enumerate(built, 1):
        yield from highlight_hex(at, frame, theme)
        yield _flag(at, number, frame, theme)
    for number, at in enumerate(regions, len(built) + 1):
        yield from _highlight_region(at, frame, theme)
        yield _flag(at, number, frame, theme)


def highlight_hex(at: Hex, frame: Frame, theme: Theme) -> Iterator[Stamp]:
    """A hex that a move has changed."""
    x, y = frame.centre(at)
    yield stamps.stamp_at(LIT, outlines.bright_field(frame.width), x, y)
    yield stamps.stamp_at(OUTLINE, outlines.ring(frame.width, theme.last, theme.last_rim), x, y)


def _highlight_region(at: Hex, frame: Frame, theme: Theme) -> Iterator[Stamp]:
    outline = terrain.region_outline(frame.width, theme.last, theme.last_rim, 5.0)
    yield stamps.stamp_at(LIT, outline, *frame.centre(at))


def _flag(at: Hex, number: int, frame: Frame, theme: Theme) -> Stamp:
    x, y = frame.centre(at)
    sprite = outlines.flag(number, frame.unit, theme)
    return Stamp(SIGN, round(y - 46 * frame.unit), round(x + 36 * frame.unit), sprite)


def settlements(view: View, seat: Seat, frame: Frame, theme: Theme) -> Iterator[Stamp]:
    """The border round each settlement of a player."""
    for settlement in view.players[seat].settlements:
        yield from border_stamps(set(settlement.hexes), frame, theme.white, theme.ink)


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


def ways_of(view: View, links: Mapping[Seat, Link], land: Land, theme: Theme) -> Iterator[Stamp]:
    """Ways of the links of some players, over the hexes where they have not built yet."""
    frame, places = land.frame, {city.id: city.at for city in view.board.cities}
    symbols = {at: symbol for region in land.regions for at, symbol in region.hexes()}
    medal = medal_radius(frame) / frame.width, medal_drop(frame) / frame.width
    taken: dict[Hex, int] = {}
    crossed_hexes = set[Hex]()
    for seat, link in links.items():
        hexes = {each.hex for each in view.board.buildings if each.seat == seat}
        path = [places[link.cities[0]], *link.way, places[link.cities[1]]]
        crossed = list(ways.steps(path, hexes, taken))
        crossed_hexes |= {at for at, _ in crossed}
        yield from ways.way_stamps(WAY, crossed, symbols, frame, medal, theme.seats[seat])
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
