"""The strip above the map: for each seat its panel, in the order of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
from PIL import Image

from render._settlements.land.frame import hex_points
from render._settlements.look import Look
from render._settlements.map import cities
from render._settlements.signs import glyphs
from render.canvas import Brush, Canvas
from render.hexes import Point
from render.kept import kept
from render.marks import honour, seat_mark
from render.scripts import name_of
from render.text import Label, fitted, width_of
from render.theme import Colour, SeatStyle, Theme, mix
from rules._settlements.links import Link
from rules._settlements.pieces import ruleset
from rules._settlements.view import Project, SeatView, View
from rules.contract import Event, Seat

HEIGHT = 188
POINTER = 12
"""Room below a panel for the pointer of the seat to move."""
BAND = 64
_CELLS = 80
_FIGURES = 122
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
    reserve: dict[int, int]
    """Buildings face up and ready to be built, by project."""
    cards: int
    bonus: int
    settlements: int
    stacks: tuple[int, ...]
    link: tuple[str, str, int] | None
    """The two cities that it can join with the fewest further buildings, and how many."""
    to_move: bool
    leads: bool
    over: bool
    tapped: tuple[int, ...] = ()
    """The stacks to be lit: something was drawn from them."""
    parked: dict[int, int] = {}
    """How many buildings of the reserve to light, by project."""


def panels_of(
    view: View,
    names: Sequence[str],
    nearest: Sequence[Link | None],
    width: int,
    news: Sequence[Event] = (),
) -> list[SeatPanel]:
    """The panels of a view; `nearest` holds for each seat the link that misses least."""
    counts = [len(player.built) for player in view.players]
    fresh = [_fresh(view, seat, news) for seat in range(view.seats)]
    return [
        SeatPanel(
            seat=seat,
            name=name_of(names, seat),
            width=width,
            built=counts[seat],
            of=sum(project.total for project in player.projects),
            projects=player.projects,
            reserve=_ready(view.game, player),
            cards=player.cards,
            bonus=player.bonus,
            settlements=len(player.settlements),
            stacks=player.stacks,
            link=_told(nearest[seat]),
            to_move=view.result is None and view.turn.seat == seat,
            leads=_leads(view, seat, counts),
            over=view.result is not None,
            tapped=tuple(sorted({stack for stack, _ in fresh[seat]})),
            parked=_counted(view.game, [number for _, number in fresh[seat] if number]),
        )
        for seat, player in enumerate(view.players)
    ]


def _ready(game: str, player: SeatView) -> dict[int, int]:
    """The buildings of a reserve, counted by project, each project."""
    return dict.fromkeys((project.id for project in player.projects), 0) | _counted(
        game, player.reserve
    )


def _counted(game: str, buildings: Iterable[int]) -> dict[int, int]:
    """How many of the buildings belong to each project."""
    kinds = ruleset(game).buildings
    return dict(sorted(Counter(kinds[number].project for number in buildings).items()))


def _fresh(view: View, seat: Seat, news: Sequence[Event]) -> list[tuple[int, int]]:
    """The stacks that a seat has drawn from, and what it has parked of that; 0 for nothing.

    A stack that is higher than the news say has not been drawn from.
    """
    fresh: list[tuple[int, int]] = []
    stacks, reserve = view.players[seat].stacks, view.players[seat].reserve
    for event in (event for event in news if event.args.get("seat") == seat):
        if event.name == "building_drawn" and stacks[event.args["stack"]] <= event.args["left"]:
            fresh.append((event.args["stack"], 0))
        elif event.name == "building_parked" and fresh and event.args["building"] in reserve:
            fresh[-1] = (fresh[-1][0], event.args["building"])
    return fresh


def bright(style: SeatStyle) -> Colour:
    """A seat's colour as it is seen on a dark panel."""
    return style.colour if sum(style.colour) > 300 else mix(style.colour, (255, 255, 255), 0.3)


def _told(link: Link | None) -> tuple[str, str, int] | None:
    return (*link.cities, link.needed) if link else None


def _leads(view: View, seat: Seat, counts: Sequence[int]) -> bool:
    if view.result is not None:
        return view.result.winner == seat
    return counts[seat] > 0 and counts[seat] == max(counts) and counts.count(max(counts)) == 1


@kept
def drawn(panel: bytes, look: Look, theme: Theme) -> Image.Image:
    """A panel, given as JSON, in the fixed palette, with the room for the pointer below it."""
    shown = msgspec.json.decode(panel, type=SeatPanel)
    canvas = Canvas(shown.width, HEIGHT + POINTER, theme)
    style = theme.seats[shown.seat]
    _surround(canvas, shown, style)
    _first_row(canvas, shown, style)
    _cells(canvas, shown, style)
    _figures(canvas, shown, look)
    _link_row(canvas, shown, style)
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


@kept
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
        sign = honour(42, won=panel.over, tone=dark)
        canvas.centred(sign, right - sign.width / 2, middle)
        right -= sign.width + 10
    name = Label(26, ink)
    canvas.text(fitted(panel.name, name, right - 74), 68, middle, name)


# ---- projects -------------------------------------------------------------------------------


def _cells(canvas: Canvas, panel: SeatPanel, style: SeatStyle) -> None:
    """A cell for each building by project: full once built, an outline when in the reserve."""
    theme, gap, space = canvas.theme, 3, 11
    own, empty = bright(style), mix(theme.edge, theme.muted, 0.12)
    count = panel.of
    free = (
        panel.width - 40 - space * (len(panel.projects) - 1) - gap * (count - len(panel.projects))
    )
    wide, x = free // count, 20.0
    x += (free - wide * count) / 2
    for project in panel.projects:
        end = project.built + panel.reserve[project.id]
        for index in range(project.total):
            ready = project.built <= index < end
            tone = own if index < project.built or ready else empty
            if ready and index >= end - panel.parked.get(project.id, 0):
                canvas.paste(halo(wide, theme.last), x - 3, _CELLS - 11)
            canvas.paste(cell(wide, tone, theme.panel if ready else tone), x, _CELLS - 8)
            x += wide + gap
        x += space - gap


