"""The strip above the map: life, gauges and scouts of each seat."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image

from render import type_scale
from render.cache import memoize
from render.canvas import Canvas
from render.marks import honour
from render.massalia import look
from render.massalia.emblems import emblem
from render.massalia.faces import chip, number_sign
from render.massalia.icons import icon, ivory_disc
from render.panel import (
    POINTER,
    Chip,
    Group,
    Part,
    Sign,
    Text,
    draw_frame,
    draw_head,
    draw_pointer,
    figure,
    lay_from_left,
    lay_from_right,
    medal,
)
from render.scripts import name_of
from render.text import Label, signed
from render.theme import Colour, Theme, mix
from rules.contract import Event, Seat
from rules.massalia.pieces import BOX
from rules.massalia.pieces import name_of as card_name
from rules.massalia.view import PlayerView, View

GAP = 16
BAND = 56
_TRACK = 118
"""Length of the bar of life: always the same, so that seats can be compared."""
_FIGURES = ((36, 4), (36, 2), (33, 2), (30, 2), (27, 1), (24, 1))
"""Sizes of figures in a row, with the gap after their sign: the first that fits."""
_SCOUT = 41
"""Room of a scout in a narrow panel."""
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
            scouts=tuple((card_name(scout.card), scout.life) for scout in player.scouts),
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
    tall, roomy = height(contents.width), contents.width >= _ROOMY
    canvas = Canvas(contents.width, tall + POINTER, theme)
    _band(canvas, contents)
    (_wide if roomy else _narrow)(canvas, contents)
    if contents.out:
        veil = Image.new("RGBA", (contents.width, tall - BAND), (*theme.frame, 150))
        canvas.paste(veil, 0, BAND)
    return canvas.quantize()


def _band(canvas: Canvas, panel: SeatPanel) -> None:
    """Draw frame, mark and name; in a wide panel hand, bag and honours at the right."""
    theme, style = canvas.theme, canvas.theme.seats[panel.seat]
    low, won = height(panel.width), panel.over and panel.leads
    tone = style.colour if panel.to_move else theme.gold if won else None
    band = style.colour if panel.to_move else mix(theme.panel, style.rim, 0.55)
    draw_frame(canvas, low, tone, (band, BAND))
    ink, middle, right = theme.text, BAND // 2 + 1, panel.width - 6.0
    if panel.to_move:
        ink = style.on_band
        draw_pointer(canvas, 60, low, style.colour)
    if panel.width >= _ROOMY:
        parts = [_bag(panel, ink), _hand(panel, ink), *_honours(panel, ink, theme)]
        right = lay_from_right(canvas, parts, panel.width - 16, middle)
    draw_head(canvas, style, panel.name, middle, ink, right, inverted=panel.to_move)


def _hand(panel: SeatPanel, ink: Colour) -> Group:
    """Number of cards in the hand."""
    return figure(icon("hand", 34), panel.hand, Label(type_scale.LARGE_FIGURE, ink), slot=34)


def _bag(panel: SeatPanel, ink: Colour) -> Group:
    """Number of tiles in the bag."""
    return figure(icon("bag", 34), panel.bag, Label(type_scale.LARGE_FIGURE, ink), slot=34)


def _honours(panel: SeatPanel, ink: Colour, theme: Theme) -> list[Part]:
    """Crown or laurels, rank, and the places held or the change of life, from the right."""
    parts: list[Part] = []
    if panel.leads:
        parts.append(Sign(honour(42, won=panel.over, tone=ink if panel.to_move else None)))
    if panel.rank:
        parts.append(medal(panel.rank, 19, theme.muted, theme.ink))
    if panel.places:
        tower = emblem("tower", 40, look.FAMILIES["braves"].colour)
        parts.append(figure(tower, panel.places, Label(type_scale.FIGURE, ink, "bold")))
    elif panel.change:
        tone = look.PIP if panel.change < 0 else look.FAMILIES["solidaires"].dark
        label = Label(27, look.IVORY, "bold")
        parts.append(Chip((Text(signed(panel.change), label),), tone, look.IVORY, 38))
    return parts


def _wide(canvas: Canvas, panel: SeatPanel) -> None:
    """Draw life, gauges and scouts side by side, the scouts in two rows."""
    left = max(150, _life(canvas, panel, 98))
    _bar(canvas, 20, 142, _TRACK, look.HEART, panel.life / max(1, panel.most), canvas.theme)
    columns, size = 2, 42
    taken = columns * (size + 5) + 9
    _gauges(canvas, panel, (left, 98, 142), min(200.0, (panel.width - taken - left - 6) / 3))
    for slot in range(len(panel.scouts)):
        x = panel.width - taken + (slot % columns) * (size + 5)
        _scout(canvas, panel, slot, x, BAND + 11 + (slot // columns) * (size + 4), size)


def _narrow(canvas: Canvas, panel: SeatPanel) -> None:
    """Draw life and honours, then gauges, then hand, bag and scouts.

    Of more scouts than there is room for, their number and their lives together.
    """
    theme, middle = canvas.theme, BAND + 32
    _life(canvas, panel, middle)
    honours = _honours(msgspec.structs.replace(panel, to_move=False), theme.text, theme)
    lay_from_right(canvas, honours, panel.width - 16, middle, 8)
    _gauges(canvas, panel, (14, 138, 163), (panel.width - 22) / 3)
    left, right, count = _cards(canvas, panel, 192), panel.width - 10, len(panel.scouts)
    if count * _SCOUT > right - left:
        eye = figure(icon("eye", 34), count, Label(type_scale.FIGURE, theme.text))
        hearts = Sign(number_sign("life", sum(life for _, life in panel.scouts), 44))
        lay_from_right(canvas, [hearts, eye], right, 192, 8)
        return
    for slot in range(count):
        x = right - (count - slot) * _SCOUT
        _scout(canvas, panel, slot, x, height(panel.width) - _SCOUT - 5, _SCOUT - 1)


def _life(canvas: Canvas, panel: SeatPanel, y: int) -> float:
    """Draw the life, smaller from 100 on. Return where the next figure begins."""
    size = type_scale.SCORE if panel.life < 100 else 40
    label = Label(size, canvas.theme.text, "bold")
    return lay_from_left(canvas, [figure(icon("life", 56), panel.life, label)], 15, y)


def _cards(canvas: Canvas, panel: SeatPanel, y: int) -> float:
    """Draw the numbers of cards and tiles of a narrow panel. Return their right end."""
    ink = canvas.theme.text
    return lay_from_left(canvas, [_hand(panel, ink), _bag(panel, ink)], 12, y, 8)


def _gauges(canvas: Canvas, panel: SeatPanel, spot: tuple[float, int, int], step: float) -> None:
    """Draw morale, water and fish; `spot` is (left, height of the figures, height of the bars).

    Figures are as large as all three fit.
    """
    theme, (left, middle, bottom) = canvas.theme, spot
    for size, gap in _FIGURES:
        label = Label(size, theme.text, "bold")
        figures = [
            figure(ivory_disc(sign, 34), value, label, gap)
            for (sign, *_), value in zip(_GAUGES, panel.gauges, strict=True)
        ]
        if max(part.width for part in figures) + 3 <= step:
            break
    width = round(max(min(90, step - 16), 0.62 * step))
    for index, (sign, tone, highest) in enumerate(_GAUGES):
        x = left + step * index
        figures[index].lay(canvas, x, middle)
        _bar(canvas, round(x), bottom, width, tone, panel.gauges[index] / highest, theme)
        if sign == "flag":
            tick = round(x) + width // 2
            canvas.box((tick - 1, bottom - 7, tick + 1, bottom + 7), theme.text)


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
