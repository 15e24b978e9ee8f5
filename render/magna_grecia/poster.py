"""The poster: the toe and the heel in relief, with the winner's pieces in full colour."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import dist
from random import Random

import msgspec
from PIL import Image, ImageChops, ImageDraw

from render import drawings
from render.canvas import Canvas
from render.contract import Subject
from render.hexes import Point
from render.magna_grecia import ground, look, panels, scene, signs
from render.magna_grecia.cards import order
from render.magna_grecia.frame import BOARD, GRID, WIDE, centre
from render.magna_grecia.scene import Scene
from render.marks import disc, seat_mark
from render.poster import air, coast, lettering, sheet
from render.poster.hours import Tones, hour_of, luck_of
from render.poster.sheet import PICTURE, Poster
from render.sprites import lay, write
from render.stamps import Stamp, stamp_at
from render.stamps import lay as lay_stamps
from render.text import Label, width_of
from render.theme import Colour, Theme, mix, rgb
from rules.contract import Hex, Seat
from rules.hexgrid import neighbour
from rules.magna_grecia.land import HEXES
from rules.magna_grecia.pieces import CARDS
from rules.magna_grecia.view import View
from rules.registry import get

SIGN, BETWEEN = 24, 13
"""Size of a sign below the points, and the room between two."""
LAID_ON: Colour = (240, 232, 212)
"""Tone of the paper, which shows through the openings of signs."""
PALE = 0.42
"""Opacity of the pieces of the other players."""
NAME, ROSE = 28, 200
"""Size of the names of cities, and width of the compass rose."""
FOOT, INSET, COIN = 176, 26, 33
"""Height left free for the cards, their distance from the edge, and the radius of a card."""
SCALES, ROOM = (0.66, 0.78), (PICTURE[0] - 150, PICTURE[1] - FOOT - 170)
"""Scales of the map, and the room for the winner's pieces."""
BEACH = 56
"""Visible sea beyond the map."""
SEA, SHOAL, LINE = rgb("#3D7F93"), rgb("#A9CFC9"), rgb("#E2F0E8")
INK, WASH, FIELD, PAPER = rgb("#3B3A30"), rgb("#D9B46A"), rgb("#AEB877"), rgb("#F1E4C2")
STEPS: tuple[air.Stop, ...] = (
    (0.0, rgb("#C9CE9A")),
    (0.24, rgb("#BCC48C")),
    (0.42, rgb("#D6C793")),
    (0.58, rgb("#C09E6C")),
    (0.74, rgb("#9A7A58")),
    (0.90, rgb("#B9A68C")),
    (1.0, rgb("#F1ECE2")),
)
"""The colours of the land from the shore to the peaks."""
HEIGHTS = {"plain": 34, "coast": 16, "hill": 122, "mountain": 226}
HIDDEN = (scene.RIBBON, scene.CHIP, scene.STALL, scene.ARROW)
"""Layers of the map that a poster leaves out."""
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")


def draw_poster(subject: Subject[View], theme: Theme) -> Poster:
    """The sheet of a finished game, its seats in the colours they play."""
    view, about = subject.view, subject.about
    hour, points = hour_of(about.seal), [row.total for row in view.standing]
    entries = tuple(
        msgspec.structs.replace(entry, parts=account(view, entry.seat, hour.faint))
        for entry in sheet.entries_of(subject, points, theme)
    )
    picture = _picture(subject, entries[0].seat, theme, hour, luck_of(about.seal, "magna_grecia"))
    return sheet.sheet(picture, get(view.game).facts.title, entries, about)


