"""Deeds of a moderator of the sample server: to channels, to threads and to the bot."""

from __future__ import annotations

from bot.playground import people
from bot.playground.channels import (
    MADE_BY_HAND,
    PRIVATE_THREAD,
    TEXT,
    THREADS_OF,
    Channel,
    Overwrite,
)
from bot.playground.core import Core
from bot.playground.errors import error_from_code
from bot.playground.people import BOT_ID, GUILD_ID


class Moderator:
    """Acts at once, with every right. Channels and people are named by their ids."""

    def __init__(self, core: Core) -> None:
        self._core, self._world = core, core.world

    # ---- channels and threads -------------------------------------------------------------------

    def add_channel(self, name: str, kind: int = TEXT) -> int:
        """A new channel: text, voice, announcement or forum."""
        if kind not in MADE_BY_HAND:
            raise error_from_code(50024)
        position = sum(channel.is_standing for channel in self._world.channels.values())
        channel = Channel(self._world.ids.new(), kind, name, position=position)
        return self._world.add_channel(channel).id

    def add_thread(
        self, channel: int, name: str, owner: int = people.OWNER_ID, *, private: bool = False
    ) -> int:
        """A thread that a person starts, or a post in a forum; the bot is not in it."""
        parent = self._world.channel(channel)
        kinds = THREADS_OF.get(parent.type, frozenset())
        kind = PRIVATE_THREAD if private else min(kinds, default=PRIVATE_THREAD)
        if kind not in kinds:
            raise error_from_code(50024)
        thread = Channel(self._world.ids.new(), kind, name, parent_id=channel)
        thread.owner_id, thread.people = owner, [owner]
        return self._world.add_channel(thread).id

    def delete(self, channel: int) -> None:
        """Delete a channel with its threads, or a thread."""
        place = self._world.channel(channel)
        for thread in self._world.threads(place.id):
            self._world.remove_channel(thread, told=False)
        self._world.remove_channel(place)
        start = self._world.find_message(place.id)
        if start is not None and start.body.pop("thread", None):
            self._world.save_message(start)

    def archive(self, thread: int, *, archived: bool = True) -> None:
        """Close a thread, or open it again."""
        self._thread(thread).archived = archived
        self._world.save_channel(self._thread(thread))

    def lock(self, thread: int, *, locked: bool = True) -> None:
        """Keep everybody but moderators from opening an archived thread again, or no longer."""
        self._thread(thread).locked = locked
        self._world.save_channel(self._thread(thread))

    def _thread(self, number: int) -> Channel:
        thread = self._world.channel(number)
        if not thread.is_thread:
            raise error_from_code(50024)
        return thread

    # ---- rights ---------------------------------------------------------------------------------

    def overwrite(self, channel: int, who: int, *, allow: int = 0, deny: int = 0) -> None:
        """Set permissions of a person (or of everyone, by GUILD_ID) that differ in a channel."""
        place = self._world.channel(channel)
        blind = not self._world.sees(BOT_ID, place)
        self._world.overwrite(place, who, Overwrite(allow, deny))
        if blind and self._world.sees(BOT_ID, place):
            self._core.gateway.threads_come_into_sight(place)

    def hide(self, channel: int, *who: int) -> None:
        """Let these people no longer see a channel; without any, only the owner sees it."""
        for number in who or (GUILD_ID,):
            self.overwrite(channel, number, deny=people.VIEW_CHANNEL)

    # ---- the bot --------------------------------------------------------------------------------

    def remove_bot(self, *, commands_stay: bool = False) -> None:
        """Throw the bot out of the server; its commands may stay, as an invitation without it."""
        if self._world.server.bot_here:
            self._world.take_bot(here=False, commands_stay=commands_stay)
            self._core.gateway.bot_removed()
            self._core.gateway.presence_changed()

    def bring_back_bot(self) -> None:
        """Invite the bot again."""
        if not self._world.server.bot_here:
            self._world.take_bot(here=True)
            self._core.gateway.bot_invited()
            self._core.gateway.presence_changed()
