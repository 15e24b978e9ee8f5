"""Notes which servers have removed the bot, and has their records deleted some time later.

A server that Discord cannot reach for a while is still one of ours.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import discord
from discord.ext import commands

from bot.app import App
from bot.service.chores import for_ever

HOUR = 3600.0
"""Seconds until the next look."""


async def look_round(app: App) -> float:
    """Note who is there, delete what has had its time; seconds until the next look."""
    await app.wait_until_ready()
    await app.tables.note_present([guild.id for guild in app.guilds])
    await app.tables.clear_servers(timedelta(days=app.settings.retention_days))
    return HOUR


class Servers(commands.Cog):
    """Listens to the servers that the bot joins and leaves."""

    def __init__(self, app: App) -> None:
        self.app = app

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """The list of servers is complete: some may be gone or back since the last connection."""
        await self.app.tables.note_present([guild.id for guild in self.app.guilds])

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server has removed the bot."""
        await self.app.tables.note_left(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """A server has taken the bot, perhaps again."""
        await self.app.tables.note_present([one.id for one in (*self.app.guilds, guild)])


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    if app.settings.retention_days:
        app.background(for_ever("servers", partial(look_round, app), app.figures))
        await app.add_cog(Servers(app))
