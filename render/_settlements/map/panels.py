"""The strip above the map: a panel for each seat, in the order of play.

A panel has a band with the name, the score with the chip of the last turn beside it, a bar for each
project, and two lines of figures. A wide one has name and score in one line, and all figures in
another.
"""

from __future__ import annotations

import msgspec
from PIL import Image

from render import type_scale
from render._settlements.look import Look
from render._settlements.map import figures
from render._settlements.map.highlights import SeatHighlights
from render._settlements.map.standings import SeatPanel, project_counts
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Brush, Canvas
from render.marks import honour, pill, seat_mark
from render.text import Label, elide, width_of
from render.theme import Colour, SeatStyle, Theme, mix
from rules._settlements.pieces import ruleset

POINTER = 12
"""Room below a panel for the pointer of the seat to move."""
BAND = 54
_EDGE = 14
_ROOMY = 600
"""Width from which name and score stand in one line."""
_SCORE = 54
"""Height of the line of the score, where it has one of its own."""
_BAR, _LINE = 28, 43
"""The heights of the bars and of a line of figures."""
_MARK, _SIGN, _CHIP = 40, 35, 44
"""Sizes of a seat's mark, of signs and of the chip."""


def height_of(width: int, *, brief: bool = False) -> int:
    """The height of a panel of a width; a `brief` one has no lines of figures."""
    roomy = width >= _ROOMY
    figure_lines = 0 if brief else 1 if roomy else 2
    return BAND + _BAR + 10 + (0 if roomy else _SCORE) + figure_lines * _LINE


