"""The header above the cities: the construction site, and at the end the table of points.

The site is also a picture of its own, beside the question which tile to take.
"""

from __future__ import annotations

from collections.abc import Sequence

from render.akropolis import final, tokens
from render.akropolis.title import HEIGHT as TITLE_HEIGHT
from render.akropolis.title import SIDE, title_side, width
from render.canvas import Canvas, Sheet
from render.marks import pill
from render.scripts import name_of
from render.text import Label
from render.theme import Colour, Theme
from rules.akropolis.view import View

HEIGHT = 176
PRICE, TILE = 36, 31
"""Sizes of a price and of the name of a tile."""


def height(view: View) -> int:
    """The height of the header."""
    return final.height(view) if view.over else HEIGHT


def draw(view: View, names: Sequence[str], theme: Theme) -> Canvas:
    """Canvas of the header, as wide as the picture."""
    if view.over:
        return final.header(view, [name_of(names, seat) for seat in range(view.seats)], theme)
    canvas = Canvas(width(view), height(view), theme)
    title_side(canvas, view)
    _site(canvas, view, theme.margin + SIDE)
    return canvas


def _site(canvas: Canvas, view: View, left: int) -> None:
    theme = canvas.theme
    right = canvas.width - theme.margin
    _frame(canvas, left, right)
    places = _places(view)
    pitch = (right - left - 156) // places
    for index in range(places):
        _offer(canvas, view, index, (left + 16 + pitch * index + pitch // 2, 64), 34)
    _stack(canvas, len(view.stack_sizes), (right - 84, 64), 34)


def _places(view: View) -> int:
    """Number of places for tiles."""
    return (2 if view.architect else view.seats) + 2


def _frame(canvas: Canvas, left: int, right: int) -> None:
    theme, low = canvas.theme, canvas.height
    canvas.round_box((left, 0, right, low), theme.edge, theme.radius)
    canvas.round_box((left + 1, 1, right - 1, low - 1), theme.panel, theme.radius)


def block(view: View, size: tuple[int, int], theme: Theme) -> Canvas:
    """Canvas of the title and the site where they take the place of a city."""
    canvas = Canvas(*size, theme)
    _frame(canvas, 0, canvas.width)
    title_side(canvas, view, 24, 12)
    columns, top = 3, TITLE_HEIGHT + 16
    pitch = (canvas.width - 16) // columns, (canvas.height - top) // 2
    tile = max(each for each in TILES if each == TILES[0] or 3.1 * each + 62 <= pitch[1])
    for index in range(_places(view) + 1):
        row, column = divmod(index, columns)
        x = 8 + pitch[0] * column + pitch[0] // 2
        at = x, top + pitch[1] * row + (pitch[1] - 58) // 2
        if index < _places(view):
            _offer(canvas, view, index, at, tile)
        else:
            _stack(canvas, len(view.stack_sizes), at, tile)
    return canvas


TILES = (34, 44, 54)
"""Sizes of the hexes of a tile on offer, as there is room."""
SITE_WIDTH, TILE_WIDTH = 900, 3.6
"""Width of the picture of the site, and that of a tile in sizes of its hexes."""


def draw_site(view: View, theme: Theme) -> Sheet:
    """Picture of the tiles on offer alone, large enough to choose from."""
    room, places = SITE_WIDTH - 2 * theme.margin, _places(view)
    size = min(TILES[-1], int(room / places / TILE_WIDTH))
    middle = theme.margin + round(1.75 * size)
    sheet = Sheet(SITE_WIDTH, middle + _below(size) + 24 + theme.margin, theme)
    canvas = Canvas(sheet.width, sheet.height, theme)
    for index in range(places):
        x = theme.margin + room * (2 * index + 1) // (2 * places)
        _offer(canvas, view, index, (x, middle), size)
    sheet.paste(canvas.quantize(), 0, 0)
    return sheet


def _offer(canvas: Canvas, view: View, index: int, at: tuple[int, int], size: int) -> None:
    """Draw one tile of the line with its name and its price below; or an empty place."""
    theme, (x, y) = canvas.theme, at
    if index >= len(view.line):
        canvas.paste_centred(tokens.vacant(size, theme.groove), x, y)
        return
    mover = None if view.current is None else view.cities[view.current]
    dear = mover is not None and index > mover.stones
    canvas.paste_centred((tokens.pale_tile if dear else tokens.tile)(view.line[index], size), x, y)
    ground: Colour = (68, 77, 96)
    ink = theme.muted if dear else theme.text
    if mover is not None and not dear and view.current is not None:
        ground, ink = theme.seats[view.current].colour, theme.seats[view.current].on_band
    label = Label(PRICE, ink, "bold")
    name = Label(TILE, theme.faint if dear else theme.text)
    y += _below(size)
    canvas.text(f"T{index + 1}", x - 18, y, name, "r")
    canvas.paste(pill(82, 44, ground), x - 10, y - 23)
    canvas.paste_centred(tokens.stone(14), x + 14, y)
    canvas.text(str(index), x + 36, y, label)


def _below(size: int) -> int:
    """Distance from the middle of a tile down to that of its name."""
    return round(1.55 * size) + 32


def _stack(canvas: Canvas, stacks: int, at: tuple[int, int], size: int) -> None:
    theme, (x, y) = canvas.theme, at
    if stacks:
        canvas.paste_centred(tokens.backs(size, min(5, (stacks + 2) // 3)), x, y + 2)
    else:
        canvas.paste_centred(tokens.vacant(size, theme.groove), x, y)
    tone = theme.text if stacks else theme.faint
    canvas.text(f"×{stacks}", x, y + _below(size), Label(TILE, tone, "bold"), "m")
