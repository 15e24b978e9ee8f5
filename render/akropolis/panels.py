"""Panels round the cities: a seat's strip, the five colours, chips."""

from __future__ import annotations

import msgspec
from PIL import Image

from render import type_scale
from render.akropolis import city as maps
from render.akropolis import materials as m
from render.akropolis import tokens
from render.akropolis.layout import ABOVE, FIGURES, FRAME, ROW, SIDE, Place
from render.cache import memoize
from render.canvas import Brush, Canvas, Sheet
from render.hexes import Box
from render.light import DAY, Light
from render.marks import arrow, disc, honour, laurel, pill, pointer, seat_mark, star, star_mark
from render.text import Label, elide, width_of
from render.theme import Colour, Theme
from rules.akropolis.view import CityView, DistrictScore

STONES_SIGN = "stones"
FACTORS = (24, 22, 20, 18)
"""Sizes of value × stars, the first that fits."""
DOT = "×"


class Standing(msgspec.Struct, frozen=True):
    """Standing of a seat in the game."""

    seat: int
    name: str
    to_move: bool = False
    chief: bool = False
    leads: bool = False
    rank: int = 0
    """1 for the best, once the game is over; 0 before."""
    gained: int | None = None
    """Points of the last move, for the seat that made it."""


class SeatPanel(msgspec.Struct, frozen=True):
    """A seat's strip with its city."""

    standing: Standing
    city: CityView
    place: Place
    lit: tuple[int, ...] = ()
    light: Light = DAY
    room: Box | None = None
    """Box in hex radii that the map shows; None for that of the city."""
    coordinates: bool = False
    """Whether the cells beside the city are shown, with their coordinates."""


