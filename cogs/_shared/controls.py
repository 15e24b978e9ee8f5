"""The buttons of board posts, and the buttons and menus of panels."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol, Self, cast

import discord
from discord import ui

from bot.app import App
from bot.i18n import text
from bot.table.seating import Status, Table
from bot.words import shorten
from cogs._shared.answering import LastingItem
from cogs._shared.items import FRESH, LONGEST_LABEL
from cogs._shared.visit import Visitor
from rules.contract import BadPosition

GREY = discord.ButtonStyle.secondary
BOARD_VERBS = {
    "play": discord.ButtonStyle.success,
    "hand": discord.ButtonStyle.primary,
    "recap": GREY,
    "more": GREY,
    "replay": GREY,
    "rematch": discord.ButtonStyle.success,
    "film": GREY,
}
"""The buttons of a board post."""
PANEL_VERBS = (
    *("go", "ok", "ask", "sug", "why", "type", "again", "more", "help", "undo", "restart"),
    *("rules", "quiet", "both", "forget", "anew"),
)
"""Verbs of a panel's buttons: `more` shows a preview in detail, `help` a question; `again` opens
the form with a refused text; `quiet` silences the coach; `both` makes a move and the advised one
after it; `forget` cancels a saved move, and `anew` asks for another one after that."""
MENU_VERBS = ("go", "ok", "some")
"""Verbs of a panel's menus: show what a choice leads to, make the move, or take several choices as
one answer."""


class Clicks(Protocol):
    """Carries out the clicks on the buttons and menus below: the cog of `cogs/clicks.py`.

    It answers with new buttons of these kinds and imports them, so it is looked up by its name.
    """

    async def open(self, visitor: Visitor, button: BoardButton) -> None:
        """Open what a button of a board post stands for."""

    async def press(self, visitor: Visitor, button: PanelButton) -> None:
        """Carry out the verb of a panel's button."""

    async def show_log(self, visitor: Visitor, table: Table, ply: int) -> None:
        """Show the page of the log that holds a ply in the deferred answer."""

    async def choose(self, visitor: Visitor, menu: PanelMenu, values: Sequence[str]) -> None:
        """Carry out the verb of a panel's menu with the chosen values."""


def clicks(app: App) -> Clicks:
    """The cog that carries out clicks."""
    return cast(Clicks, app.get_cog("Clicks"))


# ---- the board post ------------------------------------------------------------------------------


class BoardButton(
    LastingItem[ui.Button[Any]],
    template=rf"b:(?P<table_id>\d{{1,18}}):(?P<verb>{'|'.join(BOARD_VERBS)})"
    r"(:(?P<revision>\d{1,18}))?",
):
    """A button of a board post: `b:<table>:<verb>:<revision>`.

    The revision tells the post from others of its table, and shows that a restored database does
    not know the post.
    """

    def __init__(self, item: ui.Button[Any], table_id: int, verb: str, revision: int = 0) -> None:
        super().__init__(item)
        self.table_id, self.verb, self.revision = table_id, verb, revision

    @classmethod
    def of(
        cls, table: Table, verb: str, revision: int, language: str = "", label: str = ""
    ) -> Self:
        """Button `verb` below the board of a revision, in the table's language by default.

        It bears the name of the verb, unless there is a shorter `label`.
        """
        button = ui.Button[Any](
            custom_id=f"b:{table.id}:{verb}:{revision}",
            label=label or text(f"board.{verb}", language or table.language),
            style=BOARD_VERBS[verb],
        )
        return cls(button, table.id, verb, revision)

    async def press(self, visitor: Visitor) -> None:
        """Let the cog open what the button stands for."""
        await clicks(visitor.app).open(visitor, self)


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


class PanelButton(
    LastingItem[ui.Button[Any]],
    template=r"t:(?P<table_id>\d{1,18}):(?P<revision>\d{1,18})"
    rf":(?P<verb>{'|'.join(PANEL_VERBS)})(\.\w+)?:(?P<tokens>.*)",
):
    """A button of a private panel: `t:<table>:<revision>:<verb>[.<slot>]:<tokens>`.

    The half-made move is in the button. The slot only tells apart the buttons of one panel.
    """

    def __init__(
        self, item: ui.Button[Any], table_id: int, revision: int, verb: str, tokens: str
    ) -> None:
        super().__init__(item)
        self.table_id, self.revision, self.verb, self.tokens = table_id, revision, verb, tokens

    @classmethod
    def of(
        cls,
        table: Table,
        verb: str,
        tokens: str,
        label: str,
        *,
        slot: str = "",
        style: discord.ButtonStyle = GREY,
        disabled: bool = False,
        emoji: discord.PartialEmoji | None = None,
    ) -> Self:
        """Button that does `verb` with `tokens`; a disabled one only keeps its place.

        Raises ValueError for tokens that have no room in a custom id.
        """
        action = f"{verb}.{slot}" if slot else verb
        button = ui.Button[Any](
            custom_id=f"t:{table.id}:{table.revision}:{action}:{tokens}",
            label=shorten(label, LONGEST_LABEL),
            style=style,
            disabled=disabled,
            emoji=emoji,
        )
        return cls(button, table.id, table.revision, verb, tokens)

    async def press(self, visitor: Visitor) -> None:
        """Let the cog carry out the verb."""
        await clicks(visitor.app).press(visitor, self)


class PanelMenu(
    LastingItem[ui.Select[Any]],
    template=r"s:(?P<table_id>\d{1,18}):(?P<revision>\d{1,18}):\w+"
    rf"(:(?P<verb>{'|'.join(MENU_VERBS)}):(?P<tokens>[^~\n]*))?" + FRESH,
):
    """A menu of a private panel: `s:<table>:<revision>:<slot>[:<verb>:<tokens>]`.

    The chosen value follows the tokens. Without a verb the value is all the tokens of a question.
    """

    def __init__(
        self,
        item: ui.Select[Any],
        table_id: int,
        revision: int,
        verb: str = "go",
        tokens: str = "",
    ) -> None:
        super().__init__(item)
        self.table_id, self.revision, self.verb, self.tokens = table_id, revision, verb, tokens

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
        least: int = 1,
        most: int = 1,
    ) -> Self:
        """Menu in a slot, of which `least` to `most` entries are chosen.

        Raises ValueError for tokens that have no room in a custom id.
        """
        suffix = f":{verb}:{tokens}" if (verb, tokens) != ("go", "") else ""
        select = ui.Select[Any](
            custom_id=f"s:{table.id}:{table.revision}:{slot}{suffix}",
            placeholder=title,
            options=list(entries),
            min_values=least,
            max_values=most,
        )
        return cls(select, table.id, table.revision, verb, tokens)

    async def press(self, visitor: Visitor) -> None:
        """Let the cog carry out the verb with the chosen values."""
        await clicks(visitor.app).choose(visitor, self, visitor.values)
