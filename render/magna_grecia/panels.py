"""The strip above the map: the seats in the order of this round, then this card and the next."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image

from render.cache import memoize
from render.canvas import Brush, Canvas, quantize
from render.magna_grecia import look, signs
from render.marks import honour, pill, seat_mark
from render.scripts import name_of
from render.sprites import inscribe
from render.text import Label, elide, width_of
from render.theme import Colour, SeatStyle, Theme, mix
from rules.contract import Event, Seat
from rules.magna_grecia import scoring
from rules.magna_grecia.pieces import CARDS
from rules.magna_grecia.view import View

HEIGHT = 152
LIFT = 18
"""Distance of the chip of the last turn above a panel."""
POINTER = 12
BAND = 66
GAP = 12
CARD_WIDE = 158
_FIGURES, _SUPPLY = 88, 128


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
    news: str = ""
    """Change of its points in the last turn, as text."""
    moved: bool = False
    """Whether that turn was its own."""


def panels_of(
    view: View, names: Sequence[str], width: int, news: Sequence[Event] = ()
) -> list[SeatPanel]:
    """Panels of a view, in the order in which the seats act."""
    facts = [(event.name, event.args) for event in news]
    changes = scoring.changes(facts)
    moved = {args["seat"] for name, args in facts if name in _MOVES}
    order = view.order or tuple(range(len(view.players)))
    return [
        _panel(view, seat, names, width, changes.get(seat, 0), moved=seat in moved)
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
        news=format_signed(change) if change or moved else "",
        moved=moved,
    )


@memoize
def draw_panel(panel: bytes, theme: Theme) -> Image.Image:
    """A panel, given as JSON, in the fixed palette, with room for its chip and its pointer."""
    contents = msgspec.json.decode(panel, type=SeatPanel)
    canvas = Canvas(contents.width, HEIGHT + POINTER, theme)
    style = theme.seats[contents.seat]
    _surround(canvas, contents, style)
    _first_row(canvas, contents, style)
    _sources(canvas, contents)
    _supply(canvas, contents)
    sheet = Canvas(contents.width, LIFT + HEIGHT + POINTER, theme)
    sheet.image.paste(canvas.image, (0, LIFT))
    if contents.news:
        chip = news_chip(contents.news, contents.moved, theme)
        sheet.paste_centred(chip, contents.width - 16 - chip.width / 2, LIFT + 2)
    return sheet.quantize()


def format_signed(change: int) -> str:
    """A change with its sign."""
    return f"{change:+d}".replace("-", "\u2212")


@memoize
def news_chip(words: str, moved: bool, theme: Theme) -> Image.Image:
    """Chip with the change of the last turn, bright for the seat that moved."""
    label = Label(24, theme.last_rim, "bold")
    width = width_of(words, label) + 26
    tone = theme.last if moved else mix(theme.muted, theme.white, 0.5)
    sheet = pill(width, 34, tone, theme.last_rim).copy()
    inscribe(sheet, words, width / 2 + 1, 18, label)
    return sheet


def _surround(canvas: Canvas, panel: SeatPanel, style: SeatStyle) -> None:
    theme, right = canvas.theme, panel.width
    won = panel.over and panel.leads
    edge = 4 if panel.to_move or won else 1
    tone = theme.text if panel.to_move else theme.gold if won else theme.edge
    canvas.round_box((0, 0, right, HEIGHT), tone, theme.radius)
    canvas.round_box(
        (edge, edge, right - edge, HEIGHT - edge), theme.panel, theme.radius - edge + 1
    )
    if panel.to_move:
        inner = (edge, edge, right - edge, BAND)
        canvas.round_box(inner, style.colour, theme.radius - edge + 1, bottom=False)
        canvas.paste_centred(_pointer(theme.text), right / 2, HEIGHT + POINTER / 2 - 1)


@memoize
def _pointer(tone: Colour) -> Image.Image:
    brush = Brush(40, POINTER + 2)
    brush.polygon([(0, 0), (40, 0), (20, POINTER + 2)], tone)
    return brush.reduce()


def _first_row(canvas: Canvas, panel: SeatPanel, style: SeatStyle) -> None:
    """Draw mark, name, and the score that the seat would have if the game ended now."""
    theme, middle = canvas.theme, BAND // 2
    ink = style.on_band if panel.to_move else theme.text
    canvas.paste_centred(seat_mark(style, 46, panel.to_move), 38, middle)
    large, right = Label(54, ink, "bold"), panel.width - 18
    right -= canvas.text(str(panel.total), right, middle, large, "r") + 10
    if panel.leads:
        sign = honour(44, won=panel.over, tone=ink if panel.to_move else None)
        canvas.paste_centred(sign, right - sign.width / 2, middle)
        right -= sign.width + 8
    room = right - 70
    name = name_label(panel.name, room, ink)
    canvas.text(elide(panel.name, name, room), 70, middle, name)


def name_label(name: str, room: int, ink: Colour) -> Label:
    """Style of a name: smaller where it would have to be cut."""
    sizes = (Label(size, ink) for size in (28, 25))
    return next((label for label in sizes if width_of(name, label) <= room), Label(22, ink))


def _sources(canvas: Canvas, panel: SeatPanel) -> None:
    """Draw the sources of the points: the track, markets, oracles."""
    theme, third = canvas.theme, (panel.width - 32) / 3
    names = ("coin", "market", "temple")
    for index, (name, value) in enumerate(zip(names, panel.parts, strict=True)):
        tone = theme.gold if name == "coin" else theme.text
        x = 16 + third * (index + 0.5)
        label = Label(26, theme.text if value else theme.faint)
        words = str(value)
        left = x - (34 + width_of(words, label)) / 2
        canvas.paste_centred(signs.sign(name, 25, tone, theme.panel), left + 12, _FIGURES)
        canvas.text(words, left + 34, _FIGURES, label)
        if index:
            canvas.text("+", 16 + third * index, _FIGURES, Label(22, theme.faint), "m")


def _supply(canvas: Canvas, panel: SeatPanel) -> None:
    """Draw the supply, the reserve, and the markets."""
    theme, third = canvas.theme, (panel.width - 32) / 3
    inset = mix(theme.panel, theme.frame, 0.75)
    canvas.round_box((8, _SUPPLY - 20, panel.width - 8, _SUPPLY + 18), inset, 12)
    figures: list[tuple[str, int, int | None]] = [
        ("road", *panel.roads),
        ("wall", *panel.cities),
        ("market", panel.markets, None),
    ]
    for index, (name, have, reserve) in enumerate(figures):
        left = 16 + third * index + max(4, third / 2 - 44)
        large, small = Label(25, theme.text if have else theme.faint), Label(18, theme.muted)
        canvas.paste_centred(signs.sign(name, 24, theme.muted, inset), left + 12, _SUPPLY)
        x = left + 32 + canvas.text(str(have), left + 32, _SUPPLY, large)
        if reserve is not None:
            canvas.text(f"+{reserve}", x + 4, _SUPPLY + 3, small)


# ---- cards ------------------------------------------------------------------------------------


@memoize
def card(name: str, colours: tuple[str, ...], coming: bool, theme: Theme) -> Image.Image:
    """A card in the fixed palette, smaller if it is the next one."""
    return quantize(face(name, colours, coming, theme), theme.palette)


@memoize
def face(name: str, colours: tuple[str, ...], small: bool, theme: Theme) -> Image.Image:
    """An action card: the order of the seats, and its basic and improved numbers."""
    data, width = CARDS[name], CARD_WIDE - (22 if small else 0)
    top = 14 if small else 0
    canvas = Canvas(width, HEIGHT, theme)
    border = look.TONES[data.border][0]
    canvas.round_box((0, top, width, HEIGHT), border, 14)
    canvas.round_box((6, top + 6, width - 6, HEIGHT - 6), look.CARD, 9)
    seats = [colours.index(colour) for colour in data.order if colour in colours]
    step, size = min(34, (width - 20) / len(seats)), 24 if small else 28
    for index, seat in enumerate(seats):
        x = width / 2 + step * (index - (len(seats) - 1) / 2)
        canvas.paste_centred(seat_mark(theme.seats[seat], size), x, top + 25)
    rows = (("road", data.roads), ("wall", data.cities), ("draw", data.supply))
    first, gap = top + 57, (HEIGHT - top - 80) / 2
    for index, (sign, numbers) in enumerate(rows):
        _numbers(canvas, sign, numbers, width, round(first + index * gap), small)
    return canvas.image


def _numbers(
    canvas: Canvas, sign: str, numbers: tuple[int, int], width: int, y: int, small: bool
) -> None:
    """Draw the basic number of an action, and the improved one."""
    size = 26 if small else 30
    canvas.paste_centred(signs.sign(sign, size - 4, look.INK, look.CARD), width * 0.24, y)
    canvas.text(str(numbers[0]), width * 0.52, y, Label(size, look.INK, "bold"), "m")
    canvas.paste_centred(_chevron(9, look.RIBBON_RIM), width * 0.67, y)
    canvas.text(str(numbers[1]), width * 0.82, y, Label(size - 5, look.SHORE, "semibold"), "m")


@memoize
def _chevron(size: int, tone: Colour) -> Image.Image:
    brush = Brush(size, size * 1.3)
    brush.polygon([(0, 0), (size, size * 0.65), (0, size * 1.3)], tone)
    return brush.reduce()


def chevron(theme: Theme) -> Image.Image:
    """Sign between two panels in the order of play."""
    return _chevron(9, theme.faint)