@memoize
def draw_panel(panel: bytes, look: Look, theme: Theme) -> Image.Image:
    """A panel, given as JSON, in the fixed palette, with the room for the pointer below it."""
    contents = msgspec.json.decode(panel, type=SeatPanel)
    height = height_of(contents.width, brief=contents.brief)
    roomy = _is_roomy(contents)
    canvas = Canvas(contents.width, height + POINTER, theme)
    style = theme.seats[contents.seat]
    _surround(canvas, contents, style, height)
    y, right = BAND, contents.width - _EDGE // 2
    if roomy:
        right = round(_score(canvas, contents, look, style, BAND // 2))
    else:
        _score(canvas, contents, look, style, BAND + _SCORE // 2 + 2)
        y += _SCORE
    _name(canvas, contents, style, right)
    _bars(canvas, contents, look, style, y + _BAR // 2)
    if contents.brief:
        return canvas.quantize()
    y += _BAR + 4 + _LINE // 2
    x = _stock(canvas, contents, look, y)
    if not roomy:
        x, y = _EDGE, y + _LINE
    _reach(canvas, contents, x, y)
    return canvas.quantize()


def _is_roomy(panel: SeatPanel) -> bool:
    return panel.width >= _ROOMY


def _surround(canvas: Canvas, panel: SeatPanel, style: SeatStyle, height: int) -> None:
    theme, right = canvas.theme, panel.width
    frame = 4 if panel.to_move or (panel.over and panel.leads) else 1
    tone = style.colour if panel.to_move else theme.gold if frame > 1 else theme.edge
    canvas.round_box((0, 0, right, height), tone, theme.radius)
    inner = (frame, frame, right - frame, height - frame)
    canvas.round_box(inner, theme.panel, theme.radius - frame + 1)
    if panel.to_move:
        canvas.round_box((0, 0, right, BAND), style.colour, theme.radius, bottom=False)
        canvas.paste_centred(_pointer(style.colour), right / 2, height + POINTER / 2 - 1)


@memoize
def _pointer(tone: Colour) -> Image.Image:
    brush = Brush(36, POINTER + 2)
    brush.polygon([(0, 0), (36, 0), (18, POINTER + 2)], tone)
    return brush.reduce()


# ---- who, and how far ------------------------------------------------------------------------


def _name(canvas: Canvas, panel: SeatPanel, style: SeatStyle, right: int) -> None:
    middle, left = BAND // 2 + 1, _EDGE + _MARK + 6
    mark = seat_mark(style, _MARK, panel.to_move)
    canvas.paste_centred(mark, _EDGE + _MARK // 2, middle)
    name = Label(type_scale.NAME, style.on_band if panel.to_move else canvas.theme.text)
    canvas.text(elide(panel.name, name, right - left), left, middle, name)


def _score(canvas: Canvas, panel: SeatPanel, look: Look, style: SeatStyle, y: int) -> float:
    """Draw the number of buildings, crown or laurels, and the chip. Return the left end.

    They stand at the right of a wide panel, else in a line of their own. A golden chain says that
    joining two cities has won.
    """
    theme, roomy = canvas.theme, _is_roomy(panel)
    on_band = roomy and panel.to_move
    ink = style.on_band if on_band else theme.text
    small = Label(type_scale.FIGURE, mix(ink, style.colour, 0.25) if on_band else theme.muted)
    large = Label(type_scale.SCORE, ink, "bold")
    words = str(panel.built), f"/{panel.of}"
    signs = [figures.links(58, theme.gold)] if panel.joined else []
    if panel.leads:
        signs.append(honour(42, won=panel.over, tone=style.on_band if on_band else None))
    needed = width_of(words[0], large) + 2 + width_of(words[1], small)
    needed += sum(sign.width + 10 for sign in signs)
    left, right = _EDGE, panel.width - _EDGE
    if roomy:
        left = right - needed
        right = left - 14
    if panel.threat == "last":
        small, large = (
            Label(type_scale.FIGURE, theme.ink, "bold"),
            Label(type_scale.SCORE, theme.ink, "bold"),
        )
        _warn(
            canvas, left, width_of(words[0], large) + 2 + width_of(words[1], small), y, _SCORE - 6
        )
    x = left + canvas.text(words[0], left, y, large) + 2
    x += canvas.text(words[1], x, y + 7, small)
    for sign in signs:
        canvas.paste_centred(sign, x + 10 + sign.width / 2, y)
        x += sign.width + 10
    return _chip(canvas, panel, look, (_ROOMY // 2 if roomy else left + needed + 10, right), y)


# ---- the last turn ---------------------------------------------------------------------------


def _chip(canvas: Canvas, panel: SeatPanel, look: Look, room: tuple[float, float], y: int) -> float:
    """Draw the bright chip of the last turn at the right end of its room. Return its left end."""
    chip_parts = parts(panel.done, look, canvas.theme.last_rim)
    label = Label(type_scale.FIGURE, canvas.theme.last_rim, "bold")
    while chip_parts and _length(chip_parts, label) > room[1] - room[0]:
        chip_parts.pop()
    if not chip_parts:
        return room[1]
    width = _length(chip_parts, label)
    left = room[1] - width
    chip = pill(width, _CHIP, canvas.theme.last, canvas.theme.last_rim)
    canvas.paste(chip, left - 2, y - _CHIP // 2 - 1)
    x = left + 8
    for sign, words in chip_parts:
        canvas.paste_centred(sign, x + sign.width / 2, y)
        x += sign.width + 2
        x += canvas.text(words, x, y, label) + 6
    return left - 8


def parts(done: SeatHighlights, look: Look, ink: Colour) -> list[tuple[Image.Image, str]]:
    """Icons and texts of the last turn: new buildings, parked buildings, cards."""
    kinds = ruleset(look.key).buildings
    built = [kinds[number].project for number in done.built]
    icons = [(glyphs.project(look, project, _SIGN, ink), "") for project in built]
    if len(built) == 1:
        icons = [(icons[0][0], str(done.built[0]))]
    if done.parked:
        icons.append((figures.token(_SIGN - 4, ink), f"+{len(done.parked)}"))
    if done.cards or done.passed:
        icons.append((glyphs.cards(_SIGN - 2, ink), f"+{done.cards}"))
    return icons


def _length(parts: list[tuple[Image.Image, str]], label: Label) -> int:
    return 10 + sum(sign.width + 8 + width_of(words, label) for sign, words in parts)


# ---- projects --------------------------------------------------------------------------------


def _bars(canvas: Canvas, panel: SeatPanel, look: Look, style: SeatStyle, y: int) -> None:
    """Draw the bar of each project; those with a building newly ready have a halo."""
    theme, gap, tall = canvas.theme, 6, figures.TALL
    room = panel.width - 2 * _EDGE - gap * (len(panel.projects) - 1)
    width = room // len(panel.projects)
    x = _EDGE + (room - width * len(panel.projects)) / 2
    fresh = project_counts(look.key, panel.done.parked)
    for project in panel.projects:
        bar = figures.Bar(project.built, panel.reserve[project.id], project.total, width, tall)
        if project.id in fresh:
            canvas.paste(figures.halo(width, tall, theme.last), x - 4, y - tall // 2 - 4)
        canvas.paste(figures.bar(bar, style, theme), x, y - tall // 2)
        x += width + gap


# ---- figures ---------------------------------------------------------------------------------


def _stock(canvas: Canvas, panel: SeatPanel, look: Look, y: int) -> float:
    """Draw cards, workers and settlements. Return where they end."""
    theme, x = canvas.theme, float(_EDGE)
    for sign, number in (
        (glyphs.cards(_SIGN, theme.text), panel.cards),
        (glyphs.bonus(look, _SIGN, theme.text), panel.bonus),
        (figures.cluster(_SIGN, theme.text), panel.settlements),
    ):
        x = _figure(canvas, sign, number, x, y)
    return x


def _reach(canvas: Canvas, panel: SeatPanel, x: float, y: int) -> None:
    """Draw the number of buildings missing to join two cities, and the stacks on the right."""
    theme = canvas.theme
    if panel.threat == "link":
        missing = "" if panel.link is None else str(panel.link)
        label = Label(type_scale.FIGURE, theme.ink, "bold")
        _warn(canvas, x, _LINKS + 4 + width_of(missing, label), y, _LINE - 5)
        canvas.paste_centred(figures.links(_LINKS, theme.ink), x + _LINKS / 2, y)
        canvas.text(missing, x + _LINKS + 4, y, label)
    elif panel.link is not None:
        _figure(canvas, figures.links(_LINKS, theme.text), panel.link, x, y)
    for index, size in enumerate(panel.stacks):
        place = panel.width - _EDGE - _STEP * (3.5 - index)
        if index in panel.done.stacks:
            canvas.paste_centred(figures.pile_halo(theme), place, y)
        canvas.paste_centred(figures.pile(min(size, 3), index == 3, theme), place, y)
        ink = theme.text if index == 3 else theme.ink
        style = Label(type_scale.FIGURE, ink if size else theme.faint, "bold")
        canvas.text(str(size), place, y + 4 - 2 * min(size, 3), style, "m")


def _warn(canvas: Canvas, left: float, width: int, y: int, tall: int) -> None:
    """Lay the ground of a figure by which a seat could win with its next turn."""
    chip = pill(width + 16, tall, canvas.theme.loss)
    canvas.paste(chip, left - 9, y - chip.height // 2 + 1)


_STEP, _LINKS = 38, 48
"""Distance between two stacks, and width of the sign of a link."""


def _figure(canvas: Canvas, sign: Image.Image, number: int, x: float, y: int) -> float:
    """Draw a sign and its number. Return where the next one begins."""
    canvas.paste_centred(sign, x + sign.width / 2, y)
    x += sign.width + 4
    return (
        x + canvas.text(str(number), x, y, Label(type_scale.FIGURE, canvas.theme.text, "bold")) + 12
    )
