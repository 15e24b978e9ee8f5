"""Every misfortune on demand, as an unmodified client meets it."""

import asyncio

import aiohttp
import discord
import pytest
from discord.ext import commands

from bot.playground import Playground
from bot.playground.driver import words
from bot.playground.errors import CallRefused
from bot.playground.faults import CATALOGUE
from bot.playground.people import GAMES_ID
from tests.playground.conftest import CALM, Launch, until


async def set_up(bot: commands.AutoShardedBot) -> None:
    bot.times = 0  # type: ignore[attr-defined]

    @bot.tree.command(description="x")
    async def ping(interaction: discord.Interaction) -> None:
        bot.times += 1  # type: ignore[attr-defined]
        try:
            await interaction.response.send_message("pong")
        except discord.HTTPException as error:
            bot.error = error.code  # type: ignore[attr-defined]


async def games(launch: Launch) -> discord.TextChannel:
    channel = (await launch(set_up)).get_channel(GAMES_ID)
    assert isinstance(channel, discord.TextChannel)
    return channel


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("gateway_close", {}),
        ("gateway_reconnect", {}),
        ("gateway_invalid", {"resumable": True}),
    ],
)
async def test_the_bot_resumes(name, args, ground: Playground, launch: Launch):
    bot = await launch(set_up)
    resumed = asyncio.create_task(bot.wait_for("shard_resumed", timeout=CALM.answer))
    await asyncio.sleep(0)
    ground.faults.inject(name, **args)
    answer = await ground.person("Maud").slash("ping")
    assert answer.text == "pong"
    await resumed
    assert ground.connections == 2


async def test_the_bot_identifies_again(ground: Playground, launch: Launch):
    bot = await launch(set_up)
    again = asyncio.create_task(bot.wait_for("shard_connect", timeout=CALM.answer))
    await asyncio.sleep(0)
    ground.faults.inject("gateway_invalid")
    await again
    assert (await ground.person("Maud").slash("ping")).text == "pong"


async def test_server_errors_are_retried(ground: Playground, launch: Launch):
    channel = await games(launch)
    ground.faults.inject("http_error", status=500, path="/messages")
    await channel.send("through")
    assert words(ground.person("Maud").messages()[-1]) == "through"
    ground.faults.inject("http_error", status=503)
    with pytest.raises(discord.DiscordServerError):
        await channel.send("not through")


async def test_a_rate_limit_is_sat_out(ground: Playground, launch: Launch):
    channel = await games(launch)
    ground.faults.inject("rate_limit", retry_after=0.2, path="/messages")
    started = asyncio.get_running_loop().time()
    await channel.send("through")
    assert asyncio.get_running_loop().time() - started >= 0.2


async def test_a_rate_limit_of_cloudflare_is_an_error(ground: Playground, launch: Launch):
    channel = await games(launch)
    ground.faults.inject("rate_limit", via=False)
    with pytest.raises(discord.HTTPException) as banned:
        await channel.send("not through")
    assert banned.value.status == 429


async def test_refused_dms(ground: Playground, launch: Launch):
    bot = await launch(set_up)
    user = await bot.fetch_user(ground.person("Maud").id)
    ground.faults.inject("forbidden_dm")
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("x")
    assert refused.value.code == 50007
    await user.send("x")


@pytest.mark.parametrize(("name", "code"), [("unknown_message", 10008), ("old_message", 30046)])
async def test_edits_that_fail(name, code, ground: Playground, launch: Launch):
    post = await (await games(launch)).send("x")
    ground.faults.inject(name)
    with pytest.raises(discord.HTTPException) as failed:
        await post.edit(content="y")
    assert failed.value.code == code
    await post.edit(content="y")


async def test_an_unknown_interaction(ground: Playground, launch: Launch):
    bot = await launch(set_up)
    ground.faults.inject("unknown_interaction")
    maud = ground.person("Maud")
    with pytest.raises(AssertionError, match="in vain"):
        await maud.slash("ping", patience=0.3)
    await until(lambda: hasattr(bot, "error"))
    assert bot.error == 10062  # type: ignore[attr-defined]


async def test_an_interaction_that_comes_twice(ground: Playground, launch: Launch):
    bot = await launch(set_up)
    ground.faults.inject("twice")
    assert (await ground.person("Maud").slash("ping")).text == "pong"
    await until(lambda: hasattr(bot, "error"))
    assert bot.times == 2  # type: ignore[attr-defined]
    assert bot.error == 40060  # type: ignore[attr-defined]


async def test_slow_answers(ground: Playground, launch: Launch):
    channel = await games(launch)
    ground.faults.inject("slow", seconds=0.3, path="/messages")
    started = asyncio.get_running_loop().time()
    await channel.send("slow")
    assert asyncio.get_running_loop().time() - started >= 0.3


async def test_an_answer_that_is_lost(ground: Playground, launch: Launch):
    """The message stands, the bot does not know: its nonce saves it from posting twice."""
    channel = await games(launch)
    ground.faults.inject("drop", path="/messages")
    with pytest.raises(aiohttp.ClientError):
        await channel.send("once", nonce="17:3")
    await channel.send("once", nonce="17:3")
    assert [words(one) for one in ground.person("Maud").messages()] == ["once"]


async def test_an_upload_that_fails(ground: Playground, launch: Launch):
    channel = await games(launch)
    ground.faults.inject("upload_fails")
    with pytest.raises(aiohttp.ClientError):
        await channel.send(file=discord.File(__file__))
    await channel.send(file=discord.File(__file__))
    assert len(ground.person("Maud").messages()) == 1


async def test_faults_nobody_knows(ground: Playground):
    maud = ground.person("Maud")
    for name, args in [("earthquake", {}), ("slow", {"minutes": 2})]:
        with pytest.raises(CallRefused, match="unknown_fault"):
            await maud.call("fault", name=name, args=args)
    await maud.call("fault", name="slow", args={"seconds": 0})
    ground.faults.clear()
    assert ground.faults.take("slow") is None
    assert {one["name"] for one in maud.world["faults"]} == set(CATALOGUE)
