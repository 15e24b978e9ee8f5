"""The bot's other servers: any number of them, each computed from its number.

The sample server is the one that pages show. The others exist for hosts of many servers and for
shards: the people of the sample server are members of each, its owner owns them, and nothing of
them is stored until somebody acts in one of their channels.
"""

from __future__ import annotations

from playground import people
from playground.channels import TEXT, VOICE, Channel
from playground.errors import Json
from playground.people import GUILD_ID

FIRST = (GUILD_ID >> 22) + 1
"""The upper bits of the id of the first other server; they count up from server to server."""
ROOM = 1 << 22
"""Ids between two servers, of which the channels, roles and emojis of a server use the first."""
CHANNELS, ROLES, EMOJIS = 20, 8, 20
"""Numbers of things in a server, as in one of middling size."""
VOICES = 4
"""One channel of so many is for voice."""
MEMBERS = 80
"""Members of a server; the bot is shown itself alone."""
ROLES_FROM, EMOJIS_FROM = 1_000, 2_000
"""First ids of roles and emojis, counted from that of their server."""


class Servers:
    """Names of the other servers by id, and what is in them."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}

    def add(self, count: int) -> list[int]:
        """Add so many servers; return their ids."""
        first = FIRST + len(self.names)
        ids = [(first + place) * ROOM for place in range(count)]
        self.names |= {number: f"Server {(number // ROOM) - FIRST + 1}" for number in ids}
        return ids

    def channel(self, number: int) -> Channel | None:
        """A channel of one of these servers by its id; None where there is none."""
        guild_id, place = number // ROOM * ROOM, number % ROOM - 1
        if guild_id not in self.names or not 0 <= place < CHANNELS:
            return None
        return _channel(guild_id, place)

    def channels(self, guild_id: int) -> list[Channel]:
        """All channels of a server, untouched."""
        return [_channel(guild_id, place) for place in range(CHANNELS)]

    def guild(self, guild_id: int) -> Json:
        """One of these servers, or the sample server, as Discord's guild object."""
        if guild_id == GUILD_ID:
            return people.guild()
        roles = [role | {"id": _own_id(role, guild_id)} for role in people.roles()]
        return people.guild() | {
            "id": str(guild_id),
            "name": self.names[guild_id],
            "description": "A server like others, with channels, roles and emojis of its own.",
            "roles": roles + [_role(guild_id, place) for place in range(ROLES)],
            "emojis": [_emoji(guild_id, place) for place in range(EMOJIS)],
        }


def games_channel(guild_id: int) -> int:
    """Id of the first channel of one of the other servers."""
    return guild_id + 1


def _channel(guild_id: int, place: int) -> Channel:
    kind = VOICE if place % VOICES == VOICES - 1 else TEXT
    number, name = guild_id + 1 + place, f"channel-{place}" if place else "games"
    return Channel(number, kind, name, f"What {name} is for", place, guild_id=guild_id)


def _own_id(role: Json, guild_id: int) -> str:
    """Id of a role that each server has: that of everyone is the server's own."""
    return str(guild_id) if role["id"] == str(GUILD_ID) else role["id"]


def _role(guild_id: int, place: int) -> Json:
    everyone, number = people.roles()[0], guild_id + ROLES_FROM + place
    return everyone | {"id": str(number), "name": f"Role {place}", "position": place + 2}


def _emoji(guild_id: int, place: int) -> Json:
    return {
        "id": str(guild_id + EMOJIS_FROM + place),
        "name": f"face_{place}",
        "roles": [],
        "user": people.bot_user(),
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }
