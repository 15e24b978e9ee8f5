"""The buttons of board posts, and the buttons and menus of panels."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Annotated, Any, Self

import discord
from discord import ui

from bot.table.seating import StaleClick, Status, Table
from cogs._access.access import table_here, table_in
from cogs._answering.answer import THINKING, WORKING, Panel
from cogs._answering.custom_ids import one_of
from cogs._answering.items import BLUE, GREEN, GREY
from cogs._answering.lasting_items import LastingButton, LastingMenu
from cogs._answering.visitor import Visitor
from rules.contract import BadPosition

BOARD_VERBS = {
    "play": GREEN,
    "hand": BLUE,
    "recap": GREY,
    "more": GREY,
    "replay": GREY,
    "rematch": GREEN,
    "film": GREY,
    "page": GREY,
}
"""The buttons of a board post."""
PANEL_VERBS = (
    *("go", "ok", "ask", "sug", "why", "type", "again", "more", "help", "undo", "restart"),
    *("rules", "quiet", "both", "on", "forget", "anew", "pt", "choice", "because"),
)
"""Verbs of a panel's buttons: `more` shows a preview in detail, `help` a question; `again` opens
the form with a refused text; `quiet` silences the coach; `both` makes a move and the advised one
after it; `on` makes suggested moves and asks for a suggestion of the rest of the turn; `forget`
cancels a saved move, and `anew` asks for another one after that; `pt` shows what counts after a
move, and is as short as `ok`, so that a move that can be made has room for both; `choice` shows
another suggestion, by its place, and `because` explains it."""
CHOICE_VERBS = ("some", "pt")
"""Verbs for which the choices in a menu do not follow its tokens."""
MENU_VERBS = ("go", "ok", "some", "pt", "then")
"""Verbs of a panel's menus: show what a choice leads to, make the move, take several choices as
one answer, show the places behind the chosen number after a move, or go on with the turn."""


MOVE_VERBS = ("ok", "form", "both", "on", "then")
"""Verbs that make a move, so that a second click may come after the move is made."""
UNDO_VERBS = ("undo", "restart")
"""Verbs that take moves back; once others have moved, they ask those whom it concerns."""
FORM_VERBS = ("type", "again")
"""Verbs that open a form, which must be the first response to a click."""

STAR_VERBS = ("sug", "why", "both", "on", "choice", "because")
"""Verbs for which an AI thinks."""

Action = Callable[..., Awaitable[Panel | None]]
BOARD_ACTIONS: dict[str, Action] = {}
"""Actions of the board's buttons for a visitor at a table, as `cogs/clicks.py` lists them.

They return what to show, with new buttons of these kinds, so that their modules import this one.
"""
PANEL_ACTIONS: dict[str, Action] = {}
"""Actions of the panel's verbs on a visit. They get the tokens of a button, a menu or a form."""


# ---- the board post ------------------------------------------------------------------------------


class BoardButton(LastingButton, template="b:{table_id}:{verb}[:{revision}]"):
    """A button of a board post."""

    label = "board.{verb}"
    style = BOARD_VERBS
    table_id: int
    verb: Annotated[str, one_of(BOARD_VERBS)]
    revision: int = 0
    """Tells the post from others, and shows that a restored database does not know it."""

    async def press(self, visitor: Visitor) -> Panel | None:
        return await open_from_board(visitor, self.table_id, self.verb, self.revision)


async def open_from_board(
    visitor: Visitor, table_id: int, verb: str, revision: int = 0
) -> Panel | None:
    """Open what a button of a board post stands for.

    A board of a later revision was posted before the database was restored from a copy.
    """
    table = await table_here(visitor, table_id)
    if revision > table.revision:
        await visitor.app.places.post_restored(table.id)
    return await BOARD_ACTIONS[verb](visitor, table)


async def has_turn(visitor: Visitor, table: Table) -> bool:
    """Whether the game waits for the person, so that a page leads on to *Play*."""
    if table.status is not Status.LIVE:
        return False
    with suppress(BadPosition):
        look = await visitor.app.reading.look(table.id, visitor.user)
        return look.seat in look.to_act
    return False


