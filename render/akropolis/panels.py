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
from render.marks import honour, laurel, pointer, star, star_mark
from render.panel import (
    Badge,
    Chip,
    Group,
    Part,
    Sign,
    Text,
    draw_frame,
    draw_head,
    figure,
    lay_from_right,
    medal,
    spread,
)
from render.text import Label, signed, width_of
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
            sheet.paste(
                figure_beside(sign, count, pitch, theme), left + width, top + 4 + index * pitch
            )
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
    canvas = Canvas(place.width, place.strip + 2 * theme.radius, theme)
    tone, band = None, None
    if standing.to_move:
        band = theme.seats[standing.seat].colour
    elif standing.rank == 1:
        tone, band = theme.gold, theme.panel_lit
    draw_frame(canvas, canvas.height, tone, band and (band, ROW))
    first_row(canvas, panel)
    if place.figures == "above":
        row_of_figures(canvas, panel.city)
    return canvas


def first_row(canvas: Canvas, panel: SeatPanel) -> None:
    """Draw mark, name, pointer, Chief on the left; last move and score on the right."""
    theme, standing = canvas.theme, panel.standing
    style = theme.seats[standing.seat]
    ink = style.on_band if standing.to_move else theme.text
    parts = score_parts(panel.city.score.total, standing, ink, theme)
    if standing.gained is not None:
        gain = Text(signed(standing.gained), Label(type_scale.FIGURE, theme.last_rim, "bold"))
        parts.append(Chip((gain,), theme.last))
    after = [Sign(pointer(24, ink))] if standing.to_move else []
    if standing.chief:
        after.append(Sign(tokens.chief(38)))
    middle, inverted = ROW // 2, standing.to_move
    right = lay_from_right(canvas, parts, canvas.width - 20, middle)
    draw_head(canvas, style, standing.name, middle, ink, right, inverted=inverted, after=after)


def score_parts(total: int, standing: Standing, ink: Colour, theme: Theme) -> list[Part]:
    """Score with its crown, laurels or rank, from the right."""
    label = Label(type_scale.SCORE, m.MEDAL if standing.rank == 1 else ink, "bold")
    if standing.rank == 1:
        return [Badge(laurel(164, 62), str(total), label)]
    parts: list[Part] = [Text(str(total), label)]
    if standing.leads:
        parts.append(Sign(honour(42, won=False, tone=ink if standing.to_move else None)))
    elif standing.rank:
        parts.append(rank_medal(standing.rank, 15, theme))
    return parts


def rank_medal(rank: int, radius: int, theme: Theme) -> Badge:
    """A small disc with a rank: gold, silver, bronze, slate."""
    tones = {1: m.BRONZE, 2: m.STONE_LEFT, 3: m.BACK_LINE}
    return medal(rank, radius, tones.get(rank, theme.muted), theme.ink)


def _figures_of(city: CityView) -> list[tuple[str, int]]:
    """The signs of the five colours and of the stones, each with its number."""
    points = [(colour, city.score.districts[colour].points) for colour in m.COLOURS]
    return [*points, (STONES_SIGN, city.stones)]


def _figure(name: str, count: int, radius: int, size: int, theme: Theme, gap: int = 4) -> Group:
    """A colour or the stones, with a number, which is faint if it is 0."""
    sign = tokens.stone(round(0.75 * radius)) if name == STONES_SIGN else tokens.mini(name, radius)
    label = Label(size, theme.text if count else theme.faint, "bold")
    return figure(sign, count, label, gap, 2 * radius + 2)


_SIZES = ((type_scale.LARGE_FIGURE, 6), (type_scale.FIGURE, 4), (30, 4), (26, 3))
"""Sizes of the figures in a row, and gaps between sign and figure: the first that fits."""


def row_of_figures(canvas: Canvas, city: CityView) -> None:
    """Draw the five colours and the stones, each as wide as its figure, as large as they fit."""
    ways = (
        [_figure(*each, 17, size, canvas.theme, gap) for each in _figures_of(city)]
        for size, gap in _SIZES
    )
    spread(canvas, ways, (10, canvas.width - 10), ROW + ABOVE // 2, 6)


@memoize
def figure_beside(sign: str, count: int, height: int, theme: Theme) -> Image.Image:
    """A figure in the column beside a map, in the fixed palette."""
    canvas = Canvas(SIDE, height, theme)
    canvas.box((0, 0, SIDE, height), theme.panel)
    _figure(sign, count, 21, type_scale.LARGE_FIGURE, theme).lay(canvas, 6, height // 2)
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


def stones_chip(words: str, ground: Colour, theme: Theme) -> Chip:
    """A pill with a stone and a signed number."""
    label = Label(type_scale.PLACE, theme.text, "bold")
    return Chip((Sign(tokens.stone(14)), Text(words, label)), ground, gap=8)


def star_loss_chip(colour: str, theme: Theme) -> Chip:
    """A warning that a plaza gets covered: its star, crossed out."""
    return Chip((Sign(star_loss_mark(colour, theme.loss)),), theme.text, theme.loss, pad=6)


def star_loss_mark(colour: str, strike: Colour) -> Image.Image:
    """A star, crossed out."""
    brush = Brush(36, 36)
    brush.polygon(star((18, 18.5), 15), m.MATERIALS[colour].dark)
    brush.polygon(star((18, 18.5), 12), m.MATERIALS[colour].light)
    brush.line([(5, 31), (31, 5)], (255, 255, 255), 7)
    brush.line([(5, 31), (31, 5)], strike, 4)
    return brush.reduce()
