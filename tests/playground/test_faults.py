"""Every misfortune on demand, as an unmodified client meets it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest
from discord.ext import commands
from yarl import URL

import playground
from playground import Person, Playground
from playground.driver import words
from playground.errors import KNOWN, CallRefused
from playground.faults import CATALOGUE
from playground.people import GAMES_ID
from tests.cases import each_case
from tests.patience import LONGEST, until
from tests.playground.api import MESSAGES, Api
from tests.playground.conftest import CALM, Launch


async def set_up(bot: commands.AutoShardedBot) -> None:
    bot.times = 0  # type: ignore[attr-defined]

    @bot.tree.command(description="x")
    async def ping(interaction: discord.Interaction) -> None:
        bot.times += 1  # type: ignore[attr-defined]
        try:
            await interaction.response.send_message("pong")
        except discord.HTTPException as error:
            bot.error = error.code  # type: ignore[attr-defined]


@pytest.fixture
async def bot(launch: Launch) -> Any:
    """A bot with one command, which counts how often it is called."""
    return await launch(set_up)


@pytest.fixture
def channel(bot: Any) -> discord.TextChannel:
    """#games, as the bot sees it."""
    return bot.get_channel(GAMES_ID)


async def stays_open(call: Awaitable[object], event: Awaitable[object]) -> None:
    """Await an event while a call waits for an answer, which does not come."""
    calling = asyncio.ensure_future(call)
    await event
    assert not calling.done()
    calling.cancel()


@pytest.mark.parametrize(
    ("name", "args", "event"),
    [
        ("gateway_close", {}, "shard_resumed"),
        ("gateway_reconnect", {}, "shard_resumed"),
        ("gateway_invalid", {"resumable": True}, "shard_resumed"),
        ("gateway_invalid", {}, "shard_connect"),
    ],
)
async def test_the_bot_resumes_or_identifies_again(
    name, args, event, ground: Playground, bot: Any, maud: Person
):
    reconnection = asyncio.create_task(bot.wait_for(event, timeout=CALM.answer))
    await asyncio.sleep(0)
    ground.faults.inject(name, **args)
    await reconnection
    assert (await maud.slash("ping")).text == "pong"
    assert ground.connections == 2


async def test_server_errors_are_retried(ground: Playground, channel: discord.TextChannel):
    ground.faults.inject("http_error", status=500, path="/messages")
    await channel.send("through")
    assert words(ground.person("Maud").messages()[-1]) == "through"
    ground.faults.inject("http_error", status=503)
    with pytest.raises(discord.DiscordServerError):
        await channel.send("not through")


async def test_a_rate_limit_is_sat_out(ground: Playground, channel: discord.TextChannel):
    ground.faults.inject("rate_limit", retry_after=0.2, path="/messages")
    await channel.send("through")
    sent = [call.status for call in ground.requests if call.path.endswith("/messages")]
    assert sent == [429, 200]


async def test_a_global_limit_refuses_every_request_until_it_ends(api: Api, ground: Playground):
    ground.faults.inject("global_limit", seconds=7.5)
    for _ in range(2):
        reply = await api.send(content="x")
        assert reply.status == 429
        assert reply.body["global"] is True
        assert 7 < reply.body["retry_after"] <= 7.5
        assert reply.headers["Retry-After"] == "8"
        assert reply.headers["X-RateLimit-Global"] == "true"
        assert reply.headers["X-RateLimit-Scope"] == "global"
        assert reply.headers["Via"]
    ground.let_pass(7.5)
    assert (await api.send(content="x")).status == 200


async def test_a_limit_names_its_scope(api: Api, ground: Playground):
    for args, scope in (
        ({}, "user"),
        ({"scope": "shared"}, "shared"),
        ({"global": True}, "global"),
    ):
        ground.faults.inject("rate_limit", **args)
        assert (await api.send(content="x")).headers["X-RateLimit-Scope"] == scope


async def test_a_rate_limit_of_cloudflare_is_an_error(
    ground: Playground, channel: discord.TextChannel
):
    ground.faults.inject("rate_limit", via=False)
    with pytest.raises(discord.HTTPException) as banned:
        await channel.send("not through")
    assert banned.value.status == 429


