"""One player's board: seven projects with their arrows, and the state of each building."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render._settlements.desk import surfaces
from render._settlements.desk.paper import Paper
from render._settlements.ledger import spaces
from render._settlements.ledger.head import draw_head
from render._settlements.ledger.layout import WIDTH, grounds, height, sheet_top
from render._settlements.ledger.project import ProjectBox
from render.cache import memoize
from render.canvas import Canvas, Sheet
from render.sprites import round_corners
from render.theme import Theme
from rules._settlements.view import View
from rules.contract import Seat


def draw_ledger(view: View, seat: Seat, names: Sequence[str], paper: Paper, theme: Theme) -> Sheet:
    """The board of `seat`, 1200 wide; `theme` holds the palette of the look."""
    game = paper.look.key
    tall = height(game, theme.margin)
    canvas = Canvas(WIDTH, tall, theme)
    draw_head(canvas, view, seat, names, paper)
    _sheet(canvas, paper, tall)
    by_number = spaces.states(view.players[seat], _newest_building(view, seat))
    for ground in grounds(game, theme.margin):
        states = spaces.space_states(ground.box.spaces, by_number)
        ProjectBox(canvas, paper, seat, ground, states).draw()
    sheet = Sheet(WIDTH, tall, theme)
    sheet.paste(canvas.quantize(), 0, 0)
    return sheet


def _newest_building(view: View, seat: Seat) -> int | None:
    building = view.turn.drawn
    return building.building if building and view.turn.seat == seat else None


def _sheet(canvas: Canvas, paper: Paper, height: int) -> None:
    theme = canvas.theme
    left, top = theme.margin, sheet_top(theme.margin)
    right, bottom = WIDTH - left, height - left
    canvas.round_box((left, top, right, bottom), paper.look.paper_line, theme.radius)
    inner = (right - left - 4, bottom - top - 4)
    canvas.paste(_ground(paper, *inner, theme.radius - 2), left + 2, top + 2)


@memoize
def _ground(paper: Paper, width: int, height: int, radius: int) -> Image.Image:
    """The sheet with its corners cut round."""
    return round_corners(surfaces.sheet(paper, width, height), radius)
