"""Pieces on the land: the winner's in colour, the others' pale; smoke over oracles."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from PIL import Image, ImageChops, ImageDraw

from render.canvas import Canvas
from render.contract import Subject
from render.magna_grecia import ground, look, scene
from render.magna_grecia.frame import WIDE, centre
from render.magna_grecia.poster.view import FOOT, Window
from render.magna_grecia.scene import Scene
from render.poster import air
from render.poster.sheet import PICTURE
from render.stamps import Stamp, lay, stamp_at
from render.text import Label, width_of
from render.theme import Theme
from rules.contract import Hex, Seat
from rules.hexgrid import neighbour
from rules.magna_grecia.view import View

PALE = 0.42
"""Opacity of the pieces of the other players."""
_NAME = 28
_HIDDEN = (scene.RIBBON, scene.CHIP, scene.STALL, scene.ARROW)


def hexes_with_oracles(view: View, seat: Seat) -> set[Hex]:
    """Hexes of a seat's roads, cities and oracles."""
    return scene.hexes_of(view, seat) | {
        oracle.hex for oracle in view.oracles if oracle.seat == seat
    }


def layers(
    subject: Subject[View], first: Seat, window: Window, theme: Theme
) -> tuple[Image.Image, Image.Image]:
    """Two layers: the others' pieces with the villages, and the winner's pieces."""
    map_scene = Scene(subject.view, theme, language=subject.about.language)
    map_scene.stalls = {}
    return _layer(_others(map_scene, first), window), _layer(_own(map_scene, first), window)


def _own(map_scene: Scene, first: Seat) -> Iterator[Stamp]:
    view = map_scene.view
    for road in view.roads:
        if road.seat == first:
            yield from map_scene.road(road)
    for city in view.cities:
        if city.seat == first:
            yield from map_scene.city(city)
    for at in _places(map_scene, first):
        yield from map_scene.village(at)


def _places(map_scene: Scene, first: Seat) -> set[Hex]:
    """Villages that a seat has roads to, and its oracles."""
    roads = [road for road in map_scene.view.roads if road.seat == first]
    reached = {neighbour(road.hex, side) for road in roads for side in road.ends}
    oracles = {oracle.hex for oracle in map_scene.view.oracles if oracle.seat == first}
    return (reached & set(scene.VILLAGE) | oracles) - set(map_scene.city_at)


def _others(map_scene: Scene, first: Seat) -> Iterator[Stamp]:
    view = map_scene.view
    for road in view.roads:
        if road.seat != first:
            yield from map_scene.road(road)
    for city in view.cities:
        if city.seat != first:
            yield from map_scene.city(city)
    free = set(ground.LOOKS) - set(map_scene.roads) - set(map_scene.city_at) - set(scene.VILLAGE)
    for at in sorted(free):
        if ground.LOOKS[at] == "hill":
            yield stamp_at(scene.SCENERY, ground.scenery("hill"), *centre(at))
    for at in scene.VILLAGE:
        if at not in map_scene.city_at and at not in _places(map_scene, first):
            yield from map_scene.village(at)


def _layer(stamps: Iterator[Stamp], window: Window) -> Image.Image:
    """Transparent layer with stamps, at the size of the picture; names and signs left out."""
    sheet = Image.new("RGBA", window.size, (60, 50, 40, 0))
    canvas = Canvas.from_image(sheet, at=(window.left, window.top))
    lay(
        canvas, sorted((s for s in stamps if s.layer not in _HIDDEN), key=lambda stamp: stamp.order)
    )
    return sheet.resize(PICTURE, Image.Resampling.LANCZOS)


def faint(sprite: Image.Image) -> Image.Image:
    """Mask by which the pieces of the others are pasted."""
    return air.scale(sprite.getchannel("A"), PALE)


def light(picture: Image.Image, view: View, first: Seat, window: Window) -> None:
    """Light the roads and cities of the winner, at night."""
    lamp = air.glow(round(1.5 * WIDE * window.scale), (255, 186, 92), 0.75)
    road = air.glow(round(0.8 * WIDE * window.scale), (255, 176, 84), 0.34)
    for each in view.roads:
        if each.seat == first:
            air.add_light(picture, road, *window.at(each.hex))
    for city in view.cities:
        if city.seat == first:
            for at in city.hexes:
                air.add_light(picture, lamp, *window.at(at))


def smoke(picture: Image.Image, view: View, first: Seat, window: Window, luck: Random) -> None:
    """Draw a column of smoke over each oracle that the winner holds."""
    mask = Image.new("L", picture.size)
    pen = ImageDraw.Draw(mask)
    for oracle in view.oracles:
        if oracle.seat == first:
            x, y = window.at(oracle.hex)
            y -= 0.28 * WIDE * window.scale
            lean, phase = luck.uniform(0.8, 1.5), luck.uniform(0, 3)
            for step in range(26):
                share = step / 25
                px = x + lean * 46 * share**1.5 + 5 * luck.uniform(-1, 1) * share + phase * share
                py = y - 120 * share
                radius = 3.5 + 13 * share
                grey = round(255 * (1 - share) ** 0.7)
                pen.ellipse((px - radius, py - radius, px + radius, py + radius), fill=grey)
    rough = air.noise(luck, picture.size, 12).point([130 + v * 125 // 255 for v in range(256)])
    plume = ImageChops.multiply(air.blur(mask, 3.2), rough)
    picture.paste((250, 247, 240), mask=plume)


# ---- names ---------------------------------------------------------------------------------------


def name(
    picture: Image.Image, subject: Subject[View], first: Seat, window: Window, theme: Theme
) -> None:
    """Write the names of the winner's cities, except those that would overlap."""
    map_scene = Scene(subject.view, theme, language=subject.about.language)
    canvas, taken = Canvas.from_image(picture), list[tuple[float, float, float, float]]()
    style = Label(_NAME, look.INK, "serif", halo=(246, 238, 214))
    half, gap = 20, 0.52 * WIDE * window.scale
    for city in sorted(subject.view.cities, key=lambda city: -len(city.hexes)):
        if city.seat != first:
            continue
        words = map_scene.name(city)
        width = width_of(words, style)
        low = max(window.at(at)[1] for at in city.hexes) + gap + 8
        x = sum(window.at(at)[0] for at in city.hexes) / len(city.hexes)
        x = min(max(x, width / 2 + 14), picture.width - width / 2 - 14)
        box = (x - width / 2 - 4, low - half, x + width / 2 + 4, low + half)
        clear = all(
            box[0] >= b[2] or b[0] >= box[2] or box[1] >= b[3] or b[1] >= box[3] for b in taken
        )
        if clear and half < low < picture.height - FOOT:
            taken.append(box)
            canvas.text(words, x, low, style, "m")
