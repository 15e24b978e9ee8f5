"""The strip above the map: for each seat its panel, in the order of play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from PIL import Image

from render._settlements import cities, glyphs
from render._settlements.frame import hex_points
from render._settlements.look import Look
from render.canvas import Brush, Canvas
from render.hexes import Point
from render.marks import laurel, seat_mark
from render.text import Label, fitted, width_of
from render.theme import Colour, SeatStyle, Theme, mix
from rules._settlements.links import links
from rules._settlements.view import Project, View
from rules.contract import Seat

HEIGHT = 188
POINTER = 12
"""Room below a panel for the pointer of the seat to move."""
BAND = 64
_CELLS = 80
_FIGURES = 124
_LINK = 164
_ROOMY = 420


class SeatPanel(msgspec.Struct, frozen=True):
    """What a seat's panel shows; equal panels are the same pixels."""

    seat: Seat
    name: str
    width: int
    built: int
    of: int
    projects: tuple[Project, ...]
    cards: int
    bonus: int
    settlements: int
    stacks: tuple[int, ...]
    link: tuple[str, str, int] | None
    """The two cities that it can join with the fewest further buildings, and how many."""
    to_move: bool
    leads: bool
    over: bool


def panels_of(view: View, names: Sequence[str], width: int) -> list[SeatPanel]:
    """The panels of a view."""
    counts = [len(player.built) for player in view.players]
    return [
        SeatPanel(
            seat=seat,
            name=name_of(names, seat),
            width=width,
            built=counts[seat],
            of=sum(project.total for project in player.projects),
            projects=player.projects,
            cards=player.cards,
            bonus=player.bonus,
            settlements=len(player.settlements),
            stacks=player.stacks,
            link=nearest_link(view, seat),
            to_move=view.result is None and view.turn.seat == seat,
            leads=_leads(view, seat, counts),
            over=view.result is not None,
        )
        for seat, player in enumerate(view.players)
    ]


def name_of(names: Sequence[str], seat: Seat) -> str:
    """The display name of a seat, or its letter."""
    given = names[seat] if seat < len(names) else ""
    return given if given.strip() else "ABCD"[seat]


def nearest_link(view: View, seat: Seat) -> tuple[str, str, int] | None:
    """The two great cities that a seat is nearest to joining, and what is missing."""
    found = links(view, seat)
    return (*found[0].cities, found[0].needed) if found else None


def _leads(view: View, seat: Seat, counts: Sequence[int]) -> bool:
    if view.result is not None:
        return view.result.winner == seat
    return counts[seat] > 0 and counts[seat] == max(counts) and counts.count(max(counts)) == 1


@lru_cache(maxsize=24)
def drawn(panel: bytes, look: Look, theme: Theme) -> Image.Image:
    """A panel, given as JSON, in the fixed palette, with the room for the pointer below it."""
    told = msgspec.json.decode(panel, type=SeatPanel)
    canvas = Canvas(told.width, HEIGHT + POINTER, theme)
    style = theme.seats[told.seat]
    _surround(canvas, told, style)
    _first_row(canvas, told, style)
    _cells(canvas, told, style)
    _figures(canvas, told, look)
    _link_row(canvas, told, style)
    return canvas.flat()


def _surround(canvas: Canvas, panel: SeatPanel, style: SeatStyle) -> None:
    theme, right = canvas.theme, panel.width
    frame = 4 if panel.to_move or (panel.over and panel.leads) else 1
    tone = style.colour if panel.to_move else theme.gold if frame > 1 else theme.edge
    canvas.rounded((0, 0, right, HEIGHT), tone, theme.radius)
    canvas.rounded(
        (frame, frame, right - frame, HEIGHT - frame), theme.panel, theme.radius - frame + 1
    )
    if panel.to_move:
        canvas.rounded((0, 0, right, BAND), style.colour, theme.radius, bottom=False)
        canvas.centred(_pointer(style.colour), right / 2, HEIGHT + POINTER / 2 - 1)


@lru_cache(maxsize=8)
def _pointer(tone: Colour) -> Image.Image:
    brush = Brush(36, POINTER + 2)
    brush.polygon([(0, 0), (36, 0), (18, POINTER + 2)], tone)
    return brush.done()


def _first_row(canvas: Canvas, panel: SeatPanel, style: SeatStyle) -> None:
    theme, middle = canvas.theme, BAND // 2
    ink = style.on_band if panel.to_move else theme.text
    faded = mix(ink, style.colour, 0.25) if panel.to_move else theme.muted
    canvas.centred(seat_mark(style, 42, panel.to_move), 38, middle)
    small, large = Label(20, faded), Label(46, ink, "bold")
    right = panel.width - 20
    right -= canvas.text(f"/{panel.of}", right, middle + 9, small, "r") + 4
    canvas.text(str(panel.built), right, middle, large, "r")
    right -= width_of(str(panel.built), large) + 12
    if panel.leads:
        dark = ink if panel.to_move else None
        wreath = laurel(50, 46, dark) if panel.over else crown(34, dark or theme.gold)
        canvas.centred(wreath, right - wreath.width / 2, middle)
        right -= wreath.width + 10
    name = Label(26, ink)
    canvas.text(fitted(panel.name, name, right - 74), 68, middle, name)


@lru_cache(maxsize=8)
def crown(size: int, tone: Colour) -> Image.Image:
    """The sign of the one who has built most."""
    brush = Brush(size, 0.8 * size, unit=1)
    points = (
        (0.06, 0.2),
        (0.28, 0.42),
        (0.5, 0.08),
        (0.72, 0.42),
        (0.94, 0.2),
        (0.84, 0.74),
        (0.16, 0.74),
    )
    brush.polygon([(x * size, y * size) for x, y in points], tone)
    for x, y in (points[0], points[2], points[4]):
        brush.ellipse((x * size, y * size), 0.07 * size, tone)
    return brush.done()


