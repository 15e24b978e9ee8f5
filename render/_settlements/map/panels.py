"""The strip above the map: a panel for each seat, in the order of play.

A panel has a band with the name, the score with the chip of the last turn beside it, a bar for each
project, and two lines of figures. A wide one has name and score in one line.
"""

from __future__ import annotations

from math import ceil

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
_NARROWEST, _STEPS = 1200, 12
"""Width of a sheet on which a panel has the sizes given here; larger ones grow in steps."""


def unit_of(sheet: int) -> float:
    """Scale of the panels on a sheet: a phone shows every sheet equally wide."""
    return max(1.0, ceil(_STEPS * sheet / _NARROWEST) / _STEPS)


def height_of(width: int, unit: float = 1.0) -> int:
    """The height of a panel of a width, in a scale."""
    return round((BAND + _SCORE * (width < _ROOMY * unit) + _BAR + 2 * _LINE + 7) * unit)


@memoize
def draw_panel(panel: bytes, look: Look, theme: Theme) -> Image.Image:
    """A panel, given as JSON, in the fixed palette, with the room for the pointer below it."""
    contents = msgspec.json.decode(panel, type=SeatPanel)
    unit = contents.unit
    height = height_of(contents.width, unit)
    canvas = Canvas(contents.width, height + POINTER, theme)
    style, roomy = theme.seats[contents.seat], _is_roomy(contents)
    _surround(canvas, contents, style, height)
    right = (
        _score(canvas, contents, look, style, round(BAND * unit / 2))
        if roomy
        else _crown(canvas, contents, style)
    )
    _name(canvas, contents, style, right)
    y = BAND * unit
    if not roomy:
        _score(canvas, contents, look, style, round(y + (_SCORE / 2 + 2) * unit))
        y += _SCORE * unit
    _bars(canvas, contents, look, style, round(y + _BAR * unit / 2))
    y += (_BAR + 4) * unit
    _stock(canvas, contents, look, round(y + _LINE * unit / 2))
    _reach(canvas, contents, look, style, round(y + (1.5 * _LINE - 2) * unit))
    return canvas.quantize()


def _is_roomy(panel: SeatPanel) -> bool:
    return panel.width >= _ROOMY * panel.unit


def _surround(canvas: Canvas, panel: SeatPanel, style: SeatStyle, height: int) -> None:
    theme, right = canvas.theme, panel.width
    frame = 4 if panel.to_move or (panel.over and panel.leads) else 1
    tone = style.colour if panel.to_move else theme.gold if frame > 1 else theme.edge
    canvas.round_box((0, 0, right, height), tone, theme.radius)
    inner = (frame, frame, right - frame, height - frame)
    canvas.round_box(inner, theme.panel, theme.radius - frame + 1)
    if panel.to_move:
        band = round(BAND * panel.unit)
        canvas.round_box((0, 0, right, band), style.colour, theme.radius, bottom=False)
        canvas.paste_centred(_pointer(style.colour), right / 2, height + POINTER / 2 - 1)


@memoize
def _pointer(tone: Colour) -> Image.Image:
    brush = Brush(36, POINTER + 2)
    brush.polygon([(0, 0), (36, 0), (18, POINTER + 2)], tone)
    return brush.reduce()


# ---- who, and how far ------------------------------------------------------------------------


def _name(canvas: Canvas, panel: SeatPanel, style: SeatStyle, right: float) -> None:
    unit = panel.unit
    middle = round(BAND * unit / 2) + 1
    mark = seat_mark(style, round(40 * unit), panel.to_move)
    canvas.paste_centred(mark, (_EDGE + 18) * unit, middle)
    name = Label(round(28 * unit), style.on_band if panel.to_move else canvas.theme.text)
    left = (_EDGE + 44) * unit
    canvas.text(elide(panel.name, name, round(right - left - 6 * unit)), left, middle, name)


def _crown(canvas: Canvas, panel: SeatPanel, style: SeatStyle) -> float:
    """Draw crown or laurels at the right end of the band. Return where the name has to end."""
    unit = panel.unit
    right = panel.width - (_EDGE - 4) * unit
    if not panel.leads:
        return right
    wreath = _honour(panel, style)
    canvas.paste_centred(wreath, right - wreath.width / 2, BAND * unit / 2)
    return right - wreath.width - 8 * unit


def _honour(panel: SeatPanel, style: SeatStyle) -> Image.Image:
    tone = style.on_band if panel.to_move else None
    return honour(round(42 * panel.unit), won=panel.over, tone=tone)


