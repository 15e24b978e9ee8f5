"""Rights of the bot where tables are open: those of its roles, as each channel changes them."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import discord
import msgspec

from bot.connection.discord_internals import page_of_servers
from bot.database import BadStore
from bot.database.looking import looking

PAGE = 200
"""Servers that Discord lists at once."""


class Place(msgspec.Struct, frozen=True):
    """A channel where a table is open."""

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


def open_channels(database: Path, language: str) -> dict[int, list[int]]:
    """The channels with open tables of each server; none where the database cannot tell."""
    query = """
        SELECT DISTINCT guild_id, channel_id FROM table_
        WHERE status IN ('lobby', 'live') ORDER BY guild_id, channel_id
    """
    channels = defaultdict(list)
    try:
        with looking(database, language) as connection:
            for server, channel in connection.execute(query):
                channels[server].append(channel)
    except (BadStore, sqlite3.Error):
        return {}
    return dict(channels)


async def places(client: discord.Client, server: int, channels: list[int]) -> AsyncIterator[Place]:
    """These channels of a server, with what the bot may do there."""
    guild = await client.fetch_guild(server, with_counts=False)
    assert client.user is not None  # who is logged in has one
    member = await guild.fetch_member(client.user.id)
    by_id = {channel.id: channel for channel in await guild.fetch_channels()}
    for number in channels:
        channel = by_id.get(number)
        granted = channel.permissions_for(member) if channel else None
        yield Place(guild.name, number, channel.name if channel else "", granted)
