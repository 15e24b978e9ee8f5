"""The naive way to a table's picture: every shape drawn at four times the size, reduced, saved.

It keeps no sprite and uses no palette. It draws what fills the picture: the four maps, the tiles on
offer and the words; frames, chips and small signs are left out, which only makes it faster.
"""

from __future__ import annotations

from unittest import mock

from PIL import Image, ImageDraw

from render.akropolis import blocks, city, faces, table
from render.akropolis import materials as m
from render.akropolis.ground import hillside, to_rgb
from render.akropolis.layout import Place
from render.akropolis.scene import Scene
from render.canvas import Brush
from render.theme import THEME, Colour, font
from rules.akropolis.pieces import TILES
from rules.akropolis.view import Cell, View
from rules.contract import Hex

ZOOM = 4
WHITE: Colour = (255, 255, 255)


def picture(view: View) -> Image.Image:
    """The table in RGB, drawn large and reduced."""
    layout = table.layout_of(view, THEME)
    size = (layout.width, layout.height)
    large = Image.new("RGB", (size[0] * ZOOM, size[1] * ZOOM), THEME.frame)
    for index, tile in enumerate(view.line):
        _offer(large, tile, 360 + 160 * index)
    for place in layout.places:
        _panel(large, view, place)
    return large.resize(size, Image.Resampling.LANCZOS)


def _offer(large: Image.Image, tile: int, x: int) -> None:
    for face, across in zip(TILES[tile].hexes, (0, 51, 102), strict=True):
        tile_face = faces.Face(face.kind, face.colour, face.stars)
        _face(large, tile_face, 34, (x + across, 90))


def _panel(large: Image.Image, view: View, place: Place) -> None:
    brush = _brush(large, (place.x, place.y))
    brush.round_box(0, 0, place.width, place.height, THEME.radius, THEME.panel)
    city_view = view.cities[place.seat]
    _write(brush, (20, 33), "ABCD"[place.seat], 26, WHITE)
    _write(brush, (place.width - 60, 33), str(city_view.score.total), 44, WHITE)
    for index, part in enumerate(city_view.score.districts.values()):
        _write(brush, (place.width - 60, 90 + 60 * index), str(part.points), 36, WHITE)
    plan = city.Plan(*place.room, place.largest, plain=True)
    _map(_brush(large, (place.x + 4, place.y + place.strip)), city.scene_of(city_view, plan))


def _map(brush: Brush, scene: Scene) -> None:
    x, y = brush.pixel((0, 0))
    brush.image.paste(_ground(scene), (round(x), round(y)))
    for (at, cell), variant in zip(scene.surface, scene.variants, strict=True):
        _block(brush, scene, at, cell, variant)


def _ground(scene: Scene) -> Image.Image:
    x0, y0 = scene.origin
    grid = blocks.layout(scene.size * ZOOM, (x0 * ZOOM, y0 * ZOOM))
    shadows = []
    for at, cell in scene.surface:
        x, y = grid.centre(at)
        shape = blocks.ground_shadow(scene.size * ZOOM, cell.level)
        shadows.append([(x + dx, y + dy) for dx, dy in shape])
    cells = [at for at, _ in scene.surface]
    return to_rgb(hillside(scene.width * ZOOM, scene.height * ZOOM, grid, cells, shadows))


def _block(brush: Brush, scene: Scene, at: Hex, cell: Cell, variant: int) -> None:
    x, y = city.roof(scene, at, cell.level)
    foot = _brush(brush.image, (brush.origin[0] + x, brush.origin[1] + y))
    blocks.build_walls(foot, scene.size, cell.level)
    face = faces.Face(cell.kind, cell.colour, cell.stars, variant)
    _face(brush.image, face, scene.size, foot.origin)
    foot.outline(blocks.layout(scene.size).corners((0, 0)), m.INK, 1.6)
    if cell.level > 1:
        foot.ellipse((-0.56 * scene.size, -0.34 * scene.size), 10, WHITE)
        _write(foot, (-0.56 * scene.size, -0.34 * scene.size), str(cell.level), 14, m.INK)


def _face(large: Image.Image, face: faces.Face, size: int, at: tuple[float, float]) -> None:
    with mock.patch.object(faces, "MASTER", size * ZOOM):
        for sprite in (faces.draw_floor(face.kind, face.colour), faces.draw_symbol(face)):
            corner = (at[0] * ZOOM - sprite.width / 2, at[1] * ZOOM - sprite.height / 2)
            large.paste(sprite, (round(corner[0]), round(corner[1])), sprite)


def _brush(large: Image.Image, origin: tuple[float, float]) -> Brush:
    """A brush for the large picture itself, blending what is translucent."""
    brush = Brush(1, 1, zoom=ZOOM, mode="RGB")
    brush.image, brush.origin = large, origin
    brush.pen = ImageDraw.Draw(large, "RGBA")
    return brush


def _write(brush: Brush, at: tuple[float, float], words: str, size: int, ink: Colour) -> None:
    brush.pen.text(brush.pixel(at), words, fill=ink, font=font(size * ZOOM), anchor="mm")
