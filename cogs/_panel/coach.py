"""The coach: until a person's first move of a game, how one wins, what a turn is, and one tip."""

from __future__ import annotations

from collections.abc import Iterator

from bot.app import App
from bot.i18n import text
from bot.table.seating import Table
from bot.words import composed
from cogs._shared.controls import PanelButton
from cogs._shared.items import Component
from cogs._shared.phone import FIRST, Ranked
from cogs._shared.presentation import small_print
from cogs._shared.visitor import Visit


def speaks(visit: Visit) -> bool:
    """Whether a person has made no move of this game yet, and lets the coach speak."""
    preferences = visit.app.people.preferences(visit.user)
    return preferences.coach and visit.table.game not in preferences.coached


async def note_first_move(visit: Visit) -> None:
    """Note that a person has made a move of this game: the coach has said what it has to say."""
    if speaks(visit):
        coached = (*visit.app.people.preferences(visit.user).coached, visit.table.game)
        await visit.app.people.change(visit.user, coached=coached)


async def silence(app: App, user: int) -> None:
    """Let the coach be silent in every game."""
    await app.people.change(user, coach=False)


def lines(table: Table, language: str) -> Iterator[Component | Ranked[Component]]:
    """The three lines, the last of which is cut for want of room, and the buttons below them."""
    whole_text = small_print(text(composed.coach(table.game), language))
    without_tip, _, _ = whole_text.rpartition("\n")
    yield Ranked(whole_text, FIRST, instead=Ranked(without_tip))
    yield [
        PanelButton.of(table, "rules", "", text("board.page_rules", language)),
        PanelButton.of(table, "quiet", "", text("panel.coach_off", language)),
    ]


def goal(table: Table, language: str) -> str:
    """The first of the three lines: how one wins."""
    first, _, _ = text(composed.coach(table.game), language).partition("\n")
    return first
