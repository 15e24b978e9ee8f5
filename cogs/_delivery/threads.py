"""Threads are adopted rather than created: an answer may be lost after Discord has made one.

Discord takes no nonce for a thread. So before one is created, and after an answer that was lost,
the open threads of the server are searched for one that the bot has begun under the same name and
that no table knows.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord

from bot.app import App
from bot.connection.answers import WORDS_BLOCKED, is_refusal
from bot.connection.decorations import INVALID_FORM
from cogs._answering.edits import NO_HARM
from cogs._delivery.answers import Unsendable

log = logging.getLogger(__name__)

Start = Callable[[str], Awaitable[int]]
"""Starts a thread under a name, and returns its id."""


async def start_named(start: Start, name: str, plain_name: str) -> int:
    """Start a thread under a name, or under a plain one where Discord refuses the name."""
    try:
        return await start(name)
    except (Unsendable, discord.HTTPException) as refusal:
        if not is_about_name(refusal):
            raise
        log.info("No thread is named %r: %s", name, refusal)
    return await start(plain_name)


def is_about_name(refusal: Unsendable | discord.HTTPException) -> bool:
    """Whether Discord or its AutoMod refuses the name of a thread."""
    is_invalid = refusal.code == INVALID_FORM and "name" in str(refusal)
    return is_invalid or refusal.code in WORDS_BLOCKED


async def adopt_or_start(
    app: App, channel_id: int, name: str, start: Start, *, person: int | None = None
) -> int:
    """Return a thread of a channel that was begun before and has no table, or a new one.

    With `person` it is to hold nobody else.
    """
    if (found := await _thread_without_table(app, channel_id, name, person)) is not None:
        return found
    try:
        return await start(name)
    except Exception as error:
        if isinstance(error, Unsendable) or is_refusal(error):
            raise
        if (found := await _thread_without_table(app, channel_id, name, person)) is None:
            raise
        return found


async def _thread_without_table(
    app: App, channel_id: int, name: str, person: int | None
) -> int | None:
    """Id of such a thread, if there is one and Discord says so."""
    channel = app.get_channel(channel_id)
    if not isinstance(channel, discord.abc.GuildChannel):
        return None
    try:
        for thread in await channel.guild.active_threads():
            is_ours = app.user and thread.owner_id == app.user.id and thread.parent_id == channel_id
            if not is_ours or thread.name != name or await app.reading.last_table_in(thread.id):
                continue
            if person is None or await _holds_nobody_else(thread, person):
                log.info("Thread %s, which was begun before, is adopted", thread.id)
                return thread.id
    except NO_HARM as error:
        log.info("The threads of channel %s cannot be searched: %s", channel_id, error)
    return None


async def _holds_nobody_else(thread: discord.Thread, person: int) -> bool:
    """Whether nobody is in a thread but the bot and perhaps this person."""
    if thread.member_count <= 1:
        return True
    try:
        await thread.fetch_member(person)
    except discord.NotFound:
        return False
    return thread.member_count == 2
