"""The whole table: the seats above, the map, the river of cards below, beside its pile."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image

from render import stamps
from render.cache import forget as forget_results
from render.cache import memoize
from render.canvas import PUBLIC_WIDTH, Brush, Sheet
from render.contract import About
from render.massalia import ground, look, panels, river
from render.massalia.emblems import emblem
from render.massalia.frame import BOARD
from render.massalia.icons import icon
from render.massalia.scene import BADGE, Scene, Sizes
from render.panel import POINTER
from render.sprites import write
from render.stamps import Ground, Painter, Stamp, shrunk
from render.text import Label, width_of
from render.theme import THEME, Theme, without_letters
from rules.contract import Event
from rules.massalia.pieces import name_of
from rules.massalia.view import View

MAP_WIDTH = PUBLIC_WIDTH - 2 * THEME.margin
SHARE = MAP_WIDTH / BOARD[0]
"""Share of its full size to which the map is made smaller."""
MAP_HEIGHT = round(BOARD[1] * SHARE)
TOP, GAP, COLUMNS = 20, 14, 3
PUBLIC = Sizes(name=40, value=42, tile=36, coordinate=0, is_table=True)
TYPED = msgspec.structs.replace(PUBLIC, name=31, coordinate=24)
"""Sizes on the map before it is made smaller; and for those who type, with room for names."""
_TITLE = (1138, 22)
"""Place of the title, in the corner of the map without cells."""


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
    """The picture of the table; with `coordinates`, every cell has its name.

    The cards on offer are there while the game is `in_progress`.
    """
    width = panel_width(len(view.players))
    map_top = TOP + panels.height(width) + POINTER + 4
    river_top = map_top + MAP_HEIGHT + GAP
    sheet = Sheet(PUBLIC_WIDTH, river_top + (river.HEIGHT + GAP) * in_progress, theme)
    _strip(sheet, panels.panels_of(view, names, width, news, about.ranking), theme)
    sizes = TYPED if coordinates else PUBLIC
    scene = Scene(view, without_letters(theme), about.language, sizes=sizes)
    title = Stamp(BADGE, _TITLE[1], _TITLE[0], cartouche(_rounds(view), view.reinforcement_count))
    marks = [*scene.stamps(), *scene.highlights(news), title]
    board = Painter(GROUND, theme, about.seal).paint(shrunk(mark, SHARE) for mark in marks)
    sheet.paste(board, theme.margin, map_top, land=True)
    if in_progress:
        _river(sheet, view, river_top, theme, about.language)
    return sheet


def panel_width(count: int) -> int:
    """Width of each panel of a number of seats."""
    return (MAP_WIDTH - panels.GAP * (count - 1)) // count


def _rounds(view: View) -> str:
    """The round, and the one in which siege fatigue begins, if it ever does."""
    begins = view.options.fatigue_round
    return f"{view.round}/{begins}" if begins else str(view.round)


def _ground() -> Image.Image:
    """The ground of the map as it is on the table."""
    return ground.ground(bare=True).resize((MAP_WIDTH, MAP_HEIGHT), Image.Resampling.BOX)


GROUND = Ground(_ground)


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
    for slot, card in enumerate(view.river):
        row, column = divmod(slot, COLUMNS)
        x = theme.margin + MAP_WIDTH - (COLUMNS - column) * (river.WIDE + river.GAP) + river.GAP
        name = name_of(card) if card else None
        picture = river.card(name, language, theme) if name else river.empty(theme)
        sheet.paste(picture, x, top + row * (river.TALL + river.GAP))


@memoize
def cartouche(rounds: str, cards: int) -> Image.Image:
    """Title of the map, with the round and the number of the cards to come."""
    width, height = 376, 112
    brush = Brush(width, height)
    brush.round_box(3, 5, width, height, 12, (20, 18, 28, 110))
    brush.round_box(0, 0, width - 3, height - 4, 12, look.GOLD_DARK)
    brush.round_box(2.5, 2.5, width - 5.5, height - 6.5, 10, look.PAPER)
    brush.round_box(7, 7, width - 10, height - 11, 7, look.GOLD)
    brush.round_box(8.6, 8.6, width - 11.6, height - 12.6, 6, look.PAPER)
    sheet = brush.reduce()
    write(sheet, "Massalia", 24, 34, Label(46, look.INK, "serif"))
    rose = emblem("compass", 40, look.FAMILIES["braves"].colour)
    sheet.alpha_composite(rose, (width - 24 - rose.width, 12))
    sheet.alpha_composite(icon("round", 38), (22, 60))
    figures = Label(42, look.INK, "bold")
    write(sheet, rounds, 64, 79, figures)
    left = width - 24 - width_of(str(cards), figures)
    write(sheet, str(cards), left, 79, figures)
    sheet.alpha_composite(icon("deck", 42), (left - 46, 57))
    return sheet