def play_buttons(table: Table, language: str, *, has_turn: bool) -> list[BoardButton]:
    """Button *Play* for a person who has to act; else []."""
    return [BoardButton.of(table, "play", table.revision, language)] if has_turn else []


# ---- the panel -----------------------------------------------------------------------------------


class PanelButton(LastingButton, template="t:{table_id}:{revision}:{verb}[.{slot}]:{tokens}"):
    """A button of a private panel, which holds the half-made move."""

    table_id: int
    revision: int
    verb: Annotated[str, one_of(PANEL_VERBS)]
    tokens: Annotated[str, ".*"]
    slot: Annotated[str, r"\w+"] = ""
    """Tells apart the buttons of one panel."""

    @classmethod
    def of(
        cls, table: Table, verb: str, tokens: str, label: str, *, slot: str = "", **look: Any
    ) -> Self:
        """Button that does `verb` with `tokens`; a disabled one only keeps its place.

        Raises ValueError for tokens that have no room in a custom id.
        """
        return cls.named(label, table, table.revision, verb, tokens, slot, **look)

    @property
    def may_take_long(self) -> bool:
        return self.verb not in FORM_VERBS

    @property
    def doing(self) -> str:
        return THINKING if self.verb in STAR_VERBS else WORKING

    async def press(self, visitor: Visitor) -> Panel | None:
        if self.verb in FORM_VERBS:
            table = await table_in(visitor, self.table_id)
            return await PANEL_ACTIONS[self.verb](visitor.at(table, self.revision), self.tokens)
        return await carry_out(
            visitor, self.table_id, self.revision, self.verb, self.tokens.split()
        )


class PanelMenu(LastingMenu, template="s:{table_id}:{revision}:{slot}[:{verb}:{tokens}]"):
    """A menu of a private panel.

    The chosen value follows the tokens. Without a verb the value is all the tokens of a question.
    """

    table_id: int
    revision: int
    slot: Annotated[str, r"\w+"]
    verb: Annotated[str, one_of(MENU_VERBS)] = "go"
    tokens: Annotated[str, r"[^~\n]*"] = ""

    @classmethod
    def of(
        cls,
        table: Table,
        slot: str,
        title: str,
        entries: Sequence[discord.SelectOption],
        *,
        verb: str = "go",
        tokens: str = "",
        **numbers: Any,
    ) -> Self:
        """Menu in a slot, of which one entry is chosen, or as many as the `numbers` say.

        Raises ValueError for tokens that have no room in a custom id.
        """
        select = ui.Select[Any](placeholder=title, options=list(entries), **numbers)
        return cls(select, table.id, table.revision, slot, verb, tokens)

    async def press(self, visitor: Visitor) -> Panel | None:
        """Carry out the verb, with the tokens and the chosen values, or with both as two lists."""
        prefix, values = self.tokens.split(), visitor.values
        chosen = (
            (prefix, values)
            if self.verb in CHOICE_VERBS
            else ([*prefix, *" ".join(values).split()],)
        )
        return await carry_out(visitor, self.table_id, self.revision, self.verb, *chosen)


async def carry_out(
    visitor: Visitor, table_id: int, revision: int, verb: str, *tokens: Sequence[str]
) -> Panel | None:
    """Carry out a verb of the panel; a stale click refreshes the panel, or asks to go back."""
    visit = visitor.at(await table_here(visitor, table_id), revision)
    try:
        return await PANEL_ACTIONS[verb](visit, *tokens)
    except StaleClick as stale:
        if verb in UNDO_VERBS and await visit.app.moves.has_finished_turn(table_id, visit.user):
            return await PANEL_ACTIONS["go_back"](visit)
        confirmed = tokens[0] if verb in MOVE_VERBS else ()
        return await PANEL_ACTIONS["catch_up"](visit, stale, confirmed)
