"""Undocumented parts of discord.py, each behind a function of ours.

No other module uses them. `tests/bot/test_internals.py` names a part that another version has
changed.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, cast

import discord
import discord.errors
import discord.shard
import discord.utils
import msgspec
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context
from yarl import URL

SEEN_WITH = "2.7.1"
"""Version of discord.py with which these parts were checked."""

DISCORD_API = Route.BASE
DISCORD_GATEWAY = DiscordWebSocket.DEFAULT_GATEWAY
ERRORS_FILE = discord.errors.__file__
"""File in which discord.py reads the body of an error."""


class FairWebSocket(DiscordWebSocket):
    """Connection to the gateway that lets other work run before each event.

    discord.py reads what has come without a pause: at a start, thousands of servers.
    """

    async def poll_event(self) -> None:
        await asyncio.sleep(0)
        await super().poll_event()


Parser = Callable[[Any], None]
"""Reads one gateway event."""
Request = Callable[..., Awaitable[Any]]
"""Sends one request, given by its route, and returns the answer."""
ArchiveMinutes = Literal[60, 1440, 4320, 10080]
"""Minutes without a post after which Discord archives a thread."""
ThreadKind = Literal[10, 11, 12]
"""A thread of a news channel, a public thread, or a private one."""


def use_addresses(api: str, gateway: URL) -> None:
    """Make every client use these addresses."""
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = gateway


def use_fast_json() -> None:
    """Make every client write and read JSON in a tenth of the time."""
    setattr(discord.utils, "_to_json", to_json)  # noqa: B010 (mypy knows no such names)
    setattr(discord.utils, "_from_json", from_json)  # noqa: B010


def to_json(value: Any) -> str:
    """JSON of a request; of one with unusual types, as Python writes it."""
    try:
        return msgspec.json.encode(value).decode()
    except (TypeError, ValueError):
        return json.dumps(value, separators=(",", ":"))


def from_json(text: str | bytes) -> Any:
    """Value of some JSON; of unusual JSON, as Python reads it. Raises ValueError."""
    try:
        return msgspec.json.decode(text)
    except ValueError:
        return json.loads(text)


def connect_fairly() -> None:
    """Make every sharded client let other work run between two events of the gateway."""
    setattr(discord.shard, "DiscordWebSocket", FairWebSocket)  # noqa: B010 (mypy takes no type)


# ---- hooks ---------------------------------------------------------------------------------------


def event_parsers(client: discord.Client) -> dict[str, Parser]:
    """Parsers of a client by the name of the gateway event; changes to the mapping take effect."""
    return client._connection.parsers


def wrap_requests(client: discord.Client, wrap: Callable[[Request], Request]) -> None:
    """Replace the method that sends the requests of a client, except answers to interactions."""
    http: Any = client.http
    http.request = wrap(http.request)


class InteractionRequests(AsyncWebhookAdapter):
    """Sends the answers to interactions; a subclass wraps `request`."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]


def use_for_interactions(requests: InteractionRequests) -> None:
    """Make the current task, and those that it starts, answer interactions by `requests`."""
    async_context.set(requests)


async def session_starts(client: discord.AutoShardedClient) -> tuple[int, int, float]:
    """Shards that the client is to begin, new sessions left, and seconds until there are more."""
    shards, _, limit = await client.http.get_bot_gateway()
    return client.shard_count or shards, limit["remaining"], limit["reset_after"] / 1000


def empty(guild: discord.Guild) -> None:
    """Break the circles of a server that is replaced, so that it goes without a collection."""
    for part in (guild._channels, guild._threads, guild._roles, guild._members):
        part.clear()


# ---- requests without an object to ask -----------------------------------------------------------


async def set_archived(client: discord.Client, thread: int, *, archived: bool) -> None:
    """Archive or reopen a thread by its id."""
    await client.http.edit_channel(thread, archived=archived)


async def rename_thread(client: discord.Client, thread: int, name: str) -> None:
    """Give a thread another name, by its id."""
    await client.http.edit_channel(thread, name=name)


async def start_thread_of_message(
    client: discord.Client, channel: int, message: int, *, name: str, minutes: ArchiveMinutes
) -> None:
    """Start the thread of a message, archived after `minutes` without a post."""
    await client.http.start_thread_with_message(
        channel, message, name=name, auto_archive_duration=minutes
    )


async def start_thread(
    client: discord.Client,
    channel: int,
    *,
    kind: discord.ChannelType,
    name: str,
    minutes: ArchiveMinutes,
) -> int:
    """Start a thread of a kind without a message, and return its id.

    To a private one only the bot adds people.
    """
    is_private = kind is discord.ChannelType.private_thread
    thread = await client.http.start_thread_without_message(
        channel,
        name=name,
        auto_archive_duration=minutes,
        type=cast(ThreadKind, kind.value),
        invitable=not is_private,
    )
    return int(thread["id"])


async def add_to_thread(client: discord.Client, thread: int, user: int) -> None:
    """Add a person to a thread."""
    await client.http.add_user_to_thread(thread, user)


async def page_of_servers(
    client: discord.Client, size: int, *, after: int | None
) -> list[Mapping[str, Any]]:
    """Next page of the bot's servers, at most `size` of them, as Discord lists them."""
    return [*await client.http.get_guilds(size, after=after, with_counts=False)]
