"""The strip above the map: the seats in the order of this round; and the face of a card."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image

from render import type_scale
from render.cache import memoize
from render.canvas import Brush, Canvas
from render.magna_grecia import look, signs
from render.marks import honour, seat_mark
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
    lay_from_left,
    lay_from_right,
    spread,
)
from render.scripts import name_of
from render.text import Label, signed
from render.theme import Colour, SeatStyle, Theme, mix
from rules.contract import Event, Seat
from rules.magna_grecia import scoring
from rules.magna_grecia.pieces import CARDS
from rules.magna_grecia.view import View

HEIGHT, LOWER, SUPPLY = 152, 62, 41
"""Height of a panel, of the row of the score in a narrow one below its name, of the supply."""
NARROW = 380
"""Width below which name and score do not stand in one row."""
LIFT = 26
"""Room above a panel for the chip of the last turn, and for the crown."""
BAND = 66
GAP = 12
CARD_WIDE = 158
_FIGURES, _SUPPLY = 87, 128
_KEY_FIGURES = (36, 35, 32, 28, 24, 20)
"""Sizes of a row of figures, the first that has room."""
_EDGE, _LEAST_GAP = 12, 10
_ROOMY = 460
"""Width from which the crown stands beside the score; else the mark wears it."""
_HONOUR, _MARK_AT = 36, 34


class SeatPanel(msgspec.Struct, frozen=True):
    """Contents of a seat's panel; equal contents give the same pixels."""

    seat: Seat
    name: str
    width: int
    total: int
    parts: tuple[int, int, int]
    """Points on the track, for markets, for oracles."""
    roads: tuple[int, int]
    cities: tuple[int, int]
    """Numbers in supply and in reserve."""
    markets: int
    to_move: bool
    leads: bool
    over: bool
    ahead: tuple[bool, bool, bool] = (False, False, False)
    """Parts by which it has won: those in which it is ahead of the best of the others."""
    news: str = ""
    """Change of its points in the last turn, as text."""
    moved: bool = False
    """Whether that turn was its own."""
    has_supply: bool = True
    """Whether its supply is shown, which nobody needs at the end."""

    @property
    def lower(self) -> int:
        """Height by which the figures of a narrow panel lie lower."""
        return LOWER if self.width < NARROW else 0

    @property
    def height(self) -> int:
        """Height of the panel."""
        return HEIGHT + self.lower - SUPPLY * (not self.has_supply)


def panels_of(
    view: View,
    names: Sequence[str],
    width: int,
    news: Sequence[Event] = (),
    *,
    has_supply: bool = True,
) -> list[SeatPanel]:
    """Panels of a view, in the order in which the seats act."""
    facts = [(event.name, event.args) for event in news]
    changes = scoring.changes(facts)
    moved = {args["seat"] for name, args in facts if name in _MOVES}
    order = view.order or tuple(range(len(view.players)))
    return [
        msgspec.structs.replace(
            _panel(view, seat, names, width, changes.get(seat, 0), moved=seat in moved),
            has_supply=has_supply,
        )
        for seat in order
    ]


_MOVES = ("road_placed", "city_founded", "city_expanded", "drew", "market_placed", "market_sold")
"""Events whose seat is the one that moved."""


def _panel(
    view: View, seat: Seat, names: Sequence[str], width: int, change: int, *, moved: bool
) -> SeatPanel:
    player, row = view.players[seat], view.standing[seat]
    over, best = view.final is not None, max(each.total for each in view.standing)
    ahead = [each.seat for each in view.standing if each.total == best]
    return SeatPanel(
        seat=seat,
        name=name_of(names, seat),
        width=width,
        total=row.total,
        parts=(row.before, row.markets, row.oracles),
        roads=(player.roads, player.reserve_roads),
        cities=(player.cities, player.reserve_cities),
        markets=player.markets,
        to_move=view.to_move == seat and not over,
        leads=seat in view.final.winners if view.final else ahead == [seat],
        over=over,
        ahead=_ahead(view, seat),
        news=signed(change) if change or moved else "",
        moved=moved,
    )


