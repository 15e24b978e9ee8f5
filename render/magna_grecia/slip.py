"""The head of a candidate: player, step, gain, and what the card still allows."""

from __future__ import annotations

from PIL import Image

from render.cache import memoize
from render.canvas import Canvas
from render.magna_grecia import signs
from render.marks import pill, seat_mark
from render.panel import (
    Group,
    Text,
    change,
    draw_frame,
    draw_head,
    figure,
    lay_from_left,
    lay_from_right,
)
from render.sprites import inscribe
from render.text import Label, signed, width_of
from render.theme import Theme, mix
from rules.contract import Seat
from rules.magna_grecia.land import BY_LABEL, HEXES
from rules.magna_grecia.view import Preview, View

HEIGHT = 132
BAND = 72
_LEFT = 102
_SIGN = {
    "oracle": "temple",
    "road": "road",
    "city": "wall",
    "draw": "draw",
    "market": "market",
    "sell": "coin",
    "end": "flag",
}
"""The sign of each kind of step."""
_LABELS = {HEXES[cell]: label for label, cell in BY_LABEL.items()}


def draw_slip(view: View, preview: Preview, name: str, width: int, theme: Theme) -> Image.Image:
    """The head in the fixed palette."""
    canvas, style = Canvas(width, HEIGHT, theme), theme.seats[preview.seat]
    ink, middle = style.on_band, BAND // 2
    draw_frame(canvas, HEIGHT, None, (style.colour, BAND))
    before, after = (rows[preview.seat].total for rows in (preview.before, preview.after))
    parts = [change(before, after, ink, (36, 52))]
    if len(preview.steps) == 1:
        sign = signs.sign(_SIGN[preview.kind], 40, ink, style.colour)
        parts.append(figure(sign, _where(preview), Label(36, ink, "bold"), 10))
    right = lay_from_right(canvas, parts, width - 22, middle, 28)
    draw_head(canvas, style, name, middle, ink, right, inverted=True)
    _card_limits(canvas, view, preview)
    _others(canvas, preview)
    return canvas.quantize()


def _where(preview: Preview) -> str:
    """Name of the hex of a single step; of a draw, its numbers."""
    at = preview.steps[0].hex
    return _LABELS[at] if at else _draw_text(preview)


def _draw_text(preview: Preview) -> str:
    """Numbers of roads and cities that a draw brings, as text."""
    drew = next((cause for cause in preview.causes if cause["event"] == "drew"), None)
    return f"{drew['roads']}+{drew['cities']}" if drew else ""


def _card_limits(canvas: Canvas, view: View, preview: Preview) -> None:
    """Draw the limits of the card after the step, and those before where they differ."""
    theme = canvas.theme
    limits, limits_after = view.limits, preview.view_after.limits
    figures = (
        ("road", limits.roads, limits_after.roads),
        ("wall", limits.cities, limits_after.cities),
        ("draw", limits.draw, limits_after.draw),
    )
    parts = []
    for name, before, after in figures:
        tone = theme.text if after else theme.faint
        sign = signs.sign(name, 30, tone, theme.panel)
        parts.append(figure(sign, after, Label(32, tone, "bold"), 12, 30))
        if after != before:
            was = Text(f"/{before}", Label(22, theme.muted), 4)
            parts[-1] = Group((parts[-1], was))
    lay_from_left(canvas, parts, 24, _LEFT, 34)


def _others(canvas: Canvas, preview: Preview) -> None:
    """Draw the gains and losses of the other seats."""
    theme = canvas.theme
    parts = [
        figure(
            seat_mark(theme.seats[seat], 38),
            signed(points),
            Label(30, theme.gold if points > 0 else theme.loss, "bold"),
            8,
        )
        for seat, points in reversed(_changes(preview))
    ]
    lay_from_right(canvas, parts, canvas.width - 22, _LEFT, 20)


def _changes(preview: Preview) -> list[tuple[Seat, int]]:
    rows = zip(preview.before, preview.after, strict=True)
    changed = [(before.seat, after.total - before.total) for before, after in rows]
    return [(seat, change) for seat, change in changed if change and seat != preview.seat]


@memoize
def plus(number: int, theme: Theme) -> Image.Image:
    """Chip with a number of new connections."""
    words, label = f"+{number}", Label(20, theme.white, "bold")
    width = width_of(words, label) + 16
    sheet = pill(width, 28, mix(theme.gain, (46, 140, 84), 0.7), theme.white, shadow=True).copy()
    inscribe(sheet, words, width / 2 + 1, 15, label)
    return sheet
