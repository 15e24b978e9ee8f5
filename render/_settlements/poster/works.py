"""Buildings of a poster: seals joined by wires or streets, great cities, the winning way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from PIL import Image, ImageDraw

from render._settlements.land.frame import Frame
from render._settlements.look import CREAM, IVORY, Look
from render._settlements.map.cities import name_of
from render._settlements.poster.chart import Chart, chart_of
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Brush, Canvas
from render.poster import air
from render.text import Label, width_of
from render.theme import Colour, SeatStyle, Theme, mix
from rules._settlements.pieces import ruleset
from rules._settlements.view import View
from rules.contract import Hex, Seat
from rules.hexgrid import neighbour

PALE = 0.45
"""Opacity of the buildings of the other players."""
_NAME = 28
_RAISED, _NAMED = 0.08, 0.52
"""Lift of a city over its hex, and distance of its name from its middle, in hex widths."""
_BELOW, _ABOVE = (1, 2), (4, 5)
"""The neighbours that a name below or above a city may cover."""
_HEADROOM = 60
"""Pixels below the upper edge that names above cities leave free."""
_BLACK: Colour = (18, 16, 14)


def draw_works(
    picture: Image.Image, view: View, seats: Sequence[Seat], frame: Frame, look: Look, theme: Theme
) -> Image.Image:
    """Picture with the buildings of some seats: joints between neighbours, a seal on each."""
    owners = {each.hex: each.seat for each in view.board.buildings}
    canvas = Canvas.from_image(picture)
    for each in view.board.buildings:
        if each.seat in seats:
            for side in (0, 1, 2):
                neighbour_hex = neighbour(each.hex, side)
                if owners.get(neighbour_hex) == each.seat:
                    a, b = frame.centre(each.hex), frame.centre(neighbour_hex)
                    sprite = joint((b[0] - a[0], b[1] - a[1]), theme.seats[each.seat], look)
                    canvas.paste_centred(sprite, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    for each in view.board.buildings:
        if each.seat in seats:
            project = ruleset(view.game).buildings[each.building].project
            sprite = seal(look, theme.seats[each.seat], project, frame.width)
            canvas.paste_centred(sprite, *frame.centre(each.hex))
    return picture


@memoize
def joint(step: tuple[int, int], style: SeatStyle, look: Look) -> Image.Image:
    """A line of railway or a paved street between two neighbours."""
    width, height = abs(step[0]) + 16, abs(step[1]) + 16
    brush = Brush(width, height)
    brush.origin = (width / 2, height / 2)
    a, b = (-step[0] / 2, -step[1] / 2), (step[0] / 2, step[1] / 2)
    brush.line([a, b], style.rim, 8.5)
    brush.line([a, b], style.colour, 5.5)
    length = hypot(*step)
    count = round(length / 8)
    along = step[0] / length, step[1] / length
    for index in range(count):
        share = (index + 0.5) / count
        x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        reach = 5.0 if look.link == "wire" else 2.4
        ends = [(x + k * along[1] * reach, y - k * along[0] * reach) for k in (-1, 1)]
        brush.line(ends, style.rim if look.link == "wire" else IVORY, 1.6)
    return brush.reduce()


@memoize
def seal(look: Look, style: SeatStyle, project: int, width: int) -> Image.Image:
    """A building: the silhouette of its project on a seal in the colour of its owner."""
    radius = 0.425 * width
    size = 2 * round(radius + 5)
    brush, middle = Brush(size, size + 4), (size / 2, size / 2)
    brush.ellipse((middle[0] + 2, middle[1] + 3.5), radius, (*_BLACK, 110))
    brush.ellipse(middle, radius, style.rim)
    brush.ellipse(middle, radius - 0.03 * width, style.colour)
    if look.token == "marble":
        brush.ellipse(middle, 0.76 * radius, style.rim)
        brush.ellipse(middle, 0.71 * radius, look.stone)
        ink = style.rim
    else:
        brush.ellipse(middle, 0.80 * radius, mix(style.colour, (255, 255, 255), 0.28))
        brush.ellipse(middle, 0.76 * radius, style.colour)
        ink = mix(style.rim, _BLACK, 0.4) if sum(style.colour) > 420 else IVORY
    sheet = brush.reduce()
    sign = glyphs.project(look, project, 2 * round(0.52 * radius), ink)
    left = (sheet.width - sign.width) // 2
    sheet.alpha_composite(sign, (left, round(middle[1] - sign.height / 2)))
    return sheet


@memoize
def halo(width: int) -> Image.Image:
    """A golden ring, a little larger than a seal."""
    radius = 0.5 * width
    size = 2 * round(radius + 3)
    brush = Brush(size, size)
    for share, tone in ((1.0, (112, 74, 8)), (0.96, (246, 194, 58))):
        brush.ellipse((size / 2, size / 2), share * radius, tone)
    return brush.reduce()


# ---- great cities --------------------------------------------------------------------------------


def lay_cities(
    picture: Image.Image, view: View, first: Seat, frame: Frame, look: Look, language: str
) -> None:
    """Lay the great cities in their rings, with their names where they cover the least.

    Buildings of the winner count most among those that a name might cover.
    """
    canvas, chart = Canvas.from_image(picture), chart_of(look)
    built = {each.hex: 1 + 2 * (each.seat == first) for each in view.board.buildings}
    for city in view.board.cities:
        x, y = frame.centre(city.at)
        canvas.paste_centred(ring(look, city.id, frame.width), x, y - _RAISED * frame.width)
    for city in view.board.cities:
        x, y = frame.centre(city.at)
        below, above = (
            sum(built.get(neighbour(city.at, side), 0) for side in sides)
            for sides in (_BELOW, _ABOVE)
        )
        side = -1 if above < below and y > frame.width + _HEADROOM else 1
        off = side * (_NAMED * frame.width + 8) - _RAISED * frame.width
        _name(canvas, name_of(view.game, city.id, language), x, y + off, chart)


@memoize
def ring(look: Look, city: str, width: int) -> Image.Image:
    """A skyline or a temple in a golden ring."""
    radius = max(42.0, 0.60 * width)
    size = 2 * round(radius + 5)
    brush, middle = Brush(size, size), (size / 2, size / 2)
    brush.ellipse((middle[0] + 2, middle[1] + 4), radius, (*_BLACK, 120))
    tones = (
        (1.0, mix(look.gold, _BLACK, 0.55)),
        (0.96, look.gold),
        (0.86, mix(look.gold, _BLACK, 0.5)),
    )
    for share, tone in (*tones, (0.82, look.city)):
        brush.ellipse(middle, share * radius, tone)
    brush.ellipse((middle[0], middle[1] + 0.1 * radius), 0.60 * radius, mix(look.city, CREAM, 0.14))
    sheet = brush.reduce()
    sign = glyphs.city(
        look, city, 2 * round(0.60 * radius), IVORY, mix(look.stone_side, look.city, 0.15)
    )
    sheet.alpha_composite(sign, ((size - sign.width) // 2, round(middle[1] - 0.56 * sign.height)))
    return sheet


def _name(canvas: Canvas, words: str, x: float, y: float, chart: Chart) -> None:
    """Write a name on a ribbon that lies wholly on the sheet."""
    style = Label(_NAME, chart.ink, "serif")
    width = width_of(words, style) + 26
    x = min(max(x, width / 2 + 34), canvas.width - width / 2 - 34)
    canvas.paste_centred(ribbon(width, chart.ink), x, y)
    canvas.text(words, x, y - 1, style, "m")


@memoize
def ribbon(width: int, ink: Colour) -> Image.Image:
    """A strip of parchment with notched ends."""
    brush = Brush(width + 24, 46)
    for grown, tone in ((0.0, ink), (2.0, (246, 236, 208))):
        left, right, top, bottom = 12 + grown, width + 12 - grown, 4 + grown, 40 - grown
        middle = (top + bottom) / 2
        brush.polygon(
            [
                (left - 10, top),
                (right + 10, top),
                (right + 2, middle),
                (right + 10, bottom),
                (left - 10, bottom),
                (left - 2, middle),
            ],
            tone,
        )
    return brush.reduce()


# ---- the winning way -----------------------------------------------------------------------------


def gild(picture: Image.Image, way: Sequence[Hex], frame: Frame) -> Image.Image:
    """Picture with the way between the two cities in gold and light."""
    points = [frame.centre(at) for at in way]
    light = Image.new("L", picture.size)
    pen = ImageDraw.Draw(light)
    pen.line(points, fill=255, width=round(0.9 * frame.width), joint="curve")
    soft = air.blur(light, 0.32 * frame.width)
    picture.paste((255, 222, 120), mask=air.scale(soft, 0.85))
    brush = Brush(*picture.size, zoom=2)
    brush.line(points, (112, 74, 8), 0.23 * frame.width)
    brush.line(points, (246, 194, 58), 0.17 * frame.width)
    brush.line(points, (255, 240, 178), 0.05 * frame.width)
    canvas = Canvas.from_image(picture)
    canvas.paste(brush.reduce(), 0, 0)
    return canvas.image


def crown(
    picture: Image.Image, view: View, way: Sequence[Hex], frame: Frame, look: Look, style: SeatStyle
) -> None:
    """Lay the seals on the winning way again, each in a golden ring."""
    canvas = Canvas.from_image(picture)
    for each in view.board.buildings:
        if each.hex in way:
            project = ruleset(view.game).buildings[each.building].project
            canvas.paste_centred(halo(frame.width), *frame.centre(each.hex))
            canvas.paste_centred(seal(look, style, project, frame.width), *frame.centre(each.hex))


def posts(picture: Image.Image, way: Sequence[Hex], frame: Frame, look: Look) -> None:
    """Draw poles with their wire, or a procession of lamps, along the winning way."""
    canvas = Canvas.from_image(picture)
    points = [frame.centre(at) for at in way]
    spots = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points)]
    if look.link == "wire":
        tops = [(x, y - 0.50 * frame.width) for x, y in spots]
        brush = Brush(*picture.size, zoom=2)
        for a, b in pairwise(tops):
            sag = [
                (
                    a[0] + (b[0] - a[0]) * s / 8,
                    a[1] + (b[1] - a[1]) * s / 8 + 5 * (1 - ((s - 4) / 4) ** 2),
                )
                for s in range(9)
            ]
            brush.line(sag, (40, 28, 16), 1.8)
        for x, y in spots:
            brush.line([(x, y), (x, y - 0.54 * frame.width)], (58, 40, 22), 3.4)
            brush.line(
                [(x - 6, y - 0.50 * frame.width), (x + 6, y - 0.50 * frame.width)],
                (58, 40, 22),
                2.6,
            )
        canvas.paste(brush.reduce(), 0, 0)
    else:
        lamp = air.glow(round(0.42 * frame.width), (255, 196, 96), 0.9)
        for x, y in spots:
            air.add_light(canvas.image, lamp, x, y)
            canvas.paste_centred(_flame(round(0.4 * frame.width)), x, y - 0.1 * frame.width)


@memoize
def _flame(height: int) -> Image.Image:
    """A torch's flame."""
    brush = Brush(14, 20, unit=height / 20)
    brush.polygon([(7, 1), (12, 11), (7, 18), (2, 11)], (236, 140, 40))
    brush.polygon([(7, 6), (10, 12), (7, 16), (4, 12)], (255, 244, 190))
    return brush.reduce()
