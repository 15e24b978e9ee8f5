"""A bot to be killed: plays moves at three tables and shows them, as fast as it can.

`python -m tests.bot.busy_bot DATABASE SHOWN ACKNOWLEDGED [die-before|die-after|last]`. Every post
becomes a line of the file SHOWN, every saved move one of the file ACKNOWLEDGED.
"""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path

from bot.brains import Brains
from bot.outbox import Delivery, Outbox
from bot.store import Store
from bot.tables import Tables
from tests.bot.room import make_move, started

TABLES = 3
FATAL_DELIVERY = 3


def note(file: Path, line: object) -> None:
    """Add a line; it survives the process."""
    with file.open("ab") as opened:
        opened.write(json.dumps(line).encode() + b"\n")


class Receiver:
    """Shows a post with the moves it tells, read from the log at that moment."""

    def __init__(self, tables: Tables, shown: Path, mode: str) -> None:
        self.tables, self.shown, self.mode = tables, shown, mode
        self.count = 0

    async def deliver(self, delivery: Delivery) -> None:
        self.count += 1
        self.perhaps_die("die-before")
        first, last = delivery.payload.get("plies", (1, 0))
        log = (await self.tables.log(delivery.table_id))[first - 1 : last]
        told = [[ply.ply, ply.notation] for ply in log]
        assert len(told) == last - first + 1
        note(self.shown, [delivery.table_id, delivery.nonce, told])
        self.perhaps_die("die-after")

    def perhaps_die(self, mode: str) -> None:
        if self.mode == mode and self.count >= FATAL_DELIVERY:
            os.kill(os.getpid(), signal.SIGKILL)


async def play(tables: Tables, number: int, acknowledged: Path) -> None:
    """Moves at one table until there are no more."""
    while (await tables.look(number, None)).to_act:
        turn = await make_move(tables, number, pick=number)
        note(acknowledged, [number, turn.ply, turn.notation])


async def main(database: str, shown: str, acknowledged: str, mode: str = "") -> None:
    store, brains = await Store.open(Path(database)), Brains()
    tables = Tables(store, brains, notify=lambda: outbox.wake())
    outbox = Outbox(store, Receiver(tables, Path(shown), mode), rate=1e6)
    numbers = [table.id for table in await store.tables_in(1)]
    if not numbers and mode != "last":
        numbers = [(await started(tables, 3)).id for _ in range(TABLES)]
    outbox.start()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    if mode != "last":
        await asyncio.gather(*(play(tables, number, Path(acknowledged)) for number in numbers))
    await outbox.stop()
    await outbox.drain()
    await tables.close()
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
