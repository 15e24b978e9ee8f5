"""The whole table: a panel for each seat above, the map below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec
from PIL import Image

from render import course, sources, stamps
from render._settlements.land import ground, terrain
from render._settlements.land.frame import Frame
from render._settlements.land.ground import Land
from render._settlements.look import Look
from render._settlements.map import cartouche, outlines, panels, scene
from render._settlements.map.arrangement import Arrangement, best_arrangement
from render._settlements.map.standings import panels_of
from render.cache import forget as forget_results
from render.canvas import Canvas, Sheet
from render.contract import Subject
from render.course import Course
from render.stamps import Ground, Painter, Stamp
from render.theme import Theme
from rules._settlements.links import Link, links
from rules._settlements.view import View
from rules.contract import Hex, Seat

NEAR = 2
"""Greatest number of missing buildings for which the way of a rival's link is drawn."""
STARTS = (132, 120, 110)
"""Widths of a hex on the maps of 2, 3 and 4 players at the start."""


def draw_table(subject: Subject[View], look: Look, theme: Theme) -> Sheet:
    """The picture of the table; `theme` holds the palette of the look."""
    view, news, about, named = subject.view, subject.news, subject.about, subject.coordinates
    brief = view.result is not None and subject.stage is None
    has_chart = isinstance(subject.shown, Course) and bool(subject.shown.lines)
    above = course.HEIGHT + sources.MARGIN if has_chart else 0
    plan = arrangement_of(subject.stage or view, brief=brief, above=above)
    sheet = Sheet(*plan.size, theme)
    nearest = [next(iter(links(view, seat)), None) for seat in range(view.seats)]
    width = plan.panels[0][2] - plan.panels[0][0]
    threats = {threat.seat: threat for threat in about.threats}
    for panel in panels_of(view, subject.names, nearest, width, news, threats, brief=brief):
        picture = panels.draw_panel(msgspec.json.encode(panel), look, theme)
        sheet.paste(picture, *plan.panels[panel.seat][:2])
    x, y = plan.card
    card_boxes = () if brief else ((x, y, x + cartouche.WIDE, y + cartouche.TALL),)
    reserved = tuple(scene.cells_of(subject.stage.board)) if subject.stage else ()
    land = scene.land_of(view, plan.frame, about.seal, card_boxes, reserved)
    marks = [
        *scene.base(view, land, look, theme, named=named),
        *scene.ribbons(subject.stage or view, land, look, about.language, named=named),
        *scene.highlight_stamps(view, news, plan.frame, theme),
        *_overlays(view, nearest, land, theme, named=named),
        *scene.threat_stamps(view, about.threats, plan.frame, theme),
    ]
    if view.result is None:
        card = cartouche.card(cartouche.cartouche_of(view, news), look, theme)
        marks.append(Stamp(scene.SIGN, y, x, card))
    sheet.paste(painter(land, look, theme).paint(marks), *plan.board, land=True)
    return sheet


def arrangement_of(view: View, *, brief: bool = False, above: int = 0) -> Arrangement:
    """Arrangement of the table of a view."""
    return best_arrangement(tuple(scene.cells_of(view.board)), view.seats, brief=brief, above=above)


def painter(land: Land, look: Look, theme: Theme) -> Painter:
    """Painter of a land, which keeps its last picture for the next move."""
    return Painter(Ground(_ground, land, look, theme), theme)


def _ground(land: Land, look: Look, theme: Theme) -> Image.Image:
    canvas = Canvas.from_image(ground.draw_ground(land, look), theme)
    canvas.round_off(theme.radius)
    return canvas.image


def prewarm(look: Look) -> None:
    """Draw the table and the regions at the sizes at which games begin."""
    ground.prewarm(look)
    for width in STARTS:
        terrain.region_lines(look, width)


def forget() -> None:
    """Forget the maps and panels drawn before."""
    stamps.forget()
    forget_results(_ground, panels.draw_panel, best_arrangement)


def _overlays(
    view: View, nearest: Sequence[Link | None], land: Land, theme: Theme, *, named: bool
) -> Iterator[Stamp]:
    """Ways to the next links; at the end, what decided it."""
    if view.result is not None:
        yield from _winning_border(view, land.frame, theme)
        yield from _winning_way(view, land.frame)
        return
    yield from scene.ways_of(view, near_links(view, nearest), land, theme, named=named)


def near_links(view: View, nearest: Sequence[Link | None]) -> dict[Seat, Link]:
    """Links whose ways are drawn, by seat: the mover's, and those that rivals have nearly made."""
    mover = view.turn.seat
    order = sorted(range(view.seats), key=lambda seat: seat != mover)
    links = ((seat, nearest[seat]) for seat in order)
    return {
        seat: link
        for seat, link in links
        if link is not None and link.needed and (seat == mover or link.needed <= NEAR)
    }


def _winning_way(view: View, frame: Frame) -> Iterator[Stamp]:
    """The golden line from one great city to the other, where joining them has won."""
    if view.result is None or "connection" not in view.result.reasons:
        return
    way = winning_way(view, view.result.winner)
    for before, at in pairwise(way):
        (ax, ay), (bx, by) = frame.centre(before), frame.centre(at)
        sprite = outlines.golden_leg((bx - ax, by - ay), frame.unit)
        yield stamps.stamp_at(scene.CHAIN, sprite, (ax + bx) / 2, (ay + by) / 2)


def winning_way(view: View, seat: Seat) -> tuple[Hex, ...]:
    """Way by which a seat has joined two great cities, both included; () if it has joined none."""
    link = next((link for link in links(view, seat) if link.needed == 0), None)
    if link is None:
        return ()
    places = {city.id: city.at for city in view.board.cities}
    return places[link.cities[0]], *link.way, places[link.cities[1]]


def _winning_border(view: View, frame: Frame, theme: Theme) -> Iterator[Stamp]:
    """The golden border round the settlements that decided the game."""
    if view.result is None:
        return
    for settlement in view.players[view.result.winner].settlements:
        if len(settlement.cities) > 1 or "connection" not in view.result.reasons:
            yield from scene.border_stamps(
                set(settlement.hexes), frame, theme.last, theme.last_rim, line=4.5
            )
