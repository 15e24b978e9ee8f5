"""The board with the cells behind a number of a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image, ImageDraw

from render import spotlight
from render.canvas import Sheet
from render.closeup import CloseUp
from render.massalia import ground, tiles
from render.massalia.closeup import CHIP, WIDEST
from render.massalia.frame import BOARD, GRID
from render.massalia.scene import LIT, Scene
from render.spotlight import Spot, Spotlight
from render.stamps import Stamp, stamp_at
from render.theme import Theme
from rules.massalia.view import View

_DIM = 0.5
"""Share of the frame's colour in what the number has nothing to do with."""
_FIGURE = 50
"""Size of points and letters on the board: a phone shows it at 11."""


def draw_score(view: View, shown: Spotlight, theme: Theme, language: str) -> Sheet:
    """Picture of the board: the cells that count are lit, the others grey with a letter."""
    spots = list(spotlight.spots(shown))
    scene = Scene(view, theme, language)
    shot = CloseUp(ground.GROUND.whole(), theme)
    shot.lay(scene.stamps())
    idle = [spot for spot in spots if not spot.counts]
    shot.canvas.dim(theme.frame, _DIM, spots, _mask(spots, 0, 255))
    spotlight.grey_out(shot.canvas, _mask(idle, 255, 0))
    shot.lay(_marks(spots, theme))
    size = (WIDEST, round(BOARD[1] * WIDEST / BOARD[0]))
    sheet = Sheet(*size, theme)
    sheet.paste(shot.finish(BOARD, size).quantize(), 0, 0, land=True)
    return sheet


def _mask(spots: Sequence[Spot], inside: int, outside: int) -> Image.Image:
    """Mask of the board with the cells of some spots."""
    mask = Image.new("L", (2 * BOARD[0], 2 * BOARD[1]), outside)
    pen = ImageDraw.Draw(mask)
    for spot in spots:
        pen.polygon([(2 * x, 2 * y) for x, y in GRID.corners(spot.at)], fill=inside)
    return mask.reduce(2)


def _marks(spots: Sequence[Spot], theme: Theme) -> Iterator[Stamp]:
    """A bright line round each cell that counts, a dashed one round the others, and the chips."""
    for spot in spots:
        x, y = GRID.centre(spot.at)
        yield stamp_at(LIT, tiles.bright_ring() if spot.counts else tiles.dash_ring(), x, y)
        if spot.words:
            chip = spotlight.chip(spot.words, spot.counts, _FIGURE, theme)
            yield stamp_at(CHIP, chip, x, y)
