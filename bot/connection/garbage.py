"""Garbage collection beside thousands of servers.

discord.py keeps every server, channel and role that the bot sees. A full collection looks at all of
them and stops everything meanwhile, for a second where they are many. So they are set aside. What a
shard that begins anew leaves behind needs no collection, as its circles are broken
(`discord_internals.empty`).
"""

from __future__ import annotations

import gc

MANY = 1000
"""Servers from which on they are set aside."""


def set_aside(servers: int) -> None:
    """Keep everything that exists out of the collections to come, if the servers are many."""
    if servers >= MANY:
        gc.freeze()
