"""Thousands of servers stay out of garbage collections, and a shard leaves none of them behind."""

import asyncio
import gc

import discord
import pytest

from bot.connection import gateway
from bot.connection.discord_internals import event_parsers
from bot.connection.garbage import MANY, set_aside
from playground.people import BOT_ID, bot_user
from playground.servers import CHANNELS, VOICES, Servers


@pytest.fixture
def thawed():
    """Nothing stays set aside after the test."""
    yield
    gc.unfreeze()


def test_few_servers_are_collected_as_everything_else(thawed):
    before = gc.get_freeze_count()
    set_aside(MANY - 1)
    assert gc.get_freeze_count() == before
    set_aside(MANY)
    assert gc.get_freeze_count() > before


@pytest.fixture
def server():
    """A server with channels and roles, as Discord describes it."""
    servers = Servers()
    (number,) = servers.add(1)
    channels = [channel.json() for channel in servers.channels(number)]
    return servers.guild(number) | {"channels": channels, "members": [], "unavailable": False}


def count(kind):
    """Number of objects of a kind that exist."""
    return sum(type(thing) is kind for thing in gc.get_objects())


TEXTS = CHANNELS - CHANNELS // VOICES


async def test_a_shard_that_begins_anew_frees_its_servers(server):
    """Without a collection: what was set aside would never be collected."""
    intents = discord.Intents(guilds=True)
    client = discord.AutoShardedClient(intents=intents, shard_count=1, guild_ready_timeout=0.01)
    client._connection.shard_count, client._connection.shard_ids = 1, [0]
    gateway.guard(client)
    parsers = event_parsers(client)
    ready = {
        "user": bot_user(),
        "guilds": [{"id": server["id"], "unavailable": True}],
        "shard": [0, 1],
        "application": {"id": str(BOT_ID), "flags": 0},
    }
    gc.collect()
    gc.disable()
    guilds, texts = count(discord.Guild), count(discord.TextChannel)
    try:
        parsers["READY"](ready)
        parsers["GUILD_CREATE"](server)
        assert [count(discord.Guild) - guilds, count(discord.TextChannel) - texts] == [1, TEXTS]
        await asyncio.gather(*client._connection._ready_tasks.values())
        parsers["READY"](ready)
        assert [count(discord.Guild) - guilds, count(discord.TextChannel) - texts] == [1, 0]
    finally:
        gc.enable()
        for task in client._connection._ready_tasks.values():
            task.cancel()
    assert client.get_guild(int(server["id"])) is not None
