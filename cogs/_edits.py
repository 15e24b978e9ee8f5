"""Edits of our own messages. Discord allows only a few once a message is older than an hour.

It answers the others with the code 30046. Then discord.py waits for long, or raises `RateLimited`
without naming the code. A new message in the place of the old one need not wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import aiohttp
import discord
from discord import ui

from bot.connection.answers import EDITED_TOO_OFTEN, INVALID_FORM, UNKNOWN_MESSAGE

COMPONENTS = "IS_COMPONENTS_V2"
"""What Discord names then."""
UNEDITABLE = frozenset({UNKNOWN_MESSAGE, EDITED_TOO_OFTEN})
"""Why a message cannot be edited although another one could be sent."""
OLD = timedelta(hours=1)
PATIENCE = 5.0
"""Seconds that the edit of an old message may take; a young one never has to wait for long."""
NO_HARM = (discord.DiscordException, aiohttp.ClientError, OSError)
"""What may go wrong with a request that only tidies up after another one."""


async def edited(
    message: discord.Message | discord.PartialMessage,
    *,
    mentioned: Sequence[discord.abc.Snowflake] = (),
    old_form: ui.LayoutView | None = None,
    **content: Any,
) -> bool:
    """Edit a message. False: it cannot be edited, so another one has to be sent in its place.

    If it is made of components, as all our messages once were, it becomes the `old_form`, if any.

    An edit sets anew whom a message mentions, and discord.py's default covers `content` only: so
    `mentioned` names everybody whom the message shall go on to mention.
    """
    allowed = discord.AllowedMentions.none()
    allowed.users = mentioned
    is_old = discord.utils.utcnow() - message.created_at > OLD
    try:
        async with asyncio.timeout(PATIENCE if is_old else None):
            await message.edit(**content, allowed_mentions=allowed)
    except (discord.RateLimited, TimeoutError):
        return False
    except discord.HTTPException as error:
        if is_of_components(error):
            return old_form is not None and await edited(message, view=old_form)
        if error.code not in UNEDITABLE:
            raise
        return False
    return True


def is_of_components(error: discord.HTTPException) -> bool:
    """Whether words were refused because the message is made of components, for good."""
    return error.code == INVALID_FORM and COMPONENTS in error.text
