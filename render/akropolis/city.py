"""The map of one city and all that is written on it: levels, coordinates, last move, ghost."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec
from PIL import Image

from render.akropolis import blocks, foot, outlines
from render.akropolis import materials as m
from render.akropolis.scene import (
    LARGEST,
    Scene,
    back_to_front,
    beside,
    fit,
    painted,
)
from render.canvas import Canvas
from render.hexes import neighbour
from render.marks import disc, pill
from render.text import Label, width_of
from render.theme import Colour, Theme, mix
from rules.akropolis.scoring import counted, enclosed
from rules.akropolis.state import PlacedTile, cell_of, footprint, hex_of
from rules.akropolis.state import painted as built_of
from rules.akropolis.view import Cell, CityView, Preview, surface
from rules.contract import Hex

MARBLE_DISC: tuple[Colour, Colour, Colour] = ((255, 255, 255), m.INK, m.INK)
GOLD_DISC: tuple[Colour, Colour, Colour] = ((255, 206, 84), m.INK, m.INK)
INK_DISC: tuple[Colour, Colour, Colour] = (m.INK, (255, 206, 84), (255, 206, 84))
"""Fill, figure and rim of the number on a roof."""


class Plan(msgspec.Struct, frozen=True):
    """What the map of a city shall show."""

    width: int
    height: int
    largest: int = LARGEST
    labelled: bool = False
    """Coordinates on built cells too, districts that do not score dimmed."""
    lit: tuple[int, ...] = ()
    """Indices into the city's tiles, to be outlined."""


def size_of(city: CityView, width: int, height: int, largest: int) -> int:
    """The hex size at which the map of a city would be drawn."""
    cells = surface(city)
    return fit(cells, beside(cells), width, height, largest)[0]


def draw_city(city: CityView, plan: Plan, theme: Theme) -> Canvas:
    """The map of a city."""
    scene = scene_of(city, plan)
    canvas = _canvas(scene, theme)
    for index in plan.lit:
        outlines.light_up(canvas, scene, _roofs(scene, index))
    write(canvas, scene)
    if len(plan.lit) > 1:
        for number, index in enumerate(plan.lit, 1):
            _flag(canvas, scene, index, number)
    return canvas


def scene_of(city: CityView, plan: Plan, extra: Collection[Hex] = ()) -> Scene:
    """The scene of a city, large enough for the cells beside it and the `extra` ones."""
    cells = surface(city)
    touching = beside(cells)
    margin = touching | (frozenset(extra) - set(cells))
    size, origin = fit(cells, margin, plan.width, plan.height, plan.largest)
    ordered = back_to_front(cells)
    return Scene(
        width=plan.width,
        height=plan.height,
        size=size,
        origin=origin,
        surface=ordered,
        margin=margin,
        water=_lakes(city, touching),
        variants=tuple(_variant(city.tiles, at, cell) for at, cell in ordered),
        dimmed=_wasted(city, cells) if plan.labelled else frozenset(),
        labelled=plan.labelled,
    )


def _cells_of(tile: PlacedTile) -> tuple[Hex, ...]:
    return footprint(tile.at, tile.rot)


def _variant(tiles: Sequence[PlacedTile], at: Hex, cell: Cell) -> int:
    if cell.piece < 0:
        return foot.chance(at) % m.VARIANTS
    tile = tiles[cell.piece]
    return foot.look(tile.tile, _cells_of(tile).index(at))


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
    canvas = Canvas(scene.width, scene.height, theme)
    canvas.image.paste(painted(scene))
    return canvas


def _roofs(scene: Scene, index: int) -> list[Hex]:
    return [at for at, cell in scene.surface if cell.piece == index]


# ---- writing --------------------------------------------------------------------------------


def write(canvas: Canvas, scene: Scene, hidden: Collection[Hex] = ()) -> None:
    """Coordinates on the empty cells, and on the roofs if wanted; numbers of the levels."""
    cells = scene.cells
    for at in sorted(scene.margin):
        if at not in hidden:
            _name_ground(canvas, scene, cells, at)
    for at, cell in scene.surface:
        if scene.labelled:
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


