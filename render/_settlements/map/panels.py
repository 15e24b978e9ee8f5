"""The strip above the map: a panel for each seat, in the order of play.

A panel has a band with the name, the score with the chip of the last turn beside it, a bar for each
project, and two lines of figures. A wide one has name and score in one line.
"""

from __future__ import annotations

import msgspec
from PIL import Image

from render._settlements.look import Look
from render._settlements.map import figures
from render._settlements.map.highlights import SeatHighlights
from render._settlements.map.standings import Ends, SeatPanel, project_counts
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Brush, Canvas
from render.marks import honour, pill, seat_mark
from render.text import Label, elide, width_of
from render.theme import Colour, SeatStyle, Theme, mix
from rules._settlements.pieces import ruleset

POINTER = 12
"""Room below a panel for the pointer of the seat to move."""
BAND = 56
_EDGE = 18
_ROOMY = 460
"""Width from which name and score stand in one line."""
_SCORE = 54
"""Height of the line of the score, where it has one of its own."""
_BAR, _LINE = 30, 43
"""The heights of the bars and of a line of figures."""


def height_of(width: int) -> int:
    """The height of a panel of a width."""
    return BAND + _SCORE * (width < _ROOMY) + _BAR + 2 * _LINE + 7


@memoize
def draw_panel(panel: bytes, look: Look, theme: Theme) -> Image.Image:
    """A panel, given as JSON, in the fixed palette, with the room for the pointer below it."""
    contents = msgspec.json.decode(panel, type=SeatPanel)
    height = height_of(contents.width)
    canvas = Canvas(contents.width, height + POINTER, theme)
    style, roomy = theme.seats[contents.seat], contents.width >= _ROOMY
    _surround(canvas, contents, style, height)
    right = (
        _score(canvas, contents, look, style, BAND // 2)
        if roomy
        else _crown(canvas, contents, style)
    )
    _name(canvas, contents, style, right)
    y = BAND
    if not roomy:
        _score(canvas, contents, look, style, y + _SCORE // 2 + 2)
        y += _SCORE
    _bars(canvas, contents, look, style, y + _BAR // 2)
    y += _BAR + 4
    _stock(canvas, contents, look, y + _LINE // 2)
    _reach(canvas, contents, look, style, y + _LINE + _LINE // 2 - 2)
    return canvas.quantize()


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


def _name(canvas: Canvas, panel: SeatPanel, style: SeatStyle, right: float) -> None:
    middle = BAND // 2 + 1
    canvas.paste_centred(seat_mark(style, 40, panel.to_move), _EDGE + 18, middle)
    name = Label(27, style.on_band if panel.to_move else canvas.theme.text)
    canvas.text(elide(panel.name, name, round(right - _EDGE - 52)), _EDGE + 46, middle, name)


def _crown(canvas: Canvas, panel: SeatPanel, style: SeatStyle) -> float:
    """Draw crown or laurels at the right end of the band. Return where the name has to end."""
    right = panel.width - _EDGE + 4.0
    if not panel.leads:
        return right
    wreath = _honour(panel, style)
    canvas.paste_centred(wreath, right - wreath.width / 2, BAND // 2)
    return right - wreath.width - 8


def _honour(panel: SeatPanel, style: SeatStyle) -> Image.Image:
    return honour(42, won=panel.over, tone=style.on_band if panel.to_move else None)


def _score(canvas: Canvas, panel: SeatPanel, look: Look, style: SeatStyle, y: int) -> float:
    """Draw the number of buildings and the chip of the last turn. Return the left end.

    They stand at the right of a wide panel, with the crown; else in a line of their own.
    """
    theme, roomy = canvas.theme, panel.width >= _ROOMY
    on_band = roomy and panel.to_move
    ink = style.on_band if on_band else theme.text
    small = Label(20, mix(ink, style.colour, 0.25) if on_band else theme.muted)
    large = Label(48, ink, "bold")
    width = width_of(str(panel.built), large)
    if not roomy:
        x = _EDGE + canvas.text(str(panel.built), _EDGE, y, large) + 4
        x += canvas.text(f"/{panel.of}", x, y + 9, small)
        _chip(canvas, panel, look, (x + 10, panel.width - 12.0), y)
        return x
    right = (
        panel.width - _EDGE - canvas.text(f"/{panel.of}", panel.width - _EDGE, y + 9, small, "r")
    )
    right -= canvas.text(str(panel.built), right - 4, y, large, "r") + 16
    if panel.leads:
        wreath = _honour(panel, style)
        canvas.paste_centred(wreath, right - wreath.width / 2, y)
        right -= wreath.width + 12
    return _chip(canvas, panel, look, (_EDGE + 46.0 + width, right), y) - 8


# ---- the last turn ---------------------------------------------------------------------------


def _chip(canvas: Canvas, panel: SeatPanel, look: Look, room: tuple[float, float], y: int) -> float:
    """Draw the bright chip of the last turn at the right end of its room. Return its left end."""
    chip_parts = parts(panel.done, look, canvas.theme.last_rim)
    label = Label(26, canvas.theme.last_rim, "bold")
    while chip_parts and _length(chip_parts, label) > room[1] - room[0]:
        chip_parts.pop()
    if not chip_parts:
        return room[1]
    width = _length(chip_parts, label)
    left = room[1] - width
    canvas.paste(pill(width, 42, canvas.theme.last, canvas.theme.last_rim), left - 2, y - 22)
    x = left + 12
    for sign, words in chip_parts:
        canvas.paste_centred(sign, x + sign.width / 2, y)
        x += sign.width + 4
        x += canvas.text(words, x, y, label) + 10
    return left


def parts(done: SeatHighlights, look: Look, ink: Colour) -> list[tuple[Image.Image, str]]:
    """Icons and texts of the last turn: new buildings, parked buildings, cards."""
    kinds = ruleset(look.key).buildings
    built = [kinds[number].project for number in done.built]
    icons = [(glyphs.project(look, project, 32, ink), "") for project in built]
    if len(built) == 1:
        icons = [(icons[0][0], str(done.built[0]))]
    if done.parked:
        icons.append((figures.token(28, ink), f"+{len(done.parked)}"))
    if done.cards or done.passed:
        icons.append((glyphs.cards(30, ink), f"+{done.cards}"))
    return icons


def _length(told: list[tuple[Image.Image, str]], label: Label) -> int:
    return 12 + sum(sign.width + 14 + width_of(words, label) for sign, words in told)


# ---- projects --------------------------------------------------------------------------------


def _bars(canvas: Canvas, panel: SeatPanel, look: Look, style: SeatStyle, y: int) -> None:
    """Draw the bar of each project; those with a building newly ready have a halo."""
    theme, gap = canvas.theme, 7
    room = panel.width - 2 * _EDGE - gap * (len(panel.projects) - 1)
    width, x = room // len(panel.projects), float(_EDGE)
    x += (room - width * len(panel.projects)) / 2
    fresh = project_counts(look.key, panel.done.parked)
    for project in panel.projects:
        bar = figures.Bar(
            built=project.built, ready=panel.reserve[project.id], total=project.total, width=width
        )
        if project.id in fresh:
            canvas.paste(figures.halo(width, theme.last), x - 4, y - 13)
        canvas.paste(figures.bar(bar, style, theme), x, y - 9)
        x += width + gap


# ---- figures ---------------------------------------------------------------------------------


def _stock(canvas: Canvas, panel: SeatPanel, look: Look, y: int) -> None:
    """Draw cards, the four stacks on the right, and workers between them where there is room."""
    theme, step = canvas.theme, 37 if panel.width < _ROOMY else 46
    x = _figure(canvas, glyphs.cards(32, theme.text), panel.cards, _EDGE, y)
    if panel.width >= _WITH_BONUS:
        _figure(canvas, glyphs.bonus(look, 34, theme.text), panel.bonus, max(x + 18, 106), y)
    for index, size in enumerate(panel.stacks):
        x = panel.width - _EDGE + 3 - step * (3.5 - index)
        if index in panel.done.stacks:
            canvas.paste_centred(figures.pile_halo(theme), x, y + 1)
        canvas.paste_centred(figures.pile(min(size, 3), index == 3, theme), x, y + 1)
        ink = theme.text if index == 3 else theme.ink
        style = Label(20, ink if size else theme.faint, "bold")
        canvas.text(str(size), x, y - 2 * min(size, 3) + 5, style, "m")


_WITH_BONUS = 320
"""Width from which workers stand beside the cards; else they stand beside the settlements."""


def _reach(canvas: Canvas, panel: SeatPanel, look: Look, style: SeatStyle, y: int) -> None:
    """Draw the number of settlements, and the two cities nearest to being joined."""
    theme = canvas.theme
    x = _figure(canvas, figures.cluster(30, theme.text), panel.settlements, _EDGE + 1, y)
    if panel.width < _WITH_BONUS:
        x = _figure(canvas, glyphs.bonus(look, 34, theme.text), panel.bonus, x + 10, y)
    if panel.link is not None:
        _link(canvas, panel.link, look, style, (x + 14, panel.width - _EDGE + 4.0), y)


def _figure(canvas: Canvas, sign: Image.Image, number: int, x: float, y: int) -> float:
    """Draw a sign and its number. Return where the number ends."""
    canvas.paste_centred(sign, x + sign.width / 2, y)
    x += sign.width + 6
    return x + canvas.text(str(number), x, y, Label(28, canvas.theme.text, "bold"))


def _link(
    canvas: Canvas,
    link: Ends,
    look: Look,
    style: SeatStyle,
    room: tuple[float, float],
    y: int,
) -> None:
    """Draw the emblems of two cities and a bar with the number of missing buildings."""
    theme, (left, right) = canvas.theme, room
    first, second = (figures.emblem(look, city, 42) for city in link.cities)
    label, number = Label(20, theme.muted, "serif"), Label(28, theme.text, "bold")
    named = [width_of(name, label) + 8 for name in link.names]
    if sum(named) + 2 * first.width + _BETWEEN <= right - left:
        right -= canvas.text(link.names[1], right, y, label, "r") + 8
        left = right - 2 * first.width - max(_BETWEEN, min(150, right - left - sum(named)))
        canvas.text(link.names[0], left - 8, y, label, "r")
    left = max(left, right - 2 * first.width - 150)
    canvas.paste_centred(first, left + first.width / 2, y)
    canvas.paste_centred(second, right - second.width / 2, y)
    ends = left + first.width - 3, right - second.width + 3
    tone = style.bright if link.missing else theme.gold
    for low, high in _pieces(ends, width_of(str(link.missing), number) if link.missing else 0):
        canvas.box((round(low), y - 3, round(high), y + 3), tone)
    if link.missing:
        canvas.text(str(link.missing), sum(ends) / 2, y, number, "m")


_BETWEEN = 56
"""Least distance between two emblems."""


def _pieces(ends: tuple[float, float], gap: int) -> list[tuple[float, float]]:
    """Ends of the bar, in two pieces where a number interrupts it."""
    if not gap:
        return [ends]
    middle, half = sum(ends) / 2, gap / 2 + 5
    return [(ends[0], middle - half), (middle + half, ends[1])]
