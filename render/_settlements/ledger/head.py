"""The head of a player's board: name, cards, workers, stacks and number of buildings."""

from __future__ import annotations

from collections.abc import Sequence

from render._settlements.desk.paper import Paper
from render._settlements.ledger import spaces
from render._settlements.ledger.layout import HEAD, WIDTH
from render._settlements.signs import glyphs
from render.canvas import Canvas
from render.marks import laurel, seat_mark
from render.scripts import name_of
from render.text import Label, elide
from render.theme import Colour
from rules._settlements.view import SeatView, View
from rules.contract import Seat


def draw_head(canvas: Canvas, view: View, seat: Seat, names: Sequence[str], paper: Paper) -> None:
    """Draw mark and name, cards and workers, the four stacks, and the number of buildings."""
    theme, player = canvas.theme, view.players[seat]
    style, margin = theme.seats[seat], theme.margin
    to_move = view.turn.seat == seat and view.result is None
    box = (margin, margin, WIDTH - margin, margin + HEAD)
    ground = style.colour if to_move else theme.panel
    canvas.round_box(box, style.rim if to_move else theme.edge, theme.radius)
    canvas.round_box((box[0] + 1, box[1] + 1, box[2] - 1, box[3] - 1), ground, theme.radius)
    ink = style.on_band if to_move else theme.text
    y = margin + HEAD // 2
    canvas.paste_centred(seat_mark(style, 54, to_move), margin + 46, y)
    label = Label(30, ink)
    canvas.text(elide(name_of(names, seat), label, 300), margin + 86, y, label)
    _stock(canvas, player, paper, y, ink)
    _building_count(canvas, view, seat, y, ink)


def _stock(canvas: Canvas, player: SeatView, paper: Paper, y: int, ink: Colour) -> None:
    label = Label(36, ink, "bold")
    x = canvas.theme.margin + 420
    for icon, count in (
        (glyphs.cards(38, ink), player.cards),
        (glyphs.bonus(paper.look, 40, ink), player.bonus),
    ):
        canvas.paste_centred(icon, x, y)
        canvas.text(str(count), x + 30, y, label)
        x += 124
    x += 12
    last = len(player.stacks) - 1
    for index, count in enumerate(player.stacks):
        pile = spaces.pile(paper, count, index == last, 24) if count else spaces.no_pile(ink, 24)
        canvas.paste_centred(pile, x + 64 * index, y + 4)


def _building_count(canvas: Canvas, view: View, seat: Seat, y: int, ink: Colour) -> None:
    """Draw how many buildings stand, of how many; in laurels once the player has won."""
    player, right = view.players[seat], WIDTH - canvas.theme.margin - 26
    total = sum(project.total for project in player.projects)
    small, large = Label(26, ink), Label(52, ink, "bold")
    won = view.result is not None and view.result.winner == seat
    right -= canvas.text(f"/{total}", right, y + 8, small, "r") + (42 if won else 6)
    width = canvas.text(str(len(player.built)), right, y, large, "r")
    if won:
        canvas.paste_centred(laurel(140, 70), right - width / 2, y)
