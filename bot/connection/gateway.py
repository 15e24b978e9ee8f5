"""Gateway events: what discord.py is spared, or told besides, and when the first ones may come.

discord.py reads events without a guard: an error there ends the client. Here only READY may end
the connection, as nothing works without it; then the bot restarts. Other events that cannot be
read are logged and skipped. Of servers, only what the bot uses is kept, as there may be thousands.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import discord

from bot.clock import Clock
from bot.connection.discord_internals import (
    Parser,
    connect_fairly,
    empty,
    event_parsers,
    session_starts,
    use_fast_json,
)

log = logging.getLogger(__name__)

NEEDED = frozenset({"READY"})
"""Events without which the connection is of no use."""
SERVERS = ("GUILD_CREATE", "GUILD_UPDATE")
"""Events that describe a whole server."""
NEEDLESS = frozenset(
    {
        "emojis",
        "stickers",
        "soundboard_sounds",
        "stage_instances",
        "guild_scheduled_events",
        "presences",
        "voice_states",
    }
)
"""Parts of a server that the bot never looks at."""


def guard(client: discord.AutoShardedClient) -> None:
    """Keep a client alive through unreadable events, except those that are NEEDED.

    It also forgets the servers that it has lost unawares, and keeps little of the others; its JSON
    is written and read fast.
    """
    connect_fairly()
    use_fast_json()
    parsers, noted = event_parsers(client), set[str]()
    for event in SERVERS:
        parsers[event] = sparing_parser(parsers[event])
    parsers["READY"] = parser_of_ready(client, parsers)
    for event, parse in list(parsers.items()):
        if event not in NEEDED:
            parsers[event] = lenient_parser(event, parse, noted)


def lenient_parser(event: str, parse: Parser, noted: set[str]) -> Parser:
    """A parser that logs events it cannot read, once per kind."""

    def parse_or_note(data: Any) -> None:
        try:
            parse(data)
        except Exception as error:
            if event not in noted:
                noted.add(event)
                fault = type(error).__name__
                log.warning("Events %s cannot be read (%s): %s", event, fault, outline(data))

    return parse_or_note


def sparing_parser(parse: Parser) -> Parser:
    """A parser of a server that keeps only what the bot uses."""

    def parse_less(data: Any) -> None:
        for part in NEEDLESS & data.keys():
            data[part] = []
        for channel in data.get("channels", ()):
            channel["topic"] = None
        parse(data)

    return parse_less


def parser_of_ready(client: discord.AutoShardedClient, parsers: Mapping[str, Parser]) -> Parser:
    """A parser of READY that forgets the servers that its shard had before.

    discord.py keeps those that have removed the bot while the shard was not connected, and leaves
    the others to the garbage collection.
    """
    parse = parsers["READY"]

    def parse_after_losses(data: Any) -> None:
        shard, present = data["shard"][0], {int(guild["id"]) for guild in data["guilds"]}
        former = [guild for guild in client.guilds if guild.shard_id == shard]
        for guild in former:
            if guild.id not in present:
                parsers["GUILD_DELETE"]({"id": str(guild.id)})
        parse(data)
        for guild in former:
            empty(guild)

    return parse_after_losses


async def await_starts(client: discord.AutoShardedClient, clock: Clock) -> None:
    """Return once Discord lets every shard begin a session; it resets the token of who goes on."""
    shards, left, seconds = await session_starts(client)
    if left < shards:
        log.warning("Discord has no sessions left for %d shards; %.0f s to wait", shards, seconds)
        await clock.sleep(seconds)


def outline(data: Any) -> str:
    """The field names of an event, without its values, which may be secret."""
    if not isinstance(data, Mapping):
        return type(data).__name__
    return ", ".join(sorted(map(str, data))) or "nothing"
