"""The gateway: greetings, compression, resuming, refusals; an unmodified client and one by hand."""

import asyncio
import zlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import msgspec
import pytest
from discord.gateway import KeepAliveHandler

import playground
from playground import Person, Playground, gateway
from playground.people import BOT_ID, GAMES_ID, GUILD_ID
from tests.patience import until
from tests.playground.conftest import CALM, Launch, running


class Wire:
    """A gateway connection by hand."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._inflater = zlib.decompressobj()

    async def hear(self) -> dict[str, Any]:
        message = await self._socket.receive(timeout=CALM.answer)
        if message.type is aiohttp.WSMsgType.BINARY:
            assert message.data.endswith(b"\x00\x00\xff\xff")
            return dict(msgspec.json.decode(self._inflater.decompress(message.data)))
        if message.type is not aiohttp.WSMsgType.TEXT:
            return {"closed": self._socket.close_code}
        return dict(msgspec.json.decode(message.data))

    async def until(self, event: str) -> dict[str, Any]:
        while (frame := await self.hear()).get("t") != event:
            assert "closed" not in frame, frame
        return frame

    async def say(self, op: int, data: Any) -> None:
        await self._socket.send_json({"op": op, "d": data})

    async def leave(self, code: int = 4000) -> None:
        await self._socket.close(code=code)

    async def identify(self, ground: Playground, **fields: Any) -> None:
        assert (await self.hear())["op"] == 10
        wish = {"token": ground.token, "intents": 1, "properties": {}} | fields
        await self.say(2, wish)


BEATS = 20


async def test_no_heartbeat_alarms_the_log(launch: Launch, monkeypatch, caplog):
    """discord.py notes in another thread when it has asked; until then it remembers the last time.

    That was long ago here, so that an answer which comes too early shows. The answer is to come
    later; here it comes once the thread has made its note, however busy the machine is. On a busy
    one the client may connect again, whose heart is then another.
    """
    payload_of, keepers = KeepAliveHandler.get_payload, set[KeepAliveHandler]()
    ack, acknowledged = KeepAliveHandler.ack, list[KeepAliveHandler]()

    def long_ago(handler: KeepAliveHandler) -> dict[str, Any]:
        if handler._last_ack >= handler._last_send:
            handler._last_send -= 3600
        keepers.add(handler)
        return payload_of(handler)

    def note() -> bool:
        beating = (keeper for keeper in keepers if keeper.is_alive())
        return all(keeper._last_send >= keeper._last_ack for keeper in beating)

    def counted(keeper: KeepAliveHandler) -> None:
        acknowledged.append(keeper)
        ack(keeper)

    async def answer(connection: gateway.Connection, frame: dict[str, Any]) -> None:
        await until(note)
        connection.send(frame)

    def call_later(connection: gateway.Connection, seconds: float, frame: dict[str, Any]) -> None:
        assert seconds > 0
        answering.append(asyncio.create_task(answer(connection, frame)))

    answering: list[asyncio.Task[None]] = []
    monkeypatch.setattr(gateway.Connection, "send_later", call_later)
    monkeypatch.setattr(KeepAliveHandler, "get_payload", long_ago)
    monkeypatch.setattr(gateway, "HEARTBEAT_SECONDS", 0.15)
    monkeypatch.setattr(KeepAliveHandler, "ack", counted)
    await launch()
    await until(lambda: len(acknowledged) >= BEATS)
    assert "behind" not in caplog.text


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as opened:
        yield opened


async def dial(session: aiohttp.ClientSession, ground: Playground, **query: str) -> Wire:
    address = ground.gateway_url
    return Wire(await session.ws_connect(address, params={"v": "10", "encoding": "json"} | query))


@pytest.mark.parametrize("query", [{}, {"compress": "zlib-stream"}])
async def test_greeting(query, ground: Playground, session: aiohttp.ClientSession):
    wire = await dial(session, ground, **query)
    await wire.identify(ground)
    ready = (await wire.until("READY"))["d"]
    assert ready["user"]["id"] == str(BOT_ID)
    assert ready["resume_gateway_url"] == ground.gateway_url
    guild = (await wire.until("GUILD_CREATE"))["d"]
    assert [channel["name"] for channel in guild["channels"]] == ["games", "lounge"]
    assert [member["user"]["id"] for member in guild["members"]] == [str(BOT_ID)]
    await wire.say(1, 2)
    assert (await wire.hear())["op"] == 11
    await wire.leave()


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"intents": 1 << 60}, 4013),
        ({"intents": 1 | 1 << 15}, 4014),
        ({"shard": [3, 2]}, 4010),
    ],
)
async def test_identities_that_are_refused(
    fields, code, ground: Playground, session: aiohttp.ClientSession
):
    wire = await dial(session, ground)
    await wire.identify(ground, **fields)
    assert await wire.hear() == {"closed": code}


async def test_frames_that_make_no_sense(ground: Playground, session: aiohttp.ClientSession):
    for frame, code in [("nonsense", 4002), ("[]", 4002), ('{"op":3,"d":{}}', 4003)]:
        wire = await dial(session, ground)
        await wire.hear()
        await wire._socket.send_str(frame)
        assert await wire.hear() == {"closed": code}
    wire = await dial(session, ground)
    await wire.identify(ground)
    await wire.until("GUILD_CREATE")
    await wire.say(99, {})
    assert await wire.hear() == {"closed": 4001}


async def test_a_bot_that_says_too_much_is_sent_away(
    ground: Playground, session: aiohttp.ClientSession
):
    wire = await dial(session, ground)
    await wire.identify(ground)
    await wire.until("GUILD_CREATE")
    for _ in range(gateway.MOST_EVENTS.limit):
        await wire.say(gateway.PRESENCE, {})
    while "closed" not in (heard := await wire.hear()):
        pass
    assert heard == {"closed": 4008}


async def test_a_bot_that_answers_late_still_hears_why_it_is_sent_away(
    ground: Playground, session: aiohttp.ClientSession
):
    """A lost answer counts as a fault of the network, after which discord.py resumes."""
    async with session.ws_connect(ground.gateway_url, autoclose=False) as socket:
        wire = Wire(socket)
        await wire.identify(ground)
        await wire.until("READY")
        ground.faults.inject("gateway_close", code=4004)
        while "closed" not in await wire.hear():
            pass
        await asyncio.sleep(0.1)
        await wire.leave()
        assert socket.close_code == 4004
        assert socket.exception() is None


async def test_a_frame_that_is_too_long(ground: Playground, session: aiohttp.ClientSession):
    wire = await dial(session, ground)
    await wire.hear()
    await wire.say(gateway.PRESENCE, {"x": "x" * gateway.MOST_FRAME_BYTES})
    assert await wire.hear() == {"closed": 4002}


async def test_only_zlib_stream(ground: Playground, session: aiohttp.ClientSession):
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await dial(session, ground, compress="zstd-stream")


async def test_a_resume_brings_what_was_missed(ground: Playground, session: aiohttp.ClientSession):
    wire = await dial(session, ground)
    await wire.identify(ground, intents=1 | 1 << 9)
    ready = await wire.until("READY")
    last = await wire.until("GUILD_CREATE")
    await wire.leave()
    await ground.person("Maud").say("while you were away")
    assert ground.online
    resumption = await dial(session, ground)
    assert (await resumption.hear())["op"] == 10
    wish = {"token": ground.token, "session_id": ready["d"]["session_id"], "seq": last["s"]}
    await resumption.say(6, wish)
    missed = await resumption.until("MESSAGE_CREATE")
    assert missed["d"]["content"] == ""
    assert missed["d"]["author"]["username"] == "maud"
    await resumption.until("RESUMED")
    await resumption.leave()


async def test_resumes_that_are_refused(ground: Playground, session: aiohttp.ClientSession):
    wire = await dial(session, ground)
    await wire.identify(ground)
    ready = await wire.until("READY")
    identity = {"token": ground.token, "session_id": ready["d"]["session_id"], "seq": 1}
    for change, answer in [
        ({"session_id": "unknown"}, {"op": 9, "d": False}),
        ({"token": "wrong"}, {"closed": 4004}),
        ({"seq": 99}, {"closed": 4007}),
    ]:
        resumption = await dial(session, ground)
        await resumption.hear()
        await resumption.say(6, identity | change)
        assert await resumption.hear() == answer
        await resumption.leave()
    await wire.leave(1000)


async def test_members_on_request(ground: Playground, session: aiohttp.ClientSession):
    wire = await dial(session, ground)
    await wire.identify(ground)
    await wire.until("GUILD_CREATE")
    wish = {"guild_id": str(GUILD_ID), "user_ids": ["200000000000000001", "1"], "limit": 0}
    await wire.say(8, wish)
    chunk = (await wire.until("GUILD_MEMBERS_CHUNK"))["d"]
    assert [member["user"]["username"] for member in chunk["members"]] == ["maud"]
    assert chunk["not_found"] == ["1"]
    await wire.say(8, {"guild_id": str(GUILD_ID), "query": "ba", "limit": 5})
    chunk = (await wire.until("GUILD_MEMBERS_CHUNK"))["d"]
    assert [member["user"]["username"] for member in chunk["members"]] == ["bastien"]
    await wire.leave(1000)


async def test_a_bot_that_leaves_is_offline(ground: Playground, maud: Person):
    assert not maud.world["bot"]["online"]
    async with running(ground):
        await maud.expect(lambda: maud.world["bot"]["online"])
    await maud.expect(lambda: not maud.world["bot"]["online"])


async def test_activity_is_shown(launch: Launch, maud: Person):
    bot = await launch()
    await bot.change_presence(activity=discord.CustomActivity("/help"))
    await maud.expect(lambda: maud.world["bot"]["activity"] == "/help")


async def test_messages_follow_the_intents(launch: Launch, maud: Person):
    bot = await launch(intents=discord.Intents(guilds=True, messages=True))
    heard: asyncio.Queue[discord.Message] = asyncio.Queue()
    bot.add_listener(heard.put, "on_message")
    await maud.say("nothing of yours")
    assert (await asyncio.wait_for(heard.get(), CALM.answer)).content == ""
    await maud.say(f"<@{BOT_ID}> are you there?")
    assert "there" in (await asyncio.wait_for(heard.get(), CALM.answer)).content
    dm = (await maud.call("open_dm", user=str(BOT_ID)))["channel"]
    await maud.say("psst", channel=dm)
    assert (await asyncio.wait_for(heard.get(), CALM.answer)).content == "psst"


async def test_threads_reach_the_client(ground: Playground, launch: Launch):
    bot = await launch()
    channel = bot.get_channel(GAMES_ID)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="x", type=discord.ChannelType.public_thread)
    await until(lambda: channel.guild.get_thread(thread.id) is not None)
    await ground.person("Maud").call("reset")
    await until(lambda: channel.guild.get_thread(thread.id) is None)


async def test_two_shards():
    ground = await playground.start(shards=2)
    async with running(ground) as bot:
        assert bot.shard_count == 2
        assert bot.get_guild(GUILD_ID) is not None
        assert ground.connections == 2
    await ground.close()
