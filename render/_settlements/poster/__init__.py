"""The poster: the whole map on old paper, with the winner's buildings in full colour."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec
from PIL import Image

from render._settlements.land.frame import Frame
from render._settlements.land.ground import Land
from render._settlements.look import Look
from render._settlements.map import figures, scene
from render._settlements.map.table import winning_way
from render._settlements.poster import chart, ornaments, works
from render.canvas import Canvas
from render.contract import Subject
from render.hexes import Point
from render.poster import air, sheet, vignettes
from render.poster.hours import Tones, hour_of, luck_of
from render.poster.sheet import PICTURE, Poster, Story
from render.theme import mix
from rules._settlements.pieces import ruleset
from rules._settlements.view import View
from rules.contract import Hex, Seat
from rules.registry import get

_WIDEST = 96
_SIDE, _TOP = 66, 74
"""Margins of the map at its sides and above it."""


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
    return sheet.sheet(picture, Story(get(view.game).facts.title, entries), about)


def _union(view: View, look: Look) -> Image.Image | None:
    """The two great cities that the winner has joined, in place of a number of buildings."""
    if view.result is None or "connection" not in view.result.reasons:
        return None
    way = winning_way(view, view.result.winner)
    names = {city.at: city.id for city in view.board.cities}
    return figures.union(look, names[way[0]], names[way[-1]], _EMBLEM)


_EMBLEM = 48


def _picture(
    subject: Subject[View], first: Seat, look: Look, hour: Tones, luck: Random
) -> Image.Image:
    view, theme = subject.view, subject.theme
    tones, way = chart.chart_of(look), winning_way(view, first)
    stamps = [] if way else projects(view, first)
    foot = ornaments.foot_of(len(stamps), PICTURE[1])
    frame = fit_frame(scene.cells_of(view.board), foot)
    land = scene.land_of(view, frame)
    taken = {each.hex for each in view.board.buildings} | {city.at for city in view.board.cities}
    picture, _ = chart.draw_land(land, taken, look, luck)
    _decorate(picture, land, foot, look, theme.seats[first].colour, luck)
    rivals = [seat for seat in range(view.seats) if seat != first]
    pale = works.draw_works(picture.copy(), view, rivals, frame, look, theme)
    picture = Image.blend(picture, pale, works.PALE)
    ornaments.frame_map(picture, tones)
    picture = air.grade(picture, hour)
    if hour.lamps:
        _light(picture, view, first, frame)
    picture = works.draw_works(picture, view, [first], frame, look, theme)
    if way:
        picture = works.gild(picture, way, frame)
        works.crown(picture, view, way, frame, look, theme.seats[first])
    works.lay_cities(picture, view, first, frame, look, subject.about.language)
    if way:
        works.posts(picture, way, frame, look)
    ornaments.lay_stamps(picture, stamps, theme.seats[first], look)
    return picture


def projects(view: View, seat: Seat) -> list[int]:
    """Project of each building of a seat, in order."""
    kinds = ruleset(view.game).buildings
    return [kinds[number].project for number in view.players[seat].built]


def fit_frame(cells: Sequence[Hex], foot: float) -> Frame:
    """Frame in which the map is largest above its foot."""
    columns, rows = [2 * q + r for q, r in cells], [r for _, r in cells]
    across, down = (max(columns) - min(columns)) / 2 + 1, max(rows) - min(rows) + 1.34
    room = PICTURE[0] - 2 * _SIDE, foot - _TOP - 60
    width = int(min(room[0] / across, room[1] / down / 0.866, _WIDEST)) // 2 * 2
    blank = Frame(PICTURE, width, (0, 0))
    x = (PICTURE[0] - (min(columns) + max(columns)) * width / 2) / 2
    y = (_TOP + foot - 60 + 10 - (min(rows) + max(rows)) * blank.row) / 2
    return Frame(PICTURE, width, (round(x), round(y)))


def _decorate(
    picture: Image.Image,
    land: Land,
    foot: float,
    look: Look,
    paint: tuple[int, int, int],
    luck: Random,
) -> None:
    """Lay a rose, ships or a train where there is room for them."""
    canvas, tones = Canvas.from_image(picture), chart.chart_of(look)
    reach = 0.62 * land.frame.width + 12
    places: list[Point] = [land.frame.centre(at) for at in land.cells()]
    named = [land.frame.centre(at) for at in land.cities]
    places += [(x + k * 45, y + 0.44 * land.frame.width) for x, y in named for k in (-2, -1, 1, 2)]
    spots = vignettes.free_spots(picture.size, places, foot, ornaments.BORDER, luck)
    things: list[tuple[str, float, Point]] = []
    for room, at in spots:
        clear = room - reach
        if not things and clear > 40:
            things.append(("rose", min(118, clear), at))
        elif clear > 26:
            things.append(("other", min(110, clear), at))
    for index, (kind, room, at) in enumerate(things[:5]):
        if kind == "rose":
            sprite = vignettes.rose(round(room), tones.ink, (246, 236, 208), (176, 62, 40))
        elif look.table == "sea":
            ship = vignettes.trireme(round(1.7 * room), tones.ink, (246, 236, 214), (176, 80, 48))
            fish = vignettes.dolphin(
                round(1.5 * room), tones.ink, mix(tones.around, (255, 255, 255), 0.4)
            )
            sprite = ship if index % 2 else fish
        elif index == 1:
            sprite = ornaments.train(round(2.6 * room), tones.ink, paint, tones.land)
        else:
            continue
        canvas.paste_centred(sprite, *at)


def _light(picture: Image.Image, view: View, first: Seat, frame: Frame) -> None:
    """Light every building of the winner, at night."""
    lamp = air.glow(round(1.3 * frame.width), (255, 186, 92), 0.62)
    for each in view.board.buildings:
        if each.seat == first:
            air.add_light(picture, lamp, *frame.centre(each.hex))
