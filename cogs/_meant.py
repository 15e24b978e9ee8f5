"""Which table a command is about: named, played here, or the only one that it can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from discord import app_commands

from bot import words
from bot.table.seating import Table
from cogs import _labels
from cogs._access import table_called
from cogs._items import LONGEST_CHOICE, fitting
from cogs._labels import Click, reader
from cogs._listing import of_server
from cogs._translator import said
from rules.contract import RulesError


async def meant(interaction: Click, number: int | None) -> Table:
    """The table that was named, else the one played here, else the only one it can be."""
    tables, channel = interaction.client.tables, interaction.channel_id or 0
    if number is not None:
        return await table_called(interaction, number)
    if here := await tables.at(channel, interaction.user.id) or await tables.last_at(channel):
        return here
    guild = interaction.guild_id or 0
    mine = await tables.of_person(interaction.user.id, guild)
    for likely in (mine, await tables.opened_in(guild, channel)):
        if len(likely) == 1:
            return likely[0]
    raise RulesError("table.which")


def _label(table: Table, language: str) -> str:
    """A table as one line of an autocomplete."""
    names = ", ".join(_labels.names(table))
    line = f"{_labels.title(table, language)} · {_labels.state(table, language)} · {names}"
    return words.shortened(line, LONGEST_CHOICE)


async def _suggested(interaction: Click, current: str) -> list[app_commands.Choice[int]]:
    """My tables in this server, then the others, as far as they fit what is typed.

    For who wants to join, those that look for players come first.
    """
    language, found = reader(interaction), await of_server(interaction)
    joins = interaction.command is not None and interaction.command.name == "join"
    kinds = ("open", "mine", "others") if joins else ("mine", "open", "others")
    tables = (table for kind in kinds for table in found[kind])
    return fitting(current, {table.number: _label(table, language) for table in tables})


def about_a_table(function: Any) -> Any:
    """Give a command its optional table: name, description and autocomplete in one place."""
    named = app_commands.rename(number=said("command.table_number.name"))
    described = app_commands.describe(number=said("command.table_number.description"))
    return app_commands.autocomplete(number=_suggested)(named(described(function)))


def command(name: str) -> Callable[[Any], Any]:
    """A sub-command of /table with its texts from the catalogues."""
    return app_commands.command(
        name=said(f"command.table_{name}.name"),
        description=said(f"command.table_{name}.description"),
    )
