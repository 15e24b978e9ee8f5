"""A chore goes on after its own errors, and says each of them once."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta

from bot.clock import Clock
from bot.database import BadStore
from bot.figures import Figures
from bot.service import chores
from bot.table.seating import Status
from tests.bot.room import lobby
from tests.patience import until

DAY = timedelta(days=1)


async def test_a_chore_goes_on_after_every_error(caplog):
    errors = [OSError("no space left"), BadStore("in_use", file="x"), ValueError("odd")]
    is_done = asyncio.Event()

    async def chore() -> float:
        if errors:
            raise errors.pop(0)
        is_done.set()
        return 60.0

    doing = asyncio.create_task(chores.repeat("chore", chore, Figures(Clock()), after_an_error=0.0))
    await is_done.wait()
    doing.cancel()
    await asyncio.gather(doing, return_exceptions=True)
    assert doing.cancelled()
    assert [bool(record.exc_info) for record in caplog.records] == [True, False, True]
    assert "in use by another Hexagora" in caplog.text


async def test_stale_lobbies_are_closed_though_the_file_was_locked_once(
    services, store, file, monkeypatch, caplog
):
    """Another process holds the write lock for too long; the next round closes the lobby."""
    monkeypatch.setattr(chores, "AFTER_AN_ERROR", 0.0)
    table = await lobby(services)
    await store.write(lambda db: db.execute("UPDATE table_ SET changed_at = '2020'"))
    await store.read(lambda db: db.execute("PRAGMA busy_timeout = 1"))

    async def chore() -> float:
        await services.lobbies.close_stale(DAY)
        return 0.0

    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        doing = asyncio.create_task(chores.repeat("chore", chore, Figures(Clock())))
        await until(lambda: "locked" in caplog.text)
        connection.execute("ROLLBACK")

    async def is_closed() -> bool:
        return (await services.tables.get(table.id)).status is Status.CANCELLED

    await until(is_closed)
    doing.cancel()
    await asyncio.gather(doing, return_exceptions=True)
