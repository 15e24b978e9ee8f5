"""The strip above the map: life, gauges and scouts of each seat."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image

from render.cache import memoize
from render.canvas import Brush, Canvas
from render.marks import honour, seat_mark
from render.massalia import look
from render.massalia.faces import chip, number_sign
from render.massalia.icons import icon
from render.scripts import name_of
from render.text import Label, elide
from render.theme import Colour, SeatStyle, Theme, mix
from rules.contract import Event, Seat
from rules.massalia.pieces import BOX
from rules.massalia.view import PlayerView, View

HEIGHT, POINTER, GAP = 160, 12, 16
BAND = 52
_CHIP = 48
"""Width of the chip with the change of life in the last turn."""
_ROOMY, _WIDEST = 420, 700
"""Width from which all parts stand side by side, and from which scouts stand in one row."""
_GAUGES = (
    ("flag", look.GOLD, 20),
    ("water", look.DROP, BOX.setup.gauge.high),
    ("fish", look.FISH, BOX.setup.gauge.high),
)
"""Sign, tone and maximum of each bar."""


class SeatPanel(msgspec.Struct, frozen=True):
    """Contents of a seat's panel; equal contents give the same pixels."""

    seat: Seat
    name: str
    width: int
    life: int
    most: int
    gauges: tuple[int, int, int]
    """Morale, water, fish."""
    hand: int
    bag: int
    scouts: tuple[tuple[str, int], ...]
    """The card and the remaining life of each."""
    to_move: bool
    leads: bool
    over: bool
    out: bool
    change: int = 0
    """Change of its life in the news."""


def panels_of(
    view: View, names: Sequence[str], width: int, news: Sequence[Event] = ()
) -> list[SeatPanel]:
    """Panels of a view in seat order, each `width` pixels wide."""
    alive = [player for player in view.players if not player.out]
    best = max((player.life for player in alive), default=0)
    ahead = [player.seat for player in alive if player.life == best]
    over = view.winners is not None
    return [
        SeatPanel(
            seat=player.seat,
            name=name_of(names, player.seat),
            width=width,
            life=player.life,
            most=player.max_life,
            gauges=(player.morale, player.water, player.fish),
            hand=player.hand_count,
            bag=player.bag_count,
            scouts=tuple((scout.card.partition("#")[0], scout.life) for scout in player.scouts),
            to_move=player.seat == view.seat and not over,
            leads=player.seat in view.winners if view.winners else ahead == [player.seat],
            over=over,
            out=player.out,
            change=_change(player, news),
        )
        for player in view.players
    ]


def _change(player: PlayerView, news: Sequence[Event]) -> int:
    """Life that a seat has gained or lost; 0 if the news do not end at its life in the view."""
    change, life = 0, None
    for event in news:
        args = event.args
        match event.name:
            case "healed" if args["seat"] == player.seat:
                change, life = change + args["n"], args["life"]
            case "fatigue" if args["seat"] == player.seat:
                change, life = change - args["n"], args["life"]
            case "blow" if args["target"] == player.seat:
                change, life = change - args["life_lost"], args["life"]
    return change if life == player.life else 0


@memoize
def draw_panel(panel: bytes, theme: Theme) -> Image.Image:
    """A panel, given as JSON, in the fixed palette, with the room for the pointer below it."""
    contents = msgspec.json.decode(panel, type=SeatPanel)
    canvas = Canvas(contents.width, HEIGHT + POINTER, theme)
    style = theme.seats[contents.seat]
    _surround(canvas, contents, style)
    _band(canvas, contents, style)
    (_narrow if contents.width < _ROOMY else _wide)(canvas, contents)
    if contents.out:
        veil = Image.new("RGBA", (contents.width, HEIGHT - BAND), (*theme.frame, 150))
        canvas.paste(veil, 0, BAND)
    return canvas.quantize()


def _surround(canvas: Canvas, panel: SeatPanel, style: SeatStyle) -> None:
    theme, right = canvas.theme, panel.width
    won = panel.over and panel.leads
    edge = 4 if panel.to_move or won else 1
    tone = style.colour if panel.to_move else theme.gold if won else theme.edge
    canvas.round_box((0, 0, right, HEIGHT), tone, theme.radius)
    canvas.round_box(
        (edge, edge, right - edge, HEIGHT - edge), theme.panel, theme.radius - edge + 1
    )
    band = style.colour if panel.to_move else mix(theme.panel, style.rim, 0.55)
    canvas.round_box((edge, edge, right - edge, BAND), band, theme.radius - edge + 1, bottom=False)
    if panel.to_move:
        canvas.paste_centred(_pointer(style.colour), 60, HEIGHT + POINTER / 2 - 1)


@memoize
def _pointer(tone: Colour) -> Image.Image:
    brush = Brush(40, POINTER + 2)
    brush.polygon([(0, 0), (40, 0), (20, POINTER + 2)], tone)
    return brush.reduce()


def _band(canvas: Canvas, panel: SeatPanel, style: SeatStyle) -> None:
    """Draw mark and name, hand and bag, and crown or laurels."""
    theme, middle = canvas.theme, BAND / 2 + 1
    ink = style.on_band if panel.to_move else theme.text
    canvas.paste_centred(seat_mark(style, 42, panel.to_move), 32, middle)
    right = panel.width - 16.0
    for sign, number in (("bag", panel.bag), ("hand", panel.hand)):
        label = Label(24, ink)
        right -= canvas.text(str(number), right, middle, label, "r") + 6
        canvas.paste_centred(icon(sign, 30), right - 15, middle)
        right -= 42
    if panel.leads:
        sign_ = honour(38, won=panel.over, tone=ink if panel.to_move else None)
        canvas.paste_centred(sign_, right - sign_.width / 2, middle)
        right -= sign_.width + 8
    name = Label(27, ink)
    canvas.text(elide(panel.name, name, round(right - 62)), 60, middle, name)


def _wide(canvas: Canvas, panel: SeatPanel) -> None:
    """Draw life, gauges and scouts side by side, the scouts in two rows or larger in one."""
    theme = canvas.theme
    canvas.paste_centred(icon("life", 58), 44, 94)
    canvas.text(str(panel.life), 78, 94, Label(52, theme.text, "bold"))
    _life_bar(canvas, panel, 20, 118)
    slots = BOX.setup.scouts_max
    columns, size, top = (slots, 78, BAND + 15) if panel.width > _WIDEST else (2, 46, BAND + 5)
    taken = columns * (size + 5) + 9
    _gauges(canvas, panel, (152, 94, 134), min(170.0, (panel.width - taken - 160) / 3), 30)
    for slot in range(slots):
        x = panel.width - taken + (slot % columns) * (size + 5)
        _scout(canvas, panel, slot, x, top + (slot // columns) * (size + 4), size)


def _narrow(canvas: Canvas, panel: SeatPanel) -> None:
    """Draw life and gauges, and below them one row of scouts."""
    theme = canvas.theme
    canvas.paste_centred(icon("life", 48), 38, 84)
    canvas.text(str(panel.life), 66, 84, Label(46, theme.text, "bold"))
    _life_bar(canvas, panel, 16, 108)
    _gauges(canvas, panel, (142, 78, 103), (panel.width - 150) / 3, 27)
    size = 39
    left = panel.width - 12 - BOX.setup.scouts_max * (size + 6)
    for slot in range(BOX.setup.scouts_max):
        _scout(canvas, panel, slot, left + slot * (size + 6), HEIGHT - size - 7, size)


def _life_bar(canvas: Canvas, panel: SeatPanel, x: int, width: int) -> None:
    """Draw the bar of the life left, and a chip with the change in the last turn."""
    if panel.change:
        tone = look.PIP if panel.change < 0 else look.FAMILIES["solidaires"].dark
        canvas.round_box((x + width - _CHIP, 121, x + width, 147), tone, 9)
        text = f"{panel.change:+}".replace("-", "−")
        canvas.text(text, x + width - _CHIP / 2, 134, Label(21, look.IVORY, "bold"), "m")
        width -= _CHIP + 6
    share = panel.life / max(1, panel.most)
    _bar(canvas, x, 134, width, look.HEART, share, canvas.theme)


def _gauges(
    canvas: Canvas, panel: SeatPanel, spot: tuple[int, int, int], step: float, size: int
) -> None:
    """Draw morale, water and fish; `spot` is (left, height of the figures, height of the bars)."""
    theme, (left, middle, bottom) = canvas.theme, spot
    for index, ((sign, tone, highest), value) in enumerate(zip(_GAUGES, panel.gauges, strict=True)):
        x = left + step * index
        canvas.paste_centred(_disc(sign), x + 18, middle)
        canvas.text(str(value), x + 39, middle, Label(size, theme.text, "bold"))
        width = round(max(min(60, step - 10), 0.62 * step))
        _bar(canvas, round(x), bottom, width, tone, value / highest, theme)
        if sign == "flag":
            tick = round(x) + width // 2
            canvas.box((tick - 1, bottom - 7, tick + 1, bottom + 7), theme.text)


@memoize
def _disc(sign: str) -> Image.Image:
    brush = Brush(38, 38)
    brush.ellipse((19, 19), 18.5, look.INK)
    brush.ellipse((19, 19), 17.5, look.IVORY)
    sheet = brush.reduce()
    sprite = icon(sign, 25)
    sheet.alpha_composite(sprite, (7, 6))
    return sheet


def _bar(
    canvas: Canvas, x: int, y: int, width: int, tone: Colour, share: float, theme: Theme
) -> None:
    canvas.round_box((x, y - 5, x + width, y + 5), theme.frame, 5)
    filled = round(width * min(1.0, share))
    if filled >= 10:
        canvas.round_box((x, y - 5, x + filled, y + 5), tone, 5)


def _scout(canvas: Canvas, panel: SeatPanel, slot: int, x: int, y: int, size: int) -> None:
    """Draw the picture of a scout and its remaining life, or an empty place."""
    theme = canvas.theme
    if slot < len(panel.scouts):
        name, life = panel.scouts[slot]
        canvas.paste(chip(name, size), x, y)
        canvas.paste_centred(
            number_sign("life", life, max(31, size // 2)), x + size - 10, y + size - 10
        )
    else:
        canvas.round_box((x, y, x + size, y + size), theme.edge, 9)
        canvas.round_box((x + 2, y + 2, x + size - 2, y + size - 2), theme.panel, 8)
