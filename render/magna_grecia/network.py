"""The network of one seat, the rest of the map dimmed: roads, cities and sources of points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import json
from PIL import Image

from render import stamps
from render.canvas import Canvas, Sheet
from render.magna_grecia import closeup, ground, look, panels, pieces
from render.magna_grecia.frame import centre
from render.magna_grecia.scene import FLAG, Scene, hexes_of
from render.stamps import Stamp, stamp_at
from render.theme import Theme, mix
from rules.contract import Hex, Seat
from rules.hexgrid import neighbour
from rules.magna_grecia.pieces import ORACLE_POINTS
from rules.magna_grecia.view import View

LEAST = (1016, 540)
"""Least size of the visible part of the map."""
MARGIN = 20
_BELOW = 64
"""Height of a chip of points below its place, clear of markets and of the name."""


def draw_network(
    view: View, seat: Seat, names: Sequence[str], theme: Theme, language: str
) -> Sheet:
    """Picture of the panel of a seat, and its part of the map."""
    hexes = reach(view, seat)
    part = closeup.close_up(hexes, LEAST, above=panels.HEIGHT + MARGIN)
    scene = Scene(view, theme, language=language, letters=part.letters(everywhere=False))
    canvas = Canvas.from_image(ground.ground().crop(part.box), theme, part.box[:2])
    stamps.lay(canvas, sorted(scene.stamps(), key=lambda stamp: stamp.order))
    bright = [*own_pieces(scene, seat, hexes), *_points(scene, seat, theme)]
    canvas.dim(look.NIGHT, look.DUSK, bright)
    stamps.lay(canvas, sorted(bright, key=lambda stamp: stamp.order))
    board = part.finish(canvas)
    panel = _panel(view, seat, names, board.width, theme)
    return closeup.sheet_around(board, panel, MARGIN, theme)


def _panel(view: View, seat: Seat, names: Sequence[str], width: int, theme: Theme) -> Image.Image:
    panel = next(
        candidate for candidate in panels.panels_of(view, names, width) if candidate.seat == seat
    )
    box = (0, panels.LIFT, width, panels.LIFT + panels.HEIGHT)
    return panels.draw_panel(json.encode(panel), theme).crop(box)


def reach(view: View, seat: Seat) -> set[Hex]:
    """Hexes of a seat's roads, cities, markets and oracles, and of the places that it reaches."""
    anchor = {at: place.hexes[0] for place in view.places for at in place.hexes}
    stalls = {anchor[piece.hex] for piece in view.markets if piece.seat == seat}
    oracles = {piece.hex for piece in view.oracles if piece.seat == seat}
    roads = [road for road in view.roads if road.seat == seat]
    reached = {neighbour(road.hex, side) for road in roads for side in road.ends}
    return hexes_of(view, seat) | stalls | oracles | (reached & set(anchor))


def own_pieces(scene: Scene, seat: Seat, hexes: set[Hex]) -> Iterator[Stamp]:
    """Stamps of a seat's pieces, and of the places where it has some."""
    view = scene.view
    for road in view.roads:
        if road.seat == seat:
            yield from scene.road(road)
    for city in view.cities:
        if city.seat == seat or set(city.hexes) & hexes:
            yield from scene.city(city)
    for place in view.places:
        if set(place.hexes) & hexes:
            at = place.hexes[0]
            if at not in scene.city_at:
                yield from scene.village(at)
            if at in scene.stalls:
                yield from scene.markets(at)
            yield from scene.count(at, place.count)


def _points(scene: Scene, seat: Seat, theme: Theme) -> Iterator[Stamp]:
    """Current value of each market and each oracle of a seat."""
    worth = [
        (scene.anchor[piece.hex], piece.value)
        for piece in scene.view.markets
        if piece.seat == seat and not piece.sold
    ]
    worth += [(piece.hex, ORACLE_POINTS) for piece in scene.view.oracles if piece.seat == seat]
    for at, points in worth:
        x, y = centre(at)
        tone = theme.gold if points else mix(theme.muted, theme.frame, 0.3)
        yield stamp_at(FLAG, pieces.points_chip(points, tone, theme), x, y + _BELOW)