@pytest.mark.parametrize(
    ("name", "args", "code"),
    [
        ("forbidden_dm", {}, 50007),
        ("forbidden_dm", {"code": 50278}, 50278),
        ("too_many_dms", {}, 40003),
    ],
)
async def test_refused_dms(name, args, code, ground: Playground, bot: Any, maud: Person):
    user = await bot.fetch_user(maud.id)
    ground.faults.inject(name, **args)
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("x")
    assert refused.value.code == code
    await user.send("x")


async def test_an_edit_of_a_message_that_is_gone(ground: Playground, channel: discord.TextChannel):
    post = await channel.send("x")
    ground.faults.inject("unknown_message")
    with pytest.raises(discord.NotFound) as failed:
        await post.edit(content="y")
    assert failed.value.code == 10008
    await post.edit(content="y")


async def test_too_many_edits_of_old_messages(api: Api, ground: Playground):
    """Discord says it as a rate limit: a client that reads only the status waits."""
    sent = (await api.send(content="x")).body["id"]
    ground.faults.inject("old_message", retry_after=31.5)
    reply = await api("PATCH", f"{MESSAGES}/{sent}", {"content": "y"})
    assert (reply.status, reply.code, reply.body["retry_after"]) == (429, 30046, 31.5)
    assert reply.headers["Via"]
    assert reply.headers["Retry-After"] == "32"
    assert (await api("PATCH", f"{MESSAGES}/{sent}", {"content": "y"})).status == 200


LONG = 90.0
"""Seconds that a client with a limit of half a minute will not wait."""
CALLS: dict[str, Callable[[discord.TextChannel], Awaitable[object]]] = {
    "a message": lambda channel: channel.send("x"),
    "an edit": lambda channel: channel.get_partial_message(1).edit(content="y"),
    "a thread": lambda channel: channel.create_thread(name="x"),
    "an emoji": lambda channel: channel.guild._state.http.create_application_emoji(
        channel.guild.me.id, "stone", "data:image/png;base64,AAAA"
    ),
    "the commands": lambda channel: channel.guild._state.http.bulk_upsert_global_commands(
        channel.guild.me.id, []
    ),
}


@each_case("name", CALLS)
async def test_a_limit_longer_than_a_client_waits(name, ground: Playground, bot: Any, channel: Any):
    bot.http.max_ratelimit_timeout = 30.0
    ground.faults.inject("rate_limit", retry_after=LONG)
    with pytest.raises(discord.RateLimited) as limited:
        await CALLS[name](channel)
    assert limited.value.retry_after == LONG


@each_case("code", KNOWN)
async def test_any_call_is_refused_with_any_code(code, ground: Playground, api: Api):
    ground.faults.refuse("POST", "/threads$", code=code)
    assert (await api("POST", f"/channels/{GAMES_ID}/messages", {"content": "x"})).status == 200
    threads, body = f"/channels/{GAMES_ID}/threads", {"name": "x", "type": 11}
    reply = await api("POST", threads, body)
    assert (reply.status, reply.code) == (KNOWN[code][0], code)
    assert reply.body["message"] == KNOWN[code][1]
    assert (await api("POST", threads, body)).status == 201
    assert ground.refusals == []


async def test_a_refusal_of_ones_own_choice(ground: Playground, api: Api):
    ground.faults.refuse("GET|PUT", "^/users/@me$", code=1, status=418, message="A teapot")
    reply = await api("GET", "/users/@me")
    assert (reply.status, reply.body) == (418, {"message": "A teapot", "code": 1})


async def test_a_proxy_before_discord_answers_with_a_page(ground: Playground, api: Api):
    ground.faults.inject("page", status=404, path="/messages")
    reply = await api.send(content="x")
    assert (reply.status, reply.headers["Content-Type"]) == (404, "text/html")
    assert (await api.send(content="x")).status == 200
    assert ground.refusals == []


