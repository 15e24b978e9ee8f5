"""The whole table: a panel for each seat above, the map below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from PIL import Image

from render import stamps
from render._settlements.land import ground, terrain
from render._settlements.land.frame import Frame, Room, fitted
from render._settlements.land.ground import Land
from render._settlements.look import Look
from render._settlements.map import counters, panels, scene
from render.canvas import Canvas, Sheet
from render.kept import forget as forget_kept
from render.kept import kept
from render.stamps import Painter, Stamp
from render.theme import Theme
from rules._settlements.links import Link, links
from rules._settlements.view import View
from rules.contract import Event

WIDTH = 1600
GAP = 12
TOP = 32
BOARD = TOP + panels.HEIGHT + panels.POINTER
HEIGHTS = (900, 1500)
FEET = 96
"""What the map leaves free at its foot when no corner has room for the counters."""
NEAR = 4
"""The way of a link is drawn where no more buildings are missing."""
STARTS = (132, 120, 100)
"""Widths of a hex on the maps of 2, 3 and 4 players at the start."""


def draw_table(
    view: View, names: Sequence[str], news: Sequence[Event], look: Look, theme: Theme
) -> Sheet:
    """The picture of the table."""
    frame, spot = frame_of(view, theme)
    sheet = Sheet(WIDTH, BOARD + frame.size[1] + theme.margin, theme)
    width = (WIDTH - 2 * theme.margin - GAP * (view.seats - 1)) // view.seats
    nearest = [next(iter(links(view, seat)), None) for seat in range(view.seats)]
    for panel in panels.panels_of(view, names, nearest, width, news):
        drawn = panels.drawn(msgspec.json.encode(panel), look, theme)
        sheet.paste(drawn, theme.margin + panel.seat * (width + GAP), TOP)
    land = scene.land_of(view, frame)
    marks = [
        *scene.base(view, land, look, theme),
        *scene.lit(view, news, frame, theme),
        *_pointed_out(view, nearest, frame, theme),
        _card(view, frame, spot, look, theme),
    ]
    sheet.paste(painter(land, look, theme).paint(marks), theme.margin, BOARD)
    return sheet


def frame_of(view: View, theme: Theme) -> tuple[Frame, tuple[int, int]]:
    """Where the map lies, and the corner for the counters."""
    cells = scene.cells_of(view.board)
    room = Room(
        WIDTH - 2 * theme.margin,
        (HEIGHTS[0] - BOARD - theme.margin, HEIGHTS[1] - BOARD - theme.margin),
    )
    frame = fitted(cells, room)
    covered, x, y = counters.corner(frame, cells)
    if covered:
        left, top, right, bottom = room.margins
        margins = (left, top, right, bottom + FEET)
        frame = fitted(cells, msgspec.structs.replace(room, margins=margins))
        _, x, y = counters.corner(frame, cells)
    return frame, (x, y)


def painter(land: Land, look: Look, theme: Theme) -> Painter:
    """The painter of a land: what it painted before the next move is kept."""
    return Painter((land, look, theme), lambda: _ground(land, look, theme), theme)


@kept
def _ground(land: Land, look: Look, theme: Theme) -> Image.Image:
    canvas = Canvas.over(ground.drawn(land, look), theme)
    canvas.round_off(theme.radius)
    return canvas.image


def prewarm(look: Look) -> None:
    """Draw the table and the regions at the sizes at which games begin."""
    ground.prewarm(look)
    for wide in STARTS:
        terrain.region_lines(look, wide)


def forget() -> None:
    """Forget the maps and panels drawn before."""
    stamps.forget()
    forget_kept(_ground, panels.drawn)


def _card(view: View, frame: Frame, spot: tuple[int, int], look: Look, theme: Theme) -> Stamp:
    """The counters, in their corner."""
    card = counters.card(counters.counters_of(view), look, theme)
    left = spot[0] if spot[0] < WIDTH // 2 else frame.size[0] - counters.INSET - card.width
    return Stamp(scene.SIGN, spot[1], left, card)


def _pointed_out(
    view: View, nearest: Sequence[Link | None], frame: Frame, theme: Theme
) -> Iterator[Stamp]:
    """The settlements of the seat to move, ways to the next links; at the end, what has won."""
    if view.result is not None:
        yield from _won(view, frame, theme)
        return
    yield from scene.settlements(view, view.turn.seat, frame, theme)
    for seat, link in enumerate(nearest):
        if link and link.needed <= NEAR:
            yield from scene.way(view, seat, link, frame, theme)


def _won(view: View, frame: Frame, theme: Theme) -> Iterator[Stamp]:
    """The golden border round the settlements that decided the game."""
    if view.result is None:
        return
    for settlement in view.players[view.result.winner].settlements:
        if len(settlement.cities) > 1 or "connection" not in view.result.reasons:
            yield from scene.bordered(set(settlement.hexes), frame, theme.last, theme.last_rim)