# ---- projects -------------------------------------------------------------------------------


def _cells(canvas: Canvas, panel: SeatPanel, style: SeatStyle) -> None:
    """A cell for each building, in the groups of the projects."""
    theme, gap, space = canvas.theme, 3, 11
    count = panel.of
    free = (
        panel.width - 40 - space * (len(panel.projects) - 1) - gap * (count - len(panel.projects))
    )
    wide, x = free // count, 20.0
    x += (free - wide * count) / 2
    for project in panel.projects:
        for index in range(project.total):
            full = index < project.built
            tone = style.colour if full else mix(theme.edge, theme.muted, 0.12)
            if full and sum(style.colour) < 300:
                tone = mix(style.colour, (255, 255, 255), 0.28)
            canvas.rounded((round(x), _CELLS - 8, round(x) + wide, _CELLS + 8), tone, 3)
            x += wide + gap
        x += space - gap


# ---- figures --------------------------------------------------------------------------------


def _figures(canvas: Canvas, panel: SeatPanel, look: Look) -> None:
    """Hand, workers and settlements on the left, the four stacks on the right."""
    theme, roomy = canvas.theme, panel.width > _ROOMY
    size, figure, stacks = (32, 28, 46) if roomy else (27, 25, 36)
    signs = (
        (glyphs.cards(size, theme.text), panel.cards),
        (glyphs.bonus(look.key, size, theme.text), panel.bonus),
        (cluster(size, theme.text), panel.settlements),
    )
    pitch = min((panel.width - 44 - 4 * stacks) / 3, 104)
    for index, (sign, number) in enumerate(signs):
        x = 20 + size / 2 + pitch * index
        canvas.centred(sign, x, _FIGURES)
        label = Label(figure, theme.text, "bold")
        canvas.text(str(number), x + size / 2 + 5, _FIGURES, label)
    for index, size in enumerate(panel.stacks):
        x = panel.width - 20 - stacks * (3.5 - index)
        canvas.centred(pile(min(size, 3), index == 3, theme), x, _FIGURES + 1)
        ink = theme.text if index == 3 else theme.ink
        style = Label(20, ink if size else theme.faint, "bold")
        canvas.text(str(size), x, _FIGURES - 2 * min(size, 3) + 5, style, "m")


@lru_cache(maxsize=16)
def pile(layers: int, base: bool, theme: Theme) -> Image.Image:
    """A pile of face-down buildings: dark for the base ones, an outline when it is empty."""
    brush = Brush(40, 46)
    brush.origin = (20, 24)
    if not layers:
        brush.polygon(hex_points(17), mix(theme.edge, theme.muted, 0.35))
        brush.polygon(hex_points(14.5), theme.panel)
        return brush.done()
    top = (64, 58, 50) if base else (220, 204, 160)
    rim = (217, 182, 90) if base else (104, 88, 50)
    for layer in range(layers):
        drop = 4.0 - 3.4 * layer
        low: list[Point] = [(x, y + drop + 2.5) for x, y in hex_points(17)]
        brush.polygon(low, mix(rim, (20, 16, 10), 0.45))
        brush.polygon([(x, y + drop) for x, y in hex_points(17)], rim)
        brush.polygon([(x, y + drop) for x, y in hex_points(14.8)], top)
    return brush.done()


@lru_cache(maxsize=8)
def cluster(size: int, tone: Colour) -> Image.Image:
    """Three hexes together: the sign for settlements."""
    brush = Brush(size, size)
    brush.origin = (size / 2, size / 2)
    side = 0.245 * size
    for dx, dy in ((-0.87, 0.62), (0.87, 0.62), (0.0, -0.9)):
        brush.polygon(
            [(x + dx * side * 1.06, y + dy * side * 1.06) for x, y in hex_points(side)], tone
        )
    return brush.done()


# ---- links ----------------------------------------------------------------------------------


def _link_row(canvas: Canvas, panel: SeatPanel, style: SeatStyle) -> None:
    """The two cities that the seat is nearest to joining, and what is missing between them."""
    if panel.link is None:
        return
    theme = canvas.theme
    label = Label(19, theme.muted, "serif")
    number = Label(24, theme.text, "bold")
    one, other, missing = panel.link
    room = (panel.width - 40 - 120) // 2
    left = 20 + canvas.text(fitted(cities.name_of(one), label, room), 20, _LINK, label)
    end = fitted(cities.name_of(other), label, room)
    far = min(panel.width - 20 - width_of(end, label), left + 190)
    canvas.text(end, far, _LINK, label)
    middle, half = (left + far) / 2, 20
    tone = style.colour if sum(style.colour) > 300 else mix(style.colour, (255, 255, 255), 0.3)
    if missing:
        _dotted(canvas, left + 10, middle - half, tone)
        _dotted(canvas, middle + half, far - 10, tone)
        canvas.text(str(missing), middle, _LINK, number, "m")
    else:
        canvas.box((round(left + 10), _LINK - 2, round(far - 10), _LINK + 2), tone)


def _dotted(canvas: Canvas, start: float, end: float, tone: Colour) -> None:
    count = max(1, round((end - start) / 13))
    for index in range(count):
        x = start + (end - start) * (index + 0.5) / count
        canvas.centred(_bead(tone), x, _LINK)


@lru_cache(maxsize=8)
def _bead(tone: Colour) -> Image.Image:
    brush = Brush(8, 8)
    brush.ellipse((4, 4), 3.4, tone)
    return brush.done()
