"""What stands beside the cities: a seat's strip, the five colours, chips, the solo architect."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec
from PIL import Image

from render.akropolis import city as maps
from render.akropolis import faces, tokens
from render.akropolis import materials as m
from render.canvas import Brush, Canvas, inlay, stretched
from render.marks import arrow, disc, laurel, pill, pointer, seat_mark, star, star_mark
from render.text import Label, fitted, width_of
from render.theme import Colour, Theme
from rules.akropolis.view import ArchitectView, CityView, DistrictScore

STRIP = 128
FRAME = 4
"""Width of the frame round the panel of the seat to move, and of the margin of the others."""
ROW = 66
NAME = 26
DOT = "×"


class Standing(msgspec.Struct, frozen=True):
    """Where a seat stands in the game."""

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
    """A seat's strip with its city below; equal panels are the same pixels."""

    standing: Standing
    city: CityView
    width: int
    height: int
    largest: int
    lit: tuple[int, ...] = ()


def draw_panel(panel: SeatPanel, theme: Theme) -> Image.Image:
    """The panel of one seat in the picture of the table, in the fixed palette."""
    flat = stretched(_surround(panel, theme).flat(), STRIP + theme.radius // 2, panel.height)
    plan = maps.Plan(
        panel.width - 2 * FRAME,
        panel.height - STRIP - FRAME,
        panel.largest,
        lit=panel.lit,
        seat=panel.standing.seat,
    )
    drawn = maps.draw_city(panel.city, plan, theme)
    inlay(flat, drawn, FRAME, STRIP, theme.radius - FRAME)
    return flat


def _surround(panel: SeatPanel, theme: Theme) -> Canvas:
    """The strip and the frame, without the height that the map will need."""
    canvas = Canvas(panel.width, STRIP + 2 * theme.radius, theme)
    style = theme.seats[panel.standing.seat]
    frame = FRAME if panel.standing.to_move else 1
    tone = style.colour if panel.standing.to_move else theme.edge
    canvas.rounded((0, 0, canvas.width, canvas.height), tone, theme.radius)
    inner = (frame, frame, canvas.width - frame, canvas.height - frame)
    canvas.rounded(inner, theme.panel, theme.radius - frame + 1)
    if panel.standing.to_move:
        canvas.rounded((0, 0, canvas.width, ROW), style.colour, theme.radius, bottom=False)
    first_row(canvas, panel)
    five_colours(canvas, panel.city.score.districts, STRIP - 31)
    return canvas


def first_row(canvas: Canvas, panel: SeatPanel) -> None:
    """Mark, name, pointer, Chief on the left; last move, stones, score on the right."""
    theme, standing = canvas.theme, panel.standing
    style = theme.seats[standing.seat]
    ink = style.on_band if standing.to_move else theme.text
    middle = ROW // 2
    right = canvas.width - 190
    stone_chip(canvas, right, middle, panel.city.stones, ink, 30)
    right -= 92
    if standing.gained is not None:
        right = move_chip(canvas, right, middle, standing.gained) - 8
    x = 20
    canvas.centred(seat_mark(style, 38, standing.to_move), x + 19, middle)
    name = Label(NAME, ink)
    extras = 40 * standing.to_move + 52 * standing.chief
    x += 52 + canvas.text(
        fitted(standing.name, name, right - 72 - extras - 24), x + 52, middle, name
    )
    if standing.to_move:
        canvas.centred(pointer(24, ink), x + 26, middle)
        x += 44
    if standing.chief:
        canvas.centred(tokens.chief(40), x + 34, middle)
    score(canvas, canvas.width - 82, middle, panel.city.score.total, standing, ink)


def score(canvas: Canvas, x: int, y: int, total: int, standing: Standing, ink: Colour) -> None:
    """The score, in a laurel when it leads; a medal with the rank once the game is over."""
    gold = m.MEDAL if not standing.to_move else ink
    if standing.leads:
        dark = ink if standing.to_move else None
        canvas.centred(laurel(142 if total < 100 else 150, 60, dark), x, y)
    elif standing.rank:
        rank_medal(canvas, x - 64, y, standing.rank, 15)
    size = 40 if standing.leads and total >= 100 else 44
    canvas.text(str(total), x, y, Label(size, gold if standing.leads else ink, "bold"), "m")


def rank_medal(canvas: Canvas, x: int, y: int, rank: int, radius: int) -> None:
    """A small disc with a rank: gold, silver, bronze, slate."""
    tones = {1: m.BRONZE, 2: m.STONE_LEFT, 3: m.BACK_LINE}
    canvas.centred(disc(radius, tones.get(rank, canvas.theme.muted), canvas.theme.ink), x, y)
    size = max(14, round(radius * 1.25))
    canvas.text(str(rank), x, y, Label(size, canvas.theme.ink, "bold"), "m")


def stone_chip(canvas: Canvas, x: int, y: int, count: int, ink: Colour, size: int) -> int:
    """A stone and how many; x is the right end of the number's room."""
    radius = round(size * 0.47)
    left = x - 62
    canvas.centred(tokens.stone(radius), left, y)
    return canvas.text(str(count), left + radius + 10, y, Label(size, ink))


def move_chip(canvas: Canvas, right: int, y: int, gained: int) -> int:
    """The yellow chip of the last move: a tile and the points it brought. Its left end."""
    theme = canvas.theme
    words = maps.signed(gained)
    label = Label(24, theme.last_rim, "bold")
    wide = 62 + width_of(words, label)
    left = right - wide
    canvas.paste(pill(wide, 42, theme.last), left, y - 22)
    canvas.centred(tokens.glyph(9, theme.last_rim), left + 28, y)
    canvas.text(words, left + 50, y, label)
    return left


def five_colours(canvas: Canvas, districts: Mapping[str, DistrictScore], y: int) -> None:
    """The five colours in a row: points, and below them value × stars."""
    cell = (canvas.width - 10) / len(m.COLOURS)
    for index, colour in enumerate(m.COLOURS):
        x = round(5 + index * cell)
        canvas.centred(tokens.mini(colour, 22), x + 36, y)
        points(canvas, x + 68, y, districts[colour], colour, 25, 18)


def points(
    canvas: Canvas, x: int, y: int, part: DistrictScore, colour: str, large: int, small: int
) -> None:
    """Points of a colour, and what they are made of: value × stars."""
    theme = canvas.theme
    ink = theme.text if part.points else theme.faint
    canvas.text(str(part.points), x, y - round(small * 0.66), Label(large, ink, "bold"))
    low = y + round(large * 0.52)
    style = Label(small, theme.muted if part.points else theme.faint)
    wide = canvas.text(f"{part.value} {DOT} {part.stars}", x, low, style)
    tone = m.MATERIALS[colour].star if part.stars else (104, 114, 130)
    canvas.centred(star_mark(round(small * 0.5), tone), x + wide + round(small * 0.62), low)


# ---- solo -----------------------------------------------------------------------------------


def architect_panel(
    canvas: Canvas,
    architect: ArchitectView,
    standing: Standing,
    totals: Sequence[int],
    places: int,
    lit: Collection[int],
) -> None:
    """The Illustrious Architect: his score, and his tiles in a row with the running total."""
    theme, middle = canvas.theme, ROW // 2
    size = (canvas.width, canvas.height)
    canvas.rounded((0, 0, *size), theme.edge, theme.radius)
    canvas.rounded((1, 1, size[0] - 1, size[1] - 1), theme.panel, theme.radius)
    canvas.centred(tokens.architect(40), 40, middle)
    x = 72 + canvas.text(standing.name.capitalize(), 72, middle, Label(NAME, theme.text))
    if standing.chief:
        canvas.centred(tokens.chief(40), x + 34, middle)
    score(canvas, size[0] - 82, middle, architect.score.total, standing, theme.text)
    stone_chip(canvas, size[0] - 190, middle, architect.stones, theme.text, 30)
    _his_colours(canvas, architect, middle)
    _his_tiles(canvas, architect.tiles, totals, places, lit)


def _his_colours(canvas: Canvas, architect: ArchitectView, y: int) -> None:
    for index, colour in enumerate(m.COLOURS):
        x = 330 + index * 160
        canvas.centred(tokens.mini(colour, 22), x, y)
        points(canvas, x + 32, y, architect.score.districts[colour], colour, 25, 18)
    if architect.score.quarry_points:
        canvas.centred(tokens.group((faces.Face("quarry"),), 22), 330 + 5 * 160, y)
        label = Label(25, canvas.theme.text, "bold")
        canvas.text(str(architect.score.quarry_points), 362 + 5 * 160, y, label)


def _his_tiles(
    canvas: Canvas, tiles: Sequence[int], totals: Sequence[int], places: int, lit: Collection[int]
) -> None:
    """His tiles with the points after each; those of the tiles `lit` are bright."""
    theme = canvas.theme
    rows = 1 if places <= 18 else 2
    each = (places + rows - 1) // rows
    pitch = (canvas.width - 32) / each
    for place in range(places):
        row, column = divmod(place, each)
        x, y = 16 + pitch * (column + 0.5), 112 + row * 92
        if place >= len(tiles):
            canvas.centred(tokens.vacant(18, theme.groove), x, y)
            continue
        canvas.centred(tokens.tile(tiles[place], 18), x, y)
        new = tiles[place] in lit
        label = Label(17, theme.last if new else theme.muted, "bold" if new else "semibold")
        canvas.text(str(totals[place]), x, y + 44, label, "m")


# ---- chips of the preview -------------------------------------------------------------------


def stones_chip(canvas: Canvas, x: int, y: int, words: str, ground: Colour) -> int:
    """A pill with a stone and a signed number; its right end."""
    label = Label(24, canvas.theme.text, "bold")
    wide = 60 + width_of(words, label)
    canvas.paste(pill(wide, 42, ground), x, y - 22)
    canvas.centred(tokens.stone(12), x + 24, y)
    canvas.text(words, x + 44, y, label)
    return x + wide


def lost_star_chip(canvas: Canvas, x: int, y: int, colour: str) -> int:
    """The warning that a plaza gets covered: its star, struck through. Its right end."""
    theme = canvas.theme
    canvas.paste(pill(48, 42, theme.text, theme.loss), x, y - 22)
    canvas.centred(struck_star(colour, theme.loss), x + 25, y)
    return x + 48


def struck_star(colour: str, strike: Colour) -> Image.Image:
    """A star that is lost."""
    brush = Brush(36, 36)
    brush.polygon(star((18, 18.5), 15), m.MATERIALS[colour].dark)
    brush.polygon(star((18, 18.5), 12), m.MATERIALS[colour].light)
    brush.line([(5, 31), (31, 5)], (255, 255, 255), 7)
    brush.line([(5, 31), (31, 5)], strike, 4)
    return brush.done()


def change(
    canvas: Canvas, x: int, y: int, before: int, after: int, sizes: tuple[int, int], ink: Colour
) -> int:
    """`before → after`, the second larger; its right end."""
    small, large = Label(sizes[0], ink), Label(sizes[1], ink, "bold")
    x += canvas.text(str(before), x, y, small) + 14
    sign = arrow(round(sizes[0] * 0.95), ink)
    canvas.paste(sign, x, y - sign.height / 2)
    x += sign.width + 14
    return x + canvas.text(str(after), x, y, large)
