"""A bot to be killed: has a dozen things to do that are due, and dies at every fifth.

`python -m tests.bot.ringing_bot DATABASE MODE`; with `die-before` it dies when it is about to save
what it does, with `die-after` once that is saved.
"""

import asyncio
import os
import signal
import sys
from datetime import timedelta
from functools import partial
from pathlib import Path

from bot.ai.pool import Brains
from bot.service import build_services
from bot.service.scheduler import Scheduler
from bot.steps import announcements
from bot.store.store import Store
from bot.table.changes import Effects
from bot.table.due import Due
from bot.table.live import LiveTable
from tests.bot.room import start_table

COUNT, FATAL = 12, 5


async def main(database: str, mode: str) -> None:
    store = await Store.open(Path(database))
    services = build_services(store, Brains(), notify=lambda: None)
    if not await store.tables_in(1):
        table, start = await start_table(services), store.clock.now()
        dues = (
            Due(kind="note", subject=str(seat), at=start - timedelta(hours=COUNT - seat))
            for seat in range(COUNT)
        )
        await store.note(table.id, Effects(due=tuple(dues)))
    count, note = 0, store.note

    async def dies(table_id: int, written: Effects) -> None:
        nonlocal count
        count += 1
        if mode == "die-before" and count == FATAL:
            os.kill(os.getpid(), signal.SIGKILL)
        await note(table_id, written)
        if mode == "die-after" and count == FATAL:
            os.kill(os.getpid(), signal.SIGKILL)

    async def tell(live: LiveTable, due: Due) -> Effects:
        return Effects(posts=(announcements.notice("table.notice_resigned", name=due.subject),))

    store.note = dies  # type: ignore[method-assign]
    await Scheduler(store, {"note": partial(services.commits.handle_due, tell)}).drain()
    await services.close()
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
