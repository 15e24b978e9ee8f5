"""Who may see a table: who has a seat, and who sees the channel it is played in. Nobody else.

To everybody else it does not exist, whatever their buttons claim. Discord says what somebody may do
where they type or press; for any other channel it is worked out from their roles.
"""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.table.seating import Status, Table
from cogs import _labels
from cogs._labels import Click
from rules.contract import RulesError

Place = discord.abc.GuildChannel | discord.Thread


# ---- one table -----------------------------------------------------------------------------------


async def table_in(interaction: Click, table_id: int) -> Table:
    """The table of a button, which can claim anything. Raises `table.not_found`."""
    table = await interaction.client.tables.get(table_id)
    if table.guild_id != interaction.guild_id:
        raise RulesError("table.not_found")
    return await shown(interaction, table)


async def table_here(interaction: Click, table_id: int) -> Table:
    """The table of a button that plays it, in its own channel only. Raises RulesError."""
    table = await table_in(interaction, table_id)
    require_home(interaction, table)
    if table.home_id is None:
        await interaction.client.tables.find_home(table.id)
    return table


def require_home(interaction: Click, table: Table) -> None:
    """Refuse to play a table from another channel than its own, or than where it waits for one."""
    if interaction.channel_id != (table.home_id or table.channel_id):
        raise RulesError("panel.elsewhere", place=_labels.place(table))


def require_lobby(interaction: Click, table: Table) -> None:
    """Refuse to give back a seat in a game that has begun: something else gives it up."""
    if table.status is Status.LIVE and is_seated(interaction, table):
        title = _labels.title(table, _labels.reader(interaction))
        raise RulesError(
            "table.leave_running", table=title, resign=interaction.client.slash("table resign")
        )


async def table_called(interaction: Click, number: int) -> Table:
    """The table that people here call by this number. Raises `table.not_found`."""
    table = await interaction.client.tables.numbered(interaction.guild_id or 0, number)
    return await shown(interaction, table)


async def shown(interaction: Click, table: Table) -> Table:
    """The table, if they may see it. Raises `table.not_found`."""
    if is_seated(interaction, table) or (await rights(interaction, table)).view_channel:
        return table
    raise RulesError("table.not_found")


async def may_moderate(interaction: Click, table: Table) -> bool:
    """Whether they may remove anybody's messages there: then they may close anybody's table."""
    return (await rights(interaction, table)).manage_messages


# ---- many tables ---------------------------------------------------------------------------------


def visible(interaction: Click, tables: Iterable[Table]) -> list[Table]:
    """Those that somebody may see, as far as that is known without asking Discord."""
    return [table for table in tables if is_seated(interaction, table) or _sees(interaction, table)]


def _sees(interaction: Click, table: Table) -> bool:
    granted = _known_rights(interaction, table)
    return granted is not None and granted.view_channel


# ---- rights --------------------------------------------------------------------------------------


def is_seated(interaction: Click, table: Table) -> bool:
    """Whether they play at the table."""
    return interaction.user.id in table.humans()


def channel_of(table: Table) -> int:
    """Who sees this channel or thread sees the table: its own thread is open to the channel."""
    return table.channel_id if table.in_thread else table.home_id or table.channel_id


async def rights(interaction: Click, table: Table) -> discord.Permissions:
    """What somebody may do where a table is played; no right at all where they see nothing."""
    granted = _known_rights(interaction, table)
    if granted is not None:
        return granted
    place = _cached(interaction, table) or await _fetched(interaction, table)
    if place is None:
        return _everywhere(interaction)
    granted = _granted(interaction, place)
    if _is_closed(place, granted) and not await _is_member(interaction, place):
        return discord.Permissions.none()
    return granted


def _known_rights(interaction: Click, table: Table) -> discord.Permissions | None:
    """The same without asking Discord; None where only Discord knows."""
    if interaction.channel_id in (table.home_id, channel_of(table)):
        return interaction.permissions
    place = _cached(interaction, table)
    if place is None:
        return None
    granted = _granted(interaction, place)
    return None if _is_closed(place, granted) else granted


def _granted(interaction: Click, place: Place) -> discord.Permissions:
    """What somebody's roles let them do in a channel, or in the channel of a thread."""
    channel = place.parent if isinstance(place, discord.Thread) else place
    if channel is None or not isinstance(interaction.user, discord.Member):
        return discord.Permissions.none()
    return channel.permissions_for(interaction.user)


def _is_closed(place: Place, granted: discord.Permissions) -> bool:
    """Whether only its members see a thread, even of those who see its channel."""
    is_private = isinstance(place, discord.Thread) and place.is_private()
    return is_private and granted.view_channel and not granted.manage_threads


def _everywhere(interaction: Click) -> discord.Permissions:
    """What is left where the channel is gone: administrators look after the whole server."""
    user = interaction.user
    is_admin = isinstance(user, discord.Member) and user.guild_permissions.administrator
    return discord.Permissions.all() if is_admin else discord.Permissions.none()


# ---- asking Discord ------------------------------------------------------------------------------


def _cached(interaction: Click, table: Table) -> Place | None:
    guild = interaction.guild
    return None if guild is None else guild.get_channel_or_thread(channel_of(table))


async def _fetched(interaction: Click, table: Table) -> Place | None:
    """A place that is not in the cache, as an archived thread is not; None where it is gone."""
    try:
        place = await interaction.client.fetch_channel(channel_of(table))
    except (discord.HTTPException, discord.RateLimited, discord.InvalidData):
        return None
    return place if isinstance(place, discord.abc.GuildChannel | discord.Thread) else None


async def _is_member(interaction: Click, place: Place) -> bool:
    """Whether somebody was brought into a private thread."""
    if not isinstance(place, discord.Thread):
        return True
    try:
        await place.fetch_member(interaction.user.id)
    except (discord.HTTPException, discord.RateLimited):
        return False
    return True
