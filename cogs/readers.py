"""Takes note of each player as they are now: their language and their name."""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.app import App
from cogs._labels import Click, person


class Readers(commands.Cog):
    """Listens to all that people do: each time, and only then, Discord tells of them."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Click) -> None:
        """Somebody has typed or pressed something."""
        if interaction.type is not discord.InteractionType.autocomplete:
            app = interaction.client
            app.background(app.privacy.note_person(person(interaction), interaction.guild_id))


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    await app.add_cog(Readers())
