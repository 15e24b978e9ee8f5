"""The network of one seat, the rest of the map dimmed: roads, cities and sources of points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import json
from PIL import Image

from render.cache import memoize
from render.canvas import Brush, Sheet
from render.magna_grecia import closeup, look, panels, pieces, signs
from render.magna_grecia.frame import centre, corners, hex_brush
from render.magna_grecia.scene import FIELD, FLAG, Scene, hexes_of
from render.sprites import trim
from render.stamps import Stamp, stamp_at
from render.theme import Theme, mix
from rules.contract import Hex, Seat
from rules.hexgrid import neighbour, neighbours
from rules.magna_grecia.pieces import ORACLE_POINTS
from rules.magna_grecia.view import Openings, View

LEAST = (1016, 540)
"""Least size of the visible part of the map."""
MARGIN = 20
_BELOW = 64
"""Height of a chip of points below its place, clear of markets and of the name."""
_SIGN = 9.0
"""Size on a phone of the sign of a step."""


def draw_network(
    view: View,
    seat: Seat,
    names: Sequence[str],
    theme: Theme,
    language: str,
    openings: Openings | None = None,
) -> Sheet:
    """Picture of the panel of a seat and its part of the map; with `openings`, of its next step."""
    hexes = reach(view, seat)
    roads, steps = _openings_near(hexes, openings)
    part = closeup.close_up(hexes | roads | steps.keys(), LEAST, above=panels.HEIGHT + MARGIN)
    scene = Scene(view, theme, language=language, letters=part.letters(everywhere=False))
    shot = part.shot(theme)
    shot.lay(scene.stamps())
    bright = [*own_pieces(scene, seat, hexes)]
    if openings is None:
        bright += _points(scene, seat, theme)
    bright += _chips_of_steps(scene, steps, part.size_on_phone(_SIGN))
    bright += [stamp_at(FIELD, free_hex(theme), *centre(at)) for at in roads]
    shot.light(bright, look.NIGHT, look.DUSK)
    board = part.finish(shot)
    panel = _panel(view, seat, names, board.width, theme)
    return closeup.sheet_around(board, panel, MARGIN, theme)


def _openings_near(
    hexes: set[Hex], openings: Openings | None
) -> tuple[set[Hex], dict[Hex, tuple[str, ...]]]:
    """Where a road may be laid near a seat's hexes, and the signs of other steps there.

    Before it has anything, that is wherever it may act.
    """
    if openings is None:
        return set(), {}
    near = hexes | {beside for at in hexes for beside in neighbours(at)}
    steps: dict[Hex, tuple[str, ...]] = {}
    for sign, places in (
        ("wall", openings.cities),
        ("market", openings.markets),
        ("coin", openings.sales),
    ):
        for at in places:
            if at in (near if sign == "wall" else hexes) or not hexes:
                steps[at] = (*steps.get(at, ()), sign)
    roads = {at for at in openings.roads if at in near or not hexes}
    return roads, steps


def _chips_of_steps(scene: Scene, steps: dict[Hex, tuple[str, ...]], size: int) -> Iterator[Stamp]:
    """A bright chip on each hex where a step may be done, with the signs of those steps."""
    for at, names in steps.items():
        x, y = centre(at)
        chip = opening(names, 2 * (size // 2), scene.theme)
        yield stamp_at(FLAG, chip, x, y + (_BELOW + 10 if at in scene.anchor else 0))


@memoize
def free_hex(theme: Theme) -> Image.Image:
    """A bright hex, where a road may be laid."""
    brush = hex_brush()
    for scale, tone in ((0.72, theme.ink), (0.66, look.LIT)):
        brush.polygon(corners(scale), tone)
    return trim(brush.reduce())


@memoize
def opening(names: tuple[str, ...], size: int, theme: Theme) -> Image.Image:
    """A chip with the signs of steps, each of a size."""
    width, height = round((len(names) + 0.5) * size), round(1.35 * size)
    brush = Brush(width, height)
    brush.round_box(0, 0, width, height, height / 2, theme.ink)
    brush.round_box(2, 2, width - 2, height - 2, height / 2 - 2, look.LIT)
    sheet = brush.reduce()
    for place, name in enumerate(names):
        sign = signs.sign(name, round(0.9 * size), theme.ink, look.LIT)
        left = round((place + 0.3) * size)
        sheet.alpha_composite(sign, (left, (height - sign.height) // 2))
    return sheet


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
