"""The private panel with which players change pace, late turns and reminders during a game.

Its menus are those of the lobby's options, for a draft that is a number in their custom ids. The
draft is confirmed like every request, and put to the vote.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

import discord
from discord import ui

from bot.i18n import text
from bot.table.negotiation import NewTerms, number_of, terms_of
from bot.table.options import CHANGEABLE, TERMS, Pace, Page, Terms, terms_with
from bot.table.seating import Status, Table
from cogs._requests import referees, requests
from cogs._shared.access import is_seated, table_in
from cogs._shared.answering import LastingItem
from cogs._shared.items import ACCENT, FRESH, Menu, freshen
from cogs._shared.presentation import frame
from cogs._shared.terms import term_menus
from cogs._shared.visit import Visitor
from rules.contract import BadOptions

STYLES = {"ask": discord.ButtonStyle.primary}


# ---- the panel -----------------------------------------------------------------------------------


def panel(table: Table, draft: Terms, page: str, language: str) -> ui.LayoutView:
    """Panel with a menu for each of the terms of a page; the question after it tells the changes.

    A phone has no room for more.
    """
    parts: list[str | ui.Item[Any]] = [text("table.terms_panel", language, table=table.number)]
    for menu in term_menus(draft, _keys(table, page), language):
        if not TERMS[menu.key].names_itself:
            parts.append(f"-# {menu.name}")
        parts.append(ui.ActionRow(DraftMenu.of(table, draft, menu)))
    return frame(ACCENT, *parts, ui.ActionRow[Any](*_buttons(table, draft, page, language)))


def _keys(table: Table, page: str) -> list[str]:
    """Terms of a page. Where nobody waits for anybody, there is no pace to choose."""
    pages = [Page.BANK] if page == Page.BANK else [Page.PACE, Page.TERMS]
    if len(table.humans()) < 2 and page != Page.BANK:
        pages.remove(Page.PACE)
    return [key for key, term in CHANGEABLE.items() if term.page in pages]


def _buttons(table: Table, draft: Terms, page: str, language: str) -> Iterator[DraftButton]:
    """Buttons to the question, once anything changes, and to the other page."""
    is_changed = any(NewTerms(table.terms, draft).changes())
    yield DraftButton.of(table, draft, "ask", language, disabled=not is_changed)
    if page == Page.BANK:
        yield DraftButton.of(table, draft, Page.PACE, language)
    elif draft.pace is Pace.BANK:
        yield DraftButton.of(table, draft, Page.BANK, language)


def entry(visitor: Visitor, table: Table) -> Iterator[DraftButton]:
    """Button that opens the panel, for the players of a running game."""
    if table.status is Status.LIVE and is_seated(visitor, table):
        yield DraftButton.of(table, table.terms, Page.PACE, visitor.language)


async def _open_table(visitor: Visitor, table_id: int) -> Table:
    return await referees.require_running(visitor, await table_in(visitor, table_id))


# ---- buttons and menus ---------------------------------------------------------------------------


class DraftButton(
    LastingItem[ui.Button[Any]],
    template=r"tb:(?P<table_id>\d{1,18}):(?P<draft>\d{1,8}):(?P<verb>ask|pace|bank)",
):
    """Shows a page of the panel, or the question before the vote: `tb:<table>:<draft>:<verb>`."""

    def __init__(self, item: ui.Button[Any], table_id: int, draft: int, verb: str) -> None:
        super().__init__(item)
        self.table_id, self.draft, self.verb = table_id, draft, verb

    @classmethod
    def of(
        cls, table: Table, draft: Terms, verb: str, language: str, *, disabled: bool = False
    ) -> Self:
        """Button `verb` of a draft."""
        number = number_of(draft)
        button = ui.Button[Any](
            label=text(f"table.terms_{verb}", language),
            style=STYLES.get(verb, discord.ButtonStyle.secondary),
            custom_id=f"tb:{table.id}:{number}:{verb}",
            disabled=disabled,
        )
        return cls(button, table.id, number, verb)

    async def press(self, visitor: Visitor) -> None:
        """Show the page, or the question."""
        table = await _open_table(visitor, self.table_id)
        draft = terms_of(self.draft, table.terms)
        if self.verb == "ask":
            view = await requests.question(visitor, table, "terms", self.draft)
        else:
            view = panel(table, draft, self.verb, visitor.language)
        await visitor.respond(view)


class DraftMenu(
    LastingItem[ui.Select[Any]],
    template=r"tm:(?P<table_id>\d{1,18}):(?P<draft>\d{1,8}):(?P<key>[a-z]{1,12})" + FRESH,
):
    """A menu of the panel: `tm:<table>:<draft>:<key>`."""

    def __init__(self, item: ui.Select[Any], table_id: int, draft: int, key: str) -> None:
        super().__init__(item)
        self.table_id, self.draft, self.key = table_id, draft, key

    @classmethod
    def of(cls, table: Table, draft: Terms, menu: Menu) -> Self:
        """Menu of one of the terms, with its value in the draft."""
        number = number_of(draft)
        select = menu.select(f"tm:{table.id}:{number}:{menu.key}")
        return cls(select, table.id, number, menu.key)

    async def press(self, visitor: Visitor) -> None:
        """Show the panel with the chosen value in its draft; nothing is saved."""
        table = await _open_table(visitor, self.table_id)
        if self.key not in CHANGEABLE:
            raise BadOptions("lobby.bad_choice")
        draft = terms_with(terms_of(self.draft, table.terms), self.key, "".join(visitor.values))
        page = Page.BANK if CHANGEABLE[self.key].page is Page.BANK else Page.PACE
        view = panel(table, draft, page, visitor.language)
        freshen(view, visitor.interaction)
        await visitor.respond(view)
