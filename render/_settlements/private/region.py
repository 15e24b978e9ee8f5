"""A candidate place of a new region, and the numbers of all the other places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, pi, sin

from PIL import Image

from render import stamps
from render._settlements.land import ground
from render._settlements.land.frame import Frame, flower, row_of
from render._settlements.land.space import Space
from render._settlements.look import IVORY, NIGHT, Look
from render._settlements.map import outlines, scene
from render._settlements.private import chips, slips
from render._settlements.private.closeup import CloseUp, frame_for
from render.canvas import Sheet
from render.contract import Subject
from render.scripts import name_of
from render.stamps import Stamp
from render.theme import Theme
from rules._settlements.view import RegionPreview, Tile, View
from rules.contract import Hex

_BEST = 6
"""Number of places that are outlined: the first ones."""
_DIMMED = 0.35
"""Share of `NIGHT`, the same as where other maps are dimmed: the palette holds these tones."""
_READABLE = 52
"""Width of a hex below which the best places are shown larger, without all the others."""


def draw_region(subject: Subject[View], look: Look, theme: Theme) -> Sheet:
    """Picture of the new region at its place, with the best places outlined and all numbered."""
    view, preview = subject.view, subject.shown
    head = slips.region_head(preview, name_of(subject.names, preview.seat), theme)
    land = scene.cells_of(view.board)
    best = [at for spot in preview.spots[:_BEST] for at in flower(spot)]
    cells, main = {*land, *preview.spots, *best}, {*best, *flower(preview.at)}
    frame = frame_for(cells | main, cells | main, slips.room(head), 100)
    if frame.width < _READABLE:
        frame = frame_for(main, cells | main, slips.room(head), _READABLE)
    shot = CloseUp(subject, frame, look, theme)
    shot.stand()
    shot.canvas.dim(NIGHT, _DIMMED, flower(preview.at))
    shot.lay(_outlines(shot, preview))
    shot.inscribe(flower(preview.at))
    _lay_ghost_region(shot, preview)
    shot.lay(_places(shot, preview))
    if shot.frame.width < _INSET_BELOW:
        _lay_inset(shot, preview, cells | main)
    return slips.compose(head, shot.picture(), theme)


def _outlines(shot: CloseUp, preview: RegionPreview) -> Iterator[Stamp]:
    """Outlines of the best other places."""
    line = outlines.thin_region(shot.frame.width, IVORY)
    for at in preview.spots[:_BEST]:
        if at != preview.at:
            yield stamps.stamp_at(scene.LIT, line, *shot.frame.centre(at))


def _lay_ghost_region(shot: CloseUp, preview: RegionPreview) -> None:
    frame, look = shot.frame, shot.look
    laid = scene.region_of(shot.view.game, Tile(preview.tile, preview.at, preview.rot))
    below = shot.canvas.image.copy()
    ground.lay_region(shot.canvas, frame, laid, look)
    shot.lay(scene.symbols(ground.Land(frame, (laid,), ()), look, ()))
    shot.canvas.image = Image.blend(below, shot.canvas.image, 0.86)
    ring = outlines.dash_region(frame.width, shot.theme.white, shot.theme.ink)
    shot.canvas.paste_centred(ring, *frame.centre(preview.at))


_INSET_BELOW = 68
"""Width of a hex below which the region is shown again in a larger inset."""
_INSET = 62


def _lay_inset(shot: CloseUp, preview: RegionPreview, cells: Iterable[Hex]) -> None:
    """Lay an inset with the region, larger, in the emptiest corner."""
    look, theme = shot.look, shot.theme
    laid = scene.region_of(shot.view.game, Tile(preview.tile, (0, 0), preview.rot))
    width, height = 3 * _INSET + 36, 5 * row_of(_INSET) // 3 * 2 + 12
    free = Space(shot.frame, cells, 16)
    for cell in preview.spots[:_BEST]:
        x, y = shot.frame.centre(cell)
        free.take((x - 24, y - 24, x + 24, y + 24))
    corner = free.find((width, height))
    if corner is None:
        return
    x, y = corner
    box = (x, y, x + width, y + height)
    shot.canvas.round_box(box, theme.white, 16)
    shot.canvas.round_box((x + 3, y + 3, x + width - 3, y + height - 3), look.ground, 13)
    frame = Frame(shot.frame.size, _INSET, (x + width // 2, y + height // 2))
    ground.lay_region(shot.canvas, frame, laid, look)
    shot.lay(scene.symbols(ground.Land(frame, (laid,), ()), look, ()))


def _places(shot: CloseUp, preview: RegionPreview) -> Iterator[Stamp]:
    """Numbers of the places: the chosen one bright, the best large, the others small.

    Numbers that the ghost covers stand on its rim, where no symbol lies.
    """
    width, centre = shot.frame.width, shot.frame.centre
    ghost = dict(zip(flower(preview.at), _RIM, strict=True))
    for number, at in enumerate(preview.spots, 1):
        x, y = centre(at)
        if at in ghost:
            across, down = ghost[at]
            x, y = centre(preview.at)
            x, y = x + round(across * width), y + round(down * width)
        size = 0.36 if at == preview.at else 0.40 if number <= _BEST and at not in ghost else 0.22
        if shot.shows(x, y):
            yield _place(shot, (x, y), number, size, chosen=at == preview.at)


_RIM = (
    (0.0, -1.24),
    *((1.5 * cos(turn * pi / 3), 1.5 * sin(turn * pi / 3)) for turn in range(6)),
)
"""Place on the border for each hex of a region, from its middle, in hex widths.

The first, for the middle hex, is the notch at the top."""


_LARGE, _SMALL, _SMALL_HUNDRED = 24, 17, 20
"""Smallest radii of the numbers of places: even a small one is read on a phone."""


def _place(shot: CloseUp, at: tuple[int, int], number: int, size: float, *, chosen: bool) -> Stamp:
    theme = shot.theme
    tone, ink = (theme.last, theme.last_rim) if chosen else (IVORY, theme.ink)
    smallest = _LARGE if size > 0.3 else _SMALL if number < 100 else _SMALL_HUNDRED
    chip = chips.place_chip(max(smallest, round(size * shot.frame.width)), number, tone, ink)
    return stamps.stamp_at(scene.SIGN if chosen else scene.MARK, chip, *at)
