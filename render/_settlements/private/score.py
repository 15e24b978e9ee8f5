"""The map with the buildings behind a number of a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from render import spotlight
from render._settlements.look import Look
from render._settlements.map import outlines, scene
from render._settlements.private import slips
from render._settlements.private.closeup import CloseUp, around, frame_for
from render.canvas import Sheet
from render.contract import Subject
from render.spotlight import Spot
from render.stamps import Stamp, stamp_at
from render.theme import Theme
from rules._settlements.view import View

_HIGHEST = 820
"""Greatest height of the map."""
_DIM = 0.6
"""Share of the night over what the number has nothing to do with."""
_FIGURE = 36
"""Size of points and letters: a phone shows it at 10."""


def draw_score(subject: Subject[View], look: Look, theme: Theme) -> Sheet:
    """Picture of the map: what counts is bright and lit, the rest of the seat grey.

    The buildings are shown as large as their cities, near and far, have room beside them.
    """
    view, spots = subject.view, list(spotlight.spots(subject.shown))
    land = set(scene.cells_of(view.board))
    hexes = {spot.at for spot in spots}
    built = {each.hex for each in view.board.buildings if each.seat == subject.shown.seat}
    cities = hexes & {city.at for city in view.board.cities}
    near = around(hexes & built or hexes, 1) & land | cities
    shot = CloseUp(subject, frame_for(near, land, _HIGHEST, 120), look, theme)
    shot.stand()
    shot.dim(hexes, _DIM)
    idle = {spot.at for spot in spots if not spot.counts}
    spotlight.grey_out(shot.canvas, shot.mask(idle))
    shot.lay(_rings(shot, spots))
    shot.inscribe(hexes)
    shot.lay(_chips(shot, spots))
    board = shot.picture()
    board.round_off(theme.radius)
    sheet = Sheet(board.width + 2 * slips.MARGIN, board.height + 2 * slips.MARGIN, theme)
    sheet.paste(board.quantize(), slips.MARGIN, slips.MARGIN, land=True)
    return sheet


def _rings(shot: CloseUp, spots: Sequence[Spot]) -> Iterator[Stamp]:
    """A bright line round each hex that counts, a dashed one round the others."""
    width, theme = shot.frame.width, shot.theme
    for spot in spots:
        ring = outlines.dash_ring(width, theme.white, theme.ink)
        if spot.counts:
            ring = outlines.ring(width, theme.last, theme.last_rim)
        yield stamp_at(scene.MARK, ring, *shot.frame.centre(spot.at))


def _chips(shot: CloseUp, spots: Sequence[Spot]) -> Iterator[Stamp]:
    """Points and letters of the hexes."""
    for spot in spots:
        x, y = shot.frame.centre(spot.at)
        if spot.words and shot.shows(x, y):
            chip = spotlight.chip(spot.words, spot.counts, _FIGURE, shot.theme)
            yield stamp_at(scene.SIGN, chip, x, y + 0.28 * shot.frame.width)
