"""Access to tables: only their players and people who see their channel may see them.

To everybody else a table does not exist, whatever their buttons claim. Discord sends a person's
permissions for the channel where they type or press; for any other channel they are computed from
the person's roles.
"""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.table.seating import Status, Table
from cogs._shared import labels
from cogs._shared.labels import Click
from rules.contract import RulesError

Place = discord.abc.GuildChannel | discord.Thread


# ---- one table -----------------------------------------------------------------------------------


async def table_in(interaction: Click, table_id: int) -> Table:
    """Table that a button claims, if the person may see it. Raises `table.not_found`."""
    table = await interaction.client.tables.get(table_id)
    if table.guild_id != interaction.guild_id:
        raise RulesError("table.not_found")
    return await require_visible(interaction, table)


async def table_here(interaction: Click, table_id: int) -> Table:
    """Table that a button claims, to be played in its own channel only. Raises RulesError."""
    table = await table_in(interaction, table_id)
    require_home(interaction, table)
    if table.home_id is None:
        await interaction.client.places.retry_deliveries(table.id)
    return table


def require_home(interaction: Click, table: Table) -> None:
    """Refuse a move from a channel that is neither the table's own nor that of its lobby."""
    if interaction.channel_id != (table.home_id or table.channel_id):
        raise RulesError("panel.elsewhere", place=labels.place(table))


def require_lobby(interaction: Click, table: Table) -> None:
    """Refuse to leave a game that has begun: one resigns from it."""
    if table.status is Status.LIVE and is_seated(interaction, table):
        title = labels.title(table, labels.reader(interaction))
        raise RulesError(
            "table.leave_running", table=title, resign=interaction.client.slash("table resign")
        )


async def table_by_number(interaction: Click, number: int) -> Table:
    """Table with this number on this server. Raises `table.not_found`."""
    table = await interaction.client.reading.table_numbered(interaction.guild_id or 0, number)
    return await require_visible(interaction, table)


async def require_visible(interaction: Click, table: Table) -> Table:
    """The table itself, if the person may see it. Raises `table.not_found`."""
    if is_seated(interaction, table) or (await permissions_at(interaction, table)).view_channel:
        return table
    raise RulesError("table.not_found")


async def may_moderate(interaction: Click, table: Table) -> bool:
    """Whether the person may delete others' messages there, and so close others' tables."""
    return (await permissions_at(interaction, table)).manage_messages


# ---- many tables ---------------------------------------------------------------------------------


def visible_tables(interaction: Click, tables: Iterable[Table]) -> list[Table]:
    """Tables that the person may see, as far as that is known without asking Discord."""
    return [
        table
        for table in tables
        if is_seated(interaction, table) or is_known_to_see(interaction, table)
    ]


def is_known_to_see(interaction: Click, table: Table) -> bool:
    permissions = _cached_permissions(interaction, table)
    return permissions is not None and permissions.view_channel


# ---- rights --------------------------------------------------------------------------------------


def is_seated(interaction: Click, table: Table) -> bool:
    """Whether the person plays at the table."""
    return interaction.user.id in table.humans()


def channel_of(table: Table) -> int:
    """Channel or thread whose viewers may see the table; its thread is open to its channel."""
    return table.channel_id if table.in_thread else table.home_id or table.channel_id


async def permissions_at(interaction: Click, table: Table) -> discord.Permissions:
    """Permissions of the person where a table is played; none where they see nothing."""
    permissions = _cached_permissions(interaction, table)
    if permissions is not None:
        return permissions
    place = _place_in_cache(interaction, table) or await _fetch_place(interaction, table)
    if place is None:
        return _permissions_without_channel(interaction)
    permissions = _permissions_in(interaction, place)
    if _is_closed(place, permissions) and not await _is_member(interaction, place):
        return discord.Permissions.none()
    return permissions


def _cached_permissions(interaction: Click, table: Table) -> discord.Permissions | None:
    """Permissions as far as known without a request to Discord; None where one is needed."""
    if interaction.channel_id in (table.home_id, channel_of(table)):
        return interaction.permissions
    place = _place_in_cache(interaction, table)
    if place is None:
        return None
    permissions = _permissions_in(interaction, place)
    return None if _is_closed(place, permissions) else permissions


def _permissions_in(interaction: Click, place: Place) -> discord.Permissions:
    """Permissions that the person's roles give them in a channel, or in the channel of a thread."""
    channel = place.parent if isinstance(place, discord.Thread) else place
    if channel is None or not isinstance(interaction.user, discord.Member):
        return discord.Permissions.none()
    return channel.permissions_for(interaction.user)


def _is_closed(place: Place, permissions: discord.Permissions) -> bool:
    """Whether a place is a private thread that the person sees only as a member of it."""
    is_private = isinstance(place, discord.Thread) and place.is_private()
    return is_private and permissions.view_channel and not permissions.manage_threads


def _permissions_without_channel(interaction: Click) -> discord.Permissions:
    """Permissions where the channel is gone: all of them for administrators, none for others."""
    user = interaction.user
    is_admin = isinstance(user, discord.Member) and user.guild_permissions.administrator
    return discord.Permissions.all() if is_admin else discord.Permissions.none()


# ---- asking Discord ------------------------------------------------------------------------------


def _place_in_cache(interaction: Click, table: Table) -> Place | None:
    guild = interaction.guild
    return None if guild is None else guild.get_channel_or_thread(channel_of(table))


async def _fetch_place(interaction: Click, table: Table) -> Place | None:
    """Place that is not in the cache, such as an archived thread; None where it is gone."""
    try:
        place = await interaction.client.fetch_channel(channel_of(table))
    except (discord.HTTPException, discord.RateLimited, discord.InvalidData):
        return None
    return place if isinstance(place, discord.abc.GuildChannel | discord.Thread) else None


async def _is_member(interaction: Click, place: Place) -> bool:
    """Whether the person is a member of a thread; of other places everybody is."""
    if not isinstance(place, discord.Thread):
        return True
    try:
        await place.fetch_member(interaction.user.id)
    except (discord.HTTPException, discord.RateLimited):
        return False
    return True