def lay_panel(sheet: Sheet, panel: SeatPanel, theme: Theme) -> None:
    """Lay the panel of one seat on the picture of the table."""
    place, (width, height) = panel.place, panel.place.room
    left, top = place.x + FRAME, place.y + place.strip
    row, surround = place.strip + theme.radius - FRAME, _surround(panel, theme).quantize()
    beside = SIDE if place.figures == "beside" else 0
    sheet.surround(surround, place.x, place.y, row, place.height, FRAME + beside)
    if beside:
        pitch = min(100, (height - theme.radius - 8) // FIGURES)
        for index, (sign, count) in enumerate(_figures_of(panel.city)):
            sheet.paste(figure(sign, count, pitch, theme), left + width, top + 4 + index * pitch)
    plan = maps.Plan(
        width,
        height,
        place.largest,
        lit=panel.lit,
        seat=panel.standing.seat,
        plain=not panel.coordinates,
        light=panel.light,
        room=panel.room,
    )
    sheet.inlay(maps.draw_city(panel.city, plan, theme), left, top, theme.radius - FRAME, land=True)


def _surround(panel: SeatPanel, theme: Theme) -> Canvas:
    """The strip and the frame, without the height that the map will need."""
    standing, place = panel.standing, panel.place
    style, winner = theme.seats[standing.seat], standing.rank == 1
    canvas = Canvas(place.width, place.strip + 2 * theme.radius, theme)
    frame = FRAME if standing.to_move or winner else 1
    tone = style.colour if standing.to_move else theme.gold if winner else theme.edge
    _frame(canvas, 0, theme.text if standing.to_move and _is_dark(tone) else tone)
    _frame(canvas, frame // 2, tone)
    _frame(canvas, frame, theme.panel)
    if standing.to_move:
        inset = FRAME // 2 if _is_dark(tone) else 0
        band = (inset, inset, canvas.width - inset, ROW)
        canvas.round_box(band, style.colour, theme.radius - inset, bottom=False)
    elif winner:
        band = (FRAME, FRAME, canvas.width - FRAME, ROW)
        canvas.round_box(band, theme.panel_lit, theme.radius - FRAME, bottom=False)
    first_row(canvas, panel)
    if place.figures == "above":
        row_of_figures(canvas, panel.city)
    return canvas


def _frame(canvas: Canvas, inset: int, tone: Colour) -> None:
    box = (inset, inset, canvas.width - inset, canvas.height - inset)
    canvas.round_box(box, tone, canvas.theme.radius - inset)


def _is_dark(tone: Colour) -> bool:
    """Whether a line of this colour is hard to see on the frame of the picture."""
    return sum(tone) < 300


def first_row(canvas: Canvas, panel: SeatPanel) -> None:
    """Draw mark, name, pointer, Chief on the left; last move and score on the right."""
    theme, standing, middle = canvas.theme, panel.standing, ROW // 2
    style = theme.seats[standing.seat]
    ink = style.on_band if standing.to_move else theme.text
    right = score(canvas, canvas.width - 20, middle, panel.city.score.total, standing, ink)
    if standing.gained is not None:
        right = move_chip(canvas, right - 12, middle, standing.gained)
    canvas.paste_centred(seat_mark(style, 40, standing.to_move), 36, middle)
    room = right - 66 - 38 * standing.to_move - 46 * standing.chief - 16
    name = name_label(standing.name, room, ink)
    x = 66 + canvas.text(elide(standing.name, name, room), 66, middle, name)
    if standing.to_move:
        canvas.paste_centred(pointer(24, ink), x + 22, middle)
        x += 38
    if standing.chief:
        canvas.paste_centred(tokens.chief(38), x + 28, middle)


def name_label(name: str, room: int, ink: Colour) -> Label:
    """Style of a name: a little smaller where it would have to be cut."""
    large = Label(type_scale.NAME, ink)
    return large if width_of(name, large) <= room else Label(type_scale.LEAST_NAME, ink)


def score(canvas: Canvas, right: int, y: int, total: int, standing: Standing, ink: Colour) -> int:
    """Draw the score with its crown, laurels or rank. Return the left end."""
    label = Label(type_scale.SCORE, m.MEDAL if standing.rank == 1 else ink, "bold")
    words = str(total)
    if standing.rank == 1:
        wreath = laurel(164, 62)
        canvas.paste_centred(wreath, right - 78, y)
        canvas.text(words, right - 78, y, label, "m")
        return right - 160
    left = right - canvas.text(words, right, y, label, "r")
    if standing.leads:
        sign = honour(42, won=False, tone=ink if standing.to_move else None)
        canvas.paste_centred(sign, left - 32, y)
        left -= 56
    elif standing.rank:
        rank_medal(canvas, left - 28, y, standing.rank, 15)
        left -= 46
    return left


def rank_medal(canvas: Canvas, x: int, y: int, rank: int, radius: int) -> None:
    """Draw a small disc with a rank: gold, silver, bronze, slate."""
    tones = {1: m.BRONZE, 2: m.STONE_LEFT, 3: m.BACK_LINE}
    canvas.paste_centred(disc(radius, tones.get(rank, canvas.theme.muted), canvas.theme.ink), x, y)
    size = max(14, round(radius * 1.25))
    canvas.text(str(rank), x, y, Label(size, canvas.theme.ink, "bold"), "m")


def stone_chip(canvas: Canvas, right: int, y: int, count: int, ink: Colour) -> int:
    """Draw a stone and the number of stones. Return the left end."""
    radius = round(type_scale.LARGE_FIGURE * 0.47)
    left = (
        right
        - max(28, canvas.text(str(count), right, y, Label(type_scale.LARGE_FIGURE, ink), "r"))
        - 10
    )
    canvas.paste_centred(tokens.stone(radius), left - radius, y)
    return left - 2 * radius


def move_chip(canvas: Canvas, right: int, y: int, gained: int) -> int:
    """Draw the yellow chip of the last move. Return the left end."""
    theme = canvas.theme
    words = maps.format_signed(gained)
    label = Label(type_scale.FIGURE, theme.last_rim, "bold")
    width = 26 + width_of(words, label)
    left = right - width
    canvas.paste(pill(width, 46, theme.last), left, y - 24)
    canvas.text(words, left + 12, y, label)
    return left


def _figures_of(city: CityView) -> list[tuple[str, int]]:
    """The signs of the five colours and of the stones, each with its number."""
    points = [(colour, city.score.districts[colour].points) for colour in m.COLOURS]
    return [*points, (STONES_SIGN, city.stones)]


def _sign(name: str, radius: int) -> Image.Image:
    """Sign of a figure: a colour, or a stone."""
    if name == STONES_SIGN:
        return tokens.stone(round(0.75 * radius))
    return tokens.mini(name, radius)


_SIZES = ((type_scale.LARGE_FIGURE, 6), (type_scale.FIGURE, 4), (30, 4), (26, 3))
"""Sizes of the figures in a row, and gaps between sign and figure: the first that fits."""


def row_of_figures(canvas: Canvas, city: CityView) -> None:
    """Draw the five colours and the stones, each as wide as its figure, as large as they fit."""
    theme, room, cells = canvas.theme, canvas.width - 2 * _MARGIN, _figures_of(city)
    for size, gap in _SIZES:
        large = Label(size, theme.text, "bold")
        widths = [_SIGN + gap + width_of(str(count), large) for _, count in cells]
        between = (room - sum(widths)) / (len(widths) - 1)
        if between >= _BETWEEN:
            break
    x, y = float(_MARGIN), ROW + ABOVE // 2
    for (sign, count), width in zip(cells, widths, strict=True):
        canvas.paste_centred(_sign(sign, 17), x + _SIGN / 2, y)
        tone = theme.text if count else theme.faint
        canvas.text(str(count), x + _SIGN + gap, y, Label(size, tone, "bold"))
        x += width + between


_MARGIN, _BETWEEN, _SIGN = 10, 6, 36
"""Margins of a row, the least gap between its cells, the width of a sign."""


@memoize
def figure(sign: str, count: int, height: int, theme: Theme) -> Image.Image:
    """A figure in the column beside a map, in the fixed palette."""
    canvas = Canvas(SIDE, height, theme)
    canvas.box((0, 0, SIDE, height), theme.panel)
    canvas.paste_centred(_sign(sign, 21), 28, height // 2)
    tone = theme.text if count else theme.faint
    canvas.text(str(count), 54, height // 2, Label(type_scale.LARGE_FIGURE, tone, "bold"))
    return canvas.quantize()


# ---- points and their factors -------------------------------------------------------------------


class Points(msgspec.Struct, frozen=True):
    """A colour with its points and their factors."""

    colour: str
    part: DistrictScore

    @property
    def words(self) -> str:
        """Its points."""
        return str(self.part.points)


def points(canvas: Canvas, x: int, y: int, figure: Points, sizes: tuple[int, int]) -> None:
    """Draw the points of a colour, and below them value × stars; `sizes` are (size, room)."""
    theme, part, (large, room) = canvas.theme, figure.part, sizes
    ink = theme.text if part.points else theme.faint
    fitting = (size for size in FACTORS if factors_width(part, size) <= room)
    small = next(fitting, FACTORS[-1])
    canvas.text(figure.words, x, y - round(small * 0.62), Label(large, ink, "bold"))
    factors(canvas, x, y + round(large * 0.50), figure, small)


def factors(canvas: Canvas, x: int, y: int, figure: Points, size: int) -> None:
    """Draw the factors of a colour's points: value × stars."""
    part = figure.part
    style = Label(size, canvas.theme.muted if part.points else canvas.theme.faint)
    width = canvas.text(_product(part), x, y, style)
    tone = m.MATERIALS[figure.colour].star if part.stars else (104, 114, 130)
    canvas.paste_centred(star_mark(round(size * 0.45), tone), x + width + round(size * 0.56), y)


def factors_width(part: DistrictScore, size: int) -> int:
    """Width of the factors of a colour's points."""
    return width_of(_product(part), Label(size, (0, 0, 0))) + round(size * 1.05)


def _product(part: DistrictScore) -> str:
    return f"{part.value}{DOT}{part.stars}"


# ---- chips of the preview -------------------------------------------------------------------


def stones_chip(canvas: Canvas, x: int, y: int, words: str, ground: Colour) -> int:
    """Draw a pill with a stone and a signed number. Return the right end."""
    label = Label(24, canvas.theme.text, "bold")
    width = 60 + width_of(words, label)
    canvas.paste(pill(width, 42, ground), x, y - 22)
    canvas.paste_centred(tokens.stone(12), x + 24, y)
    canvas.text(words, x + 44, y, label)
    return x + width


def star_loss_chip(canvas: Canvas, x: int, y: int, colour: str) -> int:
    """Draw a warning that a plaza gets covered: its star, crossed out. Return the right end."""
    theme = canvas.theme
    canvas.paste(pill(48, 42, theme.text, theme.loss), x, y - 22)
    canvas.paste_centred(star_loss_mark(colour, theme.loss), x + 25, y)
    return x + 48


def star_loss_mark(colour: str, strike: Colour) -> Image.Image:
    """A star, crossed out."""
    brush = Brush(36, 36)
    brush.polygon(star((18, 18.5), 15), m.MATERIALS[colour].dark)
    brush.polygon(star((18, 18.5), 12), m.MATERIALS[colour].light)
    brush.line([(5, 31), (31, 5)], (255, 255, 255), 7)
    brush.line([(5, 31), (31, 5)], strike, 4)
    return brush.reduce()


def change(
    canvas: Canvas, x: int, y: int, before: int, after: int, sizes: tuple[int, int], ink: Colour
) -> int:
    """Draw `before → after`, the second larger. Return the right end."""
    small, large = Label(sizes[0], ink), Label(sizes[1], ink, "bold")
    x += canvas.text(str(before), x, y, small) + 14
    sign = arrow(round(sizes[0] * 0.95), ink)
    canvas.paste(sign, x, y - sign.height / 2)
    x += sign.width + 14
    return x + canvas.text(str(after), x, y, large)
