"""The head of a candidate: player, step, gain, and what the card still allows."""

from __future__ import annotations

from PIL import Image

from render.cache import memoize
from render.canvas import Canvas
from render.magna_grecia import signs
from render.marks import arrow, pill, seat_mark
from render.sprites import inscribe
from render.text import Label, elide, width_of
from render.theme import Colour, Theme, mix
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
    "turn": "flag",
}
"""The sign of each kind of step."""
_LABELS = {HEXES[cell]: label for label, cell in BY_LABEL.items()}


def draw_head(view: View, preview: Preview, name: str, width: int, theme: Theme) -> Image.Image:
    """The head in the fixed palette."""
    canvas = Canvas(width, HEIGHT, theme)
    canvas.round_box((0, 0, width, HEIGHT), theme.edge, theme.radius)
    canvas.round_box((1, 1, width - 1, HEIGHT - 1), theme.panel, theme.radius)
    style = theme.seats[preview.seat]
    canvas.round_box((0, 0, width, BAND), style.colour, theme.radius, bottom=False)
    canvas.paste_centred(seat_mark(style, 50, inverted=True), 42, BAND / 2)
    right = _points(canvas, preview, style.on_band)
    where = _step(canvas, preview, right - 28, style.on_band, style.colour)
    label = Label(32, style.on_band)
    canvas.text(elide(name, label, where - 100), 78, BAND / 2, label)
    _card_limits(canvas, view, preview)
    _others(canvas, preview)
    return canvas.quantize()


def _points(canvas: Canvas, preview: Preview, ink: Colour) -> int:
    """Draw the points before and after. Return the left end."""
    before, after = (rows[preview.seat].total for rows in (preview.before, preview.after))
    middle, right = BAND / 2, canvas.width - 22
    right -= canvas.text(str(after), right, middle, Label(52, ink, "bold"), "r") + 14
    if after == before:
        return right
    canvas.paste_centred(arrow(34, ink), right - 17, middle)
    right -= 46
    return right - canvas.text(str(before), right, middle, Label(36, ink), "r")


def _step(canvas: Canvas, preview: Preview, right: int, ink: Colour, ground: Colour) -> int:
    """Draw the sign of the step and its hex. Return the left end."""
    words = _where(preview)
    label = Label(36, ink, "bold")
    right -= canvas.text(words, right, BAND / 2, label, "r")
    canvas.paste_centred(signs.sign(_SIGN[preview.kind], 40, ink, ground), right - 30, BAND / 2)
    return right - 60


def _where(preview: Preview) -> str:
    """Name of the hex of a single step; number of steps if there are several."""
    if len(preview.steps) > 1:
        return str(len(preview.steps))
    at = preview.steps[0].hex
    return _LABELS[at] if at else _draw_text(preview)


def _draw_text(preview: Preview) -> str:
    """Numbers of roads and cities that a draw brings, as text."""
    drew = next((cause for cause in preview.causes if cause["event"] == "drew"), None)
    return f"{drew['roads']}+{drew['cities']}" if drew else ""


def _card_limits(canvas: Canvas, view: View, preview: Preview) -> None:
    """Draw the limits of the card after the step, and those before where they differ."""
    theme, x = canvas.theme, 24
    limits, limits_after = view.limits, preview.view_after.limits
    figures = (
        ("road", limits.roads, limits_after.roads),
        ("wall", limits.cities, limits_after.cities),
        ("draw", limits.draw, limits_after.draw),
    )
    for name, before, after in figures:
        tone = theme.text if after else theme.faint
        canvas.paste_centred(signs.sign(name, 30, tone, theme.panel), x + 15, _LEFT)
        x += 42 + canvas.text(str(after), x + 42, _LEFT, Label(32, tone, "bold"))
        if after != before:
            x += 8 + canvas.text(f"/{before}", x + 4, _LEFT + 4, Label(22, theme.muted))
        x += 34


def _others(canvas: Canvas, preview: Preview) -> None:
    """Draw the gains and losses of the other seats."""
    theme, right = canvas.theme, canvas.width - 22
    for seat, change in reversed(_changes(preview)):
        words = f"{change:+d}".replace("-", "\u2212")
        label = Label(30, theme.gold if change > 0 else theme.loss, "bold")
        right -= canvas.text(words, right, _LEFT, label, "r") + 26
        canvas.paste_centred(seat_mark(theme.seats[seat], 38), right, _LEFT)
        right -= 40


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
