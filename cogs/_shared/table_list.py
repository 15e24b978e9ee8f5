"""The open tables of a server, page by page: lobbies with free seats, my tables, the others."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Any, Self

from discord import ui

from bot.i18n import text
from bot.steps.visibility import seat_or_none
from bot.table.options import Pace
from bot.table.seating import Status, Table
from cogs._shared import labels, terms
from cogs._shared.access import visible_tables
from cogs._shared.answering import LastingItem
from cogs._shared.items import ACCENT
from cogs._shared.labels import Click, reader
from cogs._shared.presentation import frame
from cogs._shared.private import defer, show
from rules.contract import BadPosition

PAGE = 10
"""Tables on a page: a phone shows them all, even where each takes three lines."""


async def open_tables(interaction: Click) -> dict[str, list[Table]]:
    """Open tables that the person may see, by kind, the newest of a kind first."""
    reading, guild = interaction.client.reading, interaction.guild_id or 0
    mine = await reading.tables_of(interaction.user.id, guild)
    own_ids = {table.id for table in mine}
    others_tables = [
        table for table in await reading.tables_in_guild(guild) if table.id not in own_ids
    ]
    others_tables = visible_tables(interaction, others_tables)
    return {
        "open": [table for table in others_tables if has_room(table)],
        "mine": mine,
        "others": [table for table in others_tables if not has_room(table)],
    }


def has_room(table: Table) -> bool:
    """Whether somebody may still join a table."""
    return table.status is Status.LOBBY and len(table.seats) < table.size


# ---- the pages -----------------------------------------------------------------------------------


async def page(interaction: Click, number: int) -> ui.LayoutView:
    """One page of the tables of a server; page 0 is the first."""
    language = reader(interaction)
    entries = [
        (kind, table)
        for kind, tables in (await open_tables(interaction)).items()
        for table in tables
    ]
    if not entries:
        help_ = interaction.client.slash("help")
        return frame(ACCENT, text("table.list_none", language, help=help_))
    last = (len(entries) - 1) // PAGE
    number = min(number, last)
    lines = [line async for line in _lines(interaction, entries, number)]
    code = "table.list_page"
    where = text(code, language, page=number + 1, pages=last + 1, n=len(entries)) if last else ""
    buttons = [*_page_buttons(number, last, language)]
    row = [ui.ActionRow[Any](*buttons)] if buttons else []
    return frame(ACCENT, "\n".join(lines), where, *row)


def _page_buttons(number: int, last: int, language: str) -> Iterator[ListButton]:
    """Buttons to the pages before and behind a page."""
    for name, target in (("newer", number - 1), ("older", number + 1)):
        if 0 <= target <= last:
            yield ListButton.of(target, name, language)


async def _lines(
    interaction: Click, entries: list[tuple[str, Table]], number: int
) -> AsyncIterator[str]:
    """Lines of a page, with a heading above the first table of each kind."""
    heading = ""
    for kind, table in entries[number * PAGE : (number + 1) * PAGE]:
        if kind != heading:
            heading = kind
            yield text(f"table.list_{kind}", reader(interaction))
        yield await _line(interaction, table)


async def _line(interaction: Click, table: Table) -> str:
    """Line about a table: title, place, state, pace and language."""
    language = reader(interaction)
    parts = [
        labels.title(table, language),
        labels.place(table),
        await _state(interaction, table),
        text(f"common.language_{table.language}", language),
    ]
    if table.terms.pace is not Pace.NONE:
        parts.insert(3, terms.label("pace", table.terms.pace, language))
    return f"- {' · '.join(parts)}"


async def _state(interaction: Click, table: Table) -> str:
    """State of a table: free seats of a lobby, the players that a running game waits for."""
    language = reader(interaction)
    if table.status is Status.LIVE:
        with suppress(BadPosition):
            look = await interaction.client.reading.look(table.id, None)
            if seat_or_none(table, interaction.user.id) in look.to_act:
                return text("table.your_turn", language)
            if look.to_act:
                names = [labels.bold_names(table)[seat] for seat in look.to_act]
                code = "table.waits_for" if look.midway is None else "table.waits_midway"
                return text(code, language, names=names)
    return labels.state(table, language)


class ListButton(LastingItem[ui.Button[Any]], template=r"tables:(?P<page>\d{1,4})"):
    """Shows another page of the tables of a server: `tables:<page>`."""

    def __init__(self, item: ui.Button[Any], page: int) -> None:
        super().__init__(item)
        self.page = page

    @classmethod
    def of(cls, page: int, name: str, language: str) -> Self:
        """The button that leads to a page."""
        label = text(f"me.games_{name}", language)
        return cls(ui.Button[Any](label=label, custom_id=f"tables:{page}"), page)

    async def press(self, interaction: Click) -> None:
        """Show the page as it is now."""
        await defer(interaction)
        await show(interaction, (await page(interaction, self.page), []))
