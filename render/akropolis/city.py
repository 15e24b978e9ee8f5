"""The map of one city and all that is written on it: levels, coordinates, last move, ghost."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec
from PIL import Image

from render.akropolis import blocks, foot, outlines
from render.akropolis import materials as m
from render.akropolis.painting import painted
from render.akropolis.scene import (
    LARGEST,
    Scene,
    back_to_front,
    beside,
    centred,
    extent,
    size_within,
    window,
)
from render.canvas import Canvas
from render.hexes import Box
from render.kept import forget, kept
from render.marks import disc, pill
from render.text import Label, width_of
from render.theme import Colour, Theme, mix
from rules.akropolis.scoring import CityScore, counted, enclosed
from rules.akropolis.state import PlacedTile, footprint
from rules.akropolis.state import painted as built_of
from rules.akropolis.view import Cell, CityView, Preview, surface
from rules.contract import Hex
from rules.hexgrid import cell_of, hex_of, neighbour

Tiles = tuple[PlacedTile, ...]
MARBLE_DISC: tuple[Colour, Colour, Colour] = ((255, 255, 255), m.INK, m.INK)
GOLD_DISC: tuple[Colour, Colour, Colour] = ((255, 206, 84), m.INK, m.INK)
INK_DISC: tuple[Colour, Colour, Colour] = (m.INK, (255, 206, 84), (255, 206, 84))
"""Fill, figure and rim of the number on a roof."""
NEAR = 26
"""Hex size below which numbers of spots, and coordinates on roofs, would lie on each other."""


class Plan(msgspec.Struct, frozen=True):
    """What the map of a city shows."""

    width: int
    height: int
    largest: int = LARGEST
    labelled: bool = False
    """Coordinates on built cells too, districts that do not score dimmed."""
    lit: tuple[int, ...] = ()
    """Indices into the city's tiles, to be outlined."""
    seat: int = 0
    """Whose city: each lies on a hillside of its own."""
    plain: bool = False
    """Without the cells beside the city, when there is nothing more to lay."""


def extent_of(city: CityView, *, plain: bool = False) -> Box:
    """The box round a city and the cells beside it, in hex radii; of the city alone, if `plain`."""
    return _extent(city.tiles, plain)


@kept
def _extent(tiles: Tiles, plain: bool) -> Box:
    cells = surface(_unscored(tiles))
    return extent(cells, () if plain else beside(cells))


def draw_city(city: CityView, plan: Plan, theme: Theme) -> Image.Image:
    """The map of a city, in the fixed palette."""
    return _map(city.tiles, plan, theme)


@kept
def _map(tiles: Tiles, plan: Plan, theme: Theme) -> Image.Image:
    bare = msgspec.structs.replace(plan, lit=())
    scene = _scene(tiles, bare)
    lit = {index: _roofs(scene, index) for index in plan.lit}
    if any(lit.values()):
        return _lit(scene, _map(tiles, bare, theme), lit, theme)
    canvas = _canvas(scene, theme)
    write(canvas, scene)
    return canvas.flat()


@kept
def _scene(tiles: Tiles, plan: Plan) -> Scene:
    return scene_of(_unscored(tiles), plan)


def _unscored(tiles: Tiles) -> CityView:
    """A city as its map needs it, which is the same for any score."""
    return CityView(0, tiles, CityScore({}, 0, 0))


def _lit(
    scene: Scene, unlit: Image.Image, lit: Mapping[int, Sequence[Hex]], theme: Theme
) -> Image.Image:
    """The map with the outlines of some tiles; only what lies round these is drawn again."""
    box = outlines.around(scene, [at for cells in lit.values() for at in cells])
    canvas = Canvas.over(painted(scene).crop(box), theme, box[:2])
    for cells in lit.values():
        outlines.light_up(canvas, scene, cells)
    write(canvas, scene)
    if len(lit) > 1:
        for number, cells in enumerate(lit.values(), 1):
            _flag(canvas, scene, cells, number)
    whole = unlit.copy()
    whole.paste(canvas.flat(), box)
    return whole


def forget_maps() -> None:
    """Forget the maps drawn before."""
    forget(_map, _scene, _extent)


