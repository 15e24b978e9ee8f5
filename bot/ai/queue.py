"""Queue for a limited number of places: the most urgent first, with tables in rotation."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum, auto
from heapq import heappop, heappush
from itertools import count


class Rank(IntEnum):
    """Rank of a task: lower ranks go first."""

    PANEL = auto()
    """A panel is about to open with a quick suggestion."""
    PERSON = auto()
    """A person has asked and is waiting."""
    SEAT = auto()
    """An AI seat has to move."""
    ANALYSIS = auto()
    """An analysis, which waits until no other task does."""


class Turnstile:
    """Lets a limited number of tasks through at once; a task does not wait while there is room.

    Among waiting tasks the lowest rank goes first; within a rank every table has one turn in each
    round, however many tasks it has (start-time fair queueing: Goyal, Vin, Cheng, 1996).
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._waiting: list[tuple[int, int, int, asyncio.Future[None]]] = []
        self._arrivals = count()
        self._round = dict.fromkeys(Rank, 0)
        self._last: dict[tuple[Rank, int], int] = {}

    @asynccontextmanager
    async def through(self, rank: Rank, table: int) -> AsyncIterator[None]:
        """Wait for a place, and hold it within the `with` block."""
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
        """Round of a new task: after the earlier tasks of its table."""
        now = self._round[rank]
        turn = max(now, self._last.get((rank, table), now - 1) + 1)
        self._last = {who: last for who, last in self._last.items() if last >= self._round[who[0]]}
        self._last[rank, table] = turn
        return turn

    def _leave(self) -> None:
        """Give the place to the next waiting task, or free it."""
        while self._waiting:
            rank, turn, _, called = heappop(self._waiting)
            if not called.done():
                self._round[Rank(rank)] = turn
                called.set_result(None)
                return
        self._room += 1
