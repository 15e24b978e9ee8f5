"""Private answers: deferred at once, shown when they are ready.

A person has one private message about a table: a newer answer replaces the older one, by an edit
where the press came from the older one itself, else by deleting that one. Discord lets a message be
deleted for a quarter of an hour after the last press that it answered; an older one stays, and its
buttons still work.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import NamedTuple, cast
from weakref import WeakKeyDictionary

import discord
from discord import ui

from bot.connection.answers import UNKNOWN_MESSAGE
from cogs._shared.edits import NO_HARM
from cogs._shared.items import freshen
from cogs._shared.labels import Click
from cogs._shared.painter import Overtaken

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


class Display:
    """What a private message shows."""

    def __init__(self, press: Click) -> None:
        self.press = press
        """The newest press whose answer it shows."""
        self.lock = asyncio.Lock()
        """Held while an answer is being shown."""


_SHOWN: WeakKeyDictionary[discord.Client, dict[int, Display]] = WeakKeyDictionary()
"""Private messages by id, for as long as a press of theirs may still be answered."""


async def defer(interaction: Click) -> None:
    """Defer an edit of the clicked message if it is private, else a private answer."""
    if private_message(interaction) is not None:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def show(interaction: Click, panel: Panel) -> discord.InteractionMessage:
    """Edit the deferred answer into a panel with its uploads, and return the message.

    Where a press at the same instant has had the message deleted, the person's newest one about the
    table shows the panel. Raises Overtaken where it already shows the answer to a later press.
    """
    view, files = panel
    freshen(view, interaction)
    try:
        async with in_order(interaction):
            message = await interaction.edit_original_response(view=view, attachments=files)
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        return await _show_elsewhere(interaction, view, files)
    if message.flags.ephemeral:
        await replace_older(interaction, message.id)
    return message


async def _show_elsewhere(
    interaction: Click, view: ui.LayoutView, files: Sequence[discord.File]
) -> discord.InteractionMessage:
    """Show a panel in the person's newest private message about the table, or in one more."""
    for file in files:
        file.reset()
    key = (interaction.user.id, interaction.extras.get(TABLE, 0))
    newest = _NEWEST.get(interaction.client, {}).get(key)
    if newest is not None and newest.interaction.id != interaction.id:
        return await newest.interaction.edit_original_response(view=view, attachments=files)
    sent = await interaction.followup.send(view=view, files=files, ephemeral=True, wait=True)
    return cast(discord.InteractionMessage, sent)


@asynccontextmanager
async def in_order(interaction: Click) -> AsyncIterator[None]:
    """Let a private message be edited by the answers to its presses in the order of the presses.

    An answer that takes long is left out once that to a later press is shown: raises Overtaken.
    """
    if (display := _display(interaction)) is None:
        yield
        return
    async with display.lock:
        if display.press.id > interaction.id:
            raise Overtaken
        yield
        note_shown(interaction)


def note_shown(interaction: Click) -> None:
    """Note that the private message that was pressed shows the answer to this press."""
    display = _display(interaction)
    if display is not None and display.press.id < interaction.id:
        display.press = interaction


def _display(interaction: Click) -> Display | None:
    """What the private message shows that was pressed; None where none was."""
    if (message := private_message(interaction)) is None:
        return None
    shown = _SHOWN.setdefault(interaction.client, {})
    for old in [old for old, each in shown.items() if each.press.is_expired()]:
        del shown[old]
    return shown.setdefault(message.id, Display(interaction))


async def respond(interaction: Click, view: ui.LayoutView) -> None:
    """Answer without deferring: by an edit of the clicked message if it is private."""
    if (message := private_message(interaction)) is not None:
        freshen(view, interaction)
        await interaction.response.edit_message(view=view, attachments=[])
        note_shown(interaction)
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
