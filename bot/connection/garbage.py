"""Garbage collection beside thousands of servers.

discord.py keeps every server, channel and role that the bot sees. A full collection looks at all of
them and stops everything meanwhile, for a second where they are many. So they are set aside, and
collected only when a shard that began anew has left its old ones behind.
"""

from __future__ import annotations

import gc

from bot.clock import Clock

MANY = 1000
"""Servers from which on they are set aside."""
AFTER = 60.0
"""Seconds between the new beginning of a shard and the collection, which waits for other shards."""


class Garbage:
    """The collector of this process."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._is_due = False

    def set_aside(self, servers: int) -> None:
        """Keep everything that exists out of the collections to come, if the servers are many."""
        if servers >= MANY:
            gc.freeze()

    async def collect_later(self, servers: int) -> None:
        """Collect once what was set aside before, if the servers are many; return afterwards."""
        if servers < MANY or self._is_due:
            return
        self._is_due = True
        await self._clock.sleep(AFTER)
        self._is_due = False
        gc.unfreeze()
        gc.collect()
        gc.freeze()
