"""The whole table: the seats and the cards above, the map below."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from render import stamps
from render.cache import forget as forget_results
from render.canvas import Canvas, Sheet
from render.contract import About
from render.magna_grecia import ground, panels, scale, track
from render.magna_grecia.frame import BOARD
from render.magna_grecia.scene import CHIP, Scene
from render.stamps import Painter
from render.theme import Theme
from rules.contract import Event
from rules.magna_grecia.view import View

WIDTH = 1600
TOP = 28
FOOT = 6
"""Margin below the score track."""
OVER = 24
"""Overlap of the score track with the map."""
MAP_TOP = TOP + panels.HEIGHT + panels.POINTER + 4


def draw_table(
    view: View, names: Sequence[str], news: Sequence[Event], theme: Theme, about: About
) -> Sheet:
    """The picture of the table."""
    foot = MAP_TOP + BOARD[1] - OVER
    sheet = Sheet(WIDTH, foot + scale.HEIGHT + FOOT, theme)
    scene = Scene(view, theme, language=about.language)
    _strip(sheet, view, names, news if scene.is_of(news) else (), theme)
    marks = [*scene.stamps(), *scene.highlights(news), *track.stamps(view, CHIP, theme)]
    sheet.paste(painter(theme, about.seal).paint(marks), theme.margin, MAP_TOP, land=True)
    scores = scale.draw_scale(view, BOARD[0] - scale.ASIDE, theme)
    sheet.inlay(scores, theme.margin + scale.ASIDE, foot, theme.radius)
    return sheet


def painter(theme: Theme, seal: str) -> Painter:
    """Painter of the map, which keeps the last picture of the table with a seal."""
    return Painter(ground.GROUND, theme, seal)


def forget() -> None:
    """Forget the maps and panels drawn before."""
    stamps.forget()
    forget_results(panels.draw_panel, panels.card)


def _strip(
    sheet: Sheet, view: View, names: Sequence[str], news: Sequence[Event], theme: Theme
) -> None:
    """Lay the panels in the order of play, with chevrons between them, and the cards."""
    cards = [name for name in (view.card, view.next_card) if name]
    room = BOARD[0] - sum(panels.CARD_WIDE + panels.GAP for _ in cards)
    count, x = len(view.players), theme.margin
    width = (room - panels.GAP * (count - 1)) // count
    gap = Canvas(panels.GAP, panels.HEIGHT, theme)
    gap.paste_centred(panels.chevron(theme), panels.GAP / 2, panels.HEIGHT / 2)
    between = gap.quantize()
    for number, panel in enumerate(panels.panels_of(view, names, width, news)):
        if number and view.order:
            sheet.paste(between, x - panels.GAP, TOP)
        picture = panels.draw_panel(msgspec.json.encode(panel), theme)
        sheet.paste(picture, x, TOP - panels.LIFT)
        x += width + panels.GAP
    right = WIDTH - theme.margin
    for name in reversed(cards):
        card = panels.card(name, view.options.colors, name == view.next_card, theme)
        right -= card.width
        sheet.paste(card, right, TOP)
        right -= panels.GAP
