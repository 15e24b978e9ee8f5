"""Rights of the bot in channels with open tables: its roles' and the channel's overwrites."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import discord
import msgspec

from bot.connection.discord_internals import page_of_servers
from bot.database import BadStore, DriverError
from bot.database.inspection import open_read_only
from bot.store.table_lists import open_places

PAGE = 200
"""Servers that Discord lists in one answer."""


class Place(msgspec.Struct, frozen=True):
    """A channel with an open table, and the bot's rights there."""

    server: str
    channel: int
    name: str
    granted: discord.Permissions | None
    """None where the channel is gone, or hidden from the bot."""


async def servers(client: discord.Client) -> list[Mapping[str, Any]]:
    """Every server that the bot is in, as Discord lists them."""
    entries: list[Mapping[str, Any]] = []
    while True:
        last = int(entries[-1]["id"]) if entries else None
        page = await page_of_servers(client, PAGE, after=last)
        entries += page
        if len(page) < PAGE:
            return entries


def open_channels(database: Path) -> dict[int, list[int]]:
    """The channels with open tables, by server; {} where the database cannot be read."""
    channels = defaultdict(list)
    try:
        with open_read_only(database) as connection:
            for server, channel in open_places(connection):
                channels[server].append(channel)
    except (BadStore, DriverError):
        return {}
    return dict(channels)


async def places(client: discord.Client, server: int, channels: list[int]) -> AsyncIterator[Place]:
    """These channels of a server, with the bot's rights in each."""
    guild = await client.fetch_guild(server, with_counts=False)
    assert client.user is not None  # set by the login
    member = await guild.fetch_member(client.user.id)
    by_id = {channel.id: channel for channel in await guild.fetch_channels()}
    for number in channels:
        channel = by_id.get(number)
        granted = channel.permissions_for(member) if channel else None
        yield Place(guild.name, number, channel.name if channel else "", granted)
