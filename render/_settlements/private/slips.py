"""The slip above a private map: the player, the move, and its price."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from PIL import Image

from render._settlements.look import FREE, SAND, Look
from render._settlements.map import buildings
from render._settlements.map.figures import cluster
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Brush, Canvas, Sheet
from render.marks import arrow, laurel, star_mark
from render.panel import (
    Chip,
    Group,
    Part,
    Sign,
    Text,
    change,
    draw_head,
    lay_from_left,
    lay_from_right,
)
from render.text import Label
from render.theme import Colour, Theme
from rules._settlements.pieces import ruleset
from rules._settlements.view import BuildPreview, LinePreview, Prices, RegionPreview, View

WIDTH = 1200
MARGIN = 20
TALLEST = 900
"""Greatest height of a private picture: a phone shows it whole, together with its buttons."""
BAND = 66
_SUM = 84


def compose(head: Canvas, plan: Canvas, theme: Theme) -> Sheet:
    """Sheet with the slip and the map below it."""
    plan.round_off(theme.radius, top=False)
    sheet = Sheet(WIDTH, head.height + plan.height + 2 * MARGIN, theme)
    sheet.paste(head.quantize(), MARGIN, MARGIN)
    sheet.paste(plan.quantize(), MARGIN, MARGIN + head.height, land=True)
    return sheet


def room(head: Canvas) -> int:
    """Height that a slip leaves to its map."""
    return TALLEST - 2 * MARGIN - head.height


def _head(
    notation: str, seat: int, name: str, more: int, theme: Theme, right: Sequence[Part] = ()
) -> Canvas:
    """A slip with its band, and room for more below."""
    canvas, style = Canvas(WIDTH - 2 * MARGIN, BAND + more, theme), theme.seats[seat]
    canvas.round_box((0, 0, canvas.width, canvas.height), theme.panel, theme.radius, bottom=False)
    canvas.round_box((0, 0, canvas.width, BAND), style.colour, theme.radius, bottom=False)
    ink, middle = style.on_band, BAND // 2
    room = lay_from_right(canvas, right, canvas.width - 24, middle, 22)
    after = [Text(notation, Label(30, ink, "bold"))]
    draw_head(canvas, style, name, middle, ink, room, inverted=True, after=after, gap=28)
    return canvas


# ---- a building -----------------------------------------------------------------------------


def build_head(view: View, preview: BuildPreview, name: str, look: Look, theme: Theme) -> Canvas:
    """Slip with cost, discount and surcharge, then the cards paid and the size of the hand."""
    prizes = _prizes(preview, look, theme.seats[preview.seat].on_band)
    canvas = _head(preview.notation, preview.seat, name, _SUM, theme, prizes)
    token = _token(look, preview.seat, preview.building, theme)
    cost = Group(tuple(_cost(look, preview, theme)), 8)
    before, after = view.players[preview.seat].cards, sum(preview.hand.values())
    _sum(canvas, [token, cost], _paid(look, preview.pay, theme), before, after)
    return canvas


def line_head(view: View, preview: LinePreview, name: str, look: Look, theme: Theme) -> Canvas:
    """Slip with the buildings of several moves, the cards paid for them, and the hand."""
    builds = [step for step in preview.steps if isinstance(step, BuildPreview)]
    canvas = _head("", preview.seat, name, _SUM if builds else 0, theme)
    if builds:
        bought = [_token(look, preview.seat, step.building, theme) for step in builds]
        paid = _paid(look, _sum_of([step.pay for step in builds]), theme)
        before, after = view.players[preview.seat].cards, sum(builds[-1].hand.values())
        _sum(canvas, bought, paid, before, after)
    return canvas


def _sum_of(payments: Iterable[Mapping[str, int]]) -> Counter[str]:
    """Cards of several payments by their kind."""
    return sum(map(Counter, payments), Counter())


def _sum(
    canvas: Canvas, bought: Sequence[Part], paid: Sequence[Part], before: int, after: int
) -> None:
    """Draw what is bought, the cards paid for it, and the size of the hand before and after."""
    theme, middle = canvas.theme, BAND + _SUM // 2
    parts = [*bought, Sign(arrow(40, theme.muted)), *paid]
    lay_from_left(canvas, parts, 8, middle)
    hand = Sign(glyphs.cards(36, theme.text)), change(before, after, theme.text, (26, 34))
    lay_from_right(canvas, [Group(hand, 12)], canvas.width - 26, middle)


def _token(look: Look, seat: int, building: int, theme: Theme) -> Sign:
    project = ruleset(look.key).buildings[building].project
    return Sign(buildings.building(look, theme.seats[seat], project, building, 68), 84)


def _cost(look: Look, preview: BuildPreview, theme: Theme) -> Iterator[Part]:
    """Cost, symbol by symbol, ticked where the map gives it, then the surcharge."""
    price, kind = preview.price, ruleset(look.key).buildings[preview.building]
    for resource, count in kind.cost.items():
        given = count if price.free else count - price.due.get(resource, 0)
        sign = glyphs.resource(look, resource, 40)
        yield from (_Symbol(sign, index < given) for index in range(count))
    given = kind.any if price.free else kind.any - price.any
    wild = glyphs.wild(look, 36)
    yield from (_Symbol(wild, index < given) for index in range(kind.any))
    if price.surcharge:
        more = Text(f"+{price.surcharge}", Label(30, theme.loss, "bold"))
        yield Group((more, Sign(cluster(34, theme.loss))))


class _Symbol(msgspec.Struct, frozen=True):
    """A symbol of a cost, ticked where the map gives it."""

    sign: Image.Image
    given: bool
    width: float = 40

    def lay(self, canvas: Canvas, x: float, y: float) -> None:
        canvas.paste_centred(_pale(42), x + 20, y)
        canvas.paste_centred(self.sign, x + 20, y)
        if self.given:
            canvas.paste_centred(glyphs.tick(22), x + 34, y + 15)


@memoize
def _pale(size: int) -> Image.Image:
    brush = Brush(size, size)
    brush.round_box(0, 0, size, size, 8, SAND)
    return brush.reduce()


def _paid(look: Look, pay: Mapping[str, int], theme: Theme) -> list[Part]:
    """The cards paid, by type; a star for none."""
    if not pay:
        none = Text("0", Label(30, theme.white, "bold"))
        return [Chip((Sign(star_mark(15, theme.last)), none), FREE, theme.white, 50)]
    label = Label(34, theme.text, "bold")
    return [
        Group((Text(str(pay[key]), label), Sign(glyphs.medallion(look, key, 23))), 6)
        for key in (resource.key for resource in ruleset(look.key).resources)
        if pay.get(key)
    ]


def _prizes(preview: BuildPreview, look: Look, ink: Colour) -> list[Part]:
    """The gains of the move, from the right: the victory, bonus, joined settlements."""
    label, parts = Label(28, ink, "bold"), list[Part]()
    if preview.wins:
        parts.append(Sign(laurel(64, 54, ink)))
    if preview.project is not None:
        parts.append(Group((Text("+1", label), Sign(glyphs.bonus(look, 40, ink)))))
    if preview.joined:
        after = preview.settlements - preview.joined + 1
        settlements = change(preview.settlements, after, ink, (28, 28))
        parts.append(Group((Sign(cluster(36, ink)), settlements), 10))
    return parts


# ---- prices and regions ---------------------------------------------------------------------


def prices_head(prices: Prices, name: str, look: Look, theme: Theme) -> Canvas:
    """Slip with the building and its full cost."""
    kind = ruleset(look.key).buildings[prices.building]
    signs = [glyphs.resource(look, key, 38) for key, n in kind.cost.items() for _ in range(n)]
    signs += [glyphs.wild(look, 34)] * kind.any
    cost = Chip(tuple(Sign(sign, 38) for sign in signs), SAND, theme.ink, 48, 6)
    style = theme.seats[prices.seat]
    disc = Sign(buildings.disc(look, style, kind.project, 100), 70)
    return _head(f"B{prices.building}", prices.seat, name, 0, theme, [cost, disc])


def region_head(preview: RegionPreview, name: str, theme: Theme) -> Canvas:
    """Slip with the move as it is typed."""
    return _head(preview.notation, preview.seat, name, 0, theme)
