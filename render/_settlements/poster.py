"""The poster: the map on old paper or a sea chart, with the winner's buildings in full colour."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from random import Random

import msgspec
from PIL import Image, ImageDraw

from render import drawings, stamps
from render._settlements.land import chart, ground
from render._settlements.land.frame import Frame, extent
from render._settlements.land.ornaments import INSET
from render._settlements.look import Look
from render._settlements.map import buildings, cities, figures, outlines, scene
from render._settlements.map.table import winning_way
from render.cache import memoize
from render.canvas import Canvas
from render.contract import Subject
from render.poster import air, sheet
from render.poster.hours import Tones, hour_of, luck_of
from render.poster.sheet import PICTURE, Poster
from render.sprites import lay_in_the_middle
from render.stamps import Stamp
from render.theme import SeatStyle, Theme
from rules._settlements.pieces import ruleset
from rules._settlements.view import View
from rules.contract import Hex, Seat
from rules.hexgrid import neighbour
from rules.registry import get

WIDEST = 96
"""Greatest width of a hex."""
SIDE, TOP = 66, 74
"""Margins of the map at its sides, and above and below it."""
PALE = 0.45
"""Opacity of the buildings of the other players."""
ROW, PIECE, STEP = 15, 72, 60
"""Buildings in a row at the foot, the width of their hexes, and the distance between two."""
EMBLEM, ROSE = 48, 190
CITY, NAMED = 1.35, 0.78
"""Width of a great city, and distance of its name from its middle, in hexes."""
BELOW, ABOVE = (1, 2), (4, 5)
"""The neighbours that a name below or above a city may cover."""
WARM, GOLD = (255, 186, 92), (255, 222, 120)


def draw_poster(subject: Subject[View], look: Look) -> Poster:
    """The sheet of a finished game."""
    view, about = subject.view, subject.about
    built = [len(player.built) for player in view.players]
    entries = tuple(
        msgspec.structs.replace(entry, sign=_union(view, look)) if entry.wins else entry
        for entry in sheet.entries_of(subject, built)
    )
    hour, luck = hour_of(about.seal), luck_of(about.seal, look.key)
    picture = _picture(subject, entries[0].seat, look, hour, luck)
    return sheet.sheet(picture, get(view.game).facts.title, entries, about)


def _union(view: View, look: Look) -> Image.Image | None:
    """The two great cities that the winner has joined, in place of a number of buildings."""
    if view.result is None or "connection" not in view.result.reasons:
        return None
    way = winning_way(view, view.result.winner)
    names = {city.at: city.id for city in view.board.cities}
    return figures.union(look, names[way[0]], names[way[-1]], EMBLEM)


def _picture(
    subject: Subject[View], first: Seat, look: Look, hour: Tones, luck: Random
) -> Image.Image:
    view, style = subject.view, subject.theme.seats[first]
    way = winning_way(view, first)
    projects = () if way else tuple(_project(view, number) for number in view.players[first].built)
    rows = -(-len(projects) // ROW)
    frame = fit_frame(scene.cells_of(view.board), rows * STEP)
    land = scene.land_of(view, frame, subject.about.seal, (_foot_box(rows),))
    taken = {each.hex for each in view.board.buildings} | {city.at for city in view.board.cities}
    canvas = Canvas.from_image(chart.draw_chart(land, taken, look, luck))
    tones = chart.chart_of(look)
    ground.decorate(canvas, land, look, (tones.around, tones.ink), _rose())
    bare = canvas.image.copy()
    rivals = set(range(view.seats)) - {first}
    _lay(canvas, _pieces(view, rivals, frame, look, subject.theme))
    canvas.image = air.grade(Image.blend(bare, canvas.image, PALE), hour)
    if hour.lamps:
        _light(canvas.image, view, first, frame)
    if way:
        _gild(canvas.image, way, frame)
    _lay(canvas, [*_pieces(view, {first}, frame, look, subject.theme), *_legs(way, frame)])
    lamp = air.glow(round(0.42 * frame.width), WARM, 0.9)
    for a, b in pairwise(map(frame.centre, way)):
        air.add_light(canvas.image, lamp, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    _lay(canvas, city_stamps(view, first, frame, look, subject.about.language))
    for index, project in enumerate(projects):
        row, column = divmod(index, ROW)
        across = column - (min(ROW, len(projects) - row * ROW) - 1) / 2
        x, y = PICTURE[0] / 2 + STEP * across, PICTURE[1] - TOP - STEP * (rows - 1 - row)
        canvas.paste_centred(building(look, style, project, PIECE), x, y)
    return canvas.image


def _foot_box(rows: int) -> tuple[int, int, int, int]:
    """Box of the rows of buildings at the foot."""
    top = PICTURE[1] - TOP - STEP * rows if rows else PICTURE[1]
    return 0, top, *PICTURE


def fit_frame(cells: Sequence[Hex], foot: int) -> Frame:
    """Frame in which the map is largest above its foot."""
    west, north, east, south = extent(cells)
    across, down = (east - west) / 2 + 1, south - north + 1.34
    room = PICTURE[0] - 2 * SIDE, PICTURE[1] - 2 * TOP - foot
    width = int(min(room[0] / across, room[1] / down / 0.866, WIDEST)) // 2 * 2
    row = Frame(PICTURE, width, (0, 0)).row
    x = (PICTURE[0] - (west + east) * width / 2) / 2
    y = (PICTURE[1] - foot - (north + south) * row) / 2
    return Frame(PICTURE, width, (round(x), round(y)))


def _lay(canvas: Canvas, marks: Iterable[Stamp]) -> None:
    stamps.lay(canvas, sorted(marks, key=lambda stamp: stamp.order))


def _project(view: View, number: int) -> int:
    return ruleset(view.game).buildings[number].project


def _pieces(
    view: View, seats: Collection[Seat], frame: Frame, look: Look, theme: Theme
) -> Iterator[Stamp]:
    """The buildings of some seats on the fields of their settlements, without their numbers."""
    for each, field in scene.fields(view, frame, look, theme):
        if each.seat in seats:
            yield field
            style, project = theme.seats[each.seat], _project(view, each.building)
            sprite = building(look, style, project, frame.width)
            yield stamps.stamp_at(scene.PIECE, sprite, *frame.centre(each.hex))


@memoize
def building(look: Look, style: SeatStyle, project: int, width: int) -> Image.Image:
    """A building without its number: a token with the silhouette of its project in the middle."""
    sheet = buildings.token(look, style, width).copy()
    lay_in_the_middle(sheet, buildings.disc(look, style, project, round(1.25 * width)))
    return sheet


def city_stamps(
    view: View, first: Seat, frame: Frame, look: Look, language: str
) -> Iterator[Stamp]:
    """The great cities, larger than their hexes, with their names above or below them.

    A name lies where it covers fewer buildings; one of the winner counts as three.
    """
    built = {each.hex: 1 + 2 * (each.seat == first) for each in view.board.buildings}
    for city in view.board.cities:
        x, y = frame.centre(city.at)
        slab = cities.slab(look, city.id, round(CITY / look.city_size * frame.width))
        yield stamps.stamp_at(scene.CITY, slab, x, y)
        below, above = (
            sum(built.get(neighbour(city.at, side), 0) for side in sides)
            for sides in (BELOW, ABOVE)
        )
        ribbon = cities.ribbons(look, city.id, language)[-1]
        half = ribbon.width / 2 + INSET
        x = round(min(max(x, half), PICTURE[0] - half))
        y += round((NAMED if below <= above or y < TOP + frame.width else -NAMED) * frame.width)
        yield stamps.stamp_at(scene.RIBBON, ribbon, x, y)


@memoize
def _rose() -> Image.Image:
    return drawings.sheet("poster/rose", ROSE).reduce()


def _light(picture: Image.Image, view: View, first: Seat, frame: Frame) -> None:
    """Light every building of the winner, at night."""
    lamp = air.glow(round(1.3 * frame.width), WARM, 0.62)
    for each in view.board.buildings:
        if each.seat == first:
            air.add_light(picture, lamp, *frame.centre(each.hex))


def _gild(picture: Image.Image, way: Sequence[Hex], frame: Frame) -> None:
    """Draw the light of the way between two cities."""
    light = Image.new("L", picture.size)
    points = [frame.centre(at) for at in way]
    ImageDraw.Draw(light).line(points, fill=255, width=round(0.9 * frame.width), joint="curve")
    picture.paste(GOLD, mask=air.scale(air.blur(light, 0.32 * frame.width), 0.85))


def _legs(way: Sequence[Hex], frame: Frame) -> Iterator[Stamp]:
    """The golden way between two cities, below the buildings."""
    for (ax, ay), (bx, by) in pairwise(map(frame.centre, way)):
        leg = outlines.golden_leg((bx - ax, by - ay), 2 * frame.unit)
        yield stamps.stamp_at(scene.LIT, leg, (ax + bx) / 2, (ay + by) / 2)
