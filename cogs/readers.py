"""Keeps the language and the name of each player up to date."""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.app import App
from cogs._shared.labels import Click
from cogs._shared.visit import Visitor


class Readers(commands.Cog):
    """Listens to every interaction, as only these tell a person's name and language."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Click) -> None:
        """Save the person's current name and language."""
        if interaction.type is not discord.InteractionType.autocomplete:
            visitor, guild = Visitor.of(interaction), interaction.guild_id
            visitor.app.background(visitor.app.privacy.note_person(visitor.person, guild))


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    await app.add_cog(Readers())
