"""What concerns every interaction: commands and buttons are registered, and who acts is noted.

A button is unknown if it is outdated or forged. Commands that fail are answered as well.
"""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands
from msgspec.structs import replace

from bot.app import App
from cogs._access.commands import COMMANDS
from cogs._answering.answer import PrivateMessages
from cogs._answering.forms import form_of, texts_of_form
from cogs._answering.lasting_items import LastingItem
from cogs._answering.refusals import answer, answering
from cogs._answering.visitor import Visitor
from cogs._words.labels import Click
from rules.contract import RulesError


class Interactions(commands.Cog):
    """Listens to every interaction."""

    @commands.Cog.listener("on_interaction")
    async def hear(self, interaction: Click) -> None:
        """Note who acts; answer forms, and buttons that no item handles."""
        if interaction.type is discord.InteractionType.autocomplete:
            return
        visitor = Visitor.of(interaction)
        _note_person(visitor)
        data: Any = interaction.data
        if interaction.type is discord.InteractionType.modal_submit:
            await _take_form(visitor, data)
        elif interaction.type is discord.InteractionType.component and not LastingItem.answers(
            data["custom_id"]
        ):
            await answer(interaction, RulesError("panel.unknown_button"))


def _note_person(visitor: Visitor) -> None:
    """Save the person's current name and language, which only interactions tell."""
    app = visitor.app
    app.people.note_press(visitor.user, visitor.channel)
    person = replace(visitor.person, language=visitor.discord_language)
    app.background(app.privacy.note_person(person, visitor.interaction.guild_id))


async def _take_form(visitor: Visitor, data: Any) -> None:
    """Handle a submitted form, even one that was opened before a restart."""
    async with answering(visitor):
        visitor.defer()
        form = form_of(data["custom_id"])
        await visitor.show(await form.submit(visitor, texts_of_form(data["components"])))


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    app.tree.error(answer)
    app.add_dynamic_items(*LastingItem.kinds)
    await app.add_cog(PrivateMessages())
    for command in COMMANDS.values():
        app.tree.add_command(command)
    await app.add_cog(Interactions())
