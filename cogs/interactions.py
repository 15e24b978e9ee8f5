"""What concerns every interaction: commands and buttons are registered, and who acts is noted.

A button is unknown if it is outdated or forged. Commands that fail are answered as well.
"""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

from bot.app import App
from cogs._shared.answering import LastingItem, answer, answering
from cogs._shared.commands import COMMANDS
from cogs._shared.forms import form_of, texts_of_form
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
        if not LastingItem.answers(data["custom_id"]):
            await answer(interaction, RulesError("panel.unknown_button"))

    @commands.Cog.listener("on_interaction")
    async def take_form(self, interaction: Click) -> None:
        """Handle a submitted form, even one that was opened before a restart."""
        if interaction.type is discord.InteractionType.modal_submit:
            data: Any = interaction.data
            async with answering(interaction):
                form = form_of(data["custom_id"])
                await form.submit(Visitor.of(interaction), texts_of_form(data["components"]))


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    app.tree.error(answer)
    app.add_dynamic_items(*LastingItem.kinds)
    for command in COMMANDS.values():
        app.tree.add_command(command)
    await app.add_cog(Interactions())
