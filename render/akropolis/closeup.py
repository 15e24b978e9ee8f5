"""Two pictures of a single city: a close-up of one seat's, and a candidate move."""

from __future__ import annotations

from collections.abc import Sequence

from render.akropolis import city as maps
from render.akropolis import ghost, panels, tokens
from render.akropolis import materials as m
from render.akropolis.history import new_tiles
from render.akropolis.table import standings_of
from render.canvas import Canvas, Sheet, inlay
from render.light import DAY, Light
from render.marks import honour, laurel, pill, seat_mark
from render.panel import Group, Part, Sign, Text, change, draw_frame, draw_head, lay_from_right
from render.scripts import name_of
from render.text import Label, elide, signed, width_of
from render.theme import Theme
from rules.akropolis.view import Preview, View
from rules.contract import Event, Seat

CITY = (1280, 1060)
SIDE = 288
PREVIEW_WIDTH = 1200
_EDGE, _BAND, _BESIDE = 12, 66, 208
"""Margin round a candidate, height of its band, width of its figures."""
_MAP_WIDTH = PREVIEW_WIDTH - 2 * _EDGE - _BESIDE
_MAP_HEIGHTS = (560, 900 - 2 * _EDGE - _BAND)
"""Least and greatest height of the map of a candidate: a phone has room for 3 : 4."""
_LARGEST = 60


def draw_close(
    view: View,
    seat: Seat,
    names: Sequence[str],
    news: Sequence[Event],
    theme: Theme,
    light: Light = DAY,
) -> Sheet:
    """Picture of one city, with the districts that do not score dimmed."""
    lit = new_tiles(view, news)
    sheet = Sheet(*CITY, theme)
    width, height = CITY[0] - 2 * theme.margin, CITY[1] - 2 * theme.margin
    canvas = Canvas(width, height, theme)
    draw_frame(canvas, height, None)
    _side(canvas, view, seat, names, news)
    plan = maps.Plan(
        width - SIDE - 1,
        height - 2,
        labelled=True,
        seat=seat,
        lit=lit[seat],
        light=light,
    )
    picture = maps.draw_city(view.cities[seat], plan, theme)
    flat = canvas.quantize()
    inlay(flat, picture, 1, 1, theme.radius - 1)
    sheet.paste(flat, theme.margin, theme.margin)
    left, top = theme.margin + 1, theme.margin + 1
    sheet.light_up((left, top, left + picture.width, top + picture.height))
    return sheet


def _side(
    canvas: Canvas, view: View, seat: Seat, names: Sequence[str], news: Sequence[Event]
) -> None:
    """Draw mark, name and figures on the right: Discord writes ALT over the lower left corner."""
    theme, score = canvas.theme, view.cities[seat].score
    style, left = theme.seats[seat], canvas.width - SIDE
    standing = standings_of(view, names, new_tiles(view, news), news)[seat]
    canvas.round_box((left - 18, 0, canvas.width, 76), style.colour, theme.radius, bottom=False)
    canvas.paste_centred(seat_mark(style, 40, inverted=True), left + 40, 38)
    label = Label(28, style.on_band)
    canvas.text(elide(standing.name, label, SIDE - 92), left + 70, 38, label)
    won = standing.rank == 1
    if won:
        canvas.paste_centred(laurel(160, 116), left + 96, 152)
    elif standing.leads:
        canvas.paste_centred(honour(44, won=False), left + 96, 104)
    tone = m.MEDAL if won else theme.text
    canvas.text(str(score.total), left + 96, 152, Label(54, tone, "bold"), "m")
    canvas.paste_centred(tokens.stone(19), left + 204, 152)
    size = _size_within(str(score.stones), SIDE - 230 - 8)
    canvas.text(str(score.stones), left + 230, 152, Label(size, theme.text))
    canvas.box((left + 24, 228, canvas.width - 24, 229), theme.edge)
    pitch = (canvas.height - 250) / len(m.COLOURS)
    for index, colour in enumerate(m.COLOURS):
        y = round(244 + pitch * (index + 0.5))
        canvas.paste_centred(tokens.mini(colour, 46), left + 66, y)
        panels.points(
            canvas, left + 132, y, panels.Points(colour, score.districts[colour]), (44, 130)
        )


