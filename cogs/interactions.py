"""What concerns every interaction: who acts is noted, and what no other handler takes is answered.

These are failed commands, and outdated or forged buttons.
"""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

from bot.app import App
from cogs._shared.answering import WhyButton, answer
from cogs._shared.labels import Click
from cogs._shared.visit import Visitor
from rules.contract import RulesError


class Interactions(commands.Cog):
    """Listens to every interaction."""

    @commands.Cog.listener("on_interaction")
    async def note_person(self, interaction: Click) -> None:
        """Save the person's current name and language, which only interactions tell."""
        if interaction.type is not discord.InteractionType.autocomplete:
            visitor, guild = Visitor.of(interaction), interaction.guild_id
            visitor.app.people.note_press(visitor.user, visitor.channel)
            visitor.app.background(visitor.app.privacy.note_person(visitor.person, guild))

    @commands.Cog.listener("on_interaction")
    async def answer_unknown_button(self, interaction: Click) -> None:
        """Answer an outdated or forged button, which no item handles."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: Any = interaction.data
        if not interaction.client.answers(data["custom_id"]):
            await answer(interaction, RulesError("panel.unknown_button"))


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    app.tree.error(answer)
    app.add_dynamic_items(WhyButton)
    await app.add_cog(Interactions())
