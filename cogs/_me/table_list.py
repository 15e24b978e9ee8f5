"""The open tables of a server that are not mine, page by page: lobbies with free seats first."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated

from bot.steps.visibility import seat_or_none
from bot.table.options import Pace
from bot.table.seating import Status, Table
from cogs._access.access import open_tables
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import digits
from cogs._answering.items import ACCENT
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor
from cogs._me.my_games import GamesButton, ListButton
from cogs._words import labels, terms
from rules.contract import BadPosition

PAGE = 10
"""Tables on a page: a phone shows them all, even where each takes three lines."""


# ---- the pages -----------------------------------------------------------------------------------


async def page(visitor: Visitor, number: int) -> Panel:
    """One page of the tables of a server; page 0 is the first.

    The person's own are counted: they are in the list of all their games.
    """
    language = visitor.language
    tables_by_kind = await open_tables(visitor)
    mine = len(tables_by_kind.pop("mine"))
    entries = [(kind, table) for kind, tables in tables_by_kind.items() for table in tables]
    own_line = visitor.text("table.list_mine", n=mine) if mine else ""
    open_mine = GamesButton.of(0, language)
    if not entries:
        none = visitor.text("table.list_none", help=visitor.app.slash("help"))
        return frame(ACCENT, own_line or none, open_mine)
    last = (len(entries) - 1) // PAGE
    number = min(number, last)
    lines = [line async for line in _lines(visitor, entries, number)]
    code = "table.list_page"
    where = visitor.text(code, page=number + 1, pages=last + 1, n=len(entries)) if last else ""
    row = TablesButton.page_row(number, last, language)
    return frame(ACCENT, "\n".join(lines), where, row, own_line, open_mine)


async def _lines(
    visitor: Visitor, entries: list[tuple[str, Table]], number: int
) -> AsyncIterator[str]:
    """Lines of a page, with a heading above the first table of each kind."""
    heading = ""
    for kind, table in entries[number * PAGE : (number + 1) * PAGE]:
        if kind != heading:
            heading = kind
            yield visitor.text(f"table.list_{kind}")
        yield await _line(visitor, table)


async def _line(visitor: Visitor, table: Table) -> str:
    """Line about a table: title, place, state, pace and language."""
    language = visitor.language
    parts = [
        labels.title(table, language),
        labels.place(table),
        await _state(visitor, table),
        visitor.text(f"common.language_{table.language}"),
    ]
    if table.terms.pace is not Pace.NONE:
        parts.insert(3, terms.label("pace", table.terms.pace, language))
    return f"- {' · '.join(parts)}"


async def _state(visitor: Visitor, table: Table) -> str:
    """State of a table: free seats of a lobby, the players that a running game waits for."""
    if table.status is Status.LIVE:
        with suppress(BadPosition):
            look = await visitor.app.reading.look(table.id, None)
            if seat_or_none(table, visitor.user) in look.to_act:
                return visitor.text("table.your_turn")
            if look.to_act:
                names = [labels.bold_names(table)[seat] for seat in look.to_act]
                code = "table.waits_for" if look.midway is None else "table.waits_midway"
                return visitor.text(code, names=names)
    return labels.state(table, visitor.language)


class TablesButton(ListButton, template="tables:{page}"):
    """Shows another page of the tables of a server."""

    page: Annotated[int, digits(4)]

    async def press(self, visitor: Visitor) -> Panel:
        return await page(visitor, self.page)
