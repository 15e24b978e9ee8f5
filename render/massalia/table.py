"""The whole table: the seats above, the map, the river of cards below, beside its pile."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image

from render import stamps
from render.cache import forget as forget_results
from render.cache import memoize
from render.canvas import Brush, Sheet
from render.contract import About
from render.massalia import ground, look, panels, river
from render.massalia.emblems import emblem
from render.massalia.frame import BOARD
from render.massalia.icons import icon
from render.massalia.scene import BADGE, Scene
from render.sprites import write
from render.stamps import Painter, Stamp
from render.text import Label
from render.theme import Theme
from rules.contract import Event
from rules.massalia.view import View

WIDTH = 1600
TOP = 20
_TITLE = (1138, 22)
"""Place of the title, in the corner of the map without cells."""


def draw_table(
    view: View, names: Sequence[str], news: Sequence[Event], theme: Theme, about: About
) -> Sheet:
    """The picture of the table."""
    width = panel_width(len(view.players))
    map_top = TOP + panels.height(width) + panels.POINTER + 4
    river_top = map_top + BOARD[1] + 16
    sheet = Sheet(WIDTH, river_top + river.TALL + 16, theme)
    _strip(sheet, panels.panels_of(view, names, width, news, about.ranking), theme)
    scene = Scene(view, theme, about.language)
    title = Stamp(BADGE, _TITLE[1], _TITLE[0], cartouche(view.round, view.reinforcement_count))
    sheet.paste(
        painter(theme, about.seal).paint([*scene.stamps(), *scene.highlights(news), title]),
        theme.margin,
        map_top,
        land=True,
    )
    _river(sheet, view, river_top, theme, about.language)
    return sheet


def panel_width(count: int) -> int:
    """Width of each panel of a number of seats."""
    return (BOARD[0] - panels.GAP * (count - 1)) // count


def painter(theme: Theme, seal: str = "") -> Painter:
    """Painter of the map, which keeps the last picture of the table with a seal."""
    return Painter(ground.GROUND, theme, seal)


def forget() -> None:
    """Forget the maps and panels drawn before."""
    stamps.forget()
    forget_results(panels.draw_panel, river.card)


def _strip(sheet: Sheet, seat_panels: Sequence[panels.SeatPanel], theme: Theme) -> None:
    for panel in seat_panels:
        x = theme.margin + panel.seat * (panel.width + panels.GAP)
        sheet.paste(panels.draw_panel(msgspec.json.encode(panel), theme), x, TOP)


def _river(sheet: Sheet, view: View, top: int, theme: Theme, language: str) -> None:
    sheet.paste(river.pile(view.reinforcement_count > 0, theme), theme.margin, top)
    step = (BOARD[0] - river.PILE) / len(view.river)
    for slot, card in enumerate(view.river, start=1):
        x = theme.margin + BOARD[0] - river.WIDE - round((len(view.river) - slot) * step)
        name = card.partition("#")[0] if card else None
        picture = river.card(name, language, theme) if name else river.empty(theme)
        sheet.paste(picture, x, top)


@memoize
def cartouche(round_: int, cards: int) -> Image.Image:
    """Title of the map, with the number of the round and of the cards to come."""
    width, height = 376, 112
    brush = Brush(width, height)
    brush.round_box(3, 5, width, height, 12, (20, 18, 28, 110))
    brush.round_box(0, 0, width - 3, height - 4, 12, look.GOLD_DARK)
    brush.round_box(2.5, 2.5, width - 5.5, height - 6.5, 10, look.PAPER)
    brush.round_box(7, 7, width - 10, height - 11, 7, look.GOLD)
    brush.round_box(8.6, 8.6, width - 11.6, height - 12.6, 6, look.PAPER)
    sheet = brush.reduce()
    rose = emblem("compass", 86, look.FAMILIES["braves"].colour)
    sheet.alpha_composite(rose, (width - 15 - rose.width, (height - 4 - rose.height) // 2))
    write(sheet, "Massalia", 24, 36, Label(46, look.INK, "serif"))
    sheet.alpha_composite(icon("round", 34), (22, 62))
    small = Label(36, look.INK, "bold")
    write(sheet, str(round_), 60, 80, small)
    sheet.alpha_composite(icon("deck", 38), (128, 60))
    write(sheet, str(cards), 172, 80, small)
    return sheet
