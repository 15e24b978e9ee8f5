"""Channels: their kinds, their permissions, and Discord's JSON for them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from playground.errors import Json
from playground.ids import creation_time
from playground.people import GUILD_ID

TEXT, DM, VOICE, ANNOUNCEMENT, STAGE, FORUM, MEDIA = 0, 1, 2, 5, 13, 15, 16
FORUMS = frozenset({FORUM, MEDIA})
"""Kinds of channel that hold posts only."""
ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12
THREADS = frozenset({ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD})
THREADS_OF: Mapping[int, frozenset[int]] = {
    TEXT: frozenset({PUBLIC_THREAD, PRIVATE_THREAD}),
    ANNOUNCEMENT: frozenset({ANNOUNCEMENT_THREAD}),
    FORUM: frozenset({PUBLIC_THREAD}),
    MEDIA: frozenset({PUBLIC_THREAD}),
}
"""Kinds of thread by kind of channel; the other kinds hold no threads."""
MADE_BY_HAND = frozenset({TEXT, VOICE, ANNOUNCEMENT, STAGE, *FORUMS})


class Overwrite(msgspec.Struct, frozen=True):
    """Permissions of one person, or of everyone, that differ in a channel, as bits."""

    allow: int = 0
    deny: int = 0

    def over(self, granted: int) -> int:
        """The granted permissions, as this overwrite changes them."""
        return granted & ~self.deny | self.allow


class Channel(msgspec.Struct, omit_defaults=True):
    """A channel of the server, a thread, or the direct messages of two people."""

    id: int
    type: int
    name: str | None = None
    topic: str | None = None
    position: int = 0
    parent_id: int | None = None
    owner_id: int | None = None
    people: list[int] = []
    """The two people of a DM; the members of a thread."""
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    auto_archive: int = 4320
    slowmode: int = 0
    message_count: int = 0
    last_message_id: int | None = None
    overwrites: dict[int, Overwrite] = {}
    """By person; by the id of the server for everyone."""
    guild_id: int = GUILD_ID
    """The server it is in, unless it is a DM."""

    @property
    def is_thread(self) -> bool:
        return self.type in THREADS

    @property
    def is_standing(self) -> bool:
        """Whether the list of the server's channels includes it."""
        return self.type != DM and not self.is_thread

    def json(self) -> Json:
        """Discord's channel object, without the people of a DM."""
        last = self.last_message_id
        shared = {
            "id": str(self.id),
            "type": self.type,
            "last_message_id": str(last) if last else None,
            "flags": 0,
        }
        if self.type == DM:
            return shared
        shared |= {
            "guild_id": str(self.guild_id),
            "name": self.name,
            "parent_id": str(self.parent_id) if self.parent_id else None,
            "rate_limit_per_user": self.slowmode,
        }
        return shared | (_thread_part(self) if self.is_thread else _standing_part(self))


def _standing_part(channel: Channel) -> Json:
    return {
        "topic": channel.topic,
        "position": channel.position,
        "permission_overwrites": [
            {
                "id": str(who),
                "type": 0 if who == channel.guild_id else 1,
                "allow": str(overwrite.allow),
                "deny": str(overwrite.deny),
            }
            for who, overwrite in channel.overwrites.items()
        ],
        "nsfw": False,
        **KIND_PARTS.get(channel.type, {"last_pin_timestamp": None}),
    }


VOICE_PART: Json = {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
FORUM_PART: Json = {
    "available_tags": [],
    "default_reaction_emoji": None,
    "default_forum_layout": 0,
}
KIND_PARTS: Mapping[int, Json] = {
    VOICE: VOICE_PART,
    STAGE: VOICE_PART,
    FORUM: FORUM_PART,
    MEDIA: FORUM_PART,
}


def _thread_part(channel: Channel) -> Json:
    created_at = creation_time(channel.id).isoformat(timespec="microseconds")
    return {
        "owner_id": str(channel.owner_id),
        "message_count": channel.message_count,
        "member_count": len(channel.people),
        "total_message_sent": channel.message_count,
        "thread_metadata": {
            "archived": channel.archived,
            "locked": channel.locked,
            "invitable": channel.invitable,
            "auto_archive_duration": channel.auto_archive,
            "archive_timestamp": created_at,
            "create_timestamp": created_at,
        },
    }