def _flag(canvas: Canvas, scene: Scene, index: int, number: int) -> None:
    """The place of a tile in the order of several moves."""
    seen = _roofs(scene, index)
    if seen:
        at = min(seen, key=lambda cell: (2 * cell[1] + cell[0], cell[0]))
        x, y = roof(scene, at, scene.cells[at].level)
        x, y = x + 0.52 * scene.size, y - 0.40 * scene.size
        canvas.centred(disc(12, canvas.theme.last, canvas.theme.last_rim), x + 1, y + 1)
        canvas.text(str(number), x, y, Label(16, canvas.theme.last_rim, "bold"), "m")


# ---- a candidate move -----------------------------------------------------------------------


def draw_ghost(preview: Preview, plan: Plan, theme: Theme) -> Canvas:
    """The map of a city with a tile that is not laid yet, and the spots where it could lie."""
    after = preview.city
    laid = len(after.tiles) - 1
    cells = _cells_of(after.tiles[laid])
    anchors = [spot.at for spot in preview.spots]
    scene = scene_of(after, plan, extra=anchors)
    canvas = _canvas(_without_ghost(scene, preview, cells), theme)
    ghost = _canvas(scene, theme)
    for drawn in (canvas, ghost):
        write(drawn, scene, hidden=set(anchors))
    canvas.image = Image.blend(canvas.image, ghost.image, 0.74)
    outlines.dash(canvas, scene, cells, theme.white)
    _spots(canvas, scene, preview)
    _gain(canvas, scene, cells, preview)
    return canvas


def _gain(canvas: Canvas, scene: Scene, cells: Sequence[Hex], preview: Preview) -> None:
    """The change of the score, beside the ghost at its upper right."""
    gained = preview.city.score.total - preview.before.total
    label = Label(34, canvas.theme.last_rim, "bold")
    words = signed(gained)
    wide = width_of(words, label) + 34
    tops = [roof(scene, at, scene.cells[at].level) for at in cells]
    x = max(x for x, _ in tops) + 0.72 * scene.size
    y = min(y for _, y in tops) - 0.62 * scene.size
    x = min(max(x, wide / 2 + 8), scene.width - wide / 2 - 8)
    y = min(max(y, 32), scene.height - 32)
    tone = canvas.theme.last if gained >= 0 else canvas.theme.loss
    canvas.centred(pill(wide, 48, tone, canvas.theme.last_rim, shadow=True), x + 1, y + 2)
    canvas.text(words, x, y, label, "m")


def signed(number: int) -> str:
    """A number with its sign, set properly."""
    return f"{number:+d}".replace("-", "−") if number else "±0"


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


def _spots(canvas: Canvas, scene: Scene, preview: Preview) -> None:
    ranked = list(enumerate(preview.spots, 1))
    for number, spot in ranked:
        if spot.at != preview.at:
            _spot(canvas, scene, spot.at, spot.level, number, chosen=False)
    for number, spot in ranked:
        if spot.at == preview.at:
            _spot(canvas, scene, spot.at, spot.level, number, chosen=True)


def _spot(canvas: Canvas, scene: Scene, at: Hex, level: int, number: int, chosen: bool) -> None:
    theme = canvas.theme
    x, y = scene.grid.centre(at)
    radius, figure, fill = 18, 22, theme.white
    if at in scene.cells:
        x, y = roof(scene, at, scene.cells[at].level)
        x, fill = x + 0.50 * scene.size, GOLD_DISC[0]
    else:
        y -= hidden_below(scene, scene.cells, at) / 2
        canvas.text(coordinates(at), x, y + 0.42 * scene.size, ground_label(), "m")
        y -= 0.10 * scene.size
    if chosen:
        radius, figure, fill = 21, 27, theme.last
    canvas.centred(disc(radius, fill, theme.ink), x + 1, y + 1)
    canvas.text(str(number), x, y, Label(figure, theme.ink, "bold"), "m")
