"""The whole table: the construction site above, a panel for each seat below."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from render.akropolis import city as maps
from render.akropolis import final, header, panels, solo
from render.akropolis.history import (
    Highlights,
    new_architect_tiles,
    new_tiles,
    points_gained,
    running_totals,
)
from render.akropolis.layout import (
    GAP,
    TOP,
    Layout,
    architect_height,
    has_site_beside,
    table_layout,
)
from render.akropolis.panels import SeatPanel, Standing
from render.canvas import Sheet
from render.light import DAY, Light
from render.scripts import name_of
from render.theme import Theme
from rules.akropolis.view import View
from rules.contract import Event, Seat


def draw_table(
    view: View,
    names: Sequence[str],
    news: Sequence[Event],
    theme: Theme,
    light: Light = DAY,
    stage: View | None = None,
    *,
    coordinates: bool = False,
    below_chart: bool = False,
) -> Sheet:
    """The picture of the table, with room for the cities of `stage`, or for a chart above it.

    With `coordinates` the cells beside the cities show how they are typed. On its stage a game
    that is over looks as it did while it ran, so that all frames are alike.
    """
    if stage is not None:
        view, stage = replace(view, over=False), replace(stage, over=False)
    coordinates = coordinates and not view.over
    layout = layout_of(view, theme, stage, coordinates=coordinates, below_chart=below_chart)
    sheet = Sheet(layout.width, layout.height, theme)
    if layout.site is None and not below_chart:
        sheet.paste(header.draw(view, names, theme).quantize(), 0, TOP)
    elif layout.site is not None:
        left, top, right, bottom = layout.site
        site = header.block(view, (right - left, bottom - top), theme)
        sheet.paste(site.quantize(), left, top)
    if view.architect:
        _paste_architect(sheet, view, news, theme)
    lit = new_tiles(view, news)
    standings = standings_of(view, names, lit, news)
    for place in layout.places:
        panel = SeatPanel(
            standing=standings[place.seat],
            city=view.cities[place.seat],
            place=place,
            lit=lit[place.seat],
            light=light,
            room=None if stage is None else maps.extent_of(stage.cities[place.seat], plain=True),
            coordinates=coordinates,
        )
        panels.lay_panel(sheet, panel, theme)
    return sheet


def layout_of(
    view: View,
    theme: Theme,
    stage: View | None = None,
    *,
    coordinates: bool = False,
    below_chart: bool = False,
) -> Layout:
    """Layout of the panels of a table, with the cells beside the cities for their coordinates."""
    boxes = [maps.extent_of(city, plain=not coordinates) for city in (stage or view).cities]
    has_header = not (has_site_beside(view) or below_chart)
    top = TOP + header.height(view) + GAP if has_header else TOP
    if view.architect:
        top += architect_height(stage or view) + GAP
    return table_layout(view, boxes, top, theme, below_chart=below_chart)


# ---- standings ------------------------------------------------------------------------------


def standings_of(
    view: View, names: Sequence[str], lit: Highlights, news: Sequence[Event]
) -> list[Standing]:
    """Standing of each seat."""
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
            gained=points_gained(view, seat, lit, news),
        )
        for seat in range(view.seats)
    ]


def _leads(view: View, seat: Seat, totals: Sequence[int]) -> bool:
    alone = totals[seat] == max(totals) and totals.count(max(totals)) == 1
    return not view.over and view.turn > 0 and alone


def _paste_architect(sheet: Sheet, view: View, news: Sequence[Event], theme: Theme) -> None:
    """Lay the architect's panel above the city."""
    if view.architect is None:
        return
    ranks = final.ranks(view) if view.over else {}
    ahead = view.architect.score.total > view.cities[0].score.total
    standing = Standing(
        seat=0,
        name=view.options.solo or "",
        chief=view.chief == 1 and not view.over,
        leads=not view.over and view.turn > 0 and ahead,
        rank=ranks.get(1, 0),
    )
    panel = solo.draw_architect(
        view, standing, running_totals(view), new_architect_tiles(news), theme
    )
    sheet.paste(panel, theme.margin, TOP + header.height(view) + GAP)
