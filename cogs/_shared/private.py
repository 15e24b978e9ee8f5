"""Private answers: deferred at once, shown when they are ready.

A person has one private message about a table: a newer answer replaces the older one, by an edit
where the press came from the older one itself, else by deleting that one. Discord lets a message be
deleted for a quarter of an hour after the last press that it answered; an older one stays, and its
buttons still work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple
from weakref import WeakKeyDictionary

import discord
from discord import ui

from cogs._shared.edits import NO_HARM
from cogs._shared.items import freshen
from cogs._shared.labels import Click

Panel = tuple[ui.LayoutView, list[discord.File]]
"""A private message, and its uploads."""


def private_message(interaction: Click) -> discord.Message | None:
    """Message whose button, menu or form was used, if only the person sees it."""
    message = interaction.message
    return message if message is not None and message.flags.ephemeral else None


def names_command(interaction: Click) -> bool:
    """Whether Discord names a command above the private answer, in a line of its own."""
    if (message := private_message(interaction)) is None:
        return interaction.type is discord.InteractionType.application_command
    origin = message.interaction_metadata
    return origin is not None and origin.type is discord.InteractionType.application_command


async def defer(interaction: Click) -> None:
    """Defer an edit of the clicked message if it is private, else a private answer."""
    if private_message(interaction) is not None:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def show(interaction: Click, panel: Panel) -> discord.InteractionMessage:
    """Edit the deferred answer into a panel with its uploads, and return the message."""
    view, files = panel
    freshen(view, interaction)
    message = await interaction.edit_original_response(view=view, attachments=files)
    if message.flags.ephemeral:
        await replace_older(interaction, message.id)
    return message


async def respond(interaction: Click, view: ui.LayoutView) -> None:
    """Answer without deferring: by an edit of the clicked message if it is private."""
    if (message := private_message(interaction)) is not None:
        freshen(view, interaction)
        await interaction.response.edit_message(view=view, attachments=[])
        await replace_older(interaction, message.id)
    else:
        answer = await interaction.response.send_message(view=view, ephemeral=True)
        await replace_older(interaction, answer.message_id)


# ---- one private message a person and table ------------------------------------------------------

TABLE = "table"
"""Key of the table among the extras of an interaction."""


class Answer(NamedTuple):
    """A private message, and the newest interaction that it answers."""

    interaction: Click
    message_id: int | None


Key = tuple[int, int]
"""A person and a table."""

_NEWEST: WeakKeyDictionary[discord.Client, dict[Key, Answer]] = WeakKeyDictionary()
"""Newest private answer of each person and table, for as long as it can be deleted."""


def note_table(interaction: Click, table_id: int) -> None:
    """Note the table that an interaction is about."""
    interaction.extras[TABLE] = table_id


async def replace_older(interaction: Click, message_id: int | None) -> None:
    """Delete the person's other private message about the same table, if there is one.

    Of two answers that overlap, that to the newer press stays.
    """
    table_id = interaction.extras.get(TABLE)
    if table_id is None or interaction.guild_id is None:
        return
    newest = _NEWEST.setdefault(interaction.client, {})
    for key in [key for key, answer in newest.items() if answer.interaction.is_expired()]:
        del newest[key]
    key, answer = (interaction.user.id, table_id), Answer(interaction, message_id)
    older, newer = sorted((newest.get(key, answer), answer), key=lambda each: each.interaction.id)
    newest[key] = newer
    if older.message_id != newer.message_id:
        with suppress(*NO_HARM):
            await older.interaction.delete_original_response()


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
