"""One player's board: seven projects with their arrows, and the state of each building."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render import drawings
from render._settlements.ledger import spaces
from render._settlements.ledger.head import draw_head
from render._settlements.ledger.layout import WIDTH, grounds, height, sheet_top
from render._settlements.ledger.project import ProjectBox
from render._settlements.look import Look
from render.cache import memoize
from render.canvas import Canvas, Sheet
from render.sprites import round_corners
from render.theme import Theme
from rules._settlements.view import View
from rules.contract import Seat


def draw_ledger(view: View, seat: Seat, names: Sequence[str], look: Look, theme: Theme) -> Sheet:
    """The board of `seat`, 1200 wide; `theme` holds the palette of the look."""
    game = look.key
    tall = height(game, theme.margin)
    canvas = Canvas(WIDTH, tall, theme)
    draw_head(canvas, view, seat, names, look)
    _sheet(canvas, look, tall)
    by_number = spaces.states(view.players[seat], _newest_building(view, seat))
    for ground in grounds(game, theme.margin):
        states = spaces.space_states(ground.box.spaces, by_number)
        ProjectBox(canvas, look, seat, ground, states).draw()
    return canvas.sheet()


def _newest_building(view: View, seat: Seat) -> int | None:
    building = view.turn.drawn
    return building.building if building and view.turn.seat == seat else None


def _sheet(canvas: Canvas, look: Look, height: int) -> None:
    theme = canvas.theme
    left, top = theme.margin, sheet_top(theme.margin)
    right, bottom = WIDTH - left, height - left
    canvas.round_box((left, top, right, bottom), look.paper_line, theme.radius)
    canvas.paste(_ground(look, right - left - 4, theme.radius - 2), left + 2, top + 2)


@memoize
def _ground(look: Look, width: int, radius: int) -> Image.Image:
    """The sheet with its corners cut round."""
    return round_corners(drawings.sheet(f"{look.key}/sheet", width, zoom=2).reduce(), radius)
