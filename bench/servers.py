"""Ten thousand servers in one process: `python -m bench servers --servers 10000 --tables 1000`.

The bot is a process of its own and speaks with the playground's server, which holds it to Discord's
limits, those on new sessions included: one shard in five seconds. Each server has channels, roles
and emojis (`playground/servers.py`), and each table is in another server. Measured are the
start, the memory, moves at an even rate as in `bench load`, and the return of all shards after all
connections have broken, with their sessions and without. Every time is told with the processor time
of the bot, which a busy machine stretches less.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter

import playground
from bench.load import (
    IDLE_AFTER,
    Bench,
    Ticker,
    by_module,
    cpu_seconds,
    family,
    loop_seconds,
    lost,
    percentile,
    print_memory,
    report,
    running_bot,
)
from bench.ticking import ready_file
from playground import Playground
from playground.servers import games_channel
from rules.registry import games

LOOK = 0.02
"""Seconds between two looks at what is waited for."""
LONGEST = 1200.0
"""Seconds after which a start or a return is given up."""


class Shards:
    """The bot under measurement, with the server that it is connected to."""

    def __init__(self, ground: Playground, ticker: Ticker) -> None:
        self.ground, self.ticker = ground, ticker
        self.delays: list[float] = []
        """Delays of the bot's event loop during what was told last, in milliseconds."""

    @asynccontextmanager
    async def told(self, what: str) -> AsyncIterator[None]:
        """Print how long something takes, what it costs, and how late the loop was meanwhile."""
        pid = self.ticker.bot.pid
        began, bot, ground = perf_counter(), cpu_seconds(pid), cpu_seconds(os.getpid())
        yield
        seconds, self.delays = perf_counter() - began, await self.ticker.delays()
        bot, ground = cpu_seconds(pid) - bot, cpu_seconds(os.getpid()) - ground
        print(f"  {seconds:8.1f}  s {what}; {costs(bot, ground, self.delays)}")

    async def back(self, connections: int) -> None:
        """Wait until so many connections have been made and every shard knows its servers."""
        await until(
            lambda: (
                self.ground.connections >= connections
                and self.ground.connected == self.ground.shards
                and self.ground.settled
            )
        )

    async def lose(self, what: str, fault: str, **args: object) -> None:
        """Break all connections at once, and measure until the last shard is back."""
        connections = self.ground.connections + self.ground.shards
        async with self.told(f"until all shards are back {what}"):
            self.ground.faults.inject(fault, **args)
            await self.back(connections)


async def until(claim: Callable[[], bool]) -> None:
    """Return once a claim is true. Raises TimeoutError."""
    async with asyncio.timeout(LONGEST):
        while not claim():
            await asyncio.sleep(LOOK)


async def measure(servers: int, shards: int, tables: int, rate: float, seconds: float) -> None:
    """Start the bot in so many servers, begin tables, make moves, break the connections."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "hexagora.sqlite3"
        ground = await playground.start(shards=shards, starts_limited=True)
        ids = ground.add_servers(servers - 1)
        print(f"{servers} servers in {ground.shards} shards; load of the machine {load_average()}")
        async with running_bot(ground, file) as ticker:
            bench, bot = Bench(ground, file), Shards(ground, ticker)
            await start(bot, bench)
            await asyncio.sleep(IDLE_AFTER)
            print_memory(ticker.bot.pid, "after the start")
            if tables:
                await play(bench, bot, ids, tables, rate, seconds)
            print(f"all connections break; load of the machine {load_average()}")
            await bot.lose("with their sessions", "gateway_close", code=4000)
            await bot.lose("with new sessions", "gateway_invalid", resumable=False)
            print_memory(ticker.bot.pid, "after that")
        await ground.close()


async def start(bot: Shards, bench: Bench) -> None:
    """Measure from the start of the process until every shard knows its servers."""
    began, pid, before = perf_counter(), bot.ticker.bot.pid, cpu_seconds(os.getpid())
    ready = ready_file(bot.ticker.file)
    await until(lambda: bot.ground.connected > 0)
    first = perf_counter() - began
    await until(ready.exists)
    seconds, delays = perf_counter() - began, await bot.ticker.delays()
    spent = costs(cpu_seconds(pid), cpu_seconds(os.getpid()) - before, delays)
    print(f"  {seconds:8.1f}  s from the process to ready, {first:.1f} to the first shard; {spent}")
    await bench.until_ready()


async def play(
    bench: Bench, bot: Shards, ids: list[int], tables: int, rate: float, seconds: float
) -> None:
    """Begin tables, each in another server, and make moves at them."""
    pid = bot.ticker.bot.pid
    places = [str(games_channel(ids[len(ids) * number // tables])) for number in range(tables)]
    async with bot.told(f"until {tables} tables of {len(games())} games had begun"):
        await bench.open_in(places, tables)
        await bench.settle()
    print_memory(pid, f"with {tables} tables")
    before, loop = by_module(family(pid), cpu_seconds), loop_seconds(pid)
    print(f"load of the machine {load_average()}")
    async with bot.told("of moves"):
        await bench.load(rate, seconds)
        await bench.settle()
    bench.figures["loop"] = [delay / 1000 for delay in bot.delays]
    report(bench, rate)
    moves, after = bench.counts["made"] or 1, by_module(family(pid), cpu_seconds)
    for module in sorted(after):
        spent = 1000 * (after[module] - before[module]) / moves
        print(f"  {spent:8.1f}  ms CPU a move: {module}")
    print(f"  {1000 * (loop_seconds(pid) - loop) / moves:8.1f}  ms CPU a move: the event loop")
    print(
        f"  {len(bench.ground.refusals):8}  requests refused, {bench.ground.limited} over a limit"
    )
    lost(bench)


def costs(bot: float, ground: float, delays: list[float]) -> str:
    """What something has cost, in processor seconds of bot and playground, and in delays in ms."""
    late = f"{percentile(delays, 99):.0f} ms p99, {max(delays, default=0):.0f} at most"
    return f"{bot:.1f} s CPU of the bot, {ground:.1f} of the playground; its loop late {late}"


def load_average() -> str:
    """Processes that wanted to run in the last minute, and processors."""
    return f"{os.getloadavg()[0]:.1f} of {os.cpu_count()}"


def main(
    servers: int = 10_000,
    shards: int = 10,
    tables: int = 100,
    rate: float = 25.0,
    seconds: float = 60.0,
) -> None:
    """Measure one bot in so many servers."""
    asyncio.run(measure(servers, shards, tables, rate, seconds))
