"""The answer to what no other handler takes: failed commands, outdated or forged buttons."""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

from bot.app import App
from cogs._shared.answering import WhyButton, answer
from cogs._shared.labels import Click
from rules.contract import RulesError


class Errors(commands.Cog):
    """Answers clicks that no button or menu handles."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Click) -> None:
        """Answer an outdated or forged button."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: Any = interaction.data
        if not interaction.client.answers(data["custom_id"]):
            await answer(interaction, RulesError("panel.unknown_button"))


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    app.tree.error(answer)
    app.add_dynamic_items(WhyButton)
    await app.add_cog(Errors())
