"""The picture of the table: the two seats above, the board below."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from render.canvas import Canvas, Sheet
from render.gomoku.board import HEIGHT, WIDTH, draw_board
from render.marks import laurel, pointer, seat_mark
from render.scripts import name_of
from render.text import Label, elide
from render.theme import Theme
from rules.contract import Hex, Seat
from rules.gomoku.pieces import SEATS
from rules.gomoku.view import Preview, View

STRIP = 84
GAP = 16


def draw_table(
    view: View,
    names: Sequence[str],
    theme: Theme,
    lit: Collection[Hex] = (),
    ghost: Preview | None = None,
) -> Sheet:
    """The table, with some stones lit; or with the stone of a candidate."""
    sheet = Sheet(WIDTH + 2 * theme.margin, STRIP + GAP + HEIGHT + 2 * theme.margin, theme)
    canvas = Canvas(WIDTH, STRIP + GAP + HEIGHT, theme)
    for seat in range(SEATS):
        _strip(canvas, view, seat, name_of(names, seat))
    draw_board(canvas, (0, STRIP + GAP), view, lit, ghost)
    sheet.paste(canvas.quantize(), theme.margin, theme.margin)
    return sheet


def _strip(canvas: Canvas, view: View, seat: Seat, name: str) -> None:
    """A seat: its mark and name, whether it is to move, its longest row."""
    theme, moves = canvas.theme, view.current == seat
    style, width, middle = theme.seats[seat], (WIDTH - GAP) // 2, STRIP // 2
    edge = seat * (width + GAP)
    box = (edge, 0, edge + width, STRIP)
    canvas.round_box(box, style.colour if moves else theme.panel, theme.radius)
    ink = style.on_band if moves else theme.text
    canvas.paste_centred(seat_mark(style, 44, inverted=moves), edge + 42, middle)
    label = Label(36, ink)
    x = edge + 78 + canvas.text(elide(name, label, 330), edge + 78, middle, label)
    if moves:
        canvas.paste_centred(pointer(26, ink), x + 28, middle)
    right = edge + width - 62
    if view.row and seat == _winner(view):
        canvas.paste_centred(laurel(104, 66), right, middle)
    canvas.text(str(view.longest[seat]), right, middle, Label(40, ink, "bold"), "m")


def _winner(view: View) -> Seat:
    return next(stone.seat for stone in view.stones if stone.at == view.row[0])
