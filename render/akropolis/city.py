"""The map of one city with its labels: levels, coordinates, last move."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec
from PIL import Image

from render.akropolis import blocks, outlines
from render.akropolis import materials as m
from render.akropolis.luck import chance, look
from render.akropolis.painting import paint_city
from render.akropolis.scene import (
    LARGEST,
    Scene,
    back_to_front,
    beside,
    between,
    extent,
    origin_for,
    size_within,
)
from render.cache import CACHE, Key, forget, memoize
from render.canvas import Canvas, Rect
from render.hexes import Box
from render.light import DAY, Light
from render.marks import disc
from render.text import Label, width_of
from render.theme import Colour, Theme, mix
from rules.akropolis.scoring import CityScore, lake_around, scoring_hexes
from rules.akropolis.state import PlacedTile, footprint
from rules.akropolis.state import bare_city as built_of
from rules.akropolis.view import Cell, CityView, surface
from rules.contract import Hex
from rules.hexgrid import cell_of, hex_of, neighbour

Tiles = tuple[PlacedTile, ...]
Part = tuple[Image.Image, Rect]
"""A part of a map, and its box."""
MARBLE_DISC: tuple[Colour, Colour, Colour] = ((255, 255, 255), m.INK, m.INK)
GOLD_DISC: tuple[Colour, Colour, Colour] = ((255, 206, 84), m.INK, m.INK)
INK_DISC: tuple[Colour, Colour, Colour] = (m.INK, (255, 206, 84), (255, 206, 84))
"""Fill, figure and rim of the number on a roof."""
NEAR = 26
"""Hex size below which numbers of spots and coordinates on roofs would overlap."""


SEEN = 0.6
"""Share of the cells beside a city that is inside the map of a table, with their coordinates."""


class Plan(msgspec.Struct, frozen=True):
    """Contents of the map of a city."""

    width: int
    height: int
    largest: int = LARGEST
    labelled: bool = False
    """Whether built cells have coordinates too, and districts that do not score are dimmed."""
    lit: tuple[int, ...] = ()
    """Indices of the city's tiles to be outlined."""
    seat: int = 0
    """Owner of the city: each seat has a hillside of its own."""
    plain: bool = False
    """Whether the cells beside the city are left out, since there is nothing more to lay."""
    light: Light = DAY
    room: Box | None = None
    """Box in hex radii that the map shows; None for that of the city."""


def extent_of(city: CityView, *, plain: bool = False) -> Box:
    """The box round a city and the cells beside it, in hex radii; of the city alone, if `plain`."""
    return _extent(city.tiles, plain)


@memoize
def _extent(tiles: Tiles, plain: bool) -> Box:
    cells = surface(_without_score(tiles))
    return _box(cells, () if plain else beside(cells), whole=False)


def _box(cells: Mapping[Hex, Cell], margin: Collection[Hex], *, whole: bool) -> Box:
    """The box of a map: round the cells beside the city, or through them."""
    outer = extent(cells, margin)
    return outer if whole else between(extent(cells, ()), outer, SEEN)


def draw_city(city: CityView, plan: Plan, theme: Theme) -> Image.Image:
    """The map of a city, in the fixed palette.

    The plain map and its highlighted part are cached apart: every turn lights another part.
    """
    tiles, bare = city.tiles, msgspec.structs.replace(plan, lit=())
    scene = _scene(tiles, bare)
    lit = [_roofs(scene, at) for at in plan.lit]
    keys: list[Key] = [(_plain_map, tiles, bare, theme)]
    if any(lit):
        keys.append((_highlight, tiles, plan, theme))
    parts = [CACHE.get(key) for key in keys]
    if None in parts:
        painting = paint_city(scene)
        part = [_highlight(scene, painting, lit, theme)] if any(lit) else []
        parts = [_plain_map(scene, painting, theme), *part]
        for key, value in zip(keys, parts, strict=True):
            CACHE.store(key, value, "table")
    return _with_highlight(*parts)


def _with_highlight(unlit: Image.Image, part: Part | None = None) -> Image.Image:
    """Map with its highlighted part pasted in."""
    if part is None:
        return unlit
    picture = unlit.copy()
    picture.paste(*part)
    return picture