def account(view: View, seat: Seat, ink: Colour) -> Image.Image:
    """Sources of a seat's points: the track, markets, oracles."""
    row, style = view.standing[seat], Label(lettering.SMALLEST, ink)
    figures = (("coin", row.before), ("market", row.markets), ("temple", row.oracles))
    widths = [SIGN + 5 + width_of(str(number), style) for _, number in figures]
    account = Image.new("RGBA", (sum(widths) + BETWEEN * (len(figures) - 1), 34), (*ink, 0))
    x = 0
    for (name, number), width in zip(figures, widths, strict=True):
        lay(account, signs.sign(name, SIGN, ink, LAID_ON), x + SIGN // 2, 17)
        write(account, str(number), x + SIGN + 5, 17, style)
        x += width + BETWEEN
    return account


def _picture(
    subject: Subject[View], first: Seat, theme: Theme, hour: Tones, luck: Random
) -> Image.Image:
    view = subject.view
    oracles = {oracle.hex for oracle in view.oracles if oracle.seat == first}
    window = window_on(scene.hexes_of(view, first) | oracles)
    map_scene = Scene(view, theme, language=subject.about.language)
    map_scene.stalls = {}
    picture = _country(window, luck)
    others = _layer(_others(map_scene, first), window)
    picture.paste(others, (0, 0), air.scale(others.getchannel("A"), PALE))
    _lay_rose(picture, window, luck)
    picture = air.grade(picture, hour)
    if hour.lamps:
        _light(picture, view, first, window)
    bright = _layer(_own(map_scene, first), window)
    picture.paste(bright, (0, 0), bright)
    _smoke(picture, oracles, window, luck)
    canvas = Canvas.from_image(picture, theme)
    _name(canvas, map_scene, first, window)
    _lay_cards(canvas, view, dark=hour.lamps)
    return picture


# ---- the camera ----------------------------------------------------------------------------------


class Window(msgspec.Struct, frozen=True):
    """A part of the board from (left, top) on, scaled by `scale`."""

    left: int
    top: int
    scale: float

    @property
    def size(self) -> tuple[int, int]:
        """Size of the visible part of the board."""
        return round(PICTURE[0] / self.scale), round(PICTURE[1] / self.scale)

    def at(self, cell: Hex) -> Point:
        """Place on the picture of the middle of a hex."""
        return self.point(centre(cell))

    def point(self, place: Point) -> Point:
        """Place on the picture of a place on the board."""
        return (place[0] - self.left) * self.scale, (place[1] - self.top) * self.scale


def window_on(cells: Collection[Hex]) -> Window:
    """Window in which `cells` are as large as possible; the whole map if there are none."""
    wanted = list(zip(*(map(centre, cells) if cells else [(0, 0), BOARD]), strict=True))
    villages = list(zip(*map(centre, scene.VILLAGE), strict=True))
    fits = (room / (max(axis) - min(axis) + 84) for room, axis in zip(ROOM, wanted, strict=True))
    scale = max(SCALES[0], min(SCALES[1], *fits))
    lengths = PICTURE[0] / scale, (PICTURE[1] - FOOT) / scale
    axes = zip(wanted, lengths, BOARD, LAND, villages, strict=True)
    left, top = (_corner(*axis) for axis in axes)
    return Window(left, top, scale)


LAND = (18, 1518), (22, 1248)
"""Reach of the land with its beach, from left to right and from top to bottom."""


def _corner(
    wanted: Sequence[int], length: float, board: int, land: tuple[int, int], places: Sequence[int]
) -> int:
    """Corner of a window along an axis: its ends cut few places in two and leave no sliver of sea.

    Not too much of the open sea is visible.
    """
    most = board - length
    begin = (min(wanted) + max(wanted) - length) / 2
    best = round(most / 2 if most < -2 * BEACH else max(-BEACH, min(most + BEACH, begin)))

    def flaws(at: int) -> float:
        cut = sum(abs(place - end) < 44 for place in places for end in (at, at + length))
        slivers = sum(0 < sea < 40 for sea in (land[0] - at, at + length - land[1]))
        return 3 * cut + 6 * slivers + abs(at - best) / 48

    return min(range(best - 48, best + 49, 4), key=flaws)


# ---- the land ------------------------------------------------------------------------------------


def _country(window: Window, luck: Random) -> Image.Image:
    """Land and sea without anything built."""
    width = WIDE * window.scale
    corners = [[window.point(p) for p in GRID.corners(at, 1.06)] for at in HEXES]
    mask = coast.land_mask(PICTURE, corners, map(window.at, HEXES), width, luck)
    picture = air.gradient(
        PICTURE, ((0.0, mix(SEA, SHOAL, 0.16)), (1.0, mix(SEA, (20, 60, 84), 0.35)))
    )
    swell = air.fractal_noise(luck, PICTURE, 70, 3, 0.16)
    picture = air.emboss(picture, air.relief(swell, (0, 3), 0.9), 0.16)
    coast.lay_shoals(picture, air.blur(mask, 0.6 * width), SHOAL, LINE)
    glint = air.soft_threshold(air.fractal_noise(luck, PICTURE, 22, 2, 0.10), 196, 24)
    picture.paste(LINE, mask=air.scale(glint, 0.30))
    coast.shade(picture, mask, mix(SEA, INK, 0.55))
    picture.paste(_land(window, width, luck), (0, 0), mask)
    coast.outline_coast(picture, mask, WASH, INK)
    return picture


def _land(window: Window, width: float, luck: Random) -> Image.Image:
    """Land coloured by height, lit from the upper left."""
    heights = Image.new("L", PICTURE, 10)
    pen = ImageDraw.Draw(heights)
    for at in HEXES:
        corners = [window.point(p) for p in GRID.corners(at, 1.0)]
        pen.polygon(corners, fill=HEIGHTS[ground.LOOKS[at]])
    soft = air.blur(heights, 0.42 * width)
    crests = air.fractal_noise(luck, PICTURE, 0.9 * width, 5)
    sharp = crests.point([255 - min(255, round(abs(v - 128) * 3.2)) for v in range(256)])
    steep = ImageChops.multiply(soft, sharp)
    height_map = ImageChops.add(air.scale(soft, 0.35), air.scale(steep, 0.85))
    tinted = height_map.copy()
    tinted.putpalette(air.gradient((1, 256), STEPS).tobytes())
    land = tinted.convert("RGB")
    fields = air.soft_threshold(air.fractal_noise(luck, PICTURE, 34, 3, 0.7), 142, 20)
    low = ImageChops.invert(air.soft_threshold(height_map, 60, 30))
    land.paste(FIELD, mask=air.scale(ImageChops.multiply(fields, low), 0.5))
    land = air.emboss(land, air.relief(air.blur(height_map, 0.7), (3, 3), 2.1), 0.75)
    return air.emboss(land, air.relief(air.fractal_noise(luck, PICTURE, 8, 2), (1, 1), 0.7), 0.14)


def _lay_rose(picture: Image.Image, window: Window, luck: Random) -> None:
    """Lay a compass rose in the open sea, as large as it has room there."""
    land, (width, height) = [window.at(at) for at in HEXES], PICTURE
    tried = [
        (luck.uniform(70, width - 70), luck.uniform(70, height - FOOT - 90)) for _ in range(500)
    ]
    rooms = [min(dist(at, place) for place in land) - 0.5 * WIDE * window.scale for at in tried]
    if (room := max(rooms)) > 50:
        rose = drawings.sheet("poster/rose", min(ROSE, round(2.4 * room))).reduce()
        Canvas.from_image(picture).paste_centred(rose, *tried[rooms.index(room)])


# ---- the pieces ----------------------------------------------------------------------------------


def _own(map_scene: Scene, first: Seat) -> Iterator[Stamp]:
    """The pieces of the winner, and the villages that they reach."""
    for road in map_scene.view.roads:
        if road.seat == first:
            yield from map_scene.road(road)
    for city in map_scene.view.cities:
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
    """The pieces of the others, the hills, and the other villages."""
    view, city_at = map_scene.view, map_scene.city_at
    for road in view.roads:
        if road.seat != first:
            yield from map_scene.road(road)
    for city in view.cities:
        if city.seat != first:
            yield from map_scene.city(city)
    for at in sorted(set(ground.LOOKS) - set(map_scene.roads) - set(city_at) - set(scene.VILLAGE)):
        if ground.LOOKS[at] == "hill":
            yield stamp_at(scene.SCENERY, ground.scenery("hill"), *centre(at))
    for at in scene.VILLAGE:
        if at not in city_at and at not in _places(map_scene, first):
            yield from map_scene.village(at)


def _layer(stamps: Iterator[Stamp], window: Window) -> Image.Image:
    """Transparent layer with stamps, at the size of the picture; names and signs left out."""
    layer = Image.new("RGBA", window.size, (60, 50, 40, 0))
    canvas = Canvas.from_image(layer, at=(window.left, window.top))
    visible = (stamp for stamp in stamps if stamp.layer not in HIDDEN)
    lay_stamps(canvas, sorted(visible, key=lambda stamp: stamp.order))
    return layer.resize(PICTURE, Image.Resampling.LANCZOS)


def _light(picture: Image.Image, view: View, first: Seat, window: Window) -> None:
    """Light the roads and cities of the winner, at night."""
    lamp = air.glow(round(1.5 * WIDE * window.scale), (255, 186, 92), 0.75)
    road_lamp = air.glow(round(0.8 * WIDE * window.scale), (255, 176, 84), 0.34)
    for road in view.roads:
        if road.seat == first:
            air.add_light(picture, road_lamp, *window.at(road.hex))
    for city in view.cities:
        if city.seat == first:
            for at in city.hexes:
                air.add_light(picture, lamp, *window.at(at))


def _smoke(picture: Image.Image, oracles: Collection[Hex], window: Window, luck: Random) -> None:
    """Draw a column of smoke over each oracle that the winner holds."""
    mask = Image.new("L", picture.size)
    pen = ImageDraw.Draw(mask)
    for at in sorted(oracles):
        x, y = window.at(at)
        y -= 0.28 * WIDE * window.scale
        lean = luck.uniform(38, 70)
        for step in range(26):
            share = step / 25
            px, py = x + lean * share**1.5 + 5 * luck.uniform(-1, 1) * share, y - 120 * share
            radius, grey = 3.5 + 13 * share, round(255 * (1 - share) ** 0.7)
            pen.ellipse((px - radius, py - radius, px + radius, py + radius), fill=grey)
    rough = air.noise(luck, picture.size, 12).point([130 + v * 125 // 255 for v in range(256)])
    picture.paste((250, 247, 240), mask=ImageChops.multiply(air.blur(mask, 3.2), rough))


def _name(canvas: Canvas, map_scene: Scene, first: Seat, window: Window) -> None:
    """Write the names of the winner's cities, except those that would overlap."""
    taken = list[tuple[float, float, float]]()
    style = Label(NAME, look.INK, "serif", halo=(246, 238, 214))
    for city in sorted(map_scene.view.cities, key=lambda city: -len(city.hexes)):
        if city.seat != first:
            continue
        words = map_scene.name(city)
        half = width_of(words, style) / 2 + 4
        places = [window.at(at) for at in city.hexes]
        y = max(y for _, y in places) + 0.52 * WIDE * window.scale + 8
        x = sum(x for x, _ in places) / len(places)
        x = min(max(x, half + 10), PICTURE[0] - half - 10)
        clear = all(abs(x - b) >= half + wide or abs(y - c) >= 40 for b, c, wide in taken)
        if clear and 20 < y < PICTURE[1] - FOOT:
            taken.append((x, y, half))
            canvas.text(words, x, y, style, "m")


def _lay_cards(canvas: Canvas, view: View, *, dark: bool) -> None:
    """Lay the cards of the game in their order, each a coin with the seat that it lets begin."""
    theme, cards = canvas.theme, order(view)
    top, low, right = canvas.height - FOOT + 20, canvas.height - 20, canvas.width - INSET
    paper = mix(PAPER, (143, 156, 196), 0.3) if dark else PAPER
    for inset, tone in ((0, look.INK), (3, paper)):
        box = (INSET + inset, top + inset, right - inset, low - inset)
        canvas.round_box(box, tone, 12 - inset)
    step = (right - INSET - 36) / len(cards)
    for index, card in enumerate(cards):
        x = INSET + 18 + (index + 0.5) * step
        is_known = card not in view.unseen
        border = look.TONES[CARDS[card].border][0] if is_known else PAPER
        canvas.paste_centred(disc(COIN, border, look.INK), x, top + 48)
        canvas.paste_centred(disc(COIN - 8, look.CARD, look.INK, shadow=False), x, top + 47)
        if is_known:
            seat = panels.seats_of(card, view.options.colors)[0]
            canvas.paste_centred(seat_mark(theme.seats[seat], 36), x, top + 46)
        canvas.text(ROMAN[index], x, low - 28, Label(NAME, look.INK, "serif"), "m")