# ---- candidate ------------------------------------------------------------------------------


def draw_candidate(
    preview: Preview, names: Sequence[str], theme: Theme, light: Light = DAY
) -> Sheet:
    """Picture of a city with a candidate tile, its price and its gain."""
    height = ghost.height_for(preview, _MAP_WIDTH, _MAP_HEIGHTS, _LARGEST)
    width, tall = PREVIEW_WIDTH - 2 * _EDGE, _BAND + height
    sheet = Sheet(PREVIEW_WIDTH, tall + 2 * _EDGE, theme)
    canvas = Canvas(width, tall, theme)
    draw_frame(canvas, tall, None, (theme.seats[preview.seat].colour, _BAND))
    _band(canvas, preview, name_of(names, preview.seat))
    _after(canvas, preview)
    plan = maps.Plan(_MAP_WIDTH, height, _LARGEST, labelled=True, seat=preview.seat, light=light)
    map_canvas = ghost.draw_ghost(preview, plan, theme)
    flat = canvas.quantize()
    inlay(flat, map_canvas.quantize(), 0, _BAND, theme.radius - 1)
    sheet.paste(flat, _EDGE, _EDGE)
    top = _EDGE + _BAND
    sheet.light_up((_EDGE, top, _EDGE + map_canvas.width, top + map_canvas.height))
    return sheet


def _band(canvas: Canvas, preview: Preview, name: str) -> None:
    """Draw player, move, price and gain, and stones and score before and after."""
    theme, middle, before = canvas.theme, _BAND // 2, preview.before
    style = theme.seats[preview.seat]
    ink = style.on_band
    stones = change(before.stones, preview.city.stones, ink, (30, 36))
    figures = (
        change(before.total, preview.city.score.total, ink),
        Group((Sign(tokens.stone(17)), stones), 10),
    )
    right = lay_from_right(canvas, figures, canvas.width - 24, middle, 36)
    after: list[Part] = [Text(preview.notation, Label(30, ink, "bold"))]
    if preview.price:
        after.append(panels.stones_chip(f"−{preview.price}", theme.cost, theme))
    if preview.gain:
        after.append(panels.stones_chip(f"+{preview.gain}", theme.gain, theme))
    after += [panels.star_loss_chip(colour, theme) for colour in preview.plazas_covered]
    draw_head(canvas, style, name, middle, ink, right, inverted=True, after=after, gap=24)


def _after(canvas: Canvas, preview: Preview) -> None:
    """Draw the five colours after the move; changed ones on a lighter ground, with the change."""
    theme = canvas.theme
    left, pitch = canvas.width - _BESIDE, (canvas.height - _BAND - 8) / len(m.COLOURS)
    after, before = preview.city.score.districts, preview.before.districts
    for index, colour in enumerate(m.COLOURS):
        middle = round(_BAND + 4 + pitch * (index + 0.5))
        gained = after[colour].points - before[colour].points
        if gained or after[colour] != before[colour]:
            box = (left + 6, middle - 50, canvas.width - 6, middle + 50)
            canvas.round_box(box, theme.panel_lit if gained else theme.groove, 12)
        canvas.paste_centred(tokens.mini(colour, 28), left + 44, middle)
        x, right = left + 84, canvas.width - 14
        if gained:
            words, label = signed(gained), Label(24, theme.last_rim, "bold")
            right -= 24 + width_of(words, label)
            chip = pill(canvas.width - 14 - right, 36, theme.last if gained > 0 else theme.loss)
            canvas.paste(chip, right, middle - 44)
            canvas.text(words, right + 13, middle - 25, label)
        figure = panels.Points(colour, after[colour])
        panels.points(canvas, x, middle + 2, figure, (_size_within(figure.words, right - x), 112))


def _size_within(words: str, room: int) -> int:
    """Size of a figure that has some room."""
    fitting = (size for size in _SIZES if width_of(words, Label(size, (0, 0, 0), "bold")) <= room)
    return next(fitting, _SIZES[-1])


_SIZES = (36, 32, 28, 24)
"""Sizes of points and stones, the first that fits."""
