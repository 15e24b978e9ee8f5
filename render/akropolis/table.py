"""The whole table: the construction site above, a panel for each seat below."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image

from render.akropolis import city as maps
from render.akropolis import final, header, panels
from render.akropolis.history import Lit, laid, points_gained, running_totals, taken
from render.akropolis.panels import SeatPanel, Standing
from render.akropolis.scene import size_within
from render.akropolis.title import WIDTH
from render.canvas import Canvas, Sheet
from render.hexes import Box
from render.kept import forget, kept
from render.scripts import name_of
from render.theme import Theme
from rules.akropolis.pieces import setup
from rules.akropolis.view import View
from rules.contract import Event, Seat

TOP = 24
GAP = 16
HEIGHTS = {1: 1400, 2: 1180, 3: 1400, 4: 1500}
LARGEST = 60


class Place(msgspec.Struct, frozen=True):
    """Where a seat's panel lies."""

    seat: Seat
    x: int
    y: int
    width: int
    height: int


def draw_table(view: View, names: Sequence[str], news: Sequence[Event], theme: Theme) -> Sheet:
    """The picture of the table."""
    sheet = Sheet(WIDTH, HEIGHTS[view.seats], theme)
    sheet.paste(header.draw(view, names, theme).flat(), 0, TOP)
    if view.architect:
        _paste_architect(sheet, view, news, theme)
    lit = laid(view, news)
    standings = standings_of(view, names, lit)
    for place in places(view, theme):
        panel = SeatPanel(
            standing=standings[place.seat],
            city=view.cities[place.seat],
            width=place.width,
            height=place.height,
            largest=LARGEST,
            lit=lit[place.seat],
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
    top = TOP + header.height(view) + GAP
    bottom = HEIGHTS[view.seats] - theme.margin + 8
    if view.architect:
        room = bottom - top - _architect_height(view) - GAP
        return [Place(0, theme.margin, top, WIDTH - 2 * theme.margin, room)]
    width = (WIDTH - 2 * theme.margin - GAP) // 2
    placed = []
    for column in (0, 1):
        seats = list(range(column, view.seats, 2))
        x = theme.margin + column * (width + GAP)
        placed += _column(view, seats, x, top, bottom, width)
    return sorted(placed, key=lambda place: place.seat)


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
    """The height of the upper panel at which the smaller hexes are largest: half if it can be."""

    def smallest(upper: int) -> int:
        rooms = zip(boxes, (upper, whole - upper), strict=True)
        return min(
            size_within(box, width - 8, room - panels.STRIP - 4, LARGEST) for box, room in rooms
        )

    middle = whole // 2
    splits = range(340, whole - 340 + 1, 40)
    return max(splits, key=lambda upper: (smallest(upper), -abs(upper - middle)), default=middle)


# ---- solo -----------------------------------------------------------------------------------


def _architect_height(view: View) -> int:
    return 172 if turns_each(view) <= 18 else 264


def turns_each(view: View) -> int:
    """How many tiles the architect will have in the end (AK-91)."""
    return setup(view.seats, view.options.length).turns // 2


def _paste_architect(sheet: Sheet, view: View, news: Sequence[Event], theme: Theme) -> None:
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
    panels.architect_panel(
        canvas, architect, standing, running_totals(view), turns_each(view), taken(news)
    )
    sheet.paste(canvas.flat(), theme.margin, sheet.height - theme.margin + 8 - height)