def _plain_map(scene: Scene, painting: Image.Image, theme: Theme) -> Image.Image:
    """Map without highlights. Labels are written on `painting` itself."""
    canvas = Canvas.from_image(painting, theme)
    write(canvas, scene)
    return canvas.quantize()


def _highlight(
    scene: Scene, painting: Image.Image, lit: Sequence[Sequence[Hex]], theme: Theme
) -> Part:
    """Part of the map round the lit tiles, with their outlines."""
    box = outlines.around(scene, [at for cells in lit for at in cells])
    canvas = Canvas.from_image(painting.crop(box), theme, box[:2])
    for cells in lit:
        outlines.light_up(canvas, scene, cells)
    write(canvas, scene)
    if len(lit) > 1:
        for number, cells in enumerate(lit, 1):
            _flag(canvas, scene, cells, number)
    return canvas.quantize(), box


@memoize
def _scene(tiles: Tiles, plan: Plan) -> Scene:
    return scene_of(_without_score(tiles), plan)


def _without_score(tiles: Tiles) -> CityView:
    """City with its score left out, since the map does not depend on it."""
    return CityView(0, tiles, CityScore({}, 0, 0))


def forget_maps() -> None:
    """Forget the maps drawn before."""
    forget(_plain_map, _highlight, _scene, _extent)


def scene_of(city: CityView, plan: Plan, extra: Collection[Hex] = ()) -> Scene:
    """Scene of a city, with room for the cells beside it and the `extra` ones."""
    cells = surface(city)
    touching = beside(cells)
    margin = touching | (frozenset(extra) - set(cells))
    box = plan.room or _box(cells, () if plan.plain else margin, whole=plan.labelled)
    size = size_within(box, plan.width, plan.height, plan.largest)
    ordered = back_to_front(cells)
    return Scene(
        width=plan.width,
        height=plan.height,
        size=size,
        origin=origin_for(box, plan.width, plan.height, size),
        surface=ordered,
        margin=margin,
        water=_lakes(city, touching),
        variants=tuple(variant_of(city.tiles, at, cell) for at, cell in ordered),
        dimmed=_idle_districts(city, cells) if plan.labelled else frozenset(),
        labelled=plan.labelled,
        seat=plan.seat,
        plain=plan.plain,
        light=plan.light,
    )


def variant_of(tiles: Sequence[PlacedTile], at: Hex, cell: Cell) -> int:
    """Variant of the building on a hex of a city."""
    if cell.piece < 0:
        return chance(at) % m.VARIANTS
    tile = tiles[cell.piece]
    return look(tile.tile, footprint(tile.at, tile.rot).index(at))


def _lakes(city: CityView, touching: Collection[Hex]) -> frozenset[Hex]:
    """The empty cells that the city encloses (AK-52)."""
    built = built_of(city.tiles)
    water: set[int] = set()
    for at in touching:
        if cell_of(at) not in water:
            water |= lake_around(built, cell_of(at))
    return frozenset(map(hex_of, water))


def _idle_districts(city: CityView, cells: Mapping[Hex, Cell]) -> frozenset[Hex]:
    districts = {at for at, cell in cells.items() if cell.kind == "district"}
    return frozenset(districts - scoring_hexes(city))


def bare_canvas(scene: Scene, theme: Theme) -> Canvas:
    """Canvas with the city, without labels."""
    return Canvas.from_image(paint_city(scene), theme)


def _roofs(scene: Scene, index: int) -> list[Hex]:
    return [at for at, cell in scene.surface if cell.piece == index]


# ---- writing --------------------------------------------------------------------------------


def write(canvas: Canvas, scene: Scene, hidden: Collection[Hex] = ()) -> None:
    """Write coordinates on empty cells, and on the roofs of a labelled map; number the levels."""
    if not scene.is_readable:
        return
    cells = scene.cells
    for at in () if scene.plain else sorted(scene.margin):
        if at not in hidden and _reaches(canvas, scene, at):
            _name_ground(canvas, scene, cells, at)
    for at, cell in scene.surface:
        if not _reaches(canvas, scene, at, cell.level):
            continue
        if scene.labelled and scene.size >= NEAR:
            _name_roof(canvas, scene, at, cell)
        if scene.shows_level(cell, cells.get(neighbour(at, 1))):
            number_level(canvas, scene, at, cell.level)


