"""A candidate place of a new region: as it would lie, and the numbers of all the other places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from PIL import Image

from render import stamps
from render._settlements.land import ground
from render._settlements.land.frame import Frame, flower, row_of
from render._settlements.land.space import Space
from render._settlements.look import IVORY, Look
from render._settlements.map import outlines, scene
from render._settlements.private import chips, slips
from render._settlements.private.closeup import HEIGHTS, CloseUp, frame_for
from render.canvas import Sheet
from render.scripts import name_of
from render.stamps import Stamp
from render.text import MIN_SIZE, Label
from render.theme import Theme
from rules._settlements.view import RegionPreview, Tile, View
from rules.contract import Hex


def draw_region(
    view: View, preview: RegionPreview, names: Sequence[str], look: Look, theme: Theme
) -> Sheet:
    """The new region where it may lie, and the numbers of all the places."""
    cells = {*scene.cells_of(view.board), *preview.spots, *flower(preview.at)}
    frame = frame_for(cells, HEIGHTS, 100)
    shot = CloseUp(view, frame, look, theme)
    shot.stand()
    shot.dim(flower(preview.at))
    _lay_ghost_region(shot, preview)
    shot.lay(_places(shot, preview))
    if frame.wide < _INSET_BELOW:
        _lay_inset(shot, preview, cells)
    head = slips.region_head(preview, name_of(names, preview.seat), theme)
    return slips.joined(head, shot.canvas, theme)


def _lay_ghost_region(shot: CloseUp, preview: RegionPreview) -> None:
    frame, look = shot.frame, shot.look
    laid = scene.region_of(shot.view.game, Tile(preview.tile, preview.at, preview.rot))
    below = shot.canvas.image.copy()
    ground.lay_region(shot.canvas, frame, laid, look)
    shot.lay(scene.symbols(ground.Land(frame, (laid,), ()), look, ()))
    shot.canvas.image = Image.blend(below, shot.canvas.image, 0.86)
    ring = outlines.dashed_region(frame.wide, shot.theme.white, shot.theme.ink)
    shot.canvas.centred(ring, *frame.centre(preview.at))


_INSET_BELOW = 68
"""Width of a hex below which the region is shown once more from near."""
_INSET = 62


def _lay_inset(shot: CloseUp, preview: RegionPreview, cells: Iterable[Hex]) -> None:
    """The region as it would lie, larger, in the emptiest corner."""
    look, theme = shot.look, shot.theme
    laid = scene.region_of(shot.view.game, Tile(preview.tile, (0, 0), preview.rot))
    wide, tall = 3 * _INSET + 36, 5 * row_of(_INSET) // 3 * 2 + 12
    free = Space(shot.frame, cells, 16)
    x, y = free.find((wide, tall), ("tr", "br", "tl")) or (shot.frame.size[0] - wide - 20, 20)
    box = (x, y, x + wide, y + tall)
    shot.canvas.rounded(box, theme.white, 16)
    shot.canvas.rounded((x + 3, y + 3, x + wide - 3, y + tall - 3), look.ground, 13)
    frame = Frame(shot.frame.size, _INSET, (x + wide // 2, y + tall // 2))
    ground.lay_region(shot.canvas, frame, laid, look)
    shot.lay(scene.symbols(ground.Land(frame, (laid,), ()), look, ()))


def _places(shot: CloseUp, preview: RegionPreview) -> Iterator[Stamp]:
    """The numbers of the places, and below each how it is typed; the chosen one is bright."""
    covered = set(flower(preview.at))
    for number, at in enumerate(preview.spots, 1):
        if at == preview.at:
            yield _place(shot, at, number, 0.27, -0.28, chosen=True)
        elif at in covered:
            yield _place(shot, at, number, 0.24, -0.28)
        elif shot.frame.wide >= _TYPED_FROM:
            yield _place(shot, at, number, 0.31, -0.16)
            yield _typed(shot, at)
        else:
            yield _place(shot, at, number, 0.42, 0.0)


_TYPED_FROM = 60
"""Width of a hex in which its coordinates find room."""


def _place(
    shot: CloseUp, at: Hex, number: int, size: float, drop: float, *, chosen: bool = False
) -> Stamp:
    theme, wide = shot.theme, shot.frame.wide
    tone, ink = (theme.last, theme.last_rim) if chosen else (IVORY, theme.ink)
    x, y = shot.frame.centre(at)
    least = 16 if chosen else 11 if number < 100 else 14
    chip = chips.numbered(max(least, round(size * wide)), number, tone, ink)
    return stamps.centred(scene.SIGN if chosen else scene.MARK, chip, x, y + drop * wide)


def _typed(shot: CloseUp, at: Hex) -> Stamp:
    x, y = shot.frame.centre(at)
    size = max(MIN_SIZE, round(0.18 * shot.frame.wide))
    style = Label(size, shot.theme.white, halo=shot.theme.ink)
    return stamps.written(scene.NAME, f"{at[0]},{at[1]}", x, y + 0.3 * shot.frame.wide, style)
