"""The slip above a private map: the player, the move, and its price."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from PIL import Image

from render._settlements.look import FREE, SAND, Look
from render._settlements.map import buildings
from render._settlements.map.figures import cluster
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Brush, Canvas, Sheet
from render.marks import arrow, laurel, pill, seat_mark, star_mark
from render.text import Label, elide
from render.theme import Theme
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


def _head(notation: str, seat: int, name: str, more: int, theme: Theme) -> tuple[Canvas, float]:
    """A slip with its band, and the right end of its text."""
    width = WIDTH - 2 * MARGIN
    canvas = Canvas(width, BAND + more, theme)
    canvas.round_box((0, 0, width, BAND + more), theme.panel, theme.radius, bottom=False)
    style = theme.seats[seat]
    canvas.round_box((0, 0, width, BAND), style.colour, theme.radius, bottom=False)
    canvas.paste_centred(seat_mark(style, 42, inverted=True), 38, BAND // 2)
    words, move = Label(26, style.on_band), Label(30, style.on_band, "bold")
    x = 70.0 + canvas.text(elide(name, words, 300), 70, BAND // 2, words) + 34
    x += canvas.text(notation, x, BAND // 2, move)
    return canvas, x


# ---- a building -----------------------------------------------------------------------------


def build_head(view: View, preview: BuildPreview, name: str, look: Look, theme: Theme) -> Canvas:
    """Slip with cost, discount and surcharge, then the cards paid and the size of the hand."""
    canvas, _ = _head(preview.notation, preview.seat, name, _SUM, theme)
    _prizes(canvas, preview, look)
    middle = BAND + _SUM // 2
    x = _token(canvas, look, preview.seat, preview.building, middle)
    x = _cost(canvas, look, preview, x, middle)
    canvas.paste_centred(arrow(40, theme.muted), x + 24, middle)
    _paid(canvas, look, preview.pay, x + 66, middle)
    _hand(canvas, view.players[preview.seat].cards, sum(preview.hand.values()), middle)
    return canvas


def line_head(view: View, preview: LinePreview, name: str, look: Look, theme: Theme) -> Canvas:
    """Slip with the buildings of several moves, the cards paid for them, and the hand."""
    builds = [step for step in preview.steps if isinstance(step, BuildPreview)]
    canvas, _ = _head("", preview.seat, name, _SUM if builds else 0, theme)
    if not builds:
        return canvas
    middle, x = BAND + _SUM // 2, 0.0
    for step in builds:
        x = _token(canvas, look, preview.seat, step.building, middle, x)
    canvas.paste_centred(arrow(40, theme.muted), x + 24, middle)
    _paid(canvas, look, _sum_of([step.pay for step in builds]), x + 66, middle)
    before, after = view.players[preview.seat].cards, sum(builds[-1].hand.values())
    _hand(canvas, before, after, middle)
    return canvas


def _sum_of(payments: Iterable[Mapping[str, int]]) -> Counter[str]:
    """Cards of several payments by their kind."""
    return sum(map(Counter, payments), Counter())


def _token(
    canvas: Canvas, look: Look, seat: int, building: int, middle: int, x: float = 0.0
) -> float:
    project = ruleset(look.key).buildings[building].project
    style = canvas.theme.seats[seat]
    canvas.paste_centred(buildings.building(look, style, project, building, 68), x + 50, middle + 1)
    return x + 100.0


def _cost(canvas: Canvas, look: Look, preview: BuildPreview, x: float, middle: int) -> float:
    """Draw the cost, symbol by symbol, ticked where the map gives it, then the surcharge."""
    theme, price = canvas.theme, preview.price
    kind = ruleset(look.key).buildings[preview.building]
    for resource, count in kind.cost.items():
        given = count if price.free else count - price.due.get(resource, 0)
        for index in range(count):
            _symbol(canvas, glyphs.resource(look, resource, 40), x + 20, middle, index < given)
            x += 46
    given = kind.any if price.free else kind.any - price.any
    for index in range(kind.any):
        _symbol(canvas, glyphs.wild(look, 36), x + 20, middle, index < given)
        x += 46
    if price.surcharge:
        canvas.text(f"+{price.surcharge}", x + 10, middle, Label(30, theme.loss, "bold"))
        canvas.paste_centred(cluster(34, theme.loss), x + 66, middle)
        x += 92
    return x + 8


def _symbol(canvas: Canvas, sign: Image.Image, x: float, y: float, given: bool) -> None:
    canvas.paste_centred(_pale(42), x, y)
    canvas.paste_centred(sign, x, y)
    if given:
        canvas.paste_centred(tick(20), x + 14, y + 15)


@memoize
def _pale(size: int) -> Image.Image:
    brush = Brush(size, size)
    brush.round_box(0, 0, size, size, 8, SAND)
    return brush.reduce()


@memoize
def tick(size: int) -> Image.Image:
    """Green disc with a tick: the map gives this resource."""
    brush = Brush(size + 2, size + 2)
    middle = size / 2 + 1
    brush.ellipse((middle, middle), size / 2 + 1, (255, 255, 255))
    brush.ellipse((middle, middle), size / 2 - 0.6, FREE)
    points = [(0.28, 0.54), (0.44, 0.70), (0.74, 0.34)]
    brush.line([(1 + x * size, 1 + y * size) for x, y in points], (255, 255, 255), 0.13 * size)
    return brush.reduce()


def _paid(canvas: Canvas, look: Look, pay: Mapping[str, int], x: float, middle: int) -> None:
    """Draw the cards paid, by type; a star for none."""
    theme = canvas.theme
    if not pay:
        canvas.paste(pill(84, 50, FREE, theme.white), x, middle - 27)
        canvas.paste_centred(star_mark(15, theme.last), x + 26, middle)
        canvas.text("0", x + 46, middle, Label(30, theme.white, "bold"))
        return
    for resource in ruleset(look.key).resources:
        count = pay.get(resource.key, 0)
        if count:
            x += canvas.text(str(count), x, middle, Label(34, theme.text, "bold")) + 6
            canvas.paste_centred(glyphs.medallion(look, resource.key, 23), x + 24, middle)
            x += 60


def _hand(canvas: Canvas, before: int, after: int, middle: int) -> None:
    """Draw the size of the hand before and after."""
    theme = canvas.theme
    words = Label(34, theme.text, "bold")
    x = canvas.width - 26.0
    x -= canvas.text(str(after), x, middle, words, "r") + 14
    canvas.paste_centred(arrow(26, theme.muted), x - 13, middle)
    x -= 40
    x -= canvas.text(str(before), x, middle, Label(26, theme.muted), "r") + 12
    canvas.paste_centred(glyphs.cards(36, theme.text), x - 18, middle)


def _prizes(canvas: Canvas, preview: BuildPreview, look: Look) -> None:
    """Draw the gains of the move on the band: bonus, joined settlements, the victory."""
    theme, middle = canvas.theme, BAND // 2
    ink = theme.seats[preview.seat].on_band
    x = canvas.width - 24.0
    if preview.wins:
        canvas.paste_centred(laurel(64, 54, ink), x - 32, middle)
        x -= 84
    if preview.project is not None:
        canvas.paste_centred(glyphs.bonus(look, 40, ink), x - 20, middle)
        x -= 44 + canvas.text("+1", x - 44, middle, Label(28, ink, "bold"), "r") + 22
    if preview.joined:
        after = preview.settlements - preview.joined + 1
        x -= canvas.text(str(after), x, middle, Label(28, ink, "bold"), "r") + 10
        canvas.paste_centred(arrow(24, ink), x - 12, middle)
        x -= 34
        x -= canvas.text(str(preview.settlements), x, middle, Label(28, ink), "r") + 10
        canvas.paste_centred(cluster(36, ink), x - 18, middle)


# ---- prices and regions ---------------------------------------------------------------------


def prices_head(prices: Prices, name: str, look: Look, theme: Theme) -> Canvas:
    """Slip with the building and its full cost."""
    canvas, x = _head(f"B{prices.building}", prices.seat, name, 0, theme)
    kind = ruleset(look.key).buildings[prices.building]
    signs = [glyphs.resource(look, key, 38) for key, n in kind.cost.items() for _ in range(n)]
    signs += [glyphs.wild(look, 34)] * kind.any
    width = 44 * len(signs) + 20
    left = canvas.width - width - 16
    canvas.paste(pill(width, 48, SAND, theme.ink), left, BAND // 2 - 26)
    for index, sign in enumerate(signs):
        canvas.paste_centred(sign, left + 34 + 44 * index, BAND // 2)
    style = theme.seats[prices.seat]
    canvas.paste_centred(buildings.disc(look, style, kind.project, 100), x + 44, BAND // 2)
    return canvas


def region_head(preview: RegionPreview, name: str, theme: Theme) -> Canvas:
    """Slip with the move as it is typed."""
    canvas, _ = _head(preview.notation, preview.seat, name, 0, theme)
    return canvas
