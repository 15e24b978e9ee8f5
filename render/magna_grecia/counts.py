"""The connections of every place and the cost of a market there, in large figures."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from render import stamps
from render.cache import memoize
from render.canvas import PUBLIC_WIDTH, Brush, Canvas, Sheet
from render.magna_grecia import ground, look, signs
from render.magna_grecia.frame import centre
from render.magna_grecia.scene import CHIP, FLAG, RIBBON, SCENERY, VILLAGE, Scene
from render.magna_grecia.table import MAP_HEIGHT, MAP_WIDTH, PUBLIC
from render.sprites import inscribe
from render.stamps import Stamp, stamp_at
from render.text import Label
from render.theme import SeatStyle, Theme
from rules.contract import Hex
from rules.magna_grecia.view import View

MARGIN = 32
_PALE = 0.55
"""Share of the bare ground in what lies on it."""
_LEFT_OUT = (SCENERY, RIBBON, CHIP)
"""Layers that the figures repeat, or that do not matter beside them."""
_WIDE, _TALL = 80, 56


def draw_counts(view: View, theme: Theme, language: str) -> Sheet:
    """Picture of the whole map with the figures on it; what lies on the ground is pale."""
    scene = Scene(view, theme, language=language, letters=PUBLIC)
    bare = ground.GROUND.whole()
    canvas = Canvas.from_image(bare.copy(), theme)
    below = (stamp for stamp in scene.stamps() if stamp.layer not in _LEFT_OUT)
    stamps.lay(canvas, sorted(below, key=lambda stamp: stamp.order))
    canvas.pale(bare, _PALE)
    stamps.lay(canvas, sorted(_figures(scene), key=lambda stamp: stamp.order))
    small = canvas.image.resize((MAP_WIDTH, MAP_HEIGHT), Image.Resampling.LANCZOS)
    board = Canvas.from_image(small, theme)
    board.round_off(theme.radius)
    sheet = Sheet(PUBLIC_WIDTH, MAP_HEIGHT + 2 * MARGIN, theme)
    sheet.paste(board.quantize(), MARGIN, MARGIN, land=True)
    return sheet


def _figures(scene: Scene) -> Iterator[Stamp]:
    """A chip on each place with a connection, a city or a market."""
    view = scene.view
    costs = {cost.place: cost.cost for cost in view.market_costs}
    for place in view.places:
        at = place.hexes[0]
        if place.count or at in scene.city_at or at in scene.stalls:
            chip = figure(place.count, costs.get(place.id), _style(scene, at))
            x, y = centre(at)
            yield stamp_at(FLAG, chip, x, y - 26 + (0 if place.id in costs else 14))
            yield scene.name_of_place(at, _name(scene, at))


def _name(scene: Scene, at: Hex) -> str:
    city = scene.city_at.get(at)
    return scene.name(city) if city else VILLAGE[at].name_in(scene.language)


def _style(scene: Scene, at: Hex) -> SeatStyle:
    """Style of the owner of the city, or of the holder of the oracle."""
    city, oracle = scene.city_at.get(at), scene.oracle_at.get(at)
    seat = city.seat if city else oracle.seat if oracle else None
    return look.GREY if seat is None else scene.theme.seats[seat]


@memoize
def figure(count: int, cost: int | None, style: SeatStyle) -> Image.Image:
    """Number of connections; below it, small, the cost of a market."""
    low = 0 if cost is None else 42
    brush = Brush(_WIDE, _TALL + low)
    brush.round_box(0, 0, _WIDE, _TALL + low, 16, style.rim)
    brush.round_box(3, 3, _WIDE - 3, _TALL + low - 3, 13, look.CARD)
    brush.round_box(3, 3, _WIDE - 3, _TALL, 13, style.colour)
    sheet = brush.reduce()
    inscribe(sheet, str(count), _WIDE / 2, _TALL / 2 + 1, Label(48, style.on_band, "bold"))
    if cost is not None:
        coin = signs.sign("coin", 28, look.SHORE, look.CARD)
        sheet.alpha_composite(coin, (8, _TALL + 6))
        inscribe(sheet, str(cost), 56, _TALL + 19, Label(42, look.INK, "bold"))
    return sheet
