"""The table that a command is about: the one named, played here, or the only candidate."""

from __future__ import annotations

from discord import app_commands

from bot import words
from bot.app import App
from bot.connection.outages import is_outage
from bot.table.seating import Table
from cogs._access.access import open_tables, table_by_number
from cogs._answering.items import LONGEST_CHOICE, matching_choices
from cogs._answering.visitor import Visitor
from cogs._words import labels
from rules.contract import RulesError

PATIENCE, PAUSE = 40, 0.1
"""Looks for the thread of a new table, and seconds between two of them."""


async def table_of_command(visitor: Visitor, number: int | None) -> Table:
    """Table with the given number, else the one played here, else the only candidate."""
    if number is not None:
        return await table_by_number(visitor, number)
    table = await _likely_table(visitor)
    visitor.answer.table_id = table.id
    return table


async def table_with_home(app: App, table_id: int) -> Table:
    """Table that has just begun, once its thread is there; without it after some patience."""
    for _ in range(PATIENCE):
        table = await app.tables.get(table_id)
        if table.home_id is not None:
            break
        await app.clock.sleep(PAUSE)
    return table


async def table_of_suggestions(visitor: Visitor) -> Table | None:
    """Table that suggestions are about; None where there is none, or Discord does not answer."""
    number = visitor.interaction.namespace.table  # the name that people see; a text while typed
    if not isinstance(number, int | None):
        return None
    try:
        return await table_of_command(visitor, number)
    except Exception as error:
        if isinstance(error, RulesError) or is_outage(error):
            return None
        raise


async def _likely_table(visitor: Visitor) -> Table:
    """Table played here, else the only candidate. Raises `table.which`."""
    reading, channel = visitor.app.reading, visitor.channel
    open_table = await reading.table_in(channel, visitor.user)
    if table := open_table or await reading.last_table_in(channel):
        return table
    guild = visitor.guild
    mine = await reading.tables_of(visitor.user, guild)
    for likely in (mine, await reading.tables_opened_in(guild, channel)):
        if len(likely) == 1:
            return likely[0]
    raise RulesError("table.which")


def _label(table: Table, language: str) -> str:
    """Table as one line of an autocomplete."""
    names = ", ".join(labels.names(table))
    line = f"{labels.title(table, language)} · {labels.state(table, language)} · {names}"
    return words.shorten(line, LONGEST_CHOICE)


async def table_choices(visitor: Visitor, typed: str) -> list[app_commands.Choice[int]]:
    """Tables of this server that match the typed text, the person's own first.

    For `/seat join` those with free seats come first.
    """
    language, tables_by_kind = visitor.language, await open_tables(visitor)
    command = visitor.interaction.command
    joins = command is not None and command.name == "join"
    kinds = ("open", "mine", "others") if joins else ("mine", "open", "others")
    own = [] if joins else await visitor.app.sandboxes.of(visitor.user)
    own = [table for table in own if table.guild_id == visitor.guild]
    tables = (*own, *(table for kind in kinds for table in tables_by_kind[kind]))
    return matching_choices(typed, {table.number: _label(table, language) for table in tables})
