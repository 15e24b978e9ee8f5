"""A city with the districts behind a part of its points."""

from __future__ import annotations

from collections.abc import Collection

from PIL import Image, ImageChops

from render import spotlight
from render.akropolis import city as maps
from render.akropolis import materials as m
from render.akropolis import outlines
from render.akropolis.scene import Scene
from render.canvas import Canvas, Sheet
from render.light import DAY, Light
from render.spotlight import Spotlight
from render.theme import Theme
from rules.akropolis.view import View
from rules.contract import Hex

WIDTH, HEIGHTS = 1000, (560, 760)
_LARGEST = 84
_DIM = 0.58
"""Share of the veil over what the part has nothing to do with."""
_FIGURE = 34
"""Size of points and letters: a phone shows it at 11."""


def draw_score(view: View, shown: Spotlight, theme: Theme, light: Light = DAY) -> Sheet:
    """Picture of a city: what counts for the part is bright, what does not is grey."""
    city, spots = view.cities[shown.seat], list(spotlight.spots(shown))
    box = maps.extent_of(city, plain=True)
    share = (box[3] - box[1]) / (box[2] - box[0])
    height = round(min(max(share * WIDTH, HEIGHTS[0]), HEIGHTS[1]))
    plan = maps.Plan(WIDTH, height, _LARGEST, seat=shown.seat, plain=True, light=light)
    scene = maps.scene_of(city, plan)
    canvas = maps.bare_canvas(scene, theme)
    lit, idle = ({spot.at for spot in spots if spot.counts is counts} for counts in (True, False))
    canvas.dim(m.VEIL, _DIM, lit | idle, ImageChops.invert(_mask(canvas, scene, lit | idle)))
    spotlight.grey_out(canvas, _mask(canvas, scene, idle))
    outlines.light_up(canvas, scene, lit)
    if idle:
        outlines.dash(canvas, scene, idle, theme.white)
    cells = scene.cells
    for at, cell in scene.surface:
        if cell.level > 1:
            maps.number_level(canvas, scene, at, cell.level)
    for spot in spots:
        if spot.words:
            x, y = maps.roof(scene, spot.at, cells[spot.at].level)
            chip = spotlight.chip(spot.words, spot.counts, _FIGURE, theme)
            canvas.paste_centred(chip, x, y + 0.3 * scene.size)
    canvas.round_off(theme.radius)
    sheet = Sheet(WIDTH, height, theme)
    sheet.paste(canvas.quantize(), 0, 0, land=True)
    return sheet


def _mask(canvas: Canvas, scene: Scene, cells: Collection[Hex]) -> Image.Image:
    """Mask of the visible part of some roofs, as large as the map."""
    mask = Image.new("L", (canvas.width, canvas.height))
    if cells:
        part, corner = outlines.visible_part(scene, cells)
        mask.paste(part, corner)
    return mask
