"""The people of a table as a private page: what they may ask of each other and of the host."""

from __future__ import annotations

from bot.table.seating import Table
from cogs._pages.pages import more_page
from cogs._requests import move_for, requests, terms_panel
from cogs._shared.answer import Panel
from cogs._shared.controls import has_turn
from cogs._shared.visitor import Visitor


async def page(visitor: Visitor, table: Table, _name: str, _number: int) -> Panel:
    """Page with the requests that the person may make."""
    others = [*terms_panel.entry(visitor, table), *await move_for.entry(visitor, table)]
    parts = await requests.page(visitor, table, *others)
    plays = await has_turn(visitor, table)
    return more_page(table, visitor.language, *parts, plays=plays)
