"""The head of a candidate: whose it is, what step, what it brings, what the card still allows."""

from __future__ import annotations

from PIL import Image

from render.canvas import Canvas
from render.kept import kept
from render.magna_grecia import signs
from render.marks import arrow, pill, seat_mark
from render.sprites import inscribe
from render.text import Label, fitted, width_of
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


def drawn(view: View, preview: Preview, name: str, width: int, theme: Theme) -> Image.Image:
    """The head in the fixed palette."""
    canvas = Canvas(width, HEIGHT, theme)
    canvas.rounded((0, 0, width, HEIGHT), theme.edge, theme.radius)
    canvas.rounded((1, 1, width - 1, HEIGHT - 1), theme.panel, theme.radius)
    style = theme.seats[preview.seat]
    canvas.rounded((0, 0, width, BAND), style.colour, theme.radius, bottom=False)
    canvas.centred(seat_mark(style, 50, inverted=True), 42, BAND / 2)
    right = _points(canvas, preview, style.on_band)
    where = _step(canvas, preview, right - 28, style.on_band, style.colour)
    label = Label(32, style.on_band)
    canvas.text(fitted(name, label, where - 100), 78, BAND / 2, label)
    _left(canvas, view, preview)
    _others(canvas, preview)
    return canvas.flat()


def _points(canvas: Canvas, preview: Preview, ink: Colour) -> int:
    """The points before and after; where they begin."""
    before, after = (rows[preview.seat].total for rows in (preview.before, preview.after))
    middle, right = BAND / 2, canvas.width - 22
    right -= canvas.text(str(after), right, middle, Label(52, ink, "bold"), "r") + 14
    if after == before:
        return right
    canvas.centred(arrow(34, ink), right - 17, middle)
    right -= 46
    return right - canvas.text(str(before), right, middle, Label(36, ink), "r")


def _step(canvas: Canvas, preview: Preview, right: int, ink: Colour, ground: Colour) -> int:
    """The sign of the step and its hex; where they begin."""
    words = _where(preview)
    label = Label(36, ink, "bold")
    right -= canvas.text(words, right, BAND / 2, label, "r")
    canvas.centred(signs.sign(_SIGN[preview.kind], 40, ink, ground), right - 30, BAND / 2)
    return right - 60


def _where(preview: Preview) -> str:
    """The hex of one step; of several, how many they are."""
    if len(preview.steps) > 1:
        return str(len(preview.steps))
    at = preview.steps[0].hex
    return _LABELS[at] if at else _drawn(preview)


def _drawn(preview: Preview) -> str:
    """The tiles that a draw brings."""
    drew = next((cause for cause in preview.causes if cause["event"] == "drew"), None)
    return f"{drew['roads']}+{drew['cities']}" if drew else ""


def _left(canvas: Canvas, view: View, preview: Preview) -> None:
    """What the card would still allow after it, and what of it before."""
    theme, x = canvas.theme, 24
    now, then = view.limits, preview.view_after.limits
    shown = (
        ("road", now.roads, then.roads),
        ("wall", now.cities, then.cities),
        ("draw", now.draw, then.draw),
    )
    for name, before, after in shown:
        tone = theme.text if after else theme.faint
        canvas.centred(signs.sign(name, 30, tone, theme.panel), x + 15, _LEFT)
        x += 42 + canvas.text(str(after), x + 42, _LEFT, Label(32, tone, "bold"))
        if after != before:
            x += 8 + canvas.text(f"/{before}", x + 4, _LEFT + 4, Label(22, theme.muted))
        x += 34


def _others(canvas: Canvas, preview: Preview) -> None:
    """What the others would gain or lose."""
    theme, right = canvas.theme, canvas.width - 22
    for seat, change in reversed(_changes(preview)):
        words = f"{change:+d}".replace("-", "\u2212")
        label = Label(30, theme.gold if change > 0 else theme.loss, "bold")
        right -= canvas.text(words, right, _LEFT, label, "r") + 26
        canvas.centred(seat_mark(theme.seats[seat], 38), right, _LEFT)
        right -= 40


def _changes(preview: Preview) -> list[tuple[Seat, int]]:
    rows = zip(preview.before, preview.after, strict=True)
    changed = [(one.seat, other.total - one.total) for one, other in rows]
    return [(seat, change) for seat, change in changed if change and seat != preview.seat]


@kept
def plus(number: int, theme: Theme) -> Image.Image:
    """So many connections more."""
    words, label = f"+{number}", Label(20, theme.white, "bold")
    wide = width_of(words, label) + 16
    sheet = pill(wide, 28, mix(theme.gain, (46, 140, 84), 0.7), theme.white, shadow=True).copy()
    inscribe(sheet, words, wide / 2 + 1, 15, label)
    return sheet
