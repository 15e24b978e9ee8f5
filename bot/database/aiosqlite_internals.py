"""The part of aiosqlite that it does not document, behind a function of ours.

`tests/bot/test_internals.py` says when a later version has changed it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiosqlite

SEEN_WITH = "0.22.1"
"""Version of aiosqlite that has this part."""

T = TypeVar("T")


async def run_on_thread(
    connection: aiosqlite.Connection, work: Callable[[sqlite3.Connection], T]
) -> T:
    """Call `work` on the thread of a connection, in one hop.

    The documented methods take one statement each; a whole function is ten times cheaper.
    """
    call: Callable[..., Awaitable[T]] = connection._execute
    return await call(work, connection._conn)
