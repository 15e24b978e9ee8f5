"""Ornaments of a poster: its border, a train, and the winner's buildings as stamps or coins."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from PIL import Image, ImageDraw

from render import drawings
from render._settlements.look import Look
from render._settlements.poster.chart import Chart
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Brush, Canvas
from render.theme import Colour, SeatStyle, mix

BORDER = 30
STAMP = (58, 68)
ROW = 15


def frame_map(picture: Image.Image, chart: Chart) -> None:
    """Draw the neatline of an atlas: alternate bars of ink and paper between two lines."""
    width, height = picture.size
    pen = ImageDraw.Draw(picture)
    paper = mix(chart.land, (255, 255, 255), 0.25)
    pen.rectangle((0, 0, width - 1, height - 1), outline=chart.ink, width=BORDER)
    pen.rectangle((2, 2, width - 3, height - 3), outline=paper, width=BORDER - 4)
    count = (round((width - 2 * BORDER) / 52), round((height - 2 * BORDER) / 52))
    for axis, length in enumerate((width, height)):
        step = (length - 2 * BORDER) / count[axis]
        for index in range(count[axis]):
            a, b = BORDER + step * index, BORDER + step * (index + 1)
            for near, far in (
                (8, 15),
                (length_of(picture, axis) - 16, length_of(picture, axis) - 9),
            ):
                box = (a, near, b, far) if axis == 0 else (near, a, far, b)
                if index % 2 == 0:
                    pen.rectangle(box, fill=chart.ink)
                pen.rectangle(box, outline=chart.ink)
    pen.rectangle(
        (BORDER - 6, BORDER - 6, width - BORDER + 5, height - BORDER + 5),
        outline=chart.ink,
        width=2,
    )
    pen.rectangle(
        (BORDER - 2, BORDER - 2, width - BORDER + 1, height - BORDER + 1),
        outline=chart.ink,
        width=1,
    )


def length_of(picture: Image.Image, axis: int) -> int:
    """Distance to the opposite side of the border."""
    return picture.height if axis == 0 else picture.width


@memoize
def train(width: int, ink: Colour, paint: Colour, smoke: Colour) -> Image.Image:
    """A locomotive with its tender and two coaches, under its own smoke."""
    tones = {"ink": ink, "paint": paint, "smoke": smoke}
    return drawings.sheet("poster/train", width, tones).reduce()


# ---- stamps --------------------------------------------------------------------------------------


def lay_stamps(picture: Image.Image, projects: Sequence[int], style: SeatStyle, look: Look) -> None:
    """Lay every building of the winner as a stamp or a coin, in rows at the foot of the map."""
    canvas = Canvas.from_image(picture)
    rows = -(-len(projects) // ROW)
    for index, project in enumerate(projects):
        row, column = divmod(index, ROW)
        in_row = min(ROW, len(projects) - row * ROW)
        x = picture.width / 2 + (column - (in_row - 1) / 2) * (STAMP[0] + 2)
        y = picture.height - BORDER - 46 - (rows - 1 - row) * (STAMP[1] + 4)
        draw = coin if look.token == "marble" else stamp
        canvas.paste_centred(draw(look, project, style), x, y)


def foot_of(count: int, height: int) -> float:
    """Lower edge of the map above the rows of stamps."""
    rows = -(-count // ROW)
    return height - BORDER - 14 - rows * (STAMP[1] + 4)


@memoize
def stamp(look: Look, project: int, style: SeatStyle) -> Image.Image:
    """A building on perforated paper in the colour of its owner."""
    width, height = STAMP
    brush = Brush(width + 4, height + 4)
    brush.box(3, 4, width + 2, height + 3, (20, 16, 12, 90))
    paper: Colour = (250, 243, 224)
    brush.box(1, 1, width - 1, height - 1, paper)
    for k in range(12):
        for end in (1, height - 1):
            brush.ellipse((1 + k * (width - 2) / 11, end), 1.7, (0, 0, 0, 0))
        for side in (1, width - 1):
            brush.ellipse((side, 1 + k * (height - 2) / 11), 1.7, (0, 0, 0, 0))
    tone = style.colour if sum(style.colour) < 500 else mix(style.colour, style.rim, 0.25)
    brush.box(6, 6, width - 6, height - 6, tone)
    brush.outline(
        [(8.5, 8.5), (width - 8.5, 8.5), (width - 8.5, height - 8.5), (8.5, height - 8.5)],
        paper,
        1.2,
    )
    sheet = brush.reduce()
    sign = glyphs.project(look, project, 36, paper if sum(style.colour) < 420 else style.rim)
    sheet.alpha_composite(sign, ((width - 36) // 2, (height - 36) // 2))
    return sheet


@memoize
def coin(look: Look, project: int, style: SeatStyle) -> Image.Image:
    """A building on a worn coin, in a ring of the colour of its owner."""
    size, radius = STAMP[0] + 4, STAMP[0] / 2
    brush, middle = Brush(size, size), (size / 2, size / 2)
    metal, dark = mix(look.gold, (255, 244, 208), 0.45), mix(look.gold, (60, 42, 10), 0.6)
    brush.ellipse((middle[0] + 2, middle[1] + 3), radius, (16, 20, 24, 120))
    for share, tone in (
        (1.0, dark),
        (0.95, metal),
        (0.86, style.rim),
        (0.82, style.colour),
        (0.66, dark),
    ):
        brush.ellipse(middle, share * radius, tone)
    brush.ellipse(middle, 0.62 * radius, mix(metal, (255, 255, 255), 0.2))
    for k in range(28):
        spot = (
            middle[0] + 0.91 * radius * cos(k * pi / 14),
            middle[1] + 0.91 * radius * sin(k * pi / 14),
        )
        brush.ellipse(spot, 1.4, dark)
    sheet = brush.reduce()
    sign = glyphs.project(look, project, 2 * round(0.42 * radius), dark)
    sheet.alpha_composite(sign, ((size - sign.width) // 2, (size - sign.height) // 2))
    return sheet
