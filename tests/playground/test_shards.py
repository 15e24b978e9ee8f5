"""Many servers in several shards: which events come where, and how many sessions may begin."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

import playground
from playground import Playground, sessions
from playground.people import BOT_ID, GAMES_ID, GUILD_ID
from playground.servers import CHANNELS, games_channel
from tests.playground.api import Api
from tests.playground.conftest import CALM, running
from tests.playground.test_gateway import Wire, dial, session

__all__ = ["session"]

DIRECT_MESSAGES, GUILD_MESSAGES, GUILDS = 1 << 12, 1 << 9, 1
ALL = GUILDS | GUILD_MESSAGES | DIRECT_MESSAGES


@pytest.fixture
async def wide() -> AsyncIterator[Playground]:
    """A playground for two shards with seven servers, under the limits on new sessions."""
    opened = await playground.start(deadlines=CALM, shards=2, starts_limited=True)
    opened.add_servers(6)
    yield opened
    await opened.close()


async def shard(
    opened: aiohttp.ClientSession, ground: Playground, number: int, shards: int = 2
) -> tuple[Wire, dict[str, Any]]:
    """A connection as one shard, and the data of its READY."""
    wire = await dial(opened, ground)
    await wire.identify(ground, intents=ALL, shard=[number, shards])
    return wire, (await wire.until("READY"))["d"]


async def test_each_shard_has_its_servers(wide: Playground, session: aiohttp.ClientSession):
    ids_seen = set[int]()
    for number in range(2):
        wire, ready = await shard(session, wide, number)
        assert ready["shard"] == [number, 2]
        ids = {int(guild["id"]) for guild in ready["guilds"]}
        assert all((each >> 22) % 2 == number for each in ids)
        created = [(await wire.until("GUILD_CREATE"))["d"] for _ in ids]
        assert {int(guild["id"]) for guild in created} == ids
        ids_seen |= ids
        await wire.leave()
        wide.let_pass(5.0)
    assert ids_seen == {GUILD_ID, *wide.world.servers.names}


async def test_events_come_through_the_shard_of_their_server(
    wide: Playground, session: aiohttp.ClientSession
):
    """Direct messages come through the first shard."""
    wires = []
    for number in range(2):
        wire, ready = await shard(session, wide, number)
        for _ in ready["guilds"]:
            await wire.until("GUILD_CREATE")
        wires.append(wire)
        wide.let_pass(5.0)
    maud = wide.person("Maud")
    homes = {(number >> 22) % 2: games_channel(number) for number in wide.world.servers.names}
    homes[(GUILD_ID >> 22) % 2] = GAMES_ID
    for number, channel in homes.items():
        await maud.say("here", channel)
        event = (await wires[number].until("MESSAGE_CREATE"))["d"]
        assert event["channel_id"] == str(channel)
        assert int(event["guild_id"]) >> 22 == wide.world.channel(channel).guild_id >> 22
    direct = (await maud.call("open_dm", user=str(BOT_ID)))["channel"]
    await maud.say("psst", direct)
    assert (await wires[0].until("MESSAGE_CREATE"))["d"]["channel_id"] == direct
    for wire in wires:
        await wire.leave(1000)


async def test_a_session_too_soon_is_refused(wide: Playground, session: aiohttp.ClientSession):
    first, _ = await shard(session, wide, 0)
    soon = await dial(session, wide)
    await soon.identify(wide, shard=[1, 2])
    assert await soon.hear() == {"op": 9, "d": False}
    wide.let_pass(5.0)
    second, _ = await shard(session, wide, 1)
    for wire in (first, soon, second):
        await wire.leave(1000)


async def test_several_sessions_at_once_where_discord_allows_it(session: aiohttp.ClientSession):
    ground = await playground.start(deadlines=CALM, starts_limited=True, concurrency=2)
    wires = [(await shard(session, ground, number, 4))[0] for number in (0, 1)]
    soon = await dial(session, ground)
    await soon.identify(ground, shard=[2, 4])
    assert await soon.hear() == {"op": 9, "d": False}
    for wire in (*wires, soon):
        await wire.leave(1000)
    await ground.close()


async def test_the_sessions_of_a_day_are_counted(
    wide: Playground, session: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
):
    """Discord resets the token of who goes on."""
    assert wide._core.gateway.starts is not None
    monkeypatch.setattr(wide._core.gateway.starts.day, "rule", sessions.Rule(2, 86_400.0))
    async with Api(wide) as api:
        for remaining, number in ((2, 0), (1, 1)):
            answer = (await api("GET", "/gateway/bot")).body
            assert (answer["shards"], answer["session_start_limit"]["remaining"]) == (2, remaining)
            await (await shard(session, wide, number))[0].leave(1000)
            wide.let_pass(5.0)
        limit = (await api("GET", "/gateway/bot")).body["session_start_limit"]
        assert limit["remaining"] == 0
        assert 86_000_000 < limit["reset_after"] < 86_400_000
    late = await dial(session, wide)
    await late.identify(wide, shard=[0, 2])
    assert await late.hear() == {"closed": 4004}


async def test_too_many_servers_in_a_shard(session: aiohttp.ClientSession):
    ground = await playground.start(deadlines=CALM)
    ground.add_servers(sessions.MOST_SERVERS)
    assert ground.shards == 3
    wire = await dial(session, ground)
    await wire.identify(ground)
    assert await wire.hear() == {"closed": 4011}
    await ground.close()


async def test_a_resume_after_too_many_events_is_refused(
    wide: Playground, session: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sessions, "KEPT_EVENTS", 5)
    home = (GUILD_ID >> 22) % 2
    wire, ready = await shard(session, wide, home)
    await wire.leave()
    for _ in range(10):
        await wide.person("Maud").say("while you were away")
    resumption = await dial(session, wide)
    await resumption.hear()
    wish = {"token": wide.token, "session_id": ready["session_id"], "seq": 1}
    await resumption.say(6, wish)
    assert await resumption.hear() == {"op": 9, "d": False}
    await resumption.leave(1000)


async def test_a_client_finds_its_way_in_another_server():
    ground = await playground.start(deadlines=CALM, shards=2)
    (number,) = ground.add_servers(1)
    async with running(ground) as bot:
        guild = bot.get_guild(number)
        assert guild is not None
        assert len(guild.channels) == CHANNELS
        assert [guild.shard_id, bot.get_guild(GUILD_ID).shard_id] == [  # type: ignore[union-attr]
            (number >> 22) % 2,
            (GUILD_ID >> 22) % 2,
        ]
        assert len(await guild.fetch_channels()) == CHANNELS
        assert (await bot.fetch_guild(number)).name == guild.name
        channel = bot.get_channel(games_channel(number))
        message = await channel.send("hello")  # type: ignore[union-attr]
        thread = await message.create_thread(name="a talk")
        assert thread.guild.id == number
        assert [each.id for each in await guild.active_threads()] == [thread.id]
    await ground.close()
