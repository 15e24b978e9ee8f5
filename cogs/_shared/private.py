"""Private answers: deferred at once, shown when they are ready."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import discord
from discord import ui

from cogs._shared.items import freshen
from cogs._shared.labels import Click

Panel = tuple[ui.LayoutView, list[discord.File]]
"""A private message, and its uploads."""


async def defer(interaction: Click) -> None:
    """Defer an edit of the clicked message if it is private, else a private answer."""
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def show(interaction: Click, panel: Panel) -> discord.InteractionMessage:
    """Edit the deferred answer into a panel with its uploads, and return the message."""
    view, files = panel
    freshen(view, interaction)
    return await interaction.edit_original_response(view=view, attachments=files)


# ---- messages that update themselves -------------------------------------------------------------

_FOLLOWED: dict[int, int] = {}
"""Messages that update themselves, each with the id of the click that has started it."""


@contextmanager
def follow(message_id: int, interaction: Click) -> Iterator[Callable[[], bool]]:
    """Give a function that says whether a message still shows the result of this click."""
    _FOLLOWED[message_id] = interaction.id
    try:
        yield lambda: _FOLLOWED.get(message_id) == interaction.id
    finally:
        if _FOLLOWED.get(message_id) == interaction.id:
            del _FOLLOWED[message_id]


def stop_following(interaction: Click) -> None:
    """Stop the updates of the clicked message."""
    if interaction.message is not None:
        _FOLLOWED.pop(interaction.message.id, None)