def _score(canvas: Canvas, panel: SeatPanel, look: Look, style: SeatStyle, y: int) -> float:
    """Draw the number of buildings and the chip of the last turn. Return the left end.

    They stand at the right of a wide panel, with the crown; else in a line of their own. A golden
    chain before the number says that joining two cities has won.
    """
    theme, roomy, unit = canvas.theme, _is_roomy(panel), panel.unit
    on_band = roomy and panel.to_move
    ink = style.on_band if on_band else theme.text
    small = Label(round(22 * unit), mix(ink, style.colour, 0.25) if on_band else theme.muted)
    large = Label(round(50 * unit), ink, "bold")
    lower, edge = round(9 * unit), _EDGE * unit
    chain = figures.links(round(58 * unit), theme.gold) if panel.joined else None
    if not roomy:
        x = edge
        if chain:
            canvas.paste_centred(chain, x + chain.width / 2, y)
            x += chain.width + 10 * unit
        x += canvas.text(str(panel.built), x, y, large) + 4
        x += canvas.text(f"/{panel.of}", x, y + lower, small)
        _chip(canvas, panel, look, (x + 10 * unit, panel.width - 12 * unit), y)
        return x
    right = panel.width - edge
    right -= canvas.text(f"/{panel.of}", right, y + lower, small, "r")
    right -= canvas.text(str(panel.built), right - 4, y, large, "r") + 16 * unit
    signs = [chain] if chain else []
    for sign in [*signs, *([_honour(panel, style)] if panel.leads else [])]:
        canvas.paste_centred(sign, right - sign.width / 2, y)
        right -= sign.width + 12 * unit
    width = width_of(str(panel.built), large)
    return _chip(canvas, panel, look, (edge + 46 * unit + width, right), y) - 8 * unit


# ---- the last turn ---------------------------------------------------------------------------