def scene_of(city: CityView, plan: Plan, extra: Collection[Hex] = ()) -> Scene:
    """The scene of a city, large enough for the cells beside it and the `extra` ones."""
    cells = surface(city)
    touching = beside(cells)
    margin = touching | (frozenset(extra) - set(cells))
    box = extent(cells, () if plan.plain else margin)
    size = size_within(box, plan.width, plan.height, plan.largest)
    ordered = back_to_front(cells)
    return Scene(
        width=plan.width,
        height=plan.height,
        size=size,
        origin=centred(box, plan.width, plan.height, size),
        surface=ordered,
        margin=margin,
        water=_lakes(city, touching),
        variants=tuple(_variant(city.tiles, at, cell) for at, cell in ordered),
        dimmed=_wasted(city, cells) if plan.labelled else frozenset(),
        labelled=plan.labelled,
        seat=plan.seat,
        plain=plan.plain,
    )


def height_for(preview: Preview, width: int, heights: tuple[int, int], largest: int) -> int:
    """The least height, within bounds, at which the hexes of a candidate's map are largest."""
    cells = surface(preview.city)
    box = extent(cells, beside(cells) | {spot.at for spot in preview.spots})
    sizes = {
        height: size_within(box, width, height, largest)
        for height in range(heights[0], heights[1] + 1, 40)
    }
    return min(sizes, key=lambda height: (-sizes[height], height))


def _variant(tiles: Sequence[PlacedTile], at: Hex, cell: Cell) -> int:
    if cell.piece < 0:
        return foot.chance(at) % m.VARIANTS
    tile = tiles[cell.piece]
    return foot.look(tile.tile, footprint(tile.at, tile.rot).index(at))


def _lakes(city: CityView, touching: Collection[Hex]) -> frozenset[Hex]:
    """The empty cells that the city encloses (AK-52)."""
    built = built_of(city.tiles)
    water: set[int] = set()
    for at in touching:
        if cell_of(at) not in water:
            water |= enclosed(built, cell_of(at))
    return frozenset(map(hex_of, water))


def _wasted(city: CityView, cells: Mapping[Hex, Cell]) -> frozenset[Hex]:
    districts = {at for at, cell in cells.items() if cell.kind == "district"}
    return frozenset(districts - counted(city))


def _canvas(scene: Scene, theme: Theme) -> Canvas:
    return Canvas.over(painted(scene).copy(), theme)


def _roofs(scene: Scene, index: int) -> list[Hex]:
    return [at for at, cell in scene.surface if cell.piece == index]


# ---- writing --------------------------------------------------------------------------------


def write(canvas: Canvas, scene: Scene, hidden: Collection[Hex] = ()) -> None:
    """Coordinates on the empty cells, and on the roofs if wanted; numbers of the levels."""
    if not scene.is_readable:
        return
    cells = scene.cells
    for at in () if scene.plain else sorted(scene.margin):
        if at not in hidden:
            _name_ground(canvas, scene, cells, at)
    for at, cell in scene.surface:
        if scene.labelled and scene.size >= NEAR:
            _name_roof(canvas, scene, at, cell)
        if cell.level > 1:
            number_level(canvas, scene, at, cell.level)


def coordinates(at: Hex) -> str:
    """A cell as it is typed."""
    return f"{at[0]},{at[1]}"


def ground_label(water: bool = False) -> Label:
    """The coordinates of an empty cell."""
    return Label(15, m.GROUND_INK, "semibold", halo=m.WATER if water else None)


def _name_ground(canvas: Canvas, scene: Scene, cells: Mapping[Hex, Cell], at: Hex) -> None:
    x, y = scene.grid.centre(at)
    canvas.text(
        coordinates(at),
        x,
        y - hidden_below(scene, cells, at) / 2,
        ground_label(at in scene.water),
        "m",
    )


def hidden_below(scene: Scene, cells: Mapping[Hex, Cell], at: Hex) -> float:
    """How much of an empty cell the block in front of it covers, in pixels."""
    front = cells.get(neighbour(at, 1))
    return min(scene.size, front.level * blocks.storey(scene.size)) if front else 0


