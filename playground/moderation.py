"""Actions of a moderator of the sample server on channels, threads and the bot."""

from __future__ import annotations

from playground import people
from playground.channels import (
    MADE_BY_HAND,
    PRIVATE_THREAD,
    TEXT,
    THREADS_OF,
    Channel,
    Overwrite,
)
from playground.core import Core
from playground.errors import error_from_code
from playground.people import BOT_ID, GUILD_ID


class Moderator:
    """Moderator with every right. Channels and people are given by their ids."""

    def __init__(self, core: Core) -> None:
        self._core, self._world = core, core.world

    # ---- channels and threads --------------------------------------------------------------------

    def add_channel(self, name: str, kind: int = TEXT) -> int:
        """Add a channel of a kind of `MADE_BY_HAND`; returns its id."""
        if kind not in MADE_BY_HAND:
            raise error_from_code(50024)
        position = len(self._world.standing(GUILD_ID))
        channel = Channel(self._world.ids.new(), kind, name, position=position)
        return self._world.add_channel(channel).id

    def add_thread(
        self, channel: int, name: str, owner: int = people.OWNER_ID, *, private: bool = False
    ) -> int:
        """Add a thread of a person, or a forum post, without the bot in it; returns its id."""
        parent = self._world.channel(channel)
        kinds = THREADS_OF.get(parent.type, frozenset())
        kind = PRIVATE_THREAD if private else min(kinds, default=PRIVATE_THREAD)
        if kind not in kinds:
            raise error_from_code(50024)
        thread = Channel(
            self._world.ids.new(), kind, name, parent_id=channel, guild_id=parent.guild_id
        )
        thread.owner_id, thread.people = owner, [owner]
        return self._world.add_channel(thread).id

    def delete(self, channel: int) -> None:
        """Delete a thread, or a channel with its threads."""
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
        """Lock a thread, so that only moderators can reopen it once archived, or unlock it."""
        self._thread(thread).locked = locked
        self._world.save_channel(self._thread(thread))

    def _thread(self, number: int) -> Channel:
        thread = self._world.channel(number)
        if not thread.is_thread:
            raise error_from_code(50024)
        return thread

    # ---- rights ----------------------------------------------------------------------------------

    def overwrite(self, channel: int, who: int, *, allow: int = 0, deny: int = 0) -> None:
        """Set the overwrite of a person (or of everyone, by the server's id) in a channel."""
        place = self._world.channel(channel)
        blind = not self._world.sees(BOT_ID, place)
        self._world.overwrite(place, who, Overwrite(allow, deny))
        if blind and self._world.sees(BOT_ID, place):
            self._core.gateway.threads_come_into_sight(place)

    def hide(self, channel: int, *who: int) -> None:
        """Hide a channel from these people, or from everyone but the owner where none is given."""
        for number in who or (self._world.channel(channel).guild_id,):
            self.overwrite(channel, number, deny=people.VIEW_CHANNEL)

    def grant(self, rights: int) -> None:
        """Give the bot these rights besides those of everyone, as by another invite link."""
        self._world.grant(rights)

    # ---- the bot ---------------------------------------------------------------------------------

    def remove_bot(self, *, commands_stay: bool = False) -> None:
        """Remove the bot from the server; its commands may stay, as if invited without it."""
        if self._world.server.bot_here:
            self._world.take_bot(here=False, commands_stay=commands_stay)
            self._core.gateway.bot_removed()
            self._core.gateway.presence_changed()

    def invite_bot(self) -> None:
        """Invite the bot again, if it was removed."""
        if not self._world.server.bot_here:
            self._world.take_bot(here=True)
            self._core.gateway.bot_invited()
            self._core.gateway.presence_changed()