def _ahead(view: View, seat: Seat) -> tuple[bool, bool, bool]:
    """Parts by which a seat has won."""
    if not view.final or seat not in view.final.winners:
        return False, False, False
    row = view.standing[seat]
    others = [each for each in view.standing if each.seat != seat]
    best = max(others, key=lambda each: each.total)
    return row.before > best.before, row.markets > best.markets, row.oracles > best.oracles


@memoize
def draw_panel(panel: bytes, theme: Theme) -> Image.Image:
    """A panel, given as JSON, in the fixed palette, with room for its chip and its pointer."""
    contents = msgspec.json.decode(panel, type=SeatPanel)
    canvas = Canvas(contents.width, contents.height + POINTER, theme)
    _head(canvas, contents)
    _sources(canvas, contents)
    if contents.has_supply:
        _supply(canvas, contents)
    sheet = Canvas(contents.width, LIFT + contents.height + POINTER, theme)
    sheet.image.paste(canvas.image, (0, LIFT))
    if contents.news:
        y = LIFT + BAND + LOWER / 2 if contents.lower else LIFT - 7
        lay_from_right(sheet, [_news_chip(contents, theme)], contents.width - 12, y)
    if contents.leads and NARROW <= contents.width < _ROOMY:
        sign = honour(_HONOUR, won=contents.over)
        sheet.paste_centred(sign, _MARK_AT, LIFT - 4)
    return sheet.quantize()


def _news_chip(panel: SeatPanel, theme: Theme) -> Chip:
    """Chip with the change of the last turn, bright for the seat that moved."""
    words = Text(panel.news, Label(35, theme.last_rim, "bold"))
    tone = theme.last if panel.moved else mix(theme.muted, theme.white, 0.5)
    return Chip((words,), tone, theme.last_rim, 36)