@kept
def cell(wide: int, rim: Colour, field: Colour) -> Image.Image:
    """The sign of one building."""
    brush = Brush(wide, 16)
    brush.rounded(0, 0, wide, 16, 3, rim)
    brush.rounded(2, 2, wide - 2, 14, 2, field)
    return brush.done()


@kept
def halo(wide: int, tone: Colour) -> Image.Image:
    """What shines from behind the sign of a building that was put there just now."""
    brush = Brush(wide + 6, 22)
    brush.rounded(0, 0, wide + 6, 22, 5, tone)
    return brush.done()


# ---- figures --------------------------------------------------------------------------------


def _figures(canvas: Canvas, panel: SeatPanel, look: Look) -> None:
    """Hand and workers on the left, the four stacks on the right."""
    theme = canvas.theme
    stacks = 46 if panel.width > _ROOMY else 40
    x = _figure(canvas, glyphs.cards(32, theme.text), panel.cards, 20, _FIGURES)
    x = max(x + 22, 112)
    _figure(canvas, glyphs.bonus(look, 34, theme.text), panel.bonus, x, _FIGURES)
    for index, size in enumerate(panel.stacks):
        x = panel.width - 20 - stacks * (3.5 - index)
        if index in panel.tapped:
            canvas.centred(pile_halo(theme), x, _FIGURES + 1)
        canvas.centred(pile(min(size, 3), index == 3, theme), x, _FIGURES + 1)
        ink = theme.text if index == 3 else theme.ink
        style = Label(20, ink if size else theme.faint, "bold")
        canvas.text(str(size), x, _FIGURES - 2 * min(size, 3) + 5, style, "m")


def _figure(canvas: Canvas, sign: Image.Image, number: int, x: float, y: int) -> float:
    """A sign and its number; where the number ends."""
    canvas.centred(sign, x + sign.width / 2, y)
    x += sign.width + 7
    return x + canvas.text(str(number), x, y, Label(28, canvas.theme.text, "bold"))


@kept
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


@kept
def pile_halo(theme: Theme) -> Image.Image:
    """What shines from behind a pile that a building was drawn from just now."""
    brush = Brush(48, 58)
    brush.origin = (24, 29)
    for drop in (-3.0, 0.0, 3.0, 6.0):
        brush.polygon([(x, y + drop) for x, y in hex_points(20.5)], theme.last)
    return brush.done()


@kept
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


# ---- settlements and links ------------------------------------------------------------------


def _link_row(canvas: Canvas, panel: SeatPanel, style: SeatStyle) -> None:
    """How many settlements; and the two cities nearest to being joined, and what is missing."""
    theme, roomy = canvas.theme, panel.width > _ROOMY
    start = _figure(canvas, cluster(30, theme.text), panel.settlements, 21, _LINK)
    if panel.link is None:
        _cut(canvas, panel.width - 20.0)
        return
    label = Label(19 if roomy else 16, theme.muted, "serif")
    one, other, missing = panel.link
    right = panel.width - 20.0
    room = round((right - start - 26 - _MISSING) / 2)
    right -= canvas.text(fitted(cities.name_of(other), label, room), right, _LINK, label, "r") + 8
    words = fitted(cities.name_of(one), label, room)
    left = max(start + 26, right - 8 - width_of(words, label) - (150 if roomy else _MISSING))
    left += canvas.text(words, left, _LINK, label) + 8
    _join(canvas, left, right, missing, bright(style))


_MISSING = 54
"""Room for a number between two short dotted lines."""


def _join(canvas: Canvas, left: float, right: float, missing: int, tone: Colour) -> None:
    """A line between two cities: whole, or dotted round the number of buildings missing."""
    if not missing:
        canvas.box((round(left), _LINK - 2, round(right), _LINK + 2), tone)
        return
    number = Label(26, canvas.theme.text, "bold")
    middle, half = (left + right) / 2, width_of(str(missing), number) / 2 + 7
    _dotted(canvas, left, middle - half, tone)
    _dotted(canvas, middle + half, right, tone)
    canvas.text(str(missing), middle, _LINK, number, "m")


def _cut(canvas: Canvas, right: float) -> None:
    """A broken line: no two cities can be joined any more."""
    tone = mix(canvas.theme.edge, canvas.theme.muted, 0.45)
    middle = right - 54
    _dotted(canvas, middle - 54, middle - 14, tone)
    _dotted(canvas, middle + 14, right, tone)
    canvas.centred(cross(18, tone), middle, _LINK)


@kept
def cross(size: int, tone: Colour) -> Image.Image:
    """Two strokes: not any more."""
    brush = Brush(size, size)
    for a, b in (((0.15, 0.15), (0.85, 0.85)), ((0.15, 0.85), (0.85, 0.15))):
        brush.line([(a[0] * size, a[1] * size), (b[0] * size, b[1] * size)], tone, 0.16 * size)
    return brush.done()


def _dotted(canvas: Canvas, start: float, end: float, tone: Colour) -> None:
    count = max(1, round((end - start) / 12))
    for index in range(count):
        x = start + (end - start) * (index + 0.5) / count
        canvas.centred(_bead(tone), x, _LINK)


@kept
def _bead(tone: Colour) -> Image.Image:
    brush = Brush(8, 8)
    brush.ellipse((4, 4), 3.4, tone)
    return brush.done()
