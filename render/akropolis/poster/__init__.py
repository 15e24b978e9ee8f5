"""The poster: the winner's city on its hill, the others on the horizon."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

import msgspec
from PIL import Image, ImageChops

from render import drawings
from render.akropolis import final, painting, panels, tokens
from render.akropolis import materials as m
from render.akropolis.city import Plan, scene_of
from render.akropolis.poster import country, grove, hill, lamps, skyline
from render.akropolis.scene import Scene, extent, size_within
from render.cache import memoize
from render.canvas import Canvas
from render.contract import Subject
from render.hexes import Point
from render.marks import star_mark
from render.poster import sheet
from render.poster.hours import Tones, hour_of, luck_of
from render.poster.lettering import SMALLEST, Entry
from render.poster.sheet import PICTURE, Poster
from render.text import Label
from render.theme import Colour, SeatStyle, rgb
from rules.akropolis import GAME
from rules.akropolis.view import Cell, CityView, View

SLATE, SLATE_RIM = rgb("#4A5466"), rgb("#232A35")
WHITE: Colour = (255, 255, 255)
LARGEST, ROOM = 120, (840, 730)
"""Greatest size of the hexes of a city, and the room on its hill."""
_STOREYS = 2
"""Storeys of a level: cities are taller than on the table."""
MIDDLE = 668
"""Height of the middle of the winner's city."""


def draw_poster(subject: Subject[View]) -> Poster:
    """The sheet of a finished game."""
    view, about = subject.view, subject.about
    entries = _entries(view, sheet.entries_of(subject, [each.score.total for each in view.cities]))
    hour, luck = hour_of(about.seal), luck_of(about.seal, "akropolis")
    picture = _picture(view, entries, hour, luck)
    poster = sheet.sheet(picture, GAME.facts.title, entries, about)
    _reason(Canvas.from_image(poster.image), view, hour)
    return poster


def _reason(canvas: Canvas, view: View, hour: Tones) -> None:
    """Write at the left of the lowest line why the winner won: its decisive colour."""
    column = final.decisive(view)
    winner = min(final.ranks(view), key=final.ranks(view).__getitem__)
    if column is None or (view.architect and winner == 1):
        return
    x, y = sheet.WINDOW[0] + 60, sheet.WINDOW[3] + 222
    style, score = Label(SMALLEST + 4, hour.ink, "serif"), view.cities[winner].score
    if column == final.STONES:
        canvas.paste_centred(tokens.stone(20), x, y)
        canvas.text(str(score.stones), x + 44, y, style)
        return
    part = score.districts[column]
    canvas.paste_centred(tokens.mini(column, 30), x, y)
    x += 44
    x += canvas.text(f"{part.value}{panels.DOT}{part.stars}", x, y, style) + 18
    canvas.paste_centred(star_mark(14, m.MATERIALS[column].star, m.MATERIALS[column].dark), x, y)
    canvas.text(f"= {part.points}", x + 24, y, style)


def _entries(view: View, players: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Entries of the players; in solo, of the player and the Architect."""
    his = view.architect
    if his is None:
        return players
    name = (view.options.solo or "").capitalize()
    style = SeatStyle(SLATE, SLATE_RIM, "square", name[:1], WHITE)
    architect = Entry(1, name, his.score.total, style, wins=not view.winners)
    mine = msgspec.structs.replace(players[0], wins=bool(view.winners))
    return (mine, architect) if view.winners else (architect, mine)


def _picture(view: View, entries: Sequence[Entry], hour: Tones, luck: Random) -> Image.Image:
    city = view.cities[entries[0].seat] if view.architect is None else view.cities[0]
    scene = _scene(city)
    picture = country.country(PICTURE, hour, luck)
    rivals = entries[1:] if view.architect is None else ()
    towns = [(_town(view.cities[rival.seat]), rival) for rival in rivals]
    signs = skyline.lay(picture, towns, hour, luck)
    canvas = Canvas.from_image(picture)
    free = hill.raise_hill(picture, scene, hour, luck)
    hill.lay_path(picture, _steps(scene), (_path_foot(luck), PICTURE[1] + 30.0), hour, luck)
    hill.shade_ground(picture, scene, hour)
    grove.plant_grove(canvas, free, country.HORIZON, hour, luck)
    painting.raise_blocks(canvas, scene, partial(_stand, scene.size))
    picture = _grade(canvas.image, hour)
    if hour.lamps:
        lamps.light(picture, scene, luck)
    skyline.sign(picture, signs, hour)
    return picture


def _steps(scene: Scene) -> Point:
    """End of the path at the city: below its lowest block."""
    at = max((at for at, _ in scene.surface), key=lambda at: scene.grid.centre(at)[1])
    x, y = scene.grid.centre(at)
    return x, y + 0.95 * scene.size


def _path_foot(luck: Random) -> float:
    return PICTURE[0] * luck.uniform(0.25, 0.75)


def _grade(whole: Image.Image, hour: Tones) -> Image.Image:
    """The picture in the light of its hour."""
    return ImageChops.multiply(whole, Image.new("RGB", whole.size, hour.tint))


def _taller(scene: Scene) -> Scene:
    """Scene with every level two storeys high."""
    surface = tuple(
        (at, msgspec.structs.replace(cell, level=_STOREYS * cell.level))
        for at, cell in scene.surface
    )
    return msgspec.structs.replace(scene, surface=surface, storeys=_STOREYS)


def _scene(
    city: CityView, size: tuple[int, int] = PICTURE, room: tuple[int, int] = ROOM, y: int = MIDDLE
) -> Scene:
    """Scene of a city as large as there is room round a height, its plazas without stars."""
    plain = _taller(scene_of(city, Plan(*size)))
    box = extent(plain.cells, ())
    radius = size_within(box, room[0] + 24, room[1] + 24, LARGEST)
    left, top, right, bottom = box
    origin = round((size[0] - (left + right) * radius) / 2), round(y - (top + bottom) / 2 * radius)
    bare = frozenset(at for at, cell in plain.surface if cell.kind == "plaza")
    return msgspec.structs.replace(plain, size=radius, origin=origin, bare=bare)


def _town(city: CityView) -> Scene:
    """Scene of a city on the horizon, at twice its size."""
    return _scene(city, skyline.ROOM, skyline.ROOM, skyline.ROOM[1] // 2)


def _stand(size: int, canvas: Canvas, cell: Cell, x: float, y: float) -> None:
    """Draw the monument of a plaza, its foot a little below the middle of the roof."""
    if cell.kind == "plaza" and cell.colour:
        sprite = _monument(cell.colour, size)
        canvas.paste(sprite, x - sprite.width / 2, y - sprite.height * 0.72)


@memoize
def _monument(colour: str, size: int) -> Image.Image:
    """The monument of the plazas of a colour."""
    return drawings.sheet(f"akropolis/monument-{colour}", 1.6 * size).reduce()
