"""Private pages about a table: its people, who may ask each other for something, and its seal."""

from __future__ import annotations

from bot.table.seating import Table
from cogs._answering.answer import Panel
from cogs._answering.visitor import Visitor
from cogs._pages.pages import page_of_more
from cogs._requests import move_for, requests, terms_panel
from cogs._words import labels


async def people(visitor: Visitor, table: Table, _name: str, _number: int) -> Panel:
    """Page with the requests that the person may make."""
    others = [*terms_panel.entry(visitor, table), *await move_for.entry(visitor, table)]
    parts = await requests.page(visitor, table, *others)
    return await page_of_more(visitor, table, *parts)


async def seal(visitor: Visitor, table: Table, _name: str, _number: int) -> Panel:
    """Page with the options, the seal, and after the end the seed and salt in it."""
    app, language = visitor.app, visitor.language
    record = await app.reading.record(table.id)
    heading = f"### {labels.title(table, language)}\n{labels.options_text(table, language)}"
    parts = [heading, visitor.text("board.seal", seal=table.commitment)]
    seed, salt = record.get("seed"), record.get("salt")
    if seed is None:
        parts.append(visitor.text("board.seal_closed"))
    else:
        export = app.slash("replay export")
        parts.append(visitor.text("board.seal_open", seed=seed, salt=salt, export=export))
    return await page_of_more(visitor, table, *parts)
