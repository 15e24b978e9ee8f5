"""A part of the map from near: cells to choose from, and a move before it is made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from PIL import Image, ImageDraw

from render.canvas import Sheet
from render.kept import kept
from render.marks import pill
from render.massalia import look, tiles
from render.massalia.frame import BOARD, SIZE, centre, corners
from render.massalia.icons import icon
from render.massalia.pictured import AT
from render.massalia.scene import FLAG, LIT, TILE, Scene
from render.massalia.table import painter
from render.sprites import faded, write
from render.stamps import Stamp, centred
from render.text import Label, width_of
from render.theme import SeatStyle, Theme

WIDE, TALL = 960, 700
"""What is shown of the map, in its own pixels, where the cells lie close together."""
CHIP = FLAG + 1
_GHOST = 0.78


def box_of(cells: Iterable[str], wide: int = WIDE, tall: int = TALL) -> tuple[int, int, int, int]:
    """The part of the map that shows the cells with some country round them."""
    spots = [centre(cell) for cell in cells] or [(BOARD[0] // 2, BOARD[1] // 2)]
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    wide = min(BOARD[0], max(wide, round(max(xs) - min(xs)) + 3 * SIZE))
    tall = min(BOARD[1], max(tall, round(max(ys) - min(ys)) + 3 * SIZE, round(wide * 0.6)))
    left = round((max(xs) + min(xs) - wide) / 2)
    top = round((max(ys) + min(ys) - tall) / 2)
    left = max(0, min(left, BOARD[0] - wide))
    top = max(0, min(top, BOARD[1] - tall))
    return left, top, left + wide, top + tall


def cropped(scene: Scene, more: Iterable[Stamp], cells: Sequence[str], theme: Theme) -> Sheet:
    """The map round some cells, with more stamps on it."""
    picture = painter(theme).paint([*scene.stamps(), *more])
    box = box_of(cells)
    sheet = Sheet(box[2] - box[0], box[3] - box[1], theme)
    sheet.paste(picture.crop(box), 0, 0)
    return sheet


# ---- what is laid on it --------------------------------------------------------------------------


def open_cells(cells: Iterable[str], chosen: str | None = None) -> Iterator[Stamp]:
    """A calm line round every cell that may be chosen; resource cells stand out."""
    for cell in cells:
        if cell != chosen:
            yield centred(LIT, spot(cell in AT), *centre(cell))


@kept
def spot(strong: bool) -> Image.Image:
    """The line round a cell that may be chosen."""
    side = 2 * SIZE + 12
    sheet = Image.new("RGBA", (3 * side, 3 * side))
    pen = ImageDraw.Draw(sheet)
    middle = 1.5 * side
    x0, y0 = centre("E5")
    points = [(middle + 3 * (x - x0), middle + 3 * (y - y0)) for x, y in corners("E5", 0.9)]
    tone = look.FLAME_LIGHT if strong else look.IVORY
    for width, colour in (
        (24 if strong else 15, (*look.INK, 200)),
        (14 if strong else 8, (*tone, 255)),
    ):
        pen.line([*points, points[0], points[1]], fill=colour, width=width, joint="curve")
    return sheet.reduce(3)


def ghost(style: SeatStyle, kind: str | None, cell: str, *, up: bool = True) -> Iterator[Stamp]:
    """A tile that is not laid yet, on its cell."""
    x, y = centre(cell)
    yield centred(LIT, tiles.lit(), x, y)
    yield centred(TILE, faded(tiles.tile(style, kind, up), _GHOST), x, y - 2)


def without(scene: Scene, cell: str) -> Scene:
    """The scene without the tile on top of a cell."""
    pile = scene.view.board.get(cell, ())[:-1]
    board = {key: value for key, value in scene.view.board.items() if key != cell}
    if pile:
        board[cell] = pile
    view = msgspec.structs.replace(scene.view, board=board)
    return Scene(view, scene.theme, scene.language)


def chip(parts: Sequence[str | tuple[str]], cell: str, theme: Theme) -> Stamp:
    """What a move brings, above its cell: figures, and signs given as `(name,)`."""
    x, y = centre(cell)
    sprite = note(tuple(parts), theme)
    y = y - SIZE - 8 if y > SIZE + 40 else y + SIZE + 14
    return centred(
        CHIP, sprite, min(max(x, sprite.width / 2 + 4), BOARD[0] - sprite.width / 2 - 4), y
    )


@kept
def note(parts: tuple[str | tuple[str], ...], theme: Theme) -> Image.Image:
    """A chip of signs and figures."""
    style = Label(32, look.INK, "bold")
    widths = [width_of(one, style) if isinstance(one, str) else 36 for one in parts]
    wide = sum(widths) + 6 * (len(parts) - 1) + 30
    sheet = pill(wide, 48, theme.last, theme.last_rim, True).copy()
    x = 17
    for one, width in zip(parts, widths, strict=True):
        if isinstance(one, str):
            write(sheet, one, x, 25, style)
        else:
            sheet.alpha_composite(icon(one[0], 36), (x, 7))
        x += width + 6
    return sheet