def _chip(canvas: Canvas, panel: SeatPanel, look: Look, room: tuple[float, float], y: int) -> float:
    """Draw the bright chip of the last turn at the right end of its room. Return its left end."""
    unit = panel.unit
    chip_parts = parts(panel.done, look, canvas.theme.last_rim, unit)
    label = Label(round(28 * unit), canvas.theme.last_rim, "bold")
    while chip_parts and _length(chip_parts, label, unit) > room[1] - room[0]:
        chip_parts.pop()
    if not chip_parts:
        return room[1]
    width = _length(chip_parts, label, unit)
    left, height = room[1] - width, round(42 * unit)
    chip = pill(width, height, canvas.theme.last, canvas.theme.last_rim)
    canvas.paste(chip, left - 2, y - height // 2 - 1)
    x = left + 12 * unit
    for sign, words in chip_parts:
        canvas.paste_centred(sign, x + sign.width / 2, y)
        x += sign.width + 4 * unit
        x += canvas.text(words, x, y, label) + 10 * unit
    return left


def parts(
    done: SeatHighlights, look: Look, ink: Colour, unit: float = 1.0
) -> list[tuple[Image.Image, str]]:
    """Icons and texts of the last turn: new buildings, parked buildings, cards."""
    kinds = ruleset(look.key).buildings
    built = [kinds[number].project for number in done.built]
    icons = [(glyphs.project(look, project, 2 * round(16 * unit), ink), "") for project in built]
    if len(built) == 1:
        icons = [(icons[0][0], str(done.built[0]))]
    if done.parked:
        icons.append((figures.token(round(28 * unit), ink), f"+{len(done.parked)}"))
    if done.cards or done.passed:
        icons.append((glyphs.cards(2 * round(15 * unit), ink), f"+{done.cards}"))
    return icons


def _length(parts: list[tuple[Image.Image, str]], label: Label, unit: float) -> int:
    widths = (sign.width + 14 * unit + width_of(words, label) for sign, words in parts)
    return round(12 * unit + sum(widths))


# ---- projects --------------------------------------------------------------------------------


def _bars(canvas: Canvas, panel: SeatPanel, look: Look, style: SeatStyle, y: int) -> None:
    """Draw the bar of each project; those with a building newly ready have a halo."""
    theme, unit = canvas.theme, panel.unit
    gap, tall = round(7 * unit), round(figures.TALL * unit)
    room = panel.width - 2 * _EDGE * unit - gap * (len(panel.projects) - 1)
    width, x = int(room // len(panel.projects)), _EDGE * unit
    x += (room - width * len(panel.projects)) / 2
    fresh = project_counts(look.key, panel.done.parked)
    for project in panel.projects:
        bar = figures.Bar(
            project.built, panel.reserve[project.id], project.total, width=width, tall=tall
        )
        if project.id in fresh:
            canvas.paste(figures.halo(width, tall, theme.last), x - 4, y - tall // 2 - 4)
        canvas.paste(figures.bar(bar, style, theme), x, y - tall // 2)
        x += width + gap


# ---- figures ---------------------------------------------------------------------------------


def _stock(canvas: Canvas, panel: SeatPanel, look: Look, y: int) -> None:
    """Draw cards, the four stacks on the right, and workers between them where there is room."""
    theme, unit = canvas.theme, panel.unit
    step = (46 if _is_roomy(panel) else 37) * unit
    sign = glyphs.cards(2 * round(16 * unit), theme.text)
    x = _figure(canvas, sign, panel.cards, _EDGE * unit, y, unit)
    if panel.width >= _WITH_BONUS * unit:
        sign = glyphs.bonus(look, 2 * round(17 * unit), theme.text)
        _figure(canvas, sign, panel.bonus, max(x + 18 * unit, 106 * unit), y, unit)
    for index, size in enumerate(panel.stacks):
        x = panel.width - (_EDGE - 3) * unit - step * (3.5 - index)
        if index in panel.done.stacks:
            canvas.paste_centred(figures.pile_halo(unit, theme), x, y + unit)
        canvas.paste_centred(figures.pile(min(size, 3), index == 3, unit, theme), x, y + unit)
        ink = theme.text if index == 3 else theme.ink
        style = Label(round(27 * unit), ink if size else theme.faint, "bold")
        canvas.text(str(size), x, y + (5 - 2 * min(size, 3)) * unit, style, "m")


_WITH_BONUS = 320
"""Width from which workers stand beside the cards; else they stand beside the settlements."""


def _reach(canvas: Canvas, panel: SeatPanel, look: Look, style: SeatStyle, y: int) -> None:
    """Draw the number of settlements, and the two cities nearest to being joined.

    All is as large as there is room for.
    """
    for share in _SHARES:
        unit = panel.unit * share
        numbers = _numbers_of_reach(panel, look, canvas.theme, unit)
        widths = [_figure_width(sign, number, unit) for sign, number in numbers]
        needed = sum(widths) + 10 * unit * len(widths) + _link_width(panel.link, unit)
        if needed <= panel.width - 2 * _EDGE * panel.unit:
            break
    x = (_EDGE + 1) * panel.unit - 10 * unit
    for sign, number in numbers:
        x = _figure(canvas, sign, number, x + 10 * unit, y, unit)
    if panel.link is not None:
        room = x + 14 * unit, panel.width - (_EDGE - 4) * panel.unit
        _link(canvas, panel.link, look, style, room, y, unit)


_SHARES = (1.0, 0.88, 0.76, 0.66)
"""Sizes of the last line of a narrow panel: the first that fits."""


def _numbers_of_reach(
    panel: SeatPanel, look: Look, theme: Theme, unit: float
) -> list[tuple[Image.Image, int]]:
    """Signs and numbers before the link: settlements; workers where they have no room above."""
    numbers = [(figures.cluster(round(30 * unit), theme.text), panel.settlements)]
    if panel.width < _WITH_BONUS * panel.unit:
        numbers.append((glyphs.bonus(look, 2 * round(17 * unit), theme.text), panel.bonus))
    return numbers


def _link_width(link: Ends | None, unit: float) -> float:
    """Least width of a link: two emblems, and the number of missing buildings between them."""
    if link is None:
        return 0
    label = Label(round(28 * unit), (0, 0, 0), "bold")
    return 4 * round(21 * unit) + 4 + (width_of(str(link.missing), label) if link.missing else 0)


def _figure(canvas: Canvas, sign: Image.Image, number: int, x: float, y: int, unit: float) -> float:
    """Draw a sign and its number. Return where the number ends."""
    canvas.paste_centred(sign, x + sign.width / 2, y)
    x += sign.width + 6 * unit
    label = Label(round(28 * unit), canvas.theme.text, "bold")
    return x + canvas.text(str(number), x, y, label)


def _figure_width(sign: Image.Image, number: int, unit: float) -> float:
    """Width of a sign and its number."""
    label = Label(round(28 * unit), (0, 0, 0), "bold")
    return sign.width + 6 * unit + width_of(str(number), label)


def _link(
    canvas: Canvas,
    link: Ends,
    look: Look,
    style: SeatStyle,
    room: tuple[float, float],
    y: int,
    unit: float,
) -> None:
    """Draw the emblems of two cities and a bar with the number of missing buildings."""
    theme, (left, right) = canvas.theme, room
    first, second = (figures.emblem(look, city, 2 * round(21 * unit)) for city in link.cities)
    label = Label(round(24 * unit), theme.muted, "serif")
    number = Label(round(28 * unit), theme.text, "bold")
    named = [width_of(name, label) + 8 * unit for name in link.names]
    between, longest = _BETWEEN * unit, 150 * unit
    if sum(named) + 2 * first.width + between <= right - left:
        right -= canvas.text(link.names[1], right, y, label, "r") + 8 * unit
        left = right - 2 * first.width - max(between, min(longest, right - left - sum(named)))
        canvas.text(link.names[0], left - 8 * unit, y, label, "r")
    left = max(left, right - 2 * first.width - longest)
    canvas.paste_centred(first, left + first.width / 2, y)
    canvas.paste_centred(second, right - second.width / 2, y)
    ends, half = (left + first.width - 3, right - second.width + 3), round(3 * unit)
    tone = style.bright if link.missing else theme.gold
    for low, high in _pieces(ends, width_of(str(link.missing), number) if link.missing else 0):
        canvas.box((round(low), y - half, round(high), y + half), tone)
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
