"""The channels of direct messages with people."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from weakref import WeakValueDictionary

import discord

from bot.app import App
from cogs._delivery.answers import translated_errors

MOST_KNOWN = 2_000
"""People whose channels are remembered; discord.py remembers 128."""


class DirectChannels:
    """The channels of direct messages with people, each asked for once.

    Discord opens only a few of them in a time, and several hands may wait for the same one.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._known: OrderedDict[int, discord.DMChannel] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def get(self, user: int) -> discord.DMChannel:
        """Return the channel with a person. Raises Unsendable, Later or Down."""
        async with self._locks.setdefault(user, asyncio.Lock()):
            if user not in self._known:
                with translated_errors():
                    self._known[user] = await self._app.create_dm(discord.Object(user))
            self._known.move_to_end(user)
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
            return self._known[user]
