"""The strip above the map: life, gauges and scouts of each seat."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image

from render import type_scale
from render.cache import memoize
from render.canvas import Brush, Canvas
from render.marks import disc, honour, seat_mark
from render.massalia import look
from render.massalia.emblems import emblem
from render.massalia.faces import chip, number_sign
from render.massalia.icons import icon
from render.scripts import name_of
from render.text import Label, elide, width_of
from render.theme import Colour, SeatStyle, Theme, mix
from rules.contract import Event, Seat
from rules.massalia.pieces import BOX
from rules.massalia.view import PlayerView, View

POINTER, GAP = 12, 16
BAND = 56
_CHIP = (64, 38)
"""Width and height of the chip with the change of life in the last turn."""
_TRACK = 118
"""Length of the bar of life: always the same, so that seats can be compared."""
_FIGURES = ((36, 4), (36, 2), (33, 2), (30, 2), (27, 1), (24, 1))
"""Sizes of figures in a row, with the gap after their sign: the first that fits."""
_ROOMY = 420
"""Width from which all parts stand side by side."""
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
    rank: int = 0
    """Rank of a seat that has not won, once the game is over; else 0."""
    places: int = 0
    """Number of places that it holds, once the game is over."""


def panels_of(
    view: View,
    names: Sequence[str],
    width: int,
    news: Sequence[Event] = (),
    ranking: Sequence[Sequence[Seat]] = (),
) -> list[SeatPanel]:
    """Panels of a view in seat order, each `width` pixels wide; the `ranking` is best first."""
    ranks = _ranks_below_first(ranking)
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
            rank=ranks.get(player.seat, 0),
            places=places_held(view, player.seat) if over else 0,
        )
        for player in view.players
    ]


def _ranks_below_first(ranking: Sequence[Sequence[Seat]]) -> dict[Seat, int]:
    """Seat → rank, of all seats that have not won."""
    ranks: dict[Seat, int] = {}
    for seats in ranking:
        ranks |= dict.fromkeys(seats, len(ranks) + 1)
    return {seat: rank for seat, rank in ranks.items() if rank > 1}


def places_held(view: View, seat: Seat) -> int:
    """Number of places that a seat holds."""
    return sum(resource.holder == seat for resource in view.resources)


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


def height(width: int) -> int:
    """Height of a panel by its width: a narrow one has three rows below the name."""
    return 216 if width < _ROOMY else 168


@memoize
def draw_panel(panel: bytes, theme: Theme) -> Image.Image:
    """A panel, given as JSON, in the fixed palette, with the room for the pointer below it."""
    contents = msgspec.json.decode(panel, type=SeatPanel)
    tall = height(contents.width)
    canvas = Canvas(contents.width, tall + POINTER, theme)
    style = theme.seats[contents.seat]
    _surround(canvas, contents, style)
    _band(canvas, contents, style)
    (_narrow if contents.width < _ROOMY else _wide)(canvas, contents)
    if contents.out:
        veil = Image.new("RGBA", (contents.width, tall - BAND), (*theme.frame, 150))
        canvas.paste(veil, 0, BAND)
    return canvas.quantize()


def _surround(canvas: Canvas, panel: SeatPanel, style: SeatStyle) -> None:
    theme, right, low = canvas.theme, panel.width, height(panel.width)
    won = panel.over and panel.leads
    edge = 4 if panel.to_move or won else 1
    tone = style.colour if panel.to_move else theme.gold if won else theme.edge
    canvas.round_box((0, 0, right, low), tone, theme.radius)
    canvas.round_box((edge, edge, right - edge, low - edge), theme.panel, theme.radius - edge + 1)
    band = style.colour if panel.to_move else mix(theme.panel, style.rim, 0.55)
    canvas.round_box((edge, edge, right - edge, BAND), band, theme.radius - edge + 1, bottom=False)
    if panel.to_move:
        canvas.paste_centred(_pointer(style.colour), 60, low + POINTER / 2 - 1)


@memoize
def _pointer(tone: Colour) -> Image.Image:
    brush = Brush(40, POINTER + 2)
    brush.polygon([(0, 0), (40, 0), (20, POINTER + 2)], tone)
    return brush.reduce()


def _band(canvas: Canvas, panel: SeatPanel, style: SeatStyle) -> None:
    """Draw mark and name, and at the right crown or laurels; in a wide panel hand and bag too."""
    theme, middle = canvas.theme, BAND / 2 + 1
    ink = style.on_band if panel.to_move else theme.text
    canvas.paste_centred(seat_mark(style, 44, panel.to_move), 34, middle)
    right = panel.width - 16.0
    if panel.width >= _ROOMY:
        right = _cards(canvas, panel, right, middle, ink)
    if panel.leads and panel.width >= _ROOMY:
        sign = honour(40, won=panel.over, tone=ink if panel.to_move else None)
        canvas.paste_centred(sign, right - sign.width / 2, middle)
        right -= sign.width + 8
    if panel.rank and panel.width >= _ROOMY:
        canvas.paste_centred(disc(19, theme.muted, theme.ink), right - 20, middle)
        style_ = Label(27, theme.ink, "bold")
        canvas.text(str(panel.rank), right - 21, middle, style_, "m")
        right -= 50
    if panel.places and panel.width >= _ROOMY:
        right = _draw_places(canvas, panel.places, right, middle, ink) - 14
    elif panel.change and panel.width >= _ROOMY:
        _change_chip(canvas, panel.change, right - _CHIP[0], round(middle))
        right -= _CHIP[0] + 10
    room = round(right - 66)
    name = next((each for each in _names(ink) if width_of(panel.name, each) <= room), None)
    name = name or Label(type_scale.LEAST_NAME, ink)
    canvas.text(elide(panel.name, name, room), 64, middle, name)


def _names(ink: Colour) -> list[Label]:
    return [Label(type_scale.NAME, ink), Label(type_scale.LEAST_NAME, ink)]


def _cards(
    canvas: Canvas, panel: SeatPanel, right: float, y: float, ink: Colour, room: int = 240
) -> float:
    """Draw the numbers of cards in the hand and of tiles in the bag, as large as there is room.

    Return the left end.
    """
    for size, sign in _CARDS:
        label = Label(size, ink)
        widths = [width_of(str(number), label) for number in (panel.bag, panel.hand)]
        if sum(widths) + 2 * (sign + 4) + 12 <= room:
            break
    for name, number in (("bag", panel.bag), ("hand", panel.hand)):
        right -= canvas.text(str(number), right, y, label, "r") + 4
        canvas.paste_centred(icon(name, sign), right - sign / 2, y)
        right -= sign + 12
    return right


_CARDS = ((36, 34), (30, 30), (26, 28), (22, 26))
"""Sizes of the figures of hand and bag, and of their signs: the first that fits."""


def _wide(canvas: Canvas, panel: SeatPanel) -> None:
    """Draw life, gauges and scouts side by side, the scouts in two rows."""
    canvas.paste_centred(icon("life", 58), 44, 98)
    left = max(150, 78 + _life(canvas, panel, 78, 98) + 12)
    _bar(canvas, 20, 142, _TRACK, look.HEART, panel.life / max(1, panel.most), canvas.theme)
    columns, size = 2, 42
    taken = columns * (size + 5) + 9
    _gauges(canvas, panel, (left, 98, 142), min(200.0, (panel.width - taken - left - 6) / 3))
    for slot in range(len(panel.scouts)):
        x = panel.width - taken + (slot % columns) * (size + 5)
        _scout(canvas, panel, slot, x, BAND + 11 + (slot // columns) * (size + 4), size)


def _narrow(canvas: Canvas, panel: SeatPanel) -> None:
    """Draw life and honours, then gauges, then hand, bag and scouts."""
    theme, middle = canvas.theme, BAND + 32
    canvas.paste_centred(icon("life", 52), 40, middle)
    end = 72 + _life(canvas, panel, 72, middle)
    right = panel.width - 16.0
    if panel.leads:
        sign = honour(42, won=panel.over)
        canvas.paste_centred(sign, right - sign.width / 2, middle)
        right -= sign.width + 10
    if panel.rank:
        canvas.paste_centred(disc(19, theme.muted, theme.ink), right - 20, middle)
        canvas.text(str(panel.rank), right - 21, middle, Label(27, theme.ink, "bold"), "m")
        right -= 50
    if panel.places:
        _draw_places(canvas, panel.places, right, middle, theme.text)
    elif panel.change:
        _change_chip(canvas, panel.change, max(end + 8, right - _CHIP[0]), middle)
    _gauges(canvas, panel, (14, 138, 163), (panel.width - 22) / 3)
    left = _cards_from(canvas, panel, 14, 192)
    size = 42
    step = min(size + 4, (panel.width - 12 - size - left) / max(1, len(panel.scouts) - 1))
    for slot in range(len(panel.scouts)):
        x = round(panel.width - 12 - size - (len(panel.scouts) - 1 - slot) * step)
        _scout(canvas, panel, slot, x, height(panel.width) - size - 5, size)


def _cards_from(canvas: Canvas, panel: SeatPanel, left: float, y: float) -> float:
    """Draw the numbers of cards in the hand and of tiles in the bag. Return the right end."""
    label = Label(_CARDS[0][0], canvas.theme.text)
    for name, number in (("hand", panel.hand), ("bag", panel.bag)):
        canvas.paste_centred(icon(name, 34), left + 17, y)
        left += 38 + canvas.text(str(number), left + 38, y, label) + 12
    return left


def _draw_places(canvas: Canvas, count: int, right: float, y: float, ink: Colour) -> float:
    """Draw the number of places held, by which a game is won. Return the left end."""
    right -= canvas.text(str(count), right, y, Label(34, ink, "bold"), "r") + 4
    sign = emblem("tower", 40, look.FAMILIES["braves"].colour)
    canvas.paste_centred(sign, right - sign.width / 2, y)
    return right - sign.width


def _life(canvas: Canvas, panel: SeatPanel, x: int, y: int) -> int:
    """Write the life, smaller from 100 on. Return its width."""
    size = type_scale.SCORE if panel.life < 100 else 40
    return canvas.text(str(panel.life), x, y, Label(size, canvas.theme.text, "bold"))


def _change_chip(canvas: Canvas, change: int, left: float, y: int) -> None:
    """Draw the chip with the change of life in the last turn."""
    (width, tall), x = _CHIP, round(left)
    tone = look.PIP if change < 0 else look.FAMILIES["solidaires"].dark
    box = (x, y - tall // 2, x + width, y + tall // 2)
    canvas.round_box(box, look.IVORY, 11)
    canvas.round_box((box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2), tone, 9)
    words = f"{change:+}".replace("-", "\N{MINUS SIGN}")
    canvas.text(words, x + width / 2, y, Label(27, look.IVORY, "bold"), "m")


def _gauges(canvas: Canvas, panel: SeatPanel, spot: tuple[int, int, int], step: float) -> None:
    """Draw morale, water and fish; `spot` is (left, height of the figures, height of the bars).

    Figures are as large as all three fit.
    """
    theme, (left, middle, bottom) = canvas.theme, spot
    for size, gap in _FIGURES:
        style = Label(size, theme.text, "bold")
        widest = max(width_of(str(value), style) for value in panel.gauges)
        if _SIGN + gap + widest + 3 <= step:
            break
    for index, ((sign, tone, highest), value) in enumerate(zip(_GAUGES, panel.gauges, strict=True)):
        x = left + step * index
        canvas.paste_centred(_disc(sign), x + _SIGN / 2, middle)
        canvas.text(str(value), x + _SIGN + gap, middle, style)
        width = round(max(min(90, step - 16), 0.62 * step))
        _bar(canvas, round(x), bottom, width, tone, value / highest, theme)
        if sign == "flag":
            tick = round(x) + width // 2
            canvas.box((tick - 1, bottom - 7, tick + 1, bottom + 7), theme.text)


_SIGN = 34
"""Width of the disc with the sign of a gauge."""


@memoize
def _disc(sign: str) -> Image.Image:
    brush = Brush(_SIGN, _SIGN)
    brush.ellipse((17, 17), 16.5, look.INK)
    brush.ellipse((17, 17), 15.5, look.IVORY)
    sheet = brush.reduce()
    sprite = icon(sign, 25)
    sheet.alpha_composite(sprite, (5, 4))
    return sheet


def _bar(
    canvas: Canvas, x: int, y: int, width: int, tone: Colour, share: float, theme: Theme
) -> None:
    canvas.round_box((x, y - 5, x + width, y + 5), theme.frame, 5)
    filled = round(width * min(1.0, share))
    if filled >= 10:
        canvas.round_box((x, y - 5, x + filled, y + 5), tone, 5)


def _scout(canvas: Canvas, panel: SeatPanel, slot: int, x: int, y: int, size: int) -> None:
    """Draw the picture of a scout and its remaining life."""
    name, life = panel.scouts[slot]
    canvas.paste(chip(name, size), x, y)
    canvas.paste_centred(number_sign("life", life, 44), x + size - 12, y + size - 14)