def _name_roof(canvas: Canvas, scene: Scene, at: Hex, cell: Cell) -> None:
    x, y = roof(scene, at, cell.level)
    size = 16 if scene.size >= 40 else 14
    tone, ink = _floor_tone(cell), m.INK
    if at in scene.dimmed:
        tone, ink = mix(tone, m.VEIL, 0.47), m.STAR
    middle = y - 0.595 * scene.size
    canvas.text(
        coordinates(at), x + 0.06 * scene.size, middle, Label(size, ink, "semibold", tone), "m"
    )


def _floor_tone(cell: Cell) -> Colour:
    if cell.kind == "plaza":
        return m.MARBLE
    return m.MATERIALS[cell.colour].floor if cell.colour else m.LIMESTONE


def roof(scene: Scene, at: Hex, level: int) -> tuple[float, float]:
    """The middle of a top face."""
    x, y = scene.grid.centre(at)
    return x, y - level * blocks.storey(scene.size)


def number_level(canvas: Canvas, scene: Scene, at: Hex, level: int) -> None:
    """The level of a roof, from 2 up, in its north-western corner."""
    x, y = roof(scene, at, level)
    radius = max(round(0.20 * scene.size), 10)
    fill, ink, rim = {2: MARBLE_DISC, 3: GOLD_DISC}.get(level, INK_DISC)
    at_x, at_y = x - 0.56 * scene.size, y - 0.34 * scene.size
    canvas.centred(disc(radius, fill, rim), at_x + 1, at_y + 1)
    canvas.text(str(level), at_x, at_y, Label(max(14, round(1.42 * radius)), ink, "bold"), "m")


def _flag(canvas: Canvas, scene: Scene, seen: Sequence[Hex], number: int) -> None:
    """The place of a tile in the order of several moves."""
    if seen:
        at = min(seen, key=lambda cell: (2 * cell[1] + cell[0], cell[0]))
        x, y = roof(scene, at, scene.cells[at].level)
        x, y = x + 0.52 * scene.size, y - 0.40 * scene.size
        canvas.centred(disc(12, canvas.theme.last, canvas.theme.last_rim), x + 1, y + 1)
        canvas.text(str(number), x, y, Label(16, canvas.theme.last_rim, "bold"), "m")


# ---- a candidate move -----------------------------------------------------------------------


def draw_ghost(preview: Preview, plan: Plan, theme: Theme) -> Canvas:
    """The map of a city with a tile that is not laid yet, and the spots where it could lie."""
    cells = footprint(preview.at, preview.rot)
    anchors = [spot.at for spot in preview.spots]
    scene = _from_near(scene_of(preview.city, plan, extra=[*anchors, *cells]), preview.at)
    canvas = _canvas(scene, theme)
    write(canvas, scene, hidden=set(anchors))
    if preview.level:
        below = _canvas(_without_ghost(scene, preview, cells), theme)
        write(below, scene, hidden=set(anchors))
        canvas.image = Image.blend(below.image, canvas.image, 0.74)
    outlines.dash(canvas, scene, cells, theme.white if preview.level else theme.loss)
    chips = _chips(canvas, scene, preview)
    _lay_chips(canvas, scene, preview, chips)
    if preview.level:
        _lay_gain(canvas, scene, cells, preview, chips)
    return canvas


def _from_near(scene: Scene, at: Hex) -> Scene:
    """A scene whose spots can be told apart: of a very long city the part round `at`."""
    if scene.size >= NEAR:
        return scene
    box = extent(scene.cells, scene.margin)
    origin = window(box, scene.width, scene.height, NEAR, at)
    return msgspec.structs.replace(scene, size=NEAR, origin=origin)


def _without_ghost(scene: Scene, preview: Preview, cells: Sequence[Hex]) -> Scene:
    before = msgspec.structs.replace(preview.city, tiles=preview.city.tiles[:-1])
    ordered = back_to_front(surface(before))
    return msgspec.structs.replace(
        scene,
        surface=ordered,
        variants=tuple(_variant(before.tiles, at, cell) for at, cell in ordered),
        dimmed=scene.dimmed & {at for at, _ in ordered},
        bare=frozenset(cells),
    )


class Chip(msgspec.Struct, frozen=True):
    """The number of a spot, and where it stands."""

    x: float
    y: float
    number: int
    tone: Colour
    radius: int = 18
    figure: int = 22


