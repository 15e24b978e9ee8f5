"""The coach: until a person's first turn of a game, how one wins, what a turn is, and one tip."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.seating import Purpose, Table
from bot.words import composed
from cogs._access.controls import PanelButton
from cogs._answering.items import Component
from cogs._answering.phone import FIRST, Ranked
from cogs._answering.presentation import small_print
from cogs._answering.visitor import Visit, Visitor
from cogs._panel.panel import Rank


def speaks(visit: Visit) -> bool:
    """Whether the coach speaks at a table: a lesson says itself what to do."""
    return is_heard(visit, visit.table) and visit.table.purpose is not Purpose.LESSON


def is_heard(visitor: Visitor, table: Table) -> bool:
    """Whether a person has not played a turn of this game yet, and lets the coach speak."""
    preferences = visitor.app.people.preferences(visitor.user)
    return preferences.coach and table.game not in preferences.coached


async def note_first_turn(visit: Visit) -> None:
    """Note that a person knows a turn of this game, once one is over after the setup of a table."""
    if not speaks(visit):
        return
    replay = await visit.app.replays.opening(visit.table.id, visit.user)
    if replay.turns and replay.turns[-1].round:
        coached = (*visit.app.people.preferences(visit.user).coached, visit.table.game)
        await visit.app.people.change(visit.user, coached=coached)


async def silence(visitor: Visitor) -> None:
    """Let the coach be silent in every game."""
    await visitor.app.people.change(visitor.user, coach=False)


def lines(visitor: Visitor, table: Table) -> Sequence[Component | Ranked[Component]]:
    """The three lines, of which the last ones are cut for want of room, and the buttons below."""
    whole_text = small_print(visitor.text(composed.coach(table.game)))
    without_tip, _, _ = whole_text.rpartition("\n")
    goal_alone, _, _ = without_tip.partition("\n")
    short = Ranked(without_tip, Rank.TURN, instead=Ranked(goal_alone))
    buttons = [
        PanelButton.of(table, "rules", "", visitor.text("board.page_rules")),
        PanelButton.of(table, "quiet", "", visitor.text("panel.coach_off")),
    ]
    return (Ranked(whole_text, FIRST, instead=short), buttons)


def goal(visitor: Visitor, table: Table) -> str:
    """The first of the three lines: how one wins."""
    first, _, _ = visitor.text(composed.coach(table.game)).partition("\n")
    return first
