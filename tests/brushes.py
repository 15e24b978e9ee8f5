"""Brush that draws in a thread of the test, which can see what is drawn, and break it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cogs._painting import wish as wishes
from cogs._painting import worker
from cogs._painting.painter import PAINTER, Painter
from cogs._painting.wish import Wish

DRAW = Wish.draw


class ThreadBrush:
    """Draws in one thread beside the loop, with the pictures that this process has cached."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="brush")

    async def start(self) -> None:
        pass

    async def draw(self, wish: Wish) -> bytes:
        """The picture; one drawn by a test itself is neither kept nor found among those kept."""
        return await self._run(wish.png if Wish.draw is DRAW else wish.draw)

    async def prewarm(self, game: str) -> None:
        await self._run(wishes.renderer(game).prewarm)

    async def icons(self) -> dict[str, bytes]:
        drawn = await self._run(lambda: worker.icons(b""))
        return msgspec.msgpack.decode(drawn, type=dict[str, bytes])

    async def _run(self, work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def forget(self) -> None:
        await self._run(lambda: worker.forget(b""))

    def use_folder(self, folder: Path) -> None:
        pass

    def rest(self) -> None:
        pass

    async def close(self) -> None:
        pass


def thread_painter() -> Painter:
    """A painter that draws everything in one thread."""
    brush = ThreadBrush()
    return Painter(brush, brush)


def draw_in_a_thread() -> None:
    """Let the painter of the bot draw in a thread."""
    PAINTER.quick.brush = PAINTER.low.brush = ThreadBrush()


@pytest.fixture(autouse=True)
def drawn_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot draws in a thread."""
    brush = ThreadBrush()
    for queue in (PAINTER.quick, PAINTER.low):
        monkeypatch.setattr(queue, "brush", brush)
