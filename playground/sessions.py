"""Sessions of the bot's shards, and Discord's limits on beginning new ones."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from typing import Protocol

import msgspec

from playground.errors import Json
from playground.limits import Rule, Window

DISPATCH = 0
KEPT_EVENTS = 1000
RESUMABLE_SECONDS = 120.0
ONE_START = Rule(1, 5.0)
"""New sessions of a bucket of shards; there are `max_concurrency` buckets."""
STARTS_A_DAY = Rule(1000, 86_400.0)
"""New sessions of all shards together; after that, Discord resets the token."""
MOST_SERVERS = 2500
"""Servers of one shard, above which Discord demands more shards."""
SERVERS_A_SHARD = 1000
"""Servers for which Discord recommends one shard."""


class Line(Protocol):
    """The websocket of a session, while it is connected."""

    def send(self, frame: Json | bytes) -> None: ...
    async def close(self, code: int) -> None: ...


class Session:
    """One identified shard, which outlives its connection so that it can be resumed."""

    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents, self.shard = intents, shard
        self.sequence = 0
        self.events: deque[tuple[int, bytes]] = deque(maxlen=KEPT_EVENTS)
        self.connection: Line | None = None
        self.left_at: float | None = None

    def add(self, event: str, data: Json) -> bytes:
        """Number an event and keep it for a resume; returns its frame."""
        self.sequence += 1
        frame = msgspec.json.encode({"op": DISPATCH, "t": event, "s": self.sequence, "d": data})
        self.events.append((self.sequence, frame))
        return frame

    def after(self, sequence: int) -> list[bytes]:
        """The frames that a connection has missed."""
        return [frame for number, frame in self.events if number > sequence]

    def keeps_all_after(self, sequence: int) -> bool:
        """Whether every frame after this one is still kept."""
        return self.sequence - sequence <= len(self.events)

    def has(self, guild_id: int) -> bool:
        """Whether events of a server come through this shard."""
        number, shards = self.shard
        return (guild_id >> 22) % shards == number

    @property
    def resumable(self) -> bool:
        if self.connection is not None or self.left_at is None:
            return True
        return asyncio.get_running_loop().time() - self.left_at < RESUMABLE_SECONDS


class Starts:
    """Count of new sessions: one in five seconds for each bucket, and so many a day in all."""

    def __init__(self, clock: Callable[[], float], *, concurrency: int = 1) -> None:
        self._clock, self.concurrency = clock, concurrency
        self._buckets = [Window(ONE_START) for _ in range(concurrency)]
        self.day = Window(STARTS_A_DAY)

    def take(self, shard: int) -> bool:
        """Count a new session; returns False where its bucket has had one just now."""
        return self._buckets[shard % self.concurrency].take(self._clock())

    def take_of_day(self) -> bool:
        """Count a new session of the day; returns False where none is left."""
        return self.day.take(self._clock())

    def json(self) -> Json:
        """Discord's object about the starts that are left."""
        now, is_over = self._clock(), self._clock() >= self.day.ends
        return {
            "total": self.day.rule.limit,
            "remaining": self.day.rule.limit - (0 if is_over else self.day.used),
            "reset_after": 0 if is_over else round((self.day.ends - now) * 1000),
            "max_concurrency": self.concurrency,
        }