async def test_a_proxy_before_discord_answers_for_some_time(ground: Playground, api: Api):
    ground.faults.inject("foreign", seconds=60.0, method="POST")
    ground.let_pass(59)
    for _ in range(3):
        reply = await api.send(content="x")
        assert (reply.status, reply.code) == (403, 40333)
        assert reply.body["message"] == "internal network error"
    assert (await api("GET", "/users/@me")).status == 200
    ground.let_pass(2)
    assert (await api.send(content="x")).status == 200


async def test_an_event_as_a_test_wants_it(ground: Playground, bot: Any):
    heard = asyncio.create_task(bot.wait_for("socket_event_type", timeout=CALM.answer))
    await asyncio.sleep(0)
    ground.faults.inject("gateway_event", event="NEVER_HEARD_OF", data=[1])
    assert await heard == "NEVER_HEARD_OF"


async def test_a_refusal_that_lasts(ground: Playground, api: Api):
    with ground.faults.during("refuse", code=50001):
        assert [(await api.send(content="x")).status for _ in range(3)] == [403] * 3
    assert (await api.send(content="x")).status == 200
    ground.faults.refuse("", "", code=50001, count=0)
    assert [(await api.send(content="x")).status for _ in range(3)] == [403] * 3
    ground.faults.clear()
    assert (await api.send(content="x")).status == 200


@pytest.mark.parametrize(
    ("name", "code"),
    [("threads_full", 160006), ("title_blocked", 200001)],
)
async def test_a_thread_that_cannot_be_made(
    name, code, ground: Playground, channel: discord.TextChannel
):
    ground.faults.inject(name)
    with pytest.raises(discord.HTTPException) as refused:
        await channel.create_thread(name="x", type=discord.ChannelType.public_thread)
    assert (refused.value.status, refused.value.code) == (400, code)
    assert ground.person("Maud").threads() == []


@pytest.mark.parametrize(
    ("name", "code"), [("unknown_interaction", 10062), ("answered_interaction", 40060)]
)
async def test_an_interaction_that_takes_no_answer(name, code, ground: Playground, bot: Any):
    ground.faults.inject(name)
    call = ground.person("Maud").slash("ping")
    await stays_open(call, until(lambda: getattr(bot, "error", 0) == code))


async def test_an_interaction_that_comes_twice(ground: Playground, bot: Any):
    ground.faults.inject("twice")
    assert (await ground.person("Maud").slash("ping")).text == "pong"
    await until(lambda: hasattr(bot, "error"))
    assert bot.times == 2  # type: ignore[attr-defined]
    assert bot.error == 40060  # type: ignore[attr-defined]


async def test_slow_answers(ground: Playground, channel: discord.TextChannel, maud: Person):
    ground.faults.inject("slow", seconds=LONGEST, path="/messages")
    sending = asyncio.create_task(channel.send("slow"))
    await maud.expect(lambda: [words(message) for message in maud.messages()] == ["slow"])
    assert not sending.done()
    sending.cancel()
    ground.faults.inject("slow", seconds=0.01, path="/messages")
    assert (await channel.send("not as slow")).content == "not as slow"


async def test_an_answer_that_is_lost(ground: Playground, channel: discord.TextChannel):
    """The message stands, the bot does not know: its nonce saves it from posting twice."""
    ground.faults.inject("drop", path="/messages")
    with pytest.raises(aiohttp.ClientError):
        await channel.send("once", nonce="17:3")
    await channel.send("once", nonce="17:3")
    assert [words(message) for message in ground.person("Maud").messages()] == ["once"]


async def test_a_request_that_is_lost(ground: Playground, channel: discord.TextChannel):
    for name, args in (("lost_request", {}), ("drop", {"before": True})):
        ground.faults.inject(name, path="/messages", **args)
        with pytest.raises(aiohttp.ClientError):
            await channel.send("once", nonce="17:3")
    assert ground.person("Maud").messages() == []
    await channel.send("once", nonce="17:3")
    assert len(ground.person("Maud").messages()) == 1


