"""The coach: in a person's first panel of a game, how one wins, what a turn is, and one tip."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import ui

from bot.app import App
from bot.i18n import text
from bot.table.seating import Table
from bot.words import composed
from cogs._shared.controls import PanelButton
from cogs._shared.presentation import small_print
from cogs._shared.visit import Visit


async def note_first_panel(visit: Visit) -> bool:
    """Return whether this is a person's first panel of a game, and note that they have seen it."""
    preferences = visit.app.people.preferences(visit.user)
    if not preferences.coach or visit.table.game in preferences.coached:
        return False
    coached = (*preferences.coached, visit.table.game)
    await visit.app.people.change(visit.user, coached=coached)
    return True


async def silence(app: App, user: int) -> None:
    """Let the coach be silent in every game."""
    await app.people.change(user, coach=False)


def lines(table: Table, language: str) -> Iterator[str | ui.Item[Any]]:
    """The three lines, and the buttons beside them."""
    yield small_print(text(composed.coach(table.game), language))
    yield ui.ActionRow[Any](
        PanelButton.of(table, "rules", "", text("board.page_rules", language)),
        PanelButton.of(table, "quiet", "", text("panel.coach_off", language)),
    )
