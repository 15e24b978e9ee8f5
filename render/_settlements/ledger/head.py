"""The head of a player's board: name, cards, workers, stacks and number of buildings."""

from __future__ import annotations

from collections.abc import Sequence

from render import panel
from render._settlements.ledger.layout import HEAD, WIDTH
from render._settlements.look import Look
from render._settlements.map import figures
from render._settlements.signs import glyphs
from render.canvas import Canvas
from render.marks import laurel
from render.panel import Badge, Group, Part, Text
from render.scripts import name_of
from render.text import Label
from render.theme import Colour
from rules._settlements.view import SeatView, View
from rules.contract import Seat


def draw_head(canvas: Canvas, view: View, seat: Seat, names: Sequence[str], look: Look) -> None:
    """Draw mark and name, cards and workers, the four stacks, and the number of buildings."""
    theme, player = canvas.theme, view.players[seat]
    style, margin = theme.seats[seat], theme.margin
    to_move = view.turn.seat == seat and view.result is None
    head = Canvas(WIDTH - 2 * margin, HEAD, theme)
    band = (style.colour, HEAD - 1) if to_move else None
    panel.draw_frame(head, HEAD, style.rim if to_move else None, band)
    ink, y = style.on_band if to_move else theme.text, HEAD // 2
    x = panel.lay_from_left(head, _stock(player, look, ink), _STOCK, y, 24) + 48
    last = len(player.stacks) - 1
    for index, count in enumerate(player.stacks):
        figures.lay_pile(head, count, x + 64 * index, y + 2, base=index == last, figure=26)
    won = view.result is not None and view.result.winner == seat
    panel.lay_from_right(head, [_building_count(player, ink, won=won)], head.width - 26, y)
    name = name_of(names, seat)
    panel.draw_head(head, style, name, y, ink, _STOCK - 24, inverted=to_move)
    canvas.image.paste(head.image, (margin, margin))


def _stock(player: SeatView, look: Look, ink: Colour) -> list[Group]:
    """Numbers of cards and workers."""
    label = Label(36, ink, "bold")
    return [
        panel.figure(glyphs.cards(38, ink), player.cards, label, 10),
        panel.figure(glyphs.bonus(look, 40, ink), player.bonus, label, 10),
    ]


def _building_count(player: SeatView, ink: Colour, *, won: bool) -> Group:
    """How many buildings stand, of how many; in laurels once the player has won."""
    total = sum(project.total for project in player.projects)
    words, label = str(len(player.built)), Label(52, ink, "bold")
    built: Part = Badge(laurel(140, 70), words, label) if won else Text(words, label)
    return Group((built, Text(f"/{total}", Label(26, ink), 8)), 6)


_STOCK = 388
"""Place of the number of cards in a head."""
