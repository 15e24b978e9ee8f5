"""The settings of a server where they take effect: who may open a table, where, and how.

A channel or role that was deleted since it was chosen counts as if it had not been.
"""

from __future__ import annotations

from collections.abc import Iterator

import discord

from bot.app import App
from bot.table.names import plain
from bot.table.server import ServerSettings
from cogs._answering.visitor import Visitor
from rules.contract import RulesError

MOST_NAMED = 5
"""Channels that a refusal names."""


async def settings_in_force(app: App, guild_id: int) -> ServerSettings:
    """Settings of a server, without the channels and roles that no longer exist."""
    settings = await app.servers.settings(guild_id)
    return settings.without(missing_ids(app.get_guild(guild_id), settings))


def missing_ids(guild: discord.Guild | None, settings: ServerSettings) -> set[int]:
    """Channels and roles of the settings that no longer exist; none while Discord hides them."""
    if guild is None or guild.unavailable:
        return set()
    chosen_roles = (settings.openers, settings.referees)
    roles = {role for role in chosen_roles if role is not None and guild.get_role(role) is None}
    return roles | {channel for channel in settings.channels if guild.get_channel(channel) is None}


def manages(visitor: Visitor) -> bool:
    """Whether the person may manage the server."""
    return visitor.interaction.permissions.manage_guild


def require_manager(visitor: Visitor) -> None:
    """Refuse a person who may not manage the server. Raises RulesError."""
    if not manages(visitor):
        raise RulesError("server.managers_only")


# ---- opening a table -----------------------------------------------------------------------------


async def require_opening(visitor: Visitor) -> None:
    """Refuse to open a table here, or to this person, where the settings do not allow it."""
    settings = await settings_in_force(visitor.app, visitor.guild)
    _require_place(visitor, settings)
    _require_opener(visitor, settings)


async def require_place(visitor: Visitor) -> None:
    """Refuse a channel where the settings allow no tables. Raises RulesError."""
    _require_place(visitor, await settings_in_force(visitor.app, visitor.guild))


def _require_place(visitor: Visitor, settings: ServerSettings) -> None:
    if settings.channels and not {*_places(visitor)} & {*settings.channels}:
        links = [f"<#{channel}>" for channel in settings.channels[:MOST_NAMED]]
        raise RulesError("server.not_here", place=links)


def _places(visitor: Visitor) -> Iterator[int]:
    """The channel of an interaction, and that of a thread."""
    yield visitor.channel
    channel = visitor.interaction.channel
    if isinstance(channel, discord.Thread):
        yield channel.parent_id


def _require_opener(visitor: Visitor, settings: ServerSettings) -> None:
    """Refuse a person without the role; those who manage the server may always open tables."""
    member, guild = visitor.interaction.user, visitor.interaction.guild
    if settings.openers is None or manages(visitor):
        return
    if isinstance(member, discord.Member) and member.get_role(settings.openers) is not None:
        return
    role = guild.get_role(settings.openers) if guild is not None else None
    raise RulesError("server.not_opener", role=plain(role.name) if role is not None else "")
