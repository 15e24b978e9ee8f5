"""The private panel with which players change pace, late turns and reminders during a game.

Its menus are those of the lobby's options, for a draft that is a number in their custom ids. The
draft is confirmed like every request, and put to the vote.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from bot.table.negotiation import NewTerms, number_of, terms_of
from bot.table.options import CHANGEABLE, TERMS, Pace, Page, Terms, terms_with
from bot.table.seating import Status, Table
from cogs._access.access import is_seated
from cogs._access.table_items import TableButton, TableMenu
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import digits, one_of
from cogs._answering.items import ACCENT, BLUE, Component
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor
from cogs._panel.host_options import term_menus
from cogs._requests import referees, requests
from rules.contract import BadOptions

STYLES = {"ask": BLUE}


# ---- the panel -----------------------------------------------------------------------------------


def panel(visitor: Visitor, table: Table, draft: Terms, page: str) -> Panel:
    """Panel with a menu for each of the terms of a page; the question after it tells the changes.

    A phone has no room for more.
    """
    parts: list[Component] = [visitor.text("table.terms_panel", table=table.number)]
    for menu in term_menus(draft, _keys(table, page), visitor.language):
        if not TERMS[menu.key].names_itself:
            parts.append(f"-# {menu.name}")
        parts.append(DraftMenu(menu.select(), table.id, number_of(draft), menu.key))
    return frame(ACCENT, *parts, [*_buttons(visitor, table, draft, page)])


def _keys(table: Table, page: str) -> list[str]:
    """Terms of a page. Where nobody waits for anybody, there is no pace to choose."""
    pages = [Page.BANK] if page == Page.BANK else [Page.PACE, Page.TERMS]
    if len(table.humans()) < 2 and page != Page.BANK:
        pages.remove(Page.PACE)
    return [key for key, term in CHANGEABLE.items() if term.page in pages]


def _buttons(visitor: Visitor, table: Table, draft: Terms, page: str) -> Iterator[DraftButton]:
    """Buttons to the question, once anything changes, and to the other page."""
    is_changed = any(NewTerms(table.terms, draft).changes())
    yield DraftButton.of(table, number_of(draft), "ask", visitor.language, disabled=not is_changed)
    if page == Page.BANK:
        yield DraftButton.of(table, number_of(draft), Page.PACE, visitor.language)
    elif draft.pace is Pace.BANK:
        yield DraftButton.of(table, number_of(draft), Page.BANK, visitor.language)


def entry(visitor: Visitor, table: Table) -> Iterator[DraftButton]:
    """Button that opens the panel, for the players of a running game."""
    if table.status is Status.LIVE and is_seated(visitor, table):
        yield DraftButton.of(table, number_of(table.terms), Page.PACE, visitor.language)


# ---- buttons and menus ---------------------------------------------------------------------------


class DraftButton(TableButton, template="tb:{table_id}:{draft}:{verb}"):
    """Shows a page of the panel, or the question before the vote."""

    label = "table.terms_{verb}"
    style = STYLES
    draft: Annotated[int, digits(8)]
    verb: Annotated[str, one_of(("ask", Page.PACE, Page.BANK))]

    async def press_at(self, visitor: Visitor, table: Table) -> Panel:
        await referees.require_running(visitor, table)
        draft = terms_of(self.draft, table.terms)
        if self.verb == "ask":
            return await requests.question(visitor, table, "terms", self.draft)
        return panel(visitor, table, draft, self.verb)


class DraftMenu(TableMenu, template="tm:{table_id}:{draft}:{key}"):
    """A menu of the panel."""

    draft: Annotated[int, digits(8)]
    key: Annotated[str, "[a-z]{1,12}"]

    async def press_at(self, visitor: Visitor, table: Table) -> Panel:
        """Show the panel with the chosen value in its draft; nothing is saved."""
        await referees.require_running(visitor, table)
        if self.key not in CHANGEABLE:
            raise BadOptions("lobby.bad_choice")
        draft = terms_with(terms_of(self.draft, table.terms), self.key, visitor.value)
        page = Page.BANK if CHANGEABLE[self.key].page is Page.BANK else Page.PACE
        return panel(visitor, table, draft, page)
