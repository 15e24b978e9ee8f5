"""The servers that have the bot: `/hexagora …` for those who manage one, and when one removes it.

The data of a server that has removed the bot are deleted some time later; one that is unavailable
for a while does not count as gone.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import discord
from discord.ext import commands

from bot.app import App
from cogs._access.commands import command
from cogs._answering.answer import Panel
from cogs._answering.visitor import Visitor
from cogs._server import doctor_page
from cogs.places import check

HOUR = 3600.0
"""Seconds until the next check."""


@command("hexagora doctor")
async def doctor(visitor: Visitor) -> Panel:
    """Show whether the bot can work here, and its owner how it is; check the tables."""
    tables = await visitor.app.reading.tables_in_guild(visitor.guild)
    under_way = visitor.text("server.checking", n=len(tables))
    await visitor.show(await doctor_page.page(visitor, tables, under_way))
    line = await check(visitor.app, tables, visitor.language)
    return await doctor_page.page(visitor, tables, line)


# ---- servers that come and go --------------------------------------------------------------------


async def check_servers(app: App) -> float:
    """Record the present servers, delete expired data, and return the seconds to wait."""
    await app.wait_until_ready()
    await app.servers.note_present([guild.id for guild in app.guilds])
    await app.servers.clear_absent(timedelta(days=app.settings.retention_days))
    return HOUR


class Servers(commands.Cog):
    """Listens to the servers that the bot joins and leaves."""

    def __init__(self, app: App) -> None:
        self.app = app

    @commands.Cog.listener()
    async def on_shard_ready(self, _: int) -> None:
        """Record the present servers: some may have gone or come since the last connection.

        Not before all shards are ready: until then, the servers of the others are not known.
        """
        if self.app.is_ready():
            await self.app.servers.note_present([guild.id for guild in self.app.guilds])

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Record that a server has removed the bot."""
        await self.app.servers.note_left(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Record that a server has added the bot, perhaps again."""
        await self.app.servers.note_joined(guild.id)


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    if app.settings.retention_days:
        app.repeat("servers", partial(check_servers, app))
        await app.add_cog(Servers(app))
