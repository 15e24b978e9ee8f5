"""Close-ups of the map: cells to choose from, and a candidate move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from PIL import Image

from render.cache import memoize
from render.canvas import Brush, Sheet
from render.closeup import CloseUp
from render.hexes import hexagon
from render.marks import pill
from render.massalia import look, plates, tiles
from render.massalia.catalogue import AT
from render.massalia.frame import BOARD, SIZE, centre
from render.massalia.ground import GROUND
from render.massalia.icons import icon
from render.massalia.scene import FLAG, LIT, TILE, Scene
from render.sprites import inscribe, write
from render.stamps import Stamp, stamp_at
from render.text import Label, width_of
from render.theme import SeatStyle, Theme
from rules.massalia.view import TileView

WIDE, TALL = 960, 600
"""Least size of the visible part of the map, in its own pixels."""
WIDEST = 1200
"""Greatest width of a picture: a larger part of the map is scaled down."""
CHIP = FLAG + 1
_GHOST = 0.78


def box_of(
    cells: Iterable[str], width: int = WIDE, height: int = TALL
) -> tuple[int, int, int, int]:
    """Box of the map that shows the cells with some margin."""
    spots = [centre(cell) for cell in cells] or [(BOARD[0] // 2, BOARD[1] // 2)]
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    width = min(BOARD[0], max(width, round(max(xs) - min(xs)) + 3 * SIZE))
    height = min(BOARD[1], max(height, round(max(ys) - min(ys)) + 3 * SIZE, round(width * 0.6)))
    left = round((max(xs) + min(xs) - width) / 2)
    top = round((max(ys) + min(ys) - height) / 2)
    left = max(0, min(left, BOARD[0] - width))
    top = max(0, min(top, BOARD[1] - height))
    return left, top, left + width, top + height


def crop_map(scene: Scene, more: Iterable[Stamp], cells: Sequence[str], theme: Theme) -> Sheet:
    """Picture of the map round some cells, with more stamps."""
    part = part_of_map(scene, more, cells, theme)
    sheet = Sheet(part.width, part.height, theme)
    sheet.paste(part, 0, 0, land=True)
    return sheet


def part_of_map(
    scene: Scene, more: Iterable[Stamp], cells: Sequence[str], theme: Theme
) -> Image.Image:
    """The map round some cells, with more stamps, in the palette of the theme."""
    left, top, right, bottom = box = box_of(cells)
    shot = CloseUp(GROUND.part(box), theme, (left, top))
    shot.lay([*scene.stamps(), *more])
    scale = min(1.0, WIDEST / (right - left))
    size = round((right - left) * scale), round((bottom - top) * scale)
    return shot.finish(BOARD, size).quantize()


# ---- stamps on it --------------------------------------------------------------------------------


def open_cells(cells: Iterable[str], chosen: str | None = None) -> Iterator[Stamp]:
    """A thin line round every cell that may be chosen; resource cells stand out."""
    for cell in cells:
        if cell != chosen:
            yield stamp_at(LIT, spot(cell in AT), *centre(cell))


def name_stamps(cells: Iterable[str], theme: Theme) -> Iterator[Stamp]:
    """The name of each cell, as it is typed, on a chip."""
    for cell in cells:
        chip_of_cell = name_chip(cell, theme)
        yield stamp_at(CHIP, chip_of_cell, *plates.spot_of_chip(cell, chip_of_cell.width))


@memoize
def name_chip(name: str, theme: Theme) -> Image.Image:
    """The name of a cell on white."""
    sheet = pill(52, 32, theme.white, theme.ink).copy()
    inscribe(sheet, name, 27, 17, Label(23, theme.ink, "bold"))
    return sheet


@memoize
def spot(strong: bool) -> Image.Image:
    """Line round a cell that may be chosen."""
    brush = Brush(2 * SIZE + 12, 2 * SIZE + 12, zoom=3, centred=True)
    points = hexagon(SIZE * (0.93 if strong else 0.86), flat=False)
    brush.outline(points, (*look.INK, 200), 8.5 if strong else 5.0)
    brush.outline(points, look.FLAME_LIGHT if strong else look.IVORY, 5.0 if strong else 2.6)
    return brush.reduce()


def ghost(
    scene: Scene, style: SeatStyle, kind: str | None, cell: str, *, up: bool = True
) -> Iterator[Stamp]:
    """Ghost of a tile on its cell, on top of the tiles that lie there."""
    x, y = centre(cell)
    below = scene.view.board.get(cell, ())
    owners = (scene.theme.seats[tile.o] for tile in reversed(below[-tiles.SHOWN + 1 :]))
    sprite = tiles.pile((style, *owners), kind, up, len(below) + 1, _GHOST)
    yield stamp_at(LIT, tiles.dash_ring(), x, y)
    yield stamp_at(TILE, sprite, x, y - 2)


def without_top(scene: Scene, cell: str) -> Scene:
    """The scene without the tile on top of a cell."""
    return _with(scene, cell, scene.view.board.get(cell, ())[:-1])


def clear_cells(scene: Scene, *cells: str) -> Scene:
    """The scene without any tile on some cells, where ghosts will stand."""
    for cell in cells:
        scene = _with(scene, cell, ())
    return Scene(scene.view, scene.theme, scene.language, cells)


def _with(scene: Scene, cell: str, pile: tuple[TileView, ...]) -> Scene:
    board = {key: value for key, value in scene.view.board.items() if key != cell}
    if pile:
        board[cell] = pile
    view = msgspec.structs.replace(scene.view, board=board)
    return Scene(view, scene.theme, scene.language)


def chip(parts: Sequence[str | tuple[str]], cell: str, theme: Theme) -> Stamp:
    """Chip with the gains of a move, above its cell: figures, and signs given as `(name,)`."""
    x, y = centre(cell)
    sprite = note(tuple(parts), theme)
    y = y - SIZE - 8 if y > SIZE + 40 else y + SIZE + 14
    return stamp_at(
        CHIP, sprite, min(max(x, sprite.width / 2 + 4), BOARD[0] - sprite.width / 2 - 4), y
    )


@memoize
def note(parts: tuple[str | tuple[str], ...], theme: Theme) -> Image.Image:
    """A chip of signs and figures."""
    style = Label(32, look.INK, "bold")
    widths = [width_of(part, style) if isinstance(part, str) else 36 for part in parts]
    wide = sum(widths) + 6 * (len(parts) - 1) + 30
    sheet = pill(wide, 48, theme.last, theme.last_rim, True).copy()
    x = 17
    for part, width in zip(parts, widths, strict=True):
        if isinstance(part, str):
            write(sheet, part, x, 25, style)
        else:
            sheet.alpha_composite(icon(part[0], 36), (x, 7))
        x += width + 6
    return sheet
