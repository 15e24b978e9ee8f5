"""Access to tables: only their players and people who see their channel may see them.

To everybody else a table does not exist, whatever their buttons claim. Discord sends a person's
permissions for the channel where they type or press; for any other channel they are computed from
the person's roles. While Discord does not answer they may be unknown: then the error of the outage
is raised, and nothing is refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import discord

from bot.connection.outages import unless_refused
from bot.table.seating import Status, Table
from cogs._answering.visitor import Visitor
from cogs._words import labels
from rules.contract import RulesError

Place = discord.abc.GuildChannel | discord.Thread

PATIENCE = 0.8
"""Seconds that a press waits whose answer may not take long, as nothing says that it does."""


# ---- one table -----------------------------------------------------------------------------------


async def table_in(visitor: Visitor, table_id: int) -> Table:
    """Table that a button claims, if the person may see it. Raises `table.not_found`."""
    table = await visitor.app.tables.get(table_id)
    if table.guild_id != visitor.interaction.guild_id:
        raise RulesError("table.not_found")
    return await require_visible(visitor, table)


async def table_here(visitor: Visitor, table_id: int) -> Table:
    """Table that a button claims, to be played in its own channel or its lobby's.

    The first panel of a host opens beside the lobby. Raises RulesError.
    """
    table = await table_in(visitor, table_id)
    if visitor.interaction.channel_id != table.channel_id:
        require_home(visitor, table)
    if table.home_id is None:
        await visitor.app.places.retry_deliveries(table.id)
    return table


def require_home(visitor: Visitor, table: Table) -> None:
    """Refuse a move from another channel than the table's own, or its lobby's until it has one."""
    if visitor.interaction.channel_id != (table.home_id or table.channel_id):
        raise RulesError("panel.elsewhere", place=labels.place(table))


def require_lobby(visitor: Visitor, table: Table) -> None:
    """Refuse to leave a game that has begun: one resigns from it."""
    if table.status is Status.LIVE and is_seated(visitor, table):
        title = labels.title(table, visitor.language)
        raise RulesError(
            "table.leave_running", table=title, resign=visitor.app.slash("seat resign")
        )


async def table_by_number(visitor: Visitor, number: int) -> Table:
    """Table with this number on this server. Raises `table.not_found`."""
    table = await visitor.app.reading.table_numbered(visitor.guild, number)
    return await require_visible(visitor, table)


async def require_visible(visitor: Visitor, table: Table) -> Table:
    """The table itself, if the person may see it. Raises `table.not_found`."""
    visitor.answer.table_id = table.id
    if is_seated(visitor, table):
        return table
    if not table.is_sandbox and (await permissions_at(visitor, table)).view_channel:
        return table
    raise RulesError("table.not_found")


async def may_moderate(visitor: Visitor, table: Table) -> bool:
    """Whether the person may delete others' messages there, and so close others' tables."""
    return (await permissions_at(visitor, table)).manage_messages


# ---- many tables ---------------------------------------------------------------------------------


def visible_tables(visitor: Visitor, tables: Iterable[Table]) -> list[Table]:
    """Tables that the person may see, as far as that is known without asking Discord."""
    return [
        table for table in tables if is_seated(visitor, table) or is_known_to_see(visitor, table)
    ]


def is_known_to_see(visitor: Visitor, table: Table) -> bool:
    permissions = _cached_permissions(visitor, table)
    return permissions is not None and permissions.view_channel


async def open_tables(visitor: Visitor) -> dict[str, list[Table]]:
    """Open tables that the person may see, by kind, the newest of a kind first."""
    reading, guild = visitor.app.reading, visitor.guild
    mine = await reading.tables_of(visitor.user, guild)
    own_ids = {table.id for table in mine}
    others_tables = [
        table for table in await reading.tables_in_guild(guild) if table.id not in own_ids
    ]
    others_tables = visible_tables(visitor, others_tables)
    return {
        "open": [table for table in others_tables if has_room(table)],
        "mine": mine,
        "others": [table for table in others_tables if not has_room(table)],
    }


def has_room(table: Table) -> bool:
    """Whether somebody may still join a table."""
    return table.status is Status.LOBBY and len(table.seats) < table.size


# ---- rights --------------------------------------------------------------------------------------


def is_seated(visitor: Visitor, table: Table) -> bool:
    """Whether the person plays at the table, or it is their sandbox."""
    return visitor.user in table.members()


def channel_of(table: Table) -> int:
    """Channel or thread whose viewers may see the table; its thread is open to its channel."""
    return table.channel_id if table.in_thread else table.home_id or table.channel_id


async def permissions_at(visitor: Visitor, table: Table) -> discord.Permissions:
    """Permissions of the person where a table is played; none where they see nothing.

    Raises the error of an outage.
    """
    permissions = _cached_permissions(visitor, table)
    if permissions is not None:
        return permissions
    async with asyncio.timeout(None if visitor.answer.may_take_long else PATIENCE):
        return await _requested_permissions(visitor, table)


async def _requested_permissions(visitor: Visitor, table: Table) -> discord.Permissions:
    """Permissions that cannot be known without a request to Discord."""
    place = _place_in_cache(visitor, table) or await _fetch_place(visitor, table)
    if place is None:
        return _permissions_without_channel(visitor)
    permissions = _permissions_in(visitor, place)
    if _is_closed(place, permissions) and not await _is_member(visitor, place):
        return discord.Permissions.none()
    return permissions


def _cached_permissions(visitor: Visitor, table: Table) -> discord.Permissions | None:
    """Permissions as far as known without a request to Discord; None where one is needed."""
    if visitor.interaction.channel_id in (table.home_id, channel_of(table)):
        return visitor.interaction.permissions
    place = _place_in_cache(visitor, table)
    if place is None:
        return None
    permissions = _permissions_in(visitor, place)
    return None if _is_closed(place, permissions) else permissions


def _permissions_in(visitor: Visitor, place: Place) -> discord.Permissions:
    """Permissions that the person's roles give them in a channel, or in the channel of a thread."""
    channel = place.parent if isinstance(place, discord.Thread) else place
    if channel is None or not isinstance(visitor.interaction.user, discord.Member):
        return discord.Permissions.none()
    return channel.permissions_for(visitor.interaction.user)


def _is_closed(place: Place, permissions: discord.Permissions) -> bool:
    """Whether a place is a private thread that the person sees only as a member of it."""
    is_private = isinstance(place, discord.Thread) and place.is_private()
    return is_private and permissions.view_channel and not permissions.manage_threads


def _permissions_without_channel(visitor: Visitor) -> discord.Permissions:
    """Permissions where the channel is gone: all of them for administrators, none for others."""
    user = visitor.interaction.user
    is_admin = isinstance(user, discord.Member) and user.guild_permissions.administrator
    return discord.Permissions.all() if is_admin else discord.Permissions.none()


# ---- asking Discord ------------------------------------------------------------------------------


def _place_in_cache(visitor: Visitor, table: Table) -> Place | None:
    guild = visitor.interaction.guild
    return None if guild is None else guild.get_channel_or_thread(channel_of(table))


async def _fetch_place(visitor: Visitor, table: Table) -> Place | None:
    """Place that is not in the cache, such as an archived thread; None where it is gone."""
    place = await unless_refused(visitor.app.fetch_channel(channel_of(table)))
    return place if isinstance(place, discord.abc.GuildChannel | discord.Thread) else None


async def _is_member(visitor: Visitor, place: Place) -> bool:
    """Whether the person is a member of a thread; of other places everybody is."""
    if not isinstance(place, discord.Thread):
        return True
    return await unless_refused(place.fetch_member(visitor.user)) is not None