def _chips(canvas: Canvas, scene: Scene, preview: Preview) -> list[Chip]:
    """One for each spot, on its anchor: the cell that is typed. The chosen one comes last."""
    chips = []
    for number, spot in enumerate(preview.spots, 1):
        x, y, tone = *_seat_of_chip(scene, spot.at), canvas.theme.white
        if spot.level > 1:
            tone = GOLD_DISC[0]
        if spot.at == preview.at:
            figure = 27 if number < 100 else 21
            chips.append(Chip(x, y, number, canvas.theme.last, radius=21, figure=figure))
        else:
            chips.append(Chip(x, y, number, tone, figure=22 if number < 100 else 18))
    return sorted(chips, key=lambda chip: chip.radius)


def _seat_of_chip(scene: Scene, at: Hex) -> tuple[float, float]:
    if at in scene.cells:
        x, y = roof(scene, at, scene.cells[at].level)
        return x + 0.50 * scene.size, y
    x, y = scene.grid.centre(at)
    low = hidden_below(scene, scene.cells, at)
    return x, y - max(0.10 * scene.size, 27 - 0.72 * scene.size, 0.55 * low)


def _lay_chips(canvas: Canvas, scene: Scene, preview: Preview, chips: Sequence[Chip]) -> None:
    if scene.size >= _NAMED_FROM:
        _name_spots(canvas, scene, preview)
    for chip in chips:
        disc_ = disc(chip.radius, chip.tone, canvas.theme.ink)
        canvas.centred(disc_, chip.x + 1, chip.y + 1)
        label = Label(chip.figure, canvas.theme.ink, "bold")
        canvas.text(str(chip.number), chip.x, chip.y, label, "m")


_NAMED_FROM = 34
"""Hex size from which the coordinates of a spot are seen below its number."""


def _name_spots(canvas: Canvas, scene: Scene, preview: Preview) -> None:
    """Below the number of each spot on the ground, how it is typed."""
    for spot in preview.spots:
        hidden = hidden_below(scene, scene.cells, spot.at)
        if spot.at not in scene.cells and hidden < 0.3 * scene.size:
            x, y = scene.grid.centre(spot.at)
            low = min(0.42 * scene.size, 0.74 * scene.size - 8)
            canvas.text(coordinates(spot.at), x, y + low - hidden / 3, ground_label(), "m")


def _lay_gain(
    canvas: Canvas, scene: Scene, cells: Sequence[Hex], preview: Preview, chips: Sequence[Chip]
) -> None:
    """The change of the score, beside the ghost, where it hides the fewest numbers."""
    gained = preview.city.score.total - preview.before.total
    label = Label(34, canvas.theme.last_rim, "bold")
    wide = width_of(signed(gained), label) + 34
    x, y = min(
        _beside_ghost(scene, cells, wide),
        key=lambda at: sum(
            abs(chip.x - at[0]) < wide / 2 + chip.radius and abs(chip.y - at[1]) < 24 + chip.radius
            for chip in chips
        ),
    )
    tone = canvas.theme.last if gained >= 0 else canvas.theme.loss
    canvas.centred(pill(wide, 48, tone, canvas.theme.last_rim, shadow=True), x + 1, y + 2)
    canvas.text(signed(gained), x, y, label, "m")


def _beside_ghost(scene: Scene, cells: Sequence[Hex], wide: int) -> list[tuple[float, float]]:
    """Places for the chip of the gain, the best first, all inside the map."""
    size = scene.size
    tops = [roof(scene, at, scene.cells[at].level) for at in cells]
    left, right = min(x for x, _ in tops), max(x for x, _ in tops)
    high, low = min(y for _, y in tops), max(y for _, y in tops)
    near, far = 0.72 * size, size + wide / 2 - 6
    places = [
        (right + near, high - 0.62 * size),
        (left - near, high - 0.62 * size),
        (right + far, high),
        (left - far, high),
        ((left + right) / 2, high - 1.15 * size),
        (right + far, low),
        (left - far, low),
    ]
    half = wide / 2 + 8
    inside_x = (half, scene.width - half)
    return [
        (min(max(x, inside_x[0]), inside_x[1]), min(max(y, 32), scene.height - 32))
        for x, y in places
    ]


def signed(number: int) -> str:
    """A number with its sign, set properly."""
    return f"{number:+d}".replace("-", "−") if number else "±0"
