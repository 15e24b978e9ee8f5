"""Queue for a few places at a time: the most urgent first, and table after table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum, auto
from heapq import heappop, heappush
from itertools import count


class Rank(IntEnum):
    """Rank of a task: it goes before those with a higher one."""

    PANEL = auto()
    """A panel is to open, with a place on it that is quickly found."""
    PERSON = auto()
    """Somebody has asked, and looks at the screen."""
    SEAT = auto()
    """An AI seat has to move."""
    ANALYSIS = auto()
    """It can wait until nothing else does."""


class Turnstile:
    """Lets so many through at once; whoever comes when there is room need not wait.

    Of those who wait the most urgent go first; of these every table has one turn in each round,
    however many it has asked for (start-time fair queueing: Goyal, Vin, Cheng, 1996).
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._waiting: list[tuple[int, int, int, asyncio.Future[None]]] = []
        self._arrivals = count()
        self._round = dict.fromkeys(Rank, 0)
        self._last: dict[tuple[Rank, int], int] = {}

    @asynccontextmanager
    async def through(self, rank: Rank, table: int) -> AsyncIterator[None]:
        """Inside there is room."""
        await self._enter(rank, table)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, rank: Rank, table: int) -> None:
        turn = self._turn(rank, table)
        if self._room:
            self._room -= 1
            self._round[rank] = turn
            return
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (rank, turn, next(self._arrivals), called))
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._leave()
            raise

    def _turn(self, rank: Rank, table: int) -> int:
        """The round in which this one goes: not before others of its table that came earlier."""
        now = self._round[rank]
        turn = max(now, self._last.get((rank, table), now - 1) + 1)
        self._last = {who: last for who, last in self._last.items() if last >= self._round[who[0]]}
        self._last[rank, table] = turn
        return turn

    def _leave(self) -> None:
        """There is room for the next one."""
        while self._waiting:
            rank, turn, _, called = heappop(self._waiting)
            if not called.done():
                self._round[Rank(rank)] = turn
                called.set_result(None)
                return
        self._room += 1
