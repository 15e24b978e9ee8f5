"""The opening of a table: permissions of the place, the lobby post, and a lost response."""

from __future__ import annotations

import logging
from collections.abc import Collection
from contextlib import suppress
from typing import Unpack

import discord

from bot.app import App, invite_url
from bot.table.seating import Settings, Table
from cogs._access.server_rules import require_opening, settings_in_force
from cogs._answering.edits import NO_HARM
from cogs._answering.items import custom_ids
from cogs._answering.messages import NOBODY
from cogs._answering.visitor import Visitor
from cogs._lobby.lobby import lobby_post
from cogs._panel import hour, lesson
from rules.contract import RulesError

log = logging.getLogger(__name__)

LOOKED_THROUGH = 50
"""Messages of a channel that are searched for a lobby's post."""
THREADS_FROM = (discord.ChannelType.text, discord.ChannelType.news)
"""Kinds of channel whose messages can have a thread."""


async def open_lobby(
    visitor: Visitor, game: str, *, in_thread: bool, **settings: Unpack[Settings]
) -> None:
    """Open a table where `/<game> new` was typed; its post is the response to the command."""
    app, in_thread = visitor.app, in_thread and has_threads(visitor)
    require_welcome(visitor, in_thread)
    await require_opening(visitor)
    table = await app.lobbies.open(
        game=game,
        guild_id=visitor.guild,
        channel_id=visitor.channel,
        host=visitor.person,
        in_thread=in_thread,
        **settings,
    )
    with app.places.mark_posting(table.id):
        await app.places.note(table, lobby_message_id=await _send_lobby_post(visitor, table))
    if table.size == 1:
        await app.lobbies.start(table.id, table.host_id)
    await hour.ask(visitor)
    await lesson.offer(visitor, game)


# ---- the lobby post ------------------------------------------------------------------------------


async def _send_lobby_post(visitor: Visitor, table: Table) -> int | None:
    """Send the post of a new lobby and return its id; if that fails, close the table again."""
    app = visitor.app
    try:
        content = lobby_post(app, table).to_send
        settings = await settings_in_force(app, visitor.guild)
        answer = await visitor.interaction.response.send_message(
            **content, allowed_mentions=NOBODY, silent=settings.quiet
        )
    except Exception:
        message_id = await _arrived_post(visitor, table)
        if message_id is None:
            await app.votes.cancel(table.id, table.host_id, moderator=True)
            raise
        return message_id
    return answer.message_id


async def _arrived_post(visitor: Visitor, table: Table) -> int | None:
    """Id of the post, if Discord has it although its response was lost."""
    with suppress(*NO_HARM):
        answer = await visitor.interaction.original_response()
        return answer.id if is_post_of(answer, table) else None
    return (await visitor.app.tables.get(table.id)).lobby_message_id


def is_post_of(message: discord.Message, table: Table) -> bool:
    """Whether a message is the post of this lobby, by its buttons."""
    return any(claim.startswith(f"l:{table.id}:") for claim in custom_ids(message))


async def find_lost_post(channel: discord.abc.Messageable, app: App, table: Table) -> int | None:
    """Id of a lobby's post that is not saved, as the bot stopped before Discord responded."""
    try:
        async for message in channel.history(limit=LOOKED_THROUGH):
            if message.author == app.user and is_post_of(message, table):
                return message.id
    except (discord.Forbidden, discord.NotFound) as error:
        log.info("Table %s: its channel cannot be read: %s", table.id, error)
    return None


# ---- where a table can be ------------------------------------------------------------------------


def has_threads(visitor: Visitor) -> bool:
    """Whether a message in this channel can have a thread, as those in a thread cannot."""
    return (
        visitor.interaction.channel is not None and visitor.interaction.channel.type in THREADS_FROM
    )


def require_welcome(visitor: Visitor, in_thread: bool) -> None:
    """Refuse a place where posts would fail later."""
    require_bot(visitor)
    _require_entry(visitor)
    _require_permissions(visitor, in_thread)


def require_bot(visitor: Visitor) -> None:
    """Refuse a server that has installed the commands without the bot, which cannot post there."""
    if visitor.app.get_guild(visitor.guild) is None:
        link = invite_url(visitor.app.application_id or 0)
        raise RulesError("lobby.commands_alone", link=link)


def _require_entry(visitor: Visitor) -> None:
    """Refuse a private thread without the bot: commands work there, posts do not."""
    thread, guild = visitor.interaction.channel, visitor.interaction.guild
    if not isinstance(thread, discord.Thread) or not thread.is_private() or guild is None:
        return
    if guild.get_thread(thread.id) is None:
        raise RulesError("lobby.not_in_thread", bot=f"<@{visitor.interaction.application_id}>")


def _require_permissions(visitor: Visitor, in_thread: bool) -> None:
    """Refuse a channel where the bot lacks a permission that the posts of a table need."""
    required = {"view_channel", "attach_files"}
    if in_thread:
        required |= {"create_public_threads", "send_messages_in_threads"}
    elif isinstance(visitor.interaction.channel, discord.Thread):
        required.add("send_messages_in_threads")
    else:
        required.add("send_messages")
    require_permissions(visitor, required)


def require_permissions(visitor: Visitor, required: Collection[str]) -> None:
    """Refuse a place where the bot lacks one of these permissions."""
    permissions = visitor.interaction.app_permissions
    missing = sorted(right for right in required if not getattr(permissions, right))
    if missing:
        names = [visitor.text(f"lobby.permission_{right}") for right in missing]
        raise RulesError("lobby.missing_permissions", permissions=names)
