"""One bot with two connections to the gateway, and a table in a server of each."""

import asyncio
import logging

import pytest

from bot.connection import gateway
from playground.people import GAMES_ID, GUILD_ID
from playground.servers import games_channel
from playground.sessions import Starts
from tests.cogs.playing import move, start_game
from tests.cogs.settling import quiet
from tests.cogs.test_servers import until_left
from tests.patience import until
from tests.playground.conftest import CALM


@pytest.fixture
def shards():
    return 2


@pytest.fixture
def second_server(ground):
    """A server that comes through another connection than the sample server."""
    (number,) = ground.add_servers(1)
    return number


@pytest.fixture
async def wide(second_server, house):
    """The application in both servers."""
    assert house.ground.connected == 2
    return house


async def table_at(house, channel):
    """A game of two that has begun in a channel; the thread it is played in."""
    return await start_game(house, house.maud, house.bastien, place=channel)


async def connected(house, times):
    """Return once both shards are connected again, for so many connections in all."""
    await until(lambda: house.ground.connections >= times and house.ground.connected == 2)


async def test_a_table_in_each_shard_is_played_before_and_after_the_connections_break(
    wide, second_server
):
    shards = {wide.app.get_guild(number).shard_id for number in (GUILD_ID, second_server)}
    assert shards == {0, 1}
    threads = [await table_at(wide, place) for place in (GAMES_ID, games_channel(second_server))]
    for thread in threads:
        await move(wide, wide.maud, thread)
    for fault, args in (("gateway_close", {"code": 4000}), ("gateway_invalid", {})):
        connections = wide.ground.connections
        wide.ground.faults.inject(fault, **args)
        await connected(wide, connections + 2)
    for thread in threads:
        await move(wide, wide.bastien, thread)


async def test_a_server_that_leaves_while_its_shard_is_away_is_noted(wide, second_server):
    await table_at(wide, games_channel(second_server))
    await quiet(wide)
    del wide.ground.world.servers.names[second_server]
    connections = wide.ground.connections
    wide.ground.faults.inject("gateway_invalid")
    await until_left(wide, [second_server])
    await connected(wide, connections + 2)
    assert wide.app.get_guild(second_server) is None
    assert wide.app.get_guild(GUILD_ID) is not None


async def test_shards_wait_while_discord_has_no_sessions_left(ground, house, caplog, monkeypatch):
    """They wait, as Discord resets the token of a bot that goes on."""
    monkeypatch.setattr(ground._core.gateway, "starts", Starts(ground.world.clock.monotonic))
    starts = ground._core.gateway.starts
    starts.take_of_day()
    starts.day.used = starts.day.rule.limit - 1
    waiting = asyncio.create_task(gateway.await_starts(house.app, ground.world.clock))
    with caplog.at_level(logging.WARNING, logger="bot.connection.gateway"):
        await house.maud.expect(lambda: "no sessions left for 2 shards" in caplog.text)
    assert not waiting.done()
    ground.let_pass(starts.day.rule.seconds)
    await asyncio.wait_for(waiting, CALM.answer)


async def test_servers_that_become_available_during_a_look_are_looked_at_together(
    wide, second_server, monkeypatch
):
    looks, begun, goes_on = [], asyncio.Event(), asyncio.Event()

    async def tables_in_trouble(guild_ids, trouble):
        looks.append(sorted(guild_ids))
        begun.set()
        await goes_on.wait()
        return []

    monkeypatch.setattr(wide.app.places, "tables_in_trouble", tables_in_trouble)
    wide.app.dispatch("guild_available", wide.app.get_guild(second_server))
    await begun.wait()
    for number in (GUILD_ID, second_server):
        wide.app.dispatch("guild_available", wide.app.get_guild(number))
    await asyncio.sleep(0)
    goes_on.set()
    await until(lambda: len(looks) == 2)
    assert looks == [[second_server], sorted((GUILD_ID, second_server))]