def _reaches(canvas: Canvas, scene: Scene, at: Hex, level: int = 0) -> bool:
    """Whether a cell lies on a canvas, or near enough to its edge to touch it."""
    x, y = roof(scene, at, level)
    across, down = x - canvas.left, y - canvas.top
    return (
        -scene.size < across < canvas.width + scene.size
        and -scene.size < down < canvas.height + scene.size
    )


MINUS = "\N{MINUS SIGN}"
"""Wide enough to be seen on a phone; a hyphen is lost there."""


def coordinates(at: Hex) -> str:
    """Coordinates of a cell as they are typed, but with a true minus sign."""
    return f"{at[0]},{at[1]}".replace("-", MINUS)


def ground_label(scene: Scene, *, water: bool = False) -> Label:
    """Style of the coordinates of an empty cell."""
    return Label(_coordinate_size(scene), m.GROUND_INK, halo=m.WATER if water else None)


def _coordinate_size(scene: Scene) -> int:
    """Size of coordinates, as large as the cells allow."""
    return 20 if scene.size >= 40 else 16


def _name_ground(canvas: Canvas, scene: Scene, cells: Mapping[Hex, Cell], at: Hex) -> None:
    x, y = scene.grid.centre(at)
    y -= hidden_below(scene, cells, at) / 2
    words, style = coordinates(at), ground_label(scene, water=at in scene.water)
    half = width_of(words, style) / 2 + 2
    if half <= x <= scene.width - half and 9 <= y <= scene.height - 9:
        canvas.text(words, x, y, style, "m")


def hidden_below(scene: Scene, cells: Mapping[Hex, Cell], at: Hex) -> float:
    """Height in pixels of the part of an empty cell that the block in front of it covers."""
    front = cells.get(neighbour(at, 1))
    return min(scene.size, front.level * blocks.storey(scene.size)) if front else 0


def _name_roof(canvas: Canvas, scene: Scene, at: Hex, cell: Cell) -> None:
    x, y = roof(scene, at, cell.level)
    tone, ink = _floor_tone(cell), m.INK
    if at in scene.dimmed:
        tone, ink = mix(tone, m.VEIL, 0.47), m.STAR
    style = Label(_coordinate_size(scene), ink, "semibold", tone)
    canvas.text(coordinates(at), x + 0.06 * scene.size, y - 0.595 * scene.size, style, "m")


def _floor_tone(cell: Cell) -> Colour:
    if cell.kind == "plaza":
        return m.MARBLE
    return m.MATERIALS[cell.colour].floor if cell.colour else m.LIMESTONE


def roof(scene: Scene, at: Hex, level: int) -> tuple[float, float]:
    """The middle of a top face."""
    x, y = scene.grid.centre(at)
    return x, y - level * blocks.storey(scene.size)


def number_level(canvas: Canvas, scene: Scene, at: Hex, level: int) -> None:
    """Draw the level of a roof inside its hex, at its north-western edge."""
    x, y = roof(scene, at, level)
    radius = max(round(0.20 * scene.size), 12 if scene.labelled else 16)
    fill, ink, rim = {2: MARBLE_DISC, 3: GOLD_DISC}.get(level, INK_DISC)
    at_x, at_y = x - 0.75 * scene.size + 0.83 * radius, y - 0.375 * scene.size + 0.55 * radius
    canvas.paste_centred(disc(radius, fill, rim), at_x + 1, at_y + 1)
    canvas.text(str(level), at_x, at_y, Label(round(1.7 * radius), ink, "bold"), "m")


def _flag(canvas: Canvas, scene: Scene, seen: Sequence[Hex], number: int) -> None:
    """Draw the number of a tile in the order of several moves."""
    if seen:
        at = min(seen, key=lambda cell: (2 * cell[1] + cell[0], cell[0]))
        x, y = roof(scene, at, scene.cells[at].level)
        x, y = x + 0.52 * scene.size, y - 0.40 * scene.size
        canvas.paste_centred(disc(12, canvas.theme.last, canvas.theme.last_rim), x + 1, y + 1)
        canvas.text(str(number), x, y, Label(16, canvas.theme.last_rim, "bold"), "m")
