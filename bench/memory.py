"""Memory of a bot with many running tables, after many moves: `python -m bench memory`.

One process has loaded everything that the bot loads but its connection; it keeps tables of all
games and sizes in a store, and moves are made at them in turn through the services. Its painter
draws the board after each turn, and now and then a seat, a preview and a hand; its AI process is
awake. `python -m bench.memory TABLES MOVES` takes other numbers.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from render.samples import NAMES

TABLES, MOVES = 1000, 10_000
LARGE_SHARE = 4
"""One move of so many is made with the pictures of a panel."""
CALM = 3.0
"""Seconds after which processes have given back what they do not use."""
LIMIT = 350
"""Limit of the memory of all processes, in megabytes."""
LOOKS = 10
"""Number of times that the memory is read during the moves."""


def main() -> None:
    """Measure in a process of its own and print."""
    command = [sys.executable, "-m", "bench.memory", str(TABLES), str(MOVES)]
    subprocess.run(command, check=True)


async def measure(tables: int, moves: int) -> None:
    """Open the tables, make the moves, and print the memory of the processes."""
    from bot.ai.pool import Brains
    from bot.app import cogs
    from bot.service import Services
    from bot.store.store import Store
    from cogs._painting.brush import LONGEST_LARGE, QUICK, Brush

    cogs()
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as closing:
            store, brains = await Store.open(Path(folder) / "hexagora.sqlite3"), Brains()
            services = Services(store, brains, notify=lambda: None)
            brush = Brush(QUICK, LONGEST_LARGE)
            for close in (store.close, brains.close, services.stop_ai, brush.close):
                closing.push_async_callback(close)
            brush.use_folder(Path(folder))
            await brush.start()
            brains.prewarm()
            print_memory("before the first table")
            running = [await open_table(services, number) for number in range(tables)]
            print_memory(f"with {tables} tables")
            await make_moves(services, brush, running, moves)
            await asyncio.sleep(CALM)
            print_memory("a little later")


async def make_moves(services: Any, brush: Any, running: list[int], moves: int) -> None:
    """Make moves at the tables in turn, with new tables for those that are over."""
    for number in range(moves):
        place = number % len(running)
        if not await move(services, brush, running[place], number):
            running[place] = await open_table(services, number + len(running))
        if (number + 1) % (moves // LOOKS or 1) == 0:
            print_memory(f"after {number + 1} moves (bar {LIMIT})")


async def open_table(services: Any, number: int) -> int:
    """Begin a table, with a game and a size by its number; return its id."""
    from bot.table.seating import Person
    from rules.registry import games

    keys = list(games())
    key = keys[number % len(keys)]
    sizes = [size for size in games()[key].facts.seats if 1 < size <= len(NAMES)]
    size = sizes[number // len(keys) % len(sizes)]
    first = 1 + number * len(NAMES)
    people = [Person(first + seat, f"{NAMES[seat]} {number}") for seat in range(size)]
    host, *guests = people
    table = await services.lobbies.open(
        game=key,
        guild_id=1,
        channel_id=number,
        host=host,
        size=size,
        options={},
        language="en",
        in_thread=True,
        ai=(),
    )
    for guest in guests:
        await services.lobbies.join(table.id, guest)
    return int((await services.lobbies.start(table.id, host.user_id)).id)


async def move(services: Any, brush: Any, table: int, number: int) -> bool:
    """Make a random move and draw what people see of it; return whether the game goes on."""
    from rules.rng import Rng

    async with services.tables.hold(table) as live:
        if not live.to_act:
            return False
        seat, game = live.to_act[0], live.game
        user = live.table.seats[seat].user_id
        action = game.sample(live.state, seat, Rng(number))
        notation = game.notation(live.state, seat, action)
        panel = list(panel_pictures(game, live.state, seat, action, number))
    if number % LARGE_SHARE == 0:
        for wish in panel:
            await brush.draw(wish)
    await services.moves.play(table, user, None, [notation])
    async with services.tables.hold(table) as live:
        if live.turn is None:
            await brush.draw(board_picture(game, live.state, number))
    return True


def board_picture(game: Any, state: Any, number: int) -> Any:
    """The board of a table."""
    from cogs._painting.wish import Wish
    from render.contract import TABLE

    return Wish(game.facts.key, TABLE, game.view(state, None), names=names_of(number))


def panel_pictures(game: Any, state: Any, seat: int, action: Any, number: int) -> Iterator[Any]:
    """A seat's own picture, the preview of its move, and its hand."""
    from cogs._painting.wish import Wish
    from render.contract import CANDIDATE, HAND

    key, view = game.facts.key, game.view(state, seat)
    yield Wish(key, "seat", view, names=names_of(number), seat=seat)
    for name, content in (
        (CANDIDATE, game.preview(state, seat, action)),
        (HAND, game.hand(state, seat)),
    ):
        if content is not None:
            yield Wish(key, name, view, names=names_of(number), shown=content)


def names_of(number: int) -> Any:
    """Names of the players, other ones at each table."""
    return tuple(f"{name} {number % TABLES}" for name in NAMES)


def memory() -> Mapping[str, float]:
    """Memory of this process and all below it, in megabytes, by module."""
    from bench.load import by_module, family, megabytes

    return by_module(family(os.getpid()), megabytes)


def print_memory(when: str) -> None:
    """Print the memory of the processes."""
    sizes = memory()
    parts = ", ".join(f"{name} {size:.0f}" for name, size in sorted(sizes.items()))
    print(f"  {sum(sizes.values()):6.0f}  MB in all {when}: {parts}", flush=True)


if __name__ == "__main__":
    asyncio.run(measure(int(sys.argv[1]), int(sys.argv[2])))
