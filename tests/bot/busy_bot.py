"""A bot to be killed: plays moves at four tables and shows them, as fast as it can.

`python -m tests.bot.busy_bot DATABASE SHOWN ACKNOWLEDGED [MODE]`; the mode is one of `die-before`,
`die-after`, `die-with-a-hand` and `last`. Every post becomes a line of the file SHOWN, every saved
move one of the file ACKNOWLEDGED. At one of the tables people have hands, make several moves in a
turn, and take some of their turns back.
"""

import asyncio
import os
import signal
import sys
from datetime import timedelta
from pathlib import Path

import msgspec

from bot.ai.pool import Brains
from bot.service import Services
from bot.service.delivery import Delivery, Outbox
from bot.store import table_lists
from bot.store.store import Store
from bot.table import payloads
from rules import registry
from tests.bot.market import MARKET
from tests.bot.room import acting, make_move, start_table

GAMES = ("akropolis", "akropolis", "akropolis", "market")
FATAL_DELIVERY = 3
LONG_AFTER = timedelta(hours=1)


def note(file: Path, line: object) -> None:
    """Add a line; it survives the process."""
    with file.open("ab") as opened:
        opened.write(msgspec.json.encode(line) + b"\n")


class Receiver:
    """Shows a post with the moves it tells, read from the log at that moment."""

    def __init__(self, services: Services, shown: Path, mode: str) -> None:
        self.services, self.shown, self.mode = services, shown, mode
        self.count = 0

    async def deliver(self, delivery: Delivery) -> None:
        self.count += 1
        self.perhaps_die("die-before")
        if delivery.kind == "hand":
            await self.show_hand(delivery)
        else:
            await self.show_plies(delivery)
        self.perhaps_die("die-after")

    async def show_plies(self, delivery: Delivery) -> None:
        payload = delivery.payload
        numbers = payload.numbers if isinstance(payload, payloads.Board) else set[int]()
        log = [
            ply for ply in await self.services.reading.log(delivery.table_id) if ply.ply in numbers
        ]
        assert {ply.ply for ply in log} == numbers
        plies = [[ply.ply, ply.notation] for ply in log]
        note(self.shown, [delivery.table_id, delivery.nonce, plies])

    async def show_hand(self, delivery: Delivery) -> None:
        post = await self.services.reading.hand(delivery.table_id, delivery.payload.seat)
        note(self.shown, [delivery.table_id, delivery.nonce, {post.seat: post.hand}])
        if self.mode == "die-with-a-hand":
            os.kill(os.getpid(), signal.SIGKILL)

    def perhaps_die(self, mode: str) -> None:
        if self.mode == mode and self.count >= FATAL_DELIVERY:
            os.kill(os.getpid(), signal.SIGKILL)


async def play(services: Services, number: int, acknowledged: Path) -> None:
    """Moves at one table until there are no more; some turns are taken back, where they may be."""
    while (look := await services.reading.look(number, None)).to_act:
        turn = await make_move(services, number, pick=look.table.revision // 2)
        note(acknowledged, [number, turn.last.ply, turn.last.notation])
        if turn.goes_on and turn.last.ply % 3:
            await take_back(services, number)


async def take_back(services: Services, number: int) -> None:
    """Take back some of the turn under way, unless something came to light in it."""
    user = await acting(services, number)
    prompt = await services.moves.ask(number, user, None, ())
    if prompt.retractable:
        await services.moves.take_back(
            number, user, prompt.revision, 1 + prompt.revision % prompt.retractable
        )


async def main(database: str, shown: str, acknowledged: str, mode: str = "") -> None:
    registry.games()["market"] = MARKET
    store, brains = await Store.open(Path(database)), Brains()
    services = Services(store, brains, notify=lambda: outbox.wake())
    outbox = Outbox(store, Receiver(services, Path(shown), mode), rate=1e6)
    numbers = [table.id for table in await store.read(table_lists.of_server, 1)]
    if not numbers and mode != "last":
        numbers = [(await start_table(services, 3, game=game)).id for game in GAMES]
    outbox.start()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    if mode == "last":
        store.clock.skip(LONG_AFTER)
    else:
        await asyncio.gather(*(play(services, number, Path(acknowledged)) for number in numbers))
    await outbox.stop()
    await outbox.drain()
    await services.stop_ai()
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
