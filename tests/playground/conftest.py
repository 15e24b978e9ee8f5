"""A playground for each test, and bots to put into it."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import discord
import pytest
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

import playground
from bot.clock import Clock
from playground import Deadlines, Person, Playground
from tests.patience import LONGEST, until
from tests.playground.api import Api

Set_up = Callable[[commands.AutoShardedBot], Awaitable[None]]
Launch = Callable[..., Awaitable[commands.AutoShardedBot]]
CALM = Deadlines(answer=LONGEST)
"""The machines that run tests are shared: a late answer is a slow machine, not a fault."""
OBSERVED = Path(os.environ["HEXAGORA_OBSERVED"]) if "HEXAGORA_OBSERVED" in os.environ else None
"""A file of `./run rehearse`: the tests then run with what Discord was seen to do."""


@pytest.fixture
async def ground() -> AsyncIterator[Playground]:
    """A strict playground without rate limits, with the clock of a bot."""
    started = await playground.start(
        limited=False, deadlines=CALM, clock=Clock(), observed=OBSERVED
    )
    yield started
    await started.close()


@pytest.fixture
async def api(ground: Playground) -> AsyncIterator[Api]:
    """The bot's REST requests, by hand."""
    async with Api(ground) as by_hand:
        yield by_hand


@pytest.fixture
def maud(ground: Playground) -> Person:
    return ground.person("Maud")


@pytest.fixture
def bastien(ground: Playground) -> Person:
    return ground.person("Bastien")


@pytest.fixture
def ines(ground: Playground) -> Person:
    return ground.person("Inès")


@pytest.fixture
def karim(ground: Playground) -> Person:
    return ground.person("Karim")


@pytest.fixture
def noor(ground: Playground) -> Person:
    return ground.person("Noor")


@asynccontextmanager
async def running(
    place: Playground, set_up: Set_up | None = None, *, intents: discord.Intents | None = None
) -> AsyncIterator[commands.AutoShardedBot]:
    """An unmodified discord.py bot, ready in `place`."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = place.api_base, URL(place.gateway_url)
    bot = commands.AutoShardedBot(
        commands.when_mentioned,
        help_command=None,
        intents=intents or discord.Intents(guilds=True),
        guild_ready_timeout=0.1,
    )

    async def prepare() -> None:
        if set_up is not None:
            await set_up(bot)
            await bot.tree.sync()

    bot.setup_hook = prepare  # type: ignore[method-assign]
    life = asyncio.create_task(bot.start(place.token))
    ready = asyncio.create_task(_ready(bot))
    try:
        await asyncio.wait({life, ready}, return_when=asyncio.FIRST_COMPLETED)
        await (life if life.done() else ready)
        yield bot
    finally:
        ready.cancel()
        await bot.close()
        await asyncio.gather(life, return_exceptions=True)
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


async def _ready(bot: commands.AutoShardedBot) -> None:
    await until(lambda: bot.is_ready() and not any(guild.unavailable for guild in bot.guilds))


@pytest.fixture
async def launch(ground: Playground) -> AsyncIterator[Launch]:
    """Puts bots into the playground that stay until the test ends."""
    async with AsyncExitStack() as closing:

        async def go(
            set_up: Set_up | None = None, *, intents: discord.Intents | None = None
        ) -> commands.AutoShardedBot:
            return await closing.enter_async_context(running(ground, set_up, intents=intents))

        yield go
