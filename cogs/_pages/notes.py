"""A person's private note to a table: its page, its form, and its line in the panel of a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.store import note_rows
from bot.table.seating import Table
from bot.words import shorten
from cogs._access.access import table_in
from cogs._access.table_items import TableButton
from cogs._answering.answer import Panel
from cogs._answering.forms import LastingForm
from cogs._answering.visitor import Visitor
from cogs._pages.pages import page_of_more

LONGEST = 500
"""Characters of a note."""
LONGEST_LINE = 110
"""Characters of it in the panel of a move."""
FIELD = "note"
"""Custom id of the text field of the form."""


async def words_of(visitor: Visitor, table: Table) -> str:
    """What the person has noted about a table; "" for nothing."""
    return await visitor.app.store.read(note_rows.read, table.id, visitor.user)


async def line(visitor: Visitor, table: Table) -> str:
    """The beginning of the note as a line for the panel of a move; "" without a note."""
    words = " ".join((await words_of(visitor, table)).split())
    return f"📝 {discord.utils.escape_markdown(shorten(words, LONGEST_LINE))}" if words else ""


async def page(visitor: Visitor, table: Table, *_: str | int) -> Panel:
    """Page with the note, and the button to write it."""
    words = await words_of(visitor, table)
    content = discord.utils.escape_markdown(words) or visitor.text("board.note_none")
    heading = visitor.text("board.note_heading")
    button = NoteButton.of(table, visitor.language, emoji="📝")
    return await page_of_more(visitor, table, f"{heading}\n{content}", button)


class NoteButton(TableButton, template="nt:{table_id}"):
    """Opens the form."""

    label = "board.note_write"
    may_take_long = False

    async def press_at(self, visitor: Visitor, table: Table) -> None:
        words = await words_of(visitor, table)
        field = ui.TextInput[Any](
            custom_id=FIELD,
            style=discord.TextStyle.paragraph,
            default=words or None,
            max_length=LONGEST,
            required=False,
        )
        label, title = visitor.text("board.note_label"), visitor.text("board.page_note")
        modal = NoteForm(table.id).modal(title, {label: field})
        await visitor.interaction.response.send_modal(modal)


class NoteForm(LastingForm, template="nf:{table_id}"):
    """Form of the note."""

    table_id: int

    async def submit(self, visitor: Visitor, texts: Mapping[str, str]) -> Panel:
        """Save what was typed, or delete the note where nothing is left of it; show the page."""
        table = await table_in(visitor, self.table_id)
        words = texts.get(FIELD, "").strip()[:LONGEST]
        await visitor.app.store.write(note_rows.write, table.id, visitor.user, words)
        return await page(visitor, table)