def _head(canvas: Canvas, panel: SeatPanel) -> None:
    """Draw frame, mark, name, and the score that the seat would have if the game ended now."""
    theme, style = canvas.theme, canvas.theme.seats[panel.seat]
    band, ink = band_of(style) if panel.to_move else (theme.panel, theme.text)
    won = panel.over and panel.leads
    tone = theme.text if panel.to_move else theme.gold if won else None
    draw_frame(canvas, panel.height, tone, (band, BAND) if panel.to_move else None)
    if panel.to_move:
        draw_pointer(canvas, panel.width / 2, panel.height, theme.text)
    lower, on_band = bool(panel.lower), panel.to_move and not panel.lower
    label = Label(type_scale.SCORE, theme.text if lower else ink, "bold")
    score: list[Part] = [Text(str(panel.total), label, 2)]
    if panel.leads and (lower or panel.width >= _ROOMY):
        score.append(Sign(honour(44, won=panel.over, tone=ink if on_band else None)))
    middle, right = BAND // 2 + 1, panel.width - 6.0
    if lower:
        lay_from_left(canvas, score, 16, BAND + LOWER // 2 - 1)
    else:
        right = lay_from_right(canvas, score, panel.width - 14, middle)
    draw_head(canvas, style, panel.name, middle, ink, right, inverted=band == style.colour)


def band_of(style: SeatStyle) -> tuple[Colour, Colour]:
    """Band of the seat to move, and its text: in the seat's colour, unless that is too dark."""
    if sum(style.colour) < _DARK:
        return look.CARD, look.INK
    return style.colour, style.on_band


_DARK = 200
"""Sum of the parts of a colour below which it is lost on a dark panel."""


class _Figure(msgspec.Struct, frozen=True):
    """A number with its sign; `more` is what is in reserve."""

    sign: str
    number: int
    tone: Colour
    more: int | None = None
    bright: bool = False
    """Whether it stands out in gold."""


def _sources(canvas: Canvas, panel: SeatPanel) -> None:
    """Draw the sources of the points: the track, markets, oracles."""
    theme = canvas.theme
    tones = theme.gold, theme.text, theme.text
    figures = [
        _Figure(sign, part, theme.gold if ahead else tone, bright=ahead)
        for sign, part, tone, ahead in zip(
            ("coin", "market", "temple"), panel.parts, tones, panel.ahead, strict=True
        )
    ]
    _row(canvas, figures, _FIGURES + panel.lower, theme.panel)


def _supply(canvas: Canvas, panel: SeatPanel) -> None:
    """Draw the supply, the markets, and the reserve where there is room for it."""
    theme, inset = canvas.theme, mix(canvas.theme.panel, canvas.theme.frame, 0.75)
    y = _SUPPLY + panel.lower
    canvas.round_box((8, y - 20, panel.width - 8, y + 18), inset, 12)
    figures = [
        _Figure("road", panel.roads[0], theme.muted, panel.roads[1]),
        _Figure("wall", panel.cities[0], theme.muted, panel.cities[1]),
        _Figure("market", panel.markets, theme.muted),
    ]
    _row(canvas, figures, y, inset)


def _row(canvas: Canvas, figures: Sequence[_Figure], y: int, ground: Colour) -> None:
    """Draw figures at even distances, as large as there is room for; the reserve goes first."""
    sizes = [(_KEY_FIGURES[0], True), *((size, False) for size in _KEY_FIGURES)]
    ways = (
        [_group(figure, size, ground, canvas.theme, in_full=in_full) for figure in figures]
        for size, in_full in sizes
    )
    spread(canvas, ways, (_EDGE, canvas.width - _EDGE), y, _LEAST_GAP, around=0.5)


def _group(figure: _Figure, size: int, ground: Colour, theme: Theme, *, in_full: bool) -> Group:
    """A sign with its number and, `in_full`, the reserve."""
    side = round(0.86 * size)
    icon = Sign(signs.sign(figure.sign, side, figure.tone, ground), side)
    ink = theme.gold if figure.bright else theme.text if figure.number else theme.faint
    number: Part = Text(str(figure.number), Label(size, ink))
    if in_full and figure.more is not None:
        more = Text(f"+{figure.more}", Label(size, theme.faint, "regular"))
        number = Group((number, more), 3)
    return Group((icon, number), 6, theme.gold if figure.bright else None)


# ---- cards ------------------------------------------------------------------------------------


@memoize
def face(name: str, colours: tuple[str, ...], theme: Theme) -> Image.Image:
    """An action card: the order of the seats, and its basic and improved numbers."""
    data, width = CARDS[name], CARD_WIDE
    canvas = Canvas(width, HEIGHT, theme)
    canvas.round_box((0, 0, width, HEIGHT), look.TONES[data.border][0], 14)
    canvas.round_box((6, 6, width - 6, HEIGHT - 6), look.CARD, 9)
    seats = seats_of(name, colours)
    step = min(34, (width - 20) / len(seats))
    for index, seat in enumerate(seats):
        x = width / 2 + step * (index - (len(seats) - 1) / 2)
        canvas.paste_centred(seat_mark(theme.seats[seat], 28), x, 25)
    first, gap = 57, (HEIGHT - 80) / 2
    for index, (sign, basic, improved) in enumerate(numbers_of(name)):
        y = round(first + index * gap)
        icon = signs.sign(sign, 30, look.INK, look.CARD)
        canvas.paste_centred(icon, width * 0.24, y)
        canvas.text(str(basic), width * 0.52, y, Label(36, look.INK, "bold"), "m")
        canvas.paste_centred(_chevron(9, look.RIBBON_RIM), width * 0.67, y)
        canvas.text(str(improved), width * 0.82, y, Label(35, look.SHORE, "semibold"), "m")
    return canvas.image


def seats_of(name: str, colours: Sequence[str]) -> list[Seat]:
    """The seats of a table in the order of a card."""
    return [colours.index(colour) for colour in CARDS[name].order if colour in colours]


def numbers_of(name: str) -> list[tuple[str, int, int]]:
    """The signs of the actions of a card, each with its basic and its improved number."""
    card = CARDS[name]
    return [("road", *card.roads), ("wall", *card.cities), ("draw", *card.supply)]


@memoize
def _chevron(size: int, tone: Colour) -> Image.Image:
    brush = Brush(size, size * 1.3)
    brush.polygon([(0, 0), (size, size * 0.65), (0, size * 1.3)], tone)
    return brush.reduce()


def chevron(theme: Theme) -> Image.Image:
    """Sign between two panels in the order of play."""
    return _chevron(9, theme.faint)
