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
from render.canvas import Canvas
from render.marks import honour
from render.panel import (
    POINTER,
    Chip,
    Group,
    Part,
    Sign,
    Text,
    draw_frame,
    draw_head,
    draw_pointer,
    figure,
    lay_from_left,
    lay_from_right,
)
from render.text import Label
from render.theme import Colour, SeatStyle, Theme, mix
from rules._settlements.pieces import ruleset

BAND = 54
_EDGE = 14
_ROOMY = 600
"""Width from which name and score stand in one line."""
_SCORE = 54
"""Height of the line of the score, where it has one of its own."""
_BAR, _LINE = 28, 43
"""The heights of the bars and of a line of figures."""
_SIGN, _CHIP = 35, 44
"""Sizes of signs and of the chip."""


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
    canvas = Canvas(contents.width, height + POINTER, theme)
    style = theme.seats[contents.seat]
    _head(canvas, contents, look, style, height)
    y = BAND if contents.width >= _ROOMY else BAND + _SCORE
    _bars(canvas, contents, look, style, y + _BAR // 2)
    if contents.brief:
        return canvas.quantize()
    y += _BAR + 4 + _LINE // 2
    x = lay_from_left(canvas, _stock(contents, look, theme), _EDGE, y)
    if contents.width < _ROOMY:
        x, y = _EDGE, y + _LINE
    _reach(canvas, contents, x, y)
    return canvas.quantize()


# ---- who, and how far ------------------------------------------------------------------------


def _head(canvas: Canvas, panel: SeatPanel, look: Look, style: SeatStyle, height: int) -> None:
    """Draw frame, mark and name, and score and chip: at the right, or in a line of their own."""
    theme, roomy = canvas.theme, panel.width >= _ROOMY
    won = panel.over and panel.leads
    tone = style.colour if panel.to_move else theme.gold if won else None
    draw_frame(canvas, height, tone, (style.colour, BAND) if panel.to_move else None)
    if panel.to_move:
        draw_pointer(canvas, panel.width / 2, height, style.colour)
    middle, right = BAND // 2 + 1, float(panel.width - _EDGE)
    if roomy:
        left = _score(canvas, panel, style, middle)
        right = _chip(canvas, panel, look, (panel.width / 2, left), middle)
    else:
        y = BAND + _SCORE // 2 + 2
        left = _score(canvas, panel, style, y)
        _chip(canvas, panel, look, (left, right), y)
    ink = style.on_band if panel.to_move else theme.text
    draw_head(canvas, style, panel.name, middle, ink, right, inverted=panel.to_move)


def _score(canvas: Canvas, panel: SeatPanel, style: SeatStyle, y: int) -> float:
    """Draw the number of buildings, crown or laurels: at the right of a wide panel, else left.

    A golden chain says that joining two cities has won. Return its inner end.
    """
    theme, roomy = canvas.theme, panel.width >= _ROOMY
    on_band, warns = roomy and panel.to_move, panel.threat == "last"
    ink = theme.ink if warns else style.on_band if on_band else theme.text
    muted = ink if warns else mix(ink, style.colour, 0.25) if on_band else theme.muted
    built = Text(str(panel.built), Label(type_scale.SCORE, ink, "bold"))
    total = Text(f"/{panel.of}", Label(type_scale.FIGURE, muted), 7)
    words = Group((built, total), 2)
    parts: list[Part] = [_warning((words,), theme, _SCORE - 6) if warns else words]
    if panel.joined:
        parts.append(Sign(figures.links(58, theme.gold)))
    if panel.leads:
        parts.append(Sign(honour(42, won=panel.over, tone=style.on_band if on_band else None)))
    if roomy:
        return lay_from_right(canvas, [Group(tuple(parts), 10)], panel.width - _EDGE, y)
    return lay_from_left(canvas, parts, _EDGE - _JUT * warns, y, 10)


def _warning(parts: tuple[Part, ...], theme: Theme, height: int) -> Chip:
    """A figure by which a seat could win with its next turn."""
    return Chip(parts, theme.loss, height=height, pad=_JUT)


# ---- the last turn ---------------------------------------------------------------------------


def _chip(canvas: Canvas, panel: SeatPanel, look: Look, room: tuple[float, float], y: int) -> float:
    """Draw the bright chip of the last turn at the right end of its room, as much as fits in.

    Return the left end.
    """
    theme, (left, right) = canvas.theme, room
    label = Label(type_scale.FIGURE, theme.last_rim, "bold")
    groups = [
        Group((Sign(sign), Text(words, label)), 2)
        for sign, words in parts(panel.done, look, theme.last_rim)
    ]
    while groups:
        chip = Chip(tuple(groups), theme.last, theme.last_rim, _CHIP, 6, 10)
        if chip.width <= right - left:
            return lay_from_right(canvas, [chip], right, y, 8)
        groups.pop()
    return right


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


def _stock(panel: SeatPanel, look: Look, theme: Theme) -> list[Part]:
    """Cards, workers and settlements."""
    return [
        figure(glyphs.cards(_SIGN, theme.text), panel.cards, _figure_label(theme)),
        figure(glyphs.bonus(look, _SIGN, theme.text), panel.bonus, _figure_label(theme)),
        figure(figures.cluster(_SIGN, theme.text), panel.settlements, _figure_label(theme)),
    ]


def _figure_label(theme: Theme) -> Label:
    return Label(type_scale.FIGURE, theme.text, "bold")


def _reach(canvas: Canvas, panel: SeatPanel, x: float, y: int) -> None:
    """Draw the number of buildings missing to join two cities, and the stacks on the right."""
    theme = canvas.theme
    if panel.threat == "link":
        missing = Text(
            "" if panel.link is None else str(panel.link),
            Label(type_scale.FIGURE, theme.ink, "bold"),
        )
        parts = Sign(figures.links(_LINKS, theme.ink)), missing
        _warning(parts, theme, _LINE - 5).lay(canvas, x - _JUT, y)
    elif panel.link is not None:
        link = figures.links(_LINKS, theme.text)
        figure(link, panel.link, _figure_label(theme)).lay(canvas, x, y)
    for index, size in enumerate(panel.stacks):
        place = panel.width - _EDGE - _STEP * (3.5 - index)
        if index in panel.done.stacks:
            canvas.paste_centred(figures.pile_halo(theme), place, y)
        figures.lay_pile(canvas, size, place, y, base=index == 3)


_STEP, _LINKS, _JUT = 38, 48, 8
"""Distance between two stacks, width of the sign of a link, ends of a warning beside its parts."""
