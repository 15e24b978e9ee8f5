"""Private answers: promised at once, shown when they are made."""

from __future__ import annotations

import discord
from discord import ui

from cogs._items import freshen
from cogs._labels import Click

Panel = tuple[ui.LayoutView, list[discord.File]]
"""What is shown to one person, and its uploads."""


async def defer(interaction: Click) -> None:
    """Promise to change the clicked message if it is private, else an answer that is."""
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def show(interaction: Click, shown: Panel) -> None:
    """Put a panel where the deferred answer is, with its pictures and no others."""
    view, files = shown
    freshen(view, interaction)
    await interaction.edit_original_response(view=view, attachments=files)
