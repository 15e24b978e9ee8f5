"""The bot with a ticker that measures how late its event loop is: `python -m bench.ticking FILE`.

At each SIGUSR1 it writes the delays since the last one to the file, in milliseconds, sorted. Once
every shard knows its servers, there is a second file, FILE.ready.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from time import perf_counter

import msgspec

from bot.__main__ import main
from bot.app import App

TICK = 0.005
"""Seconds between two ticks."""


async def tick(delays: list[float]) -> None:
    """Note for ever how late each tick is."""
    while True:
        began = perf_counter()
        await asyncio.sleep(TICK)
        delays.append((perf_counter() - began - TICK) * 1000)


def write(file: Path, delays: list[float]) -> None:
    """Write the delays, whole or not at all, and forget them."""
    fresh = file.with_suffix(".new")
    fresh.write_bytes(msgspec.json.encode(sorted(delays)))
    fresh.rename(file)
    delays.clear()


def ready_file(file: Path) -> Path:
    """File that exists once the bot is ready."""
    return file.with_suffix(".ready")


async def note_ready(file: Path) -> None:
    """Note that every shard knows its servers."""
    file.touch()


def add_ticker(file: Path) -> None:
    """Let every application start the ticker with everything else."""
    set_up: Callable[[App], Awaitable[None]] = App.setup_hook

    async def with_ticker(app: App) -> None:
        await set_up(app)
        delays: list[float] = []
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, write, file, delays)
        app.background(tick(delays))
        app.add_listener(partial(note_ready, ready_file(file)), "on_ready")

    setattr(App, "setup_hook", with_ticker)  # noqa: B010 (a method that mypy would not let go)


if __name__ == "__main__":
    add_ticker(Path(sys.argv.pop()))
    sys.exit(main())
