"""A candidate move in its city: the ghost of the tile, and the other spots where it could lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from math import cos, dist, pi, sin

import msgspec
from PIL import Image

from render.akropolis import outlines
from render.akropolis.city import (
    GOLD_DISC,
    NEAR,
    Plan,
    bare_canvas,
    coordinates,
    ground_label,
    hidden_below,
    roof,
    scene_of,
    variant_of,
    write,
)
from render.akropolis.scene import Scene, back_to_front, beside, extent, size_within, window_origin
from render.canvas import Canvas
from render.hexes import Point
from render.marks import disc, pill
from render.text import Label, signed, width_of
from render.theme import Colour, Theme
from rules.akropolis.state import footprint
from rules.akropolis.view import Preview, surface
from rules.contract import Hex


def height_for(preview: Preview, width: int, heights: tuple[int, int], largest: int) -> int:
    """The least height, within bounds, at which the hexes of a candidate's map are largest."""
    cells = surface(preview.city)
    box = extent(cells, beside(cells) | {spot.at for spot in preview.spots})
    sizes = {
        height: size_within(box, width, height, largest)
        for height in range(heights[0], heights[1] + 1, 40)
    }
    return min(sizes, key=lambda height: (-sizes[height], height))


def draw_ghost(preview: Preview, plan: Plan, theme: Theme) -> Canvas:
    """Map of a city with the ghost of a tile, and the spots where it could lie."""
    cells = footprint(preview.at, preview.rot)
    anchors = [spot.at for spot in preview.spots]
    scene = _from_near(scene_of(preview.city, plan, extra=[*anchors, *cells]), preview.at)
    canvas = bare_canvas(scene, theme)
    write(canvas, scene, hidden=set(anchors))
    if preview.level:
        below = bare_canvas(_without_ghost(scene, preview, cells), theme)
        write(below, scene, hidden=set(anchors))
        canvas.image = Image.blend(below.image, canvas.image, 0.74)
    outlines.dash(canvas, scene, cells, theme.white if preview.level else theme.loss)
    chips = _chips(canvas, scene, preview, set(cells))
    _lay_chips(canvas, scene, preview, chips)
    if preview.level:
        _lay_gain(canvas, scene, cells, preview, chips)
    _fade(canvas, scene)
    return canvas


def _fade(canvas: Canvas, scene: Scene) -> None:
    """Fade the map where the city goes on beyond it."""
    left, top, right, bottom = (each * scene.size for each in extent(scene.cells, scene.margin))
    x, y = scene.origin
    canvas.fade(
        left=x + left < 0,
        top=y + top < 0,
        right=x + right > scene.width,
        bottom=y + bottom > scene.height,
    )


def _from_near(scene: Scene, at: Hex) -> Scene:
    """Scene whose spots can be told apart: of a very long city, the part round `at`."""
    if scene.size >= NEAR:
        return scene
    box = extent(scene.cells, scene.margin)
    origin = window_origin(box, scene.width, scene.height, NEAR, at)
    return msgspec.structs.replace(scene, size=NEAR, origin=origin)


def _without_ghost(scene: Scene, preview: Preview, cells: Sequence[Hex]) -> Scene:
    before = msgspec.structs.replace(preview.city, tiles=preview.city.tiles[:-1])
    ordered = back_to_front(surface(before))
    return msgspec.structs.replace(
        scene,
        surface=ordered,
        variants=tuple(variant_of(before.tiles, at, cell) for at, cell in ordered),
        dimmed=scene.dimmed & {at for at, _ in ordered},
        bare=frozenset(cells),
    )


class Chip(msgspec.Struct, frozen=True):
    """The number of a spot, and its place."""

    x: float
    y: float
    number: int
    tone: Colour
    radius: int = 21
    figure: int = 29


def _chips(canvas: Canvas, scene: Scene, preview: Preview, ghost: Set[Hex]) -> list[Chip]:
    """A chip for each spot on its anchor, the cell that is typed; none hides the ghost."""
    chips = []
    for number, spot in enumerate(preview.spots, 1):
        if spot.at not in ghost:
            x, y = _seat_of_chip(scene, spot.at, ghost)
            tone = GOLD_DISC[0] if spot.level > 1 else canvas.theme.white
            chips.append(Chip(x, y, number, tone, figure=_figure(number)))
    return chips


_NEXT = 24
"""Distance beyond a hex size within which a chip is near a sign, in pixels."""


def _figure(number: int) -> int:
    """Size of a number on a chip."""
    return 29 if number < 100 else 22


