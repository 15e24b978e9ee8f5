"""Edits of our own messages, which Discord takes rarely once a message is older than an hour.

It says so by the limit 30046, which discord.py sits out, or raises as `RateLimited`, without a word
of which limit it was. A new message in the place of the old one has to wait for neither.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import aiohttp
import discord

from bot.outages import UNKNOWN_MESSAGE

EDITED_TOO_OFTEN = 30046
UNEDITABLE = frozenset({UNKNOWN_MESSAGE, EDITED_TOO_OFTEN})
"""Why a message cannot be edited although another one could be sent."""
OLD = timedelta(hours=1)
PATIENCE = 5.0
"""Seconds that the edit of an old message may take; those of a young one are limited briefly."""
NO_HARM = (discord.DiscordException, aiohttp.ClientError, OSError)
"""What may go wrong with a request that only tidies up behind another one."""


async def edited(
    message: discord.Message | discord.PartialMessage,
    *,
    mentioned: Sequence[discord.abc.Snowflake] = (),
    **content: Any,
) -> bool:
    """Whether the message shows this now; if not, another one is to be sent in its place.

    Discord reads the mentions of an edit anew, and discord.py limits them for `content` only: whom
    the message goes on to mention is said each time.
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
        if error.code not in UNEDITABLE:
            raise
        return False
    return True