async def test_an_answer_to_a_press_that_comes_late(ground: Playground, bot: Any, maud: Person):
    """The message is there and can be pressed while the bot still waits to hear so."""
    hold = ground.faults.hold("POST", "/callback$")
    assert (await maud.slash("ping")).text == "pong"
    await hold.wait_for_arrival()
    assert ground.requests[-1].status == 0
    assert bot.times == 1  # type: ignore[attr-defined]
    hold.release()
    await until(lambda: ground.requests[-1].status == 200)


async def test_a_late_answer_says_what_was_true_when_it_left(ground: Playground, api: Api):
    hold = ground.faults.hold("POST", "/messages$")
    sending = asyncio.create_task(api.send(content="Lobby: Maud"))
    await hold.wait_for_arrival()
    (post,) = ground.person("Maud").messages()
    await api("PATCH", f"{MESSAGES}/{post['id']}", {"content": "Lobby: Maud, Karim"})
    hold.release()
    assert (await sending).body["content"] == "Lobby: Maud"


async def test_an_answer_to_a_press_that_never_arrives(ground: Playground, bot: Any, maud: Person):
    hold = ground.faults.hold("POST", "/callback$", before=True)
    await stays_open(maud.slash("ping"), hold.wait_for_arrival())
    assert maud.messages() == []


@pytest.mark.parametrize("before", [True, False])
async def test_a_connection_that_breaks_on_an_answer(before, ground: Playground, launch: Launch):
    bot, maud = await launch(), ground.person("Maud")
    broken: list[Exception] = []

    @bot.tree.command(description="x")
    async def ping(interaction: discord.Interaction) -> None:
        try:
            await interaction.response.send_message("pong")
        except aiohttp.ClientError as error:
            broken.append(error)

    await bot.tree.sync()
    ground.faults.inject("drop", method="POST", path="/callback$", before=before)
    if before:
        await stays_open(maud.slash("ping"), until(lambda: broken))
    else:
        assert (await maud.slash("ping")).text == "pong"
    await until(lambda: len(broken) == 1)


async def test_a_server_that_is_there_later():
    """A place that is known before anybody answers there, and kept when nobody does any more."""
    ground = await playground.start(limited=False, deadlines=CALM, reachable=False)
    place = URL(ground.url)
    for _ in range(2):
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection(place.host, place.port)
        await ground.appear()
        async with Api(ground) as api:
            assert (await api.send(content="x")).status == 200
            await ground.vanish()
            with pytest.raises(aiohttp.ClientConnectionError):
                await api.send(content="x")
    await ground.vanish()
    await ground.close()


async def test_a_bot_comes_back_when_the_server_does(
    ground: Playground, bot: Any, channel: discord.TextChannel
):
    resumed = asyncio.create_task(bot.wait_for("shard_resumed", timeout=CALM.answer))
    await asyncio.sleep(0)
    await ground.vanish()
    with pytest.raises(aiohttp.ClientError):
        await channel.send("x")
    await ground.appear()
    await resumed
    assert (await ground.person("Maud").slash("ping")).text == "pong"


async def test_an_upload_that_fails(ground: Playground, channel: discord.TextChannel):
    ground.faults.inject("upload_fails")
    with pytest.raises(aiohttp.ClientError):
        await channel.send(file=discord.File(__file__))
    await channel.send(file=discord.File(__file__))
    assert len(ground.person("Maud").messages()) == 1


async def test_unknown_faults_are_refused(ground: Playground, maud: Person):
    for name, args in [
        ("earthquake", {}),
        ("slow", {"minutes": 2}),
        ("slow", {"seconds": "2"}),
        ("slow", {"path": "("}),
        ("rate_limit", {"via": 1}),
        ("twice", {"count": -1}),
        ("refuse", {"code": 1}),
        ("http_error", {"status": 0}),
    ]:
        with pytest.raises(CallRefused, match="unknown_fault"):
            await maud.call("fault", name=name, args=args)
    await maud.call("fault", name="slow", args={"seconds": 0})
    ground.faults.clear()
    assert ground.faults.take("slow") is None
    assert {fault["name"] for fault in maud.world["faults"]} == set(CATALOGUE)
