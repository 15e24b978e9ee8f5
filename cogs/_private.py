"""Private answers: promised at once, shown when they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

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


async def show(interaction: Click, shown: Panel) -> discord.InteractionMessage:
    """Put a panel where the deferred answer is, with its pictures and no others; the message."""
    view, files = shown
    freshen(view, interaction)
    return await interaction.edit_original_response(view=view, attachments=files)


# ---- what changes while one looks at it ----------------------------------------------------------

_FOLLOWED: dict[int, int] = {}
"""The messages that follow something by themselves, and since which click."""


@contextmanager
def followed(message_id: int, interaction: Click) -> Iterator[Callable[[], bool]]:
    """Tells inside whether a message still shows what this click has brought, and nothing newer."""
    _FOLLOWED[message_id] = interaction.id
    try:
        yield lambda: _FOLLOWED.get(message_id) == interaction.id
    finally:
        if _FOLLOWED.get(message_id) == interaction.id:
            del _FOLLOWED[message_id]


def stop_following(interaction: Click) -> None:
    """Let the message of a click follow nothing from now on."""
    if interaction.message is not None:
        _FOLLOWED.pop(interaction.message.id, None)
