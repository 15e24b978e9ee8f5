"""Edits of the bot's messages. Discord allows few edits of messages older than an hour.

It refuses more of them with the code 30046. Then discord.py waits long, or raises `RateLimited`
without naming the code. A new message in place of the old one has no such limit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import aiohttp
import discord
from discord import ui

from bot.connection.answers import EDITED_TOO_OFTEN, UNKNOWN_MESSAGE
from bot.connection.decorations import INVALID_FORM
from cogs._words.small_print import readable

COMPONENTS = "IS_COMPONENTS_V2"
"""Name in Discord's refusal of words for a message that is made of components."""
UNEDITABLE = frozenset({UNKNOWN_MESSAGE, EDITED_TOO_OFTEN})
"""Codes for a message that cannot be edited, while another one can be sent."""
OLD = timedelta(hours=1)
PATIENCE = 5.0
"""Seconds that the edit of an old message may take; edits of young ones are never held back."""
NO_HARM = (discord.DiscordException, aiohttp.ClientError, OSError)
"""Errors that are ignored in a request that only tidies up after another one."""


async def edit(
    message: discord.Message | discord.PartialMessage,
    *,
    mentioned: Sequence[discord.abc.Snowflake] = (),
    old_form: ui.LayoutView | None = None,
    **content: Any,
) -> bool:
    """Edit a message; False if it cannot be edited and another one has to be sent instead.

    A message that is made of components, as all once were, becomes the `old_form`, if any.

    An edit resets the mentions of a message, and discord.py's default covers `content` only: so
    `mentioned` holds everybody whom the message has to keep mentioning.
    """
    allowed_mentions = discord.AllowedMentions.none()
    allowed_mentions.users = mentioned
    is_old = discord.utils.utcnow() - message.created_at > OLD
    try:
        async with asyncio.timeout(PATIENCE if is_old else None):
            await message.edit(**readable(content), allowed_mentions=allowed_mentions)
    except (discord.RateLimited, TimeoutError):
        return False
    except discord.HTTPException as error:
        if error.code == INVALID_FORM and COMPONENTS in error.text:
            return old_form is not None and await edit(message, view=old_form)
        if error.code not in UNEDITABLE:
            raise
        return False
    return True