def _seat_of_chip(scene: Scene, at: Hex, ghost: Set[Hex]) -> Point:
    """Place of a chip: on a roof to the right, or to the left if it is farther from the ghost."""
    if at in scene.cells:
        x, y = roof(scene, at, scene.cells[at].level)
        signs = [roof(scene, each, scene.cells[each].level) for each in ghost & scene.cells.keys()]
        right, left = ((x + side * scene.size, y) for side in (0.50, -0.50))
        gaps = [min((dist(side, sign) for sign in signs), default=0) for side in (right, left)]
        return left if gaps[0] < min(gaps[1], scene.size + _NEXT) else right
    x, y = scene.grid.centre(at)
    low = hidden_below(scene, scene.cells, at)
    return x, y - max(0.10 * scene.size, 27 - 0.72 * scene.size, 0.55 * low)


def _lay_chips(canvas: Canvas, scene: Scene, preview: Preview, chips: Sequence[Chip]) -> None:
    if scene.size >= _NAMED_FROM:
        _name_spots(canvas, scene, preview)
    for chip in chips:
        disc_ = disc(chip.radius, chip.tone, canvas.theme.ink)
        canvas.paste_centred(disc_, chip.x + 1, chip.y + 1)
        label = Label(chip.figure, canvas.theme.ink, "bold")
        canvas.text(str(chip.number), chip.x, chip.y, label, "m")


_NAMED_FROM = 34
"""Hex size from which the coordinates of a spot stand below its number."""


def _name_spots(canvas: Canvas, scene: Scene, preview: Preview) -> None:
    """Write the coordinates of each spot on the ground below its number, none under a roof."""
    for spot in preview.spots:
        is_seen = not hidden_below(scene, scene.cells, spot.at)
        if spot.at not in scene.cells and is_seen:
            x, y = scene.grid.centre(spot.at)
            low = min(0.42 * scene.size, 0.74 * scene.size - 8)
            canvas.text(coordinates(spot.at), x, y + low, ground_label(scene), "m")


def _lay_gain(
    canvas: Canvas, scene: Scene, cells: Sequence[Hex], preview: Preview, chips: Sequence[Chip]
) -> None:
    """Lay the number of the spot and the change of the score outside the ghost, near to it."""
    theme = canvas.theme
    gained = preview.city.score.total - preview.before.total
    words, label = signed(gained), Label(34, theme.last_rim, "bold")
    number = next((n for n, spot in enumerate(preview.spots, 1) if spot.at == preview.at), 0)
    left = 52 if number else 17
    width = left + width_of(words, label) + 17
    ghost = [roof(scene, at, scene.cells[at].level) for at in cells]
    roofs = [roof(scene, at, cell.level) for at, cell in scene.surface if at not in cells]
    built = (0.8 * scene.size, 0.6 * scene.size)

    def hides(at: Point) -> float:
        near = sum(_overlap(at, width, place, built) for place in ghost)
        numbers = sum(
            _overlap(at, width, (chip.x, chip.y), (chip.radius, chip.radius)) for chip in chips
        )
        return 100 * near + 3 * numbers + sum(_overlap(at, width, place, built) for place in roofs)

    x, y = min(_beside_ghost(scene, ghost, width), key=hides)
    tone = theme.last if gained >= 0 else theme.loss
    canvas.paste_centred(pill(width, 48, tone, theme.last_rim, shadow=True), x + 1, y + 2)
    x -= width / 2
    if number:
        canvas.paste_centred(disc(20, theme.white, theme.last_rim, shadow=False), x + 25, y + 1)
        canvas.text(str(number), x + 24, y, Label(_figure(number), theme.ink, "bold"), "m")
    canvas.text(words, x + left, y, label)


def _overlap(chip: Point, width: float, thing: Point, half: tuple[float, float]) -> bool:
    """Whether the chip of the gain overlaps a thing whose half width and height are `half`."""
    across, down = abs(chip[0] - thing[0]), abs(chip[1] - thing[1])
    return across < width / 2 + half[0] and down < 24 + half[1]


def _beside_ghost(scene: Scene, ghost: Sequence[Point], width: float) -> Iterator[Point]:
    """Places round the ghost for the chip of the gain, inside the map, the best first."""
    xs, ys = [x for x, _ in ghost], [y for _, y in ghost]
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    reach = (max(xs) - min(xs)) / 2 + scene.size, (max(ys) - min(ys)) / 2 + 0.75 * scene.size
    half = width / 2 + 8
    for share in (1.0, 1.35):
        for step in (-1, 1, -2, -7, 2, 0, -8, 7, -3, -4, -5, 3, -6, 4, 5, 6):
            turn = step * pi / 8
            x = middle[0] + cos(turn) * share * (reach[0] + width / 2)
            y = middle[1] + sin(turn) * share * (reach[1] + 26)
            yield min(max(x, half), scene.width - half), min(max(y, 32), scene.height - 32)
