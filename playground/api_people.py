"""Requests about users and the server."""

from __future__ import annotations

from playground import people
from playground.channels import TEXT
from playground.core import Core
from playground.errors import (
    ApiError,
    Json,
    error_from_code,
    invalid_form,
    missing_access,
    missing_permissions,
)
from playground.moderation import Moderator
from playground.people import BOT_ID, GUILD_ID
from playground.routing import Answer, Call, routes
from playground.values import is_blank, required

LISTED = 200
"""Most servers that one answer lists."""


@routes("GET", "/users/@me")
def me(core: Core, _: Call) -> Answer:
    """The bot's user object."""
    return core.world.user(BOT_ID) | {"verified": True, "mfa_enabled": True, "email": None}


@routes("GET", "/users/@me/guilds")
def my_guilds(core: Core, call: Call) -> Answer:
    """The bot's servers in the order of their ids, in pages of at most 200."""
    guild = people.guild()
    partial_guild = {name: guild[name] for name in ("id", "name", "icon", "banner", "features")}
    partial_guild["owner"] = False
    names = core.world.servers.names | {GUILD_ID: partial_guild["name"]}
    after, limit = int(call.query.get("after", 0)), int(call.query.get("limit", LISTED))
    listed = [number for number in sorted(core.world.guild_ids()) if number > after][
        : min(limit, LISTED)
    ]
    return [
        partial_guild
        | {"id": str(number), "name": names[number]}
        | {"permissions": str(people.EVERYONE | core.world.bot_rights(BOT_ID, number))}
        for number in listed
    ]


@routes("POST", "/users/@me/channels")
def open_dm(core: Core, call: Call) -> Answer:
    """Open direct messages with a person."""
    number = int(call.fields.get("recipient_id") or BOT_ID)
    if number == BOT_ID:
        raise ApiError(400, 50033, "Invalid Recipient(s)")
    core.world.person(number)
    return core.world.channel_json(core.world.direct(BOT_ID, number))


@routes("GET", "/users/{user_id}")
def get_user(core: Core, call: Call) -> Answer:
    """One user, person or bot."""
    return core.world.user(call.id("user"))


def _inside(core: Core, call: Call) -> bool:
    return core.world.has_bot(call.id("guild"))


def _guild(core: Core, call: Call) -> None:
    if not _inside(core, call):
        raise missing_access()


@routes("GET", "/guilds/{guild_id}")
def get_guild(core: Core, call: Call) -> Answer:
    """The server; refused as unknown where the bot is not in it."""
    if not _inside(core, call):
        raise error_from_code(10004)
    counts: Json = {}
    if call.query.get("with_counts", "").lower() in {"1", "true"}:
        number = len(core.world.people) + 1
        counts = {"approximate_member_count": number, "approximate_presence_count": number}
    return core.world.servers.guild(call.id("guild")) | counts


@routes("GET", "/guilds/{guild_id}/channels")
def guild_channels(core: Core, call: Call) -> Answer:
    """The server's channels, without threads."""
    _guild(core, call)
    standing = core.world.standing(call.id("guild"))
    return [core.world.channel_json(channel) for channel in standing]


@routes("POST", "/guilds/{guild_id}/channels")
def create_channel(core: Core, call: Call) -> Answer:
    """Add a channel to the sample server, where the bot may manage channels."""
    _guild(core, call)
    number = call.id("guild")
    if not core.world.bot_rights(BOT_ID, number) & people.MANAGE_CHANNELS:
        raise missing_permissions()
    name = call.fields["name"]
    if is_blank(name):
        raise invalid_form([required(("name",))])
    channel = Moderator(core).add_channel(name.strip(), call.fields.get("type") or TEXT)
    return 201, core.world.channel_json(core.world.channel(channel))


@routes("GET", "/guilds/{guild_id}/roles")
def guild_roles(core: Core, call: Call) -> Answer:
    """The server's roles."""
    _guild(core, call)
    roles: list[Json] = core.world.servers.guild(call.id("guild"))["roles"]
    more = core.world.bot_rights(BOT_ID, call.id("guild"))
    return people.roles(more) if more else roles


@routes("GET", "/guilds/{guild_id}/members/{user_id}")
def guild_member(core: Core, call: Call) -> Answer:
    """One member."""
    _guild(core, call)
    return core.world.member(call.id("user"))


@routes("GET", "/guilds/{guild_id}/members")
def guild_members(core: Core, call: Call) -> Answer:
    """Refuse the list of members, which needs an intent the bot does not have."""
    _guild(core, call)
    raise missing_access()


@routes("GET", "/guilds/{guild_id}/threads/active")
def active_threads(core: Core, call: Call) -> Answer:
    """All threads that are not archived."""
    _guild(core, call)
    world = core.world
    threads = world.threads_of(call.id("guild"))
    mine = [thread for thread in threads if BOT_ID in thread.people]
    return {
        "threads": [world.channel_json(thread) for thread in threads],
        "members": [world.thread_member(thread, BOT_ID) for thread in mine],
    }
