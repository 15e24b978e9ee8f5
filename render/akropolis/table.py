"""The whole table: the construction site above, a panel for each seat below."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
from PIL import Image

from render.akropolis import city as maps
from render.akropolis import final, panels, tokens
from render.akropolis.history import last_move, points_gained, running_totals
from render.akropolis.panels import SeatPanel, Standing
from render.akropolis.scene import size_within
from render.canvas import Canvas, Sheet
from render.hexes import Box
from render.kept import forget, kept
from render.marks import pill, seat_mark
from render.scripts import name_of
from render.text import Label
from render.theme import Colour, Theme
from rules.akropolis.pieces import setup
from rules.akropolis.view import View
from rules.contract import Seat

WIDTH = 1600
TOP = 24
HEADER = 168
GAP = 16
HEIGHTS = {1: 1400, 2: 1180, 3: 1400, 4: 1500}
LARGEST = 60
SIDE = 232
"""Width of the header's left part, with the title and the round."""
Lit = Collection[tuple[Seat, int]]


class Place(msgspec.Struct, frozen=True):
    """Where a seat's panel lies."""

    seat: Seat
    x: int
    y: int
    width: int
    height: int


def draw_table(view: View, names: Sequence[str], lit: Lit | None, theme: Theme) -> Sheet:
    """The picture of the table."""
    sheet = Sheet(WIDTH, HEIGHTS[view.seats], theme)
    sheet.paste(_header(view, names, theme).flat(), 0, TOP)
    if view.architect:
        _paste_architect(sheet, view, theme)
    shown = lit if lit is not None else last_move(view)
    standings = standings_of(view, names, shown)
    for place in places(view, theme):
        panel = SeatPanel(
            standing=standings[place.seat],
            city=view.cities[place.seat],
            width=place.width,
            height=place.height,
            largest=LARGEST,
            lit=tuple(sorted(index for seat, index in shown if seat == place.seat)),
        )
        sheet.paste(_kept(msgspec.json.encode(panel), theme), place.x, place.y)
    return sheet


@kept
def _kept(panel: bytes, theme: Theme) -> Image.Image:
    """A seat's panel in the fixed palette; one that nothing changed is not drawn again."""
    return panels.draw_panel(msgspec.json.decode(panel, type=SeatPanel), theme)


def forget_panels() -> None:
    """Forget the panels and maps drawn before."""
    forget(_kept)
    maps.forget_maps()


# ---- standings ------------------------------------------------------------------------------


def standings_of(view: View, names: Sequence[str], lit: Lit) -> list[Standing]:
    """For each seat: its name, its part in the turn, and how it stands."""
    totals = [city.score.total for city in view.cities]
    if view.architect:
        totals.append(view.architect.score.total)
    ranks = final.ranks(view) if view.over else {}
    return [
        Standing(
            seat=seat,
            name=name_of(names, seat),
            to_move=view.current == seat,
            chief=view.chief == seat and not view.over,
            leads=_leads(view, seat, totals),
            rank=ranks.get(seat, 0),
            gained=points_gained(view, seat, lit),
        )
        for seat in range(view.seats)
    ]


def _leads(view: View, seat: Seat, totals: Sequence[int]) -> bool:
    if view.over:
        return seat in view.winners
    return view.turn > 0 and totals[seat] == max(totals) and totals.count(max(totals)) == 1


# ---- where the panels lie -------------------------------------------------------------------


def places(view: View, theme: Theme) -> list[Place]:
    """Panels in two columns that share their height so that no city is smaller than need be."""
    top = TOP + header_height(view) + GAP
    bottom = HEIGHTS[view.seats] - theme.margin + 8
    if view.architect:
        room = bottom - top - _architect_height(view) - GAP
        return [Place(0, theme.margin, top, WIDTH - 2 * theme.margin, room)]
    width = (WIDTH - 2 * theme.margin - GAP) // 2
    found = []
    for column in (0, 1):
        seats = list(range(column, view.seats, 2))
        x = theme.margin + column * (width + GAP)
        found += _column(view, seats, x, top, bottom, width)
    return sorted(found, key=lambda place: place.seat)


def header_height(view: View) -> int:
    """The height of what stands above the panels."""
    return final.height(view) if view.over else HEADER


def _column(
    view: View, seats: Sequence[Seat], x: int, top: int, bottom: int, width: int
) -> list[Place]:
    if len(seats) == 1:
        return [Place(seats[0], x, top, width, bottom - top)]
    whole = bottom - top - GAP
    upper = _best_split([maps.extent_of(view.cities[seat]) for seat in seats], width, whole)
    return [
        Place(seats[0], x, top, width, upper),
        Place(seats[1], x, top + upper + GAP, width, whole - upper),
    ]


def _best_split(boxes: Sequence[Box], width: int, whole: int) -> int:
    """The height of the upper panel that makes the smaller hexes largest; even if it can be."""

    def smallest(upper: int) -> int:
        rooms = zip(boxes, (upper, whole - upper), strict=True)
        return min(
            size_within(box, width - 8, room - panels.STRIP - 4, LARGEST) for box, room in rooms
        )

    middle = whole // 2
    splits = range(340, whole - 340 + 1, 40)
    return max(splits, key=lambda upper: (smallest(upper), -abs(upper - middle)), default=middle)


# ---- header ---------------------------------------------------------------------------------


def _header(view: View, names: Sequence[str], theme: Theme) -> Canvas:
    if view.over:
        return final.header(view, [name_of(names, seat) for seat in range(view.seats)], theme)
    canvas = Canvas(WIDTH, header_height(view), theme)
    title_side(canvas, view)
    _site(canvas, view, theme.margin + SIDE)
    return canvas


def title_side(canvas: Canvas, view: View) -> None:
    """Title, colonnade of rounds, round, Chief, variants."""
    theme, x = canvas.theme, canvas.theme.margin
    canvas.text("Akropolis", x, 26, Label(36, theme.text, "serif"))
    done = view.rounds if view.over else view.round - 1
    canvas.paste(tokens.columns(view.rounds, done, 196, 32), x, 58)
    label = Label(24, theme.text)
    wide = canvas.text(f"{view.round}/{view.rounds}", x, 118, label)
    at = x + wide + 28
    if not view.over:
        canvas.centred(tokens.chief(36), at + 8, 118)
        at += 44
        if view.architect and view.chief == 1:
            canvas.centred(tokens.architect(32), at, 118)
        else:
            canvas.centred(seat_mark(theme.seats[view.chief], 32), at, 118)
    for index, colour in enumerate(view.options.variants):
        canvas.centred(tokens.variant_mark(colour, 16), x + 18 + index * 40, 152)


def _site(canvas: Canvas, view: View, left: int) -> None:
    theme = canvas.theme
    right = WIDTH - theme.margin
    canvas.rounded((left, 0, right, HEADER), theme.edge, theme.radius)
    canvas.rounded((left + 1, 1, right - 1, HEADER - 1), theme.panel, theme.radius)
    places = (2 if view.architect else view.seats) + 2
    pitch = (right - left - 190) // places
    for index in range(places):
        x = left + 16 + pitch * index + pitch // 2
        if index < len(view.line):
            _offer(canvas, view, index, x)
        else:
            canvas.centred(tokens.vacant(34, theme.groove), x, 66)
    _stack(canvas, len(view.stack_sizes), right - 100)


def _offer(canvas: Canvas, view: View, index: int, x: int) -> None:
    """One tile of the line with its name and its price."""
    theme = canvas.theme
    mover = None if view.current is None else view.cities[view.current]
    dear = mover is not None and index > mover.stones
    canvas.centred((tokens.faded if dear else tokens.tile)(view.line[index], 34), x, 66)
    ground: Colour = (68, 77, 96)
    ink = theme.muted if dear else theme.text
    if mover is not None and not dear and view.current is not None:
        ground, ink = theme.seats[view.current].colour, theme.seats[view.current].on_band
    label = Label(24, ink, "bold")
    name = Label(22, theme.faint if dear else theme.text)
    canvas.text(f"T{index + 1}", x - 18, 145, name, "r")
    canvas.paste(pill(70, 34, ground), x - 6, 128)
    canvas.centred(tokens.stone(11), x + 16, 145)
    canvas.text(str(index), x + 34, 145, label)


def _stack(canvas: Canvas, stacks: int, x: int) -> None:
    theme = canvas.theme
    if stacks:
        canvas.centred(tokens.backs(34, min(5, (stacks + 2) // 3)), x, 70)
    else:
        canvas.centred(tokens.vacant(34, theme.groove), x, 66)
    canvas.text(f"×{stacks}", x, 145, Label(24, theme.text if stacks else theme.faint, "bold"), "m")


# ---- solo -----------------------------------------------------------------------------------


def _architect_height(view: View) -> int:
    return 172 if turns_each(view) <= 18 else 264


def turns_each(view: View) -> int:
    """How many tiles the architect will have in the end (AK-91)."""
    return setup(view.seats, view.options.length).turns // 2


def _paste_architect(sheet: Sheet, view: View, theme: Theme) -> None:
    """The architect's panel at the foot of the picture."""
    architect = view.architect
    if architect is None:
        return
    height = _architect_height(view)
    ranks = final.ranks(view) if view.over else {}
    ahead = architect.score.total > view.cities[0].score.total
    standing = Standing(
        seat=0,
        name=view.options.solo or "",
        chief=view.chief == 1 and not view.over,
        leads=ranks.get(1) == 1 if view.over else view.turn > 0 and ahead,
        rank=ranks.get(1, 0),
    )
    canvas = Canvas(WIDTH - 2 * theme.margin, height, theme)
    panels.architect_panel(canvas, architect, standing, running_totals(view), turns_each(view))
    sheet.paste(canvas.flat(), theme.margin, sheet.height - theme.margin + 8 - height)
