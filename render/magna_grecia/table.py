"""The whole table: the seats above, the map, the clock and the cards below."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image

from render import stamps
from render.cache import forget as forget_results
from render.canvas import PUBLIC_WIDTH, Canvas, Sheet
from render.contract import About
from render.magna_grecia import foot, ground, panels
from render.magna_grecia.frame import BOARD, WIDE
from render.magna_grecia.scene import Letters, Scene
from render.panel import POINTER
from render.stamps import Ground, Painter, shrunk
from render.theme import THEME, Theme, without_letters
from rules.contract import Event
from rules.magna_grecia.view import View

TOP, GAP = 28, 12
MAP_WIDTH = PUBLIC_WIDTH - 2 * THEME.margin
SHARE = MAP_WIDTH / BOARD[0]
"""Share of its full size to which the map is made smaller."""
MAP_HEIGHT = round(BOARD[1] * SHARE)
HEX_WIDTH = WIDE * SHARE
PUBLIC, TYPED = Letters(40, 0, 0, 42), Letters(40, 26, 26, 42)
"""Sizes on the map before it is made smaller; and for those who type."""


def draw_table(
    view: View,
    names: Sequence[str],
    news: Sequence[Event],
    theme: Theme,
    about: About,
    *,
    coordinates: bool = False,
    in_progress: bool = True,
) -> Sheet:
    """The picture of the table; with `coordinates`, free hexes and villages have their names.

    The clock and the cards are there while the game is `in_progress`.
    """
    letters = TYPED if coordinates else PUBLIC
    scene = Scene(view, without_letters(theme), language=about.language, letters=letters)
    width = (MAP_WIDTH - panels.GAP * (len(view.players) - 1)) // len(view.players)
    seen = news if scene.is_of(news) else ()
    strip = panels.panels_of(view, names, width, seen, has_supply=in_progress)
    map_top = TOP + strip[0].height + POINTER + 4
    foot_top = map_top + MAP_HEIGHT + GAP
    sheet = Sheet(PUBLIC_WIDTH, foot_top + (foot.HEIGHT + GAP) * in_progress, theme)
    _lay_strip(sheet, view, strip, theme)
    marks = [*scene.stamps(), *scene.highlights(news)]
    board = painter(theme, about.seal).paint(shrunk(mark, SHARE) for mark in marks)
    sheet.paste(board, theme.margin, map_top, land=True)
    if in_progress:
        contents = msgspec.json.encode(foot.foot_of(view, MAP_WIDTH))
        sheet.paste(foot.draw_foot(contents, theme), theme.margin, foot_top)
    return sheet


def _ground() -> Image.Image:
    """The ground of the map as it is on the table."""
    whole = ground.GROUND.whole()
    return whole.resize((MAP_WIDTH, MAP_HEIGHT), Image.Resampling.BOX)


GROUND = Ground(_ground)


def painter(theme: Theme, seal: str) -> Painter:
    """Painter of the map, which keeps the last picture of the table with a seal."""
    return Painter(GROUND, theme, seal)


def forget() -> None:
    """Forget the maps and panels drawn before."""
    stamps.forget()
    forget_results(panels.draw_panel, foot.draw_foot)


def _lay_strip(sheet: Sheet, view: View, strip: Sequence[panels.SeatPanel], theme: Theme) -> None:
    """Lay the panels in the order of play, with chevrons between them."""
    gap = Canvas(panels.GAP, strip[0].height, theme)
    gap.paste_centred(panels.chevron(theme), panels.GAP / 2, gap.height / 2)
    between = gap.quantize()
    for number, panel in enumerate(strip):
        x = theme.margin + number * (panel.width + panels.GAP)
        if number and view.order:
            sheet.paste(between, x - panels.GAP, TOP)
        picture = panels.draw_panel(msgspec.json.encode(panel), theme)
        sheet.paste(picture, x, TOP - panels.LIFT)
