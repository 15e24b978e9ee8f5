"""Deliveries through a Discord that limits them: nothing is lost, doubled or out of order."""

import asyncio
from collections import Counter

import discord
import pytest

import playground
from bot.connection import answers
from bot.connection.budget import LOWEST_RATE, RATE, Budget
from bot.connection.endpoints import point_at
from bot.service.delivery import Outbox
from bot.settings import Settings
from bot.steps.announcements import notice
from cogs._delivery.answers import translated_errors
from playground.channels import PUBLIC_THREAD, Channel
from playground.people import BOT_ID, GAMES_ID
from tests.bot.samples import new_table, step, waiting
from tests.patience import until
from tests.tier import of_tier

TABLES = of_tier(15, 25)
POSTS = 5
"""Posts of each table: as many as Discord takes at once in one place."""
BUSY = 429


class Poster:
    """A courier that posts a line in the thread of its table, through Discord."""

    def __init__(self, client, threads):
        self.client, self.threads = client, threads

    async def deliver(self, delivery):
        place = self.client.get_partial_messageable(self.threads[delivery.table_id])
        with translated_errors():
            await place.send(delivery.payload.code, nonce=delivery.nonce)


@pytest.fixture
async def ground():
    """A playground with Discord's limits."""
    opened = await playground.start()
    yield opened
    await opened.close()


@pytest.fixture
def budget(store):
    return Budget(store.clock)


@pytest.fixture
async def client(ground, budget):
    """A client as the bot's own."""
    point_at(
        Settings(
            discord_token=ground.token,
            discord_api_base=ground.api_base,
            discord_gateway_url=ground.gateway_url,
        )
    )
    client = discord.Client(intents=discord.Intents.none(), http_trace=budget.trace())
    answers.listen(client)
    async with client:
        await client.login(ground.token)
        yield client


@pytest.fixture
async def threads(ground, store):
    """Threads of tables that have posts to deliver, by table."""
    threads = {}
    for number in range(TABLES):
        table = await new_table(store, host_id=100 + number)
        thread = Channel(
            ground.world.ids.new(),
            PUBLIC_THREAD,
            f"thread {number}",
            parent_id=GAMES_ID,
            owner_id=BOT_ID,
        )
        threads[table.id] = ground.world.add_channel(thread).id
        for post in range(POSTS):
            table = await step(store, table, notice(str(post)))
    return threads


@pytest.fixture
async def outbox(store, client, threads, budget):
    outbox = Outbox(store, Poster(client, threads), budget=budget)
    yield outbox
    await outbox.stop()


def lines(ground, threads):
    """Lines in each thread, oldest first."""
    return [
        [message.body["content"] for message in ground.world.messages(thread)]
        for thread in threads.values()
    ]


def count(ground, threads):
    """Number of lines in all threads."""
    return sum(map(len, lines(ground, threads)))


def statuses(ground):
    return Counter(call.status for call in ground.requests)


ALL = [[str(post) for post in range(POSTS)]] * TABLES


async def test_the_bot_keeps_below_the_limits_by_itself(ground, threads, outbox):
    await outbox.drain()
    assert lines(ground, threads) == ALL
    assert BUSY not in statuses(ground)


async def test_a_global_limit_costs_only_time(ground, store, threads, outbox, budget):
    outbox.start()
    await until(lambda: count(ground, threads) > TABLES * POSTS / 2)
    ground.faults.inject("global_limit", seconds=1.0)
    await until(lambda: budget.halt > 0)
    assert LOWEST_RATE <= budget.rate < RATE
    before = count(ground, threads)
    await asyncio.sleep(budget.halt / 2)
    assert count(ground, threads) == before

    async def is_done():
        return not await waiting(store)

    await until(is_done)
    assert lines(ground, threads) == ALL


async def test_a_limit_of_one_place_slows_no_other(ground, threads, outbox, budget):
    limited = next(iter(threads.values()))
    ground.faults.inject("rate_limit", scope="shared", retry_after=0.3, path=f"/{limited}/messages")
    await outbox.drain()
    assert lines(ground, threads) == ALL
    assert statuses(ground)[BUSY] == 1
    assert budget.rate == RATE
