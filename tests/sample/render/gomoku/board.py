"""The board: a plate of wood with 91 cells of stone, each with its name or what lies on it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PIL import Image

from render.cache import memoize
from render.canvas import Brush, Canvas
from render.gomoku.stones import RADIUS, outline, stone
from render.hexes import Layout, Point, hull
from render.text import Label
from render.theme import Colour, Theme, rgb
from rules.contract import Hex
from rules.gomoku.pieces import CELLS, NAMES
from rules.gomoku.view import Preview, View

WOOD, WOOD_LIGHT, WOOD_DARK = rgb("#906B4C"), rgb("#B49A62"), rgb("#6B4A2A")
CELL, CELL_LIGHT, CELL_DARK = rgb("#E2D8C2"), rgb("#F4EFE6"), rgb("#C9BC8C")
WIDTH, HEIGHT = 1136, 1040
SIZE = 56.0
LAYOUT = Layout(size=SIZE, origin=(WIDTH / 2, HEIGHT / 2), flat=False)
NAME = Label(28, rgb("#6B4A2A"))


def draw_board(
    canvas: Canvas, at: Point, view: View, lit: Collection[Hex], ghost: Preview | None
) -> None:
    """The whole board with its top left corner at a point; `lit` are the cells to look at."""
    canvas.paste(_bare(canvas.theme), *at)
    _name_cells(canvas, at, {one.at for one in view.stones} | ({ghost.at} if ghost else set()))
    _thread(canvas, at, view.row)
    for one in view.stones:
        sprite = stone(canvas.theme.seats[one.seat])
        canvas.paste_centred(sprite, *_middle(at, one.at))
        if one.at in lit:
            _ring(canvas, at, one.at)
    if ghost is not None:
        canvas.paste_centred(
            stone(canvas.theme.seats[ghost.seat], ghost=True), *_middle(at, ghost.at)
        )


def _middle(at: Point, cell: Hex) -> Point:
    x, y = LAYOUT.centre(cell)
    return at[0] + round(x), at[1] + round(y)


def _name_cells(canvas: Canvas, at: Point, taken: Collection[Hex]) -> None:
    """The name of every cell that is empty."""
    for cell, name in NAMES.items():
        if cell not in taken:
            canvas.text(name, *_middle(at, cell), NAME, "m")


def _ring(canvas: Canvas, at: Point, cell: Hex) -> None:
    """A bright ring with a dark line round it."""
    middle = _middle(at, cell)
    canvas.paste_centred(outline(RADIUS + 4, 9, canvas.theme.last_rim), *middle)
    canvas.paste_centred(outline(RADIUS + 2, 5, canvas.theme.last), *middle)


def _thread(canvas: Canvas, at: Point, row: Sequence[Hex]) -> None:
    """A golden band under the row that has won."""
    if row:
        canvas.paste(_band(tuple(row), canvas.theme.gold), *at)


@memoize
def _band(row: tuple[Hex, ...], colour: Colour) -> Image.Image:
    brush = Brush(WIDTH, HEIGHT, zoom=2)
    ends = [LAYOUT.centre(row[0]), LAYOUT.centre(row[-1])]
    brush.line(ends, colour, 1.5 * SIZE)
    return brush.reduce()


@memoize
def _bare(theme: Theme) -> Image.Image:
    """The board with nothing on it."""
    brush = Brush(WIDTH, HEIGHT, zoom=2)
    edge = hull([corner for cell in CELLS for corner in LAYOUT.corners(cell, 1.45)])
    for shift, colour in ((7, theme.last_rim), (0, WOOD_LIGHT), (3, WOOD)):
        brush.polygon([(x, y + shift) for x, y in edge], colour)
    for cell in CELLS:
        _cell(brush, cell)
    return brush.reduce()


def _cell(brush: Brush, cell: Hex) -> None:
    """A cell let into the wood: dark where the light does not reach, light where it falls."""
    for shift, scale, colour in (
        (0.0, 0.97, WOOD_DARK),
        (2.0, 0.92, CELL_LIGHT),
        (0.0, 0.92, CELL_DARK),
        (1.0, 0.89, CELL),
    ):
        corners = LAYOUT.corners(cell, scale)
        brush.polygon([(a + shift / 2, b + shift) for a, b in corners], colour)
