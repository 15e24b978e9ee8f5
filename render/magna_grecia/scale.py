"""The score track below the map: points on the track, and points if the game ended now."""

from __future__ import annotations

from PIL import Image

from render.cache import memoize
from render.canvas import Brush, Canvas
from render.magna_grecia import look
from render.marks import seat_mark
from render.text import Label
from render.theme import SeatStyle, Theme
from rules.magna_grecia.view import View

HEIGHT = 58
ASIDE = 182
"""Room left free at its left: a phone lays its own sign over that corner."""
_LEFT, _RIGHT = 34, 40
_LEAST, _STEPS = 40, (5, 10, 25, 50, 100, 250)
"""Least end of the scale, and the points between two of its ticks: few enough for its length."""
_APART = 54
"""Least distance between two ticks; every other one bears its number."""
_LINE = 21
_MARK, _COIN = 36, 19
_LIFT = 13
"""Vertical distance of marks with equal points."""


def draw_scale(view: View, width: int, theme: Theme) -> Image.Image:
    """Scale from 0 on; a seat's mark is at its points, its coin at those on the track."""
    canvas = Canvas(width, HEIGHT, theme)
    canvas.round_box((0, 0, width, HEIGHT), theme.panel, theme.radius)
    top = max(_LEAST, *(row.total for row in view.standing))
    room = width - _LEFT - _RIGHT
    step = next((step for step in _STEPS if room * step / top >= _APART), _STEPS[-1])
    top += -top % step
    for points in range(0, top + 1, step):
        x = _LEFT + room * points / top
        canvas.paste_centred(_tick(points % (2 * step) == 0, theme), x, _LINE)
        if points % (2 * step) == 0:
            canvas.text(str(points), x, HEIGHT - 11, Label(24, theme.muted), "m")
    for row in view.standing:
        x = _LEFT + room * row.before / top
        canvas.paste_centred(coin(theme.seats[row.seat], theme), x, _LINE)
    for row in sorted(view.standing, key=lambda row: row.total):
        level = [standing.seat for standing in view.standing if standing.total == row.total]
        lift = level.index(row.seat) - (len(level) - 1) / 2
        mark = seat_mark(theme.seats[row.seat], _MARK)
        canvas.paste_centred(mark, _LEFT + room * row.total / top, _LINE + _LIFT * lift)
    return canvas.quantize()


@memoize
def _tick(long: bool, theme: Theme) -> Image.Image:
    height = 22 if long else 12
    brush = Brush(4, height)
    brush.round_box(0, 0, 3, height, 1, theme.edge)
    return brush.reduce()


@memoize
def coin(style: SeatStyle, theme: Theme) -> Image.Image:
    """Coin in a seat's colour, for the points that it can spend."""
    brush = Brush(_COIN, _COIN)
    for share, tone in ((0.5, look.INK), (0.42, theme.gold), (0.29, style.colour)):
        brush.ellipse((_COIN / 2, _COIN / 2), share * _COIN, tone)
    return brush.reduce()
