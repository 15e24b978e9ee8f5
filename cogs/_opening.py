"""How a table begins: may it be here, where is its post, and what if Discord's answer is lost."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import discord

from bot.app import App, invite_url
from bot.i18n import text
from bot.table.options import Terms
from bot.table.seating import Table
from cogs import _labels
from cogs._edits import NO_HARM
from cogs._items import custom_ids
from cogs._labels import Click, reader
from cogs._message import NOBODY
from cogs.lobby import ORDERS, lobby_post
from rules.contract import RulesError

log = logging.getLogger(__name__)

LOOKED_THROUGH = 50
"""How many messages of a channel are searched for a lobby's post."""
THREADS_FROM = (discord.ChannelType.text, discord.ChannelType.news)
"""Kinds of channel whose messages can have a thread."""


async def open_lobby(
    interaction: Click,
    game: str,
    size: int,
    options: Mapping[str, Any],
    language: str,
    in_thread: bool,
    ai: Sequence[str] = (),
    order: str = "drawn",
    terms: Terms | None = None,
) -> None:
    """Open a table where `/<game> new` was typed; its post is the answer to the command."""
    app, in_thread = interaction.client, in_thread and has_threads(interaction)
    require_welcome(interaction, in_thread)
    table = await app.tables.open(
        game=game,
        guild_id=interaction.guild_id or 0,
        channel_id=interaction.channel_id or 0,
        host=_labels.person(interaction),
        size=size,
        options=dict(options),
        language=language,
        in_thread=in_thread,
        ai=ai,
        drawn=ORDERS[order],
        terms=terms,
    )
    with app.tables.opening(table.id):
        await app.tables.posted(table, lobby_message_id=await _posted(interaction, table))
    if table.size == 1:
        await app.tables.start(table.id, table.host_id)


# ---- its post ------------------------------------------------------------------------------------


async def _posted(interaction: Click, table: Table) -> int | None:
    """The post of a new lobby. If it cannot be posted, the table is closed again."""
    app = interaction.client
    try:
        shown = lobby_post(app, table).sent
        answer = await interaction.response.send_message(**shown, allowed_mentions=NOBODY)
    except Exception:
        arrived = await _arrived(interaction, table)
        if arrived is None:
            await app.tables.cancel(table.id, table.host_id, moderator=True)
            raise
        return arrived
    return answer.message_id


async def _arrived(interaction: Click, table: Table) -> int | None:
    """The post, if Discord has it although its answer was lost on the way."""
    with suppress(*NO_HARM):
        answer = await interaction.original_response()
        return answer.id if is_post_of(answer, table) else None
    return (await interaction.client.tables.get(table.id)).lobby_message_id


def is_post_of(message: discord.Message, table: Table) -> bool:
    """Whether a message is the post of this lobby: its buttons say so."""
    return any(claim.startswith(f"l:{table.id}:") for claim in custom_ids(message))


async def lost_post(channel: discord.abc.Messageable, app: App, table: Table) -> int | None:
    """The post of a lobby whose post is unknown: the bot ended before Discord's answer came."""
    try:
        async for message in channel.history(limit=LOOKED_THROUGH):
            if message.author == app.user and is_post_of(message, table):
                return message.id
    except (discord.Forbidden, discord.NotFound) as error:
        log.info("Table %s: its channel cannot be read: %s", table.id, error)
    return None


# ---- where a table can be ------------------------------------------------------------------------


def has_threads(interaction: Click) -> bool:
    """Whether a message in this channel can have a thread; one inside a thread cannot."""
    return interaction.channel is not None and interaction.channel.type in THREADS_FROM


def require_welcome(interaction: Click, in_thread: bool) -> None:
    """Refuse now, with a reason, what would fail later without one."""
    _require_bot(interaction)
    _require_entry(interaction)
    _require_permissions(interaction, in_thread)


def _require_bot(interaction: Click) -> None:
    """Refuse a server that has invited our commands without the bot, which could post nothing."""
    if interaction.client.get_guild(interaction.guild_id or 0) is None:
        link = invite_url(interaction.client.application_id or 0)
        raise RulesError("lobby.commands_alone", link=link)


def _require_entry(interaction: Click) -> None:
    """Refuse a private thread that we were not brought into: commands work there, posts do not."""
    thread, guild = interaction.channel, interaction.guild
    if not isinstance(thread, discord.Thread) or not thread.is_private() or guild is None:
        return
    if guild.get_thread(thread.id) is None:
        raise RulesError("lobby.not_in_thread", bot=f"<@{interaction.application_id}>")


def _require_permissions(interaction: Click, in_thread: bool) -> None:
    """Refuse a channel where a right is missing that the posts of a table need."""
    needed = {"view_channel", "attach_files"}
    if in_thread:
        needed |= {"create_public_threads", "send_messages_in_threads"}
    elif isinstance(interaction.channel, discord.Thread):
        needed.add("send_messages_in_threads")
    else:
        needed.add("send_messages")
    granted, language = interaction.app_permissions, reader(interaction)
    missing = sorted(right for right in needed if not getattr(granted, right))
    if missing:
        names = [text(f"lobby.permission_{right}", language) for right in missing]
        raise RulesError("lobby.missing_permissions", permissions=names)
