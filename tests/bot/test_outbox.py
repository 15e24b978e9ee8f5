"""Delivery: in the order of each table, until it is done, once."""

import asyncio
import logging
import sqlite3
from datetime import timedelta

import pytest

from bot.connection.budget import AT_ONCE
from bot.i18n import text
from bot.service import delivery as module
from bot.service.delivery import Delivery, Down, Later, Outbox, Refused
from bot.steps.announcements import notice
from bot.store.outbox import next_lane
from bot.table import payloads
from bot.table.payloads import Way
from bot.table.post import LONGEST_WAIT, Lane, Post, retirement
from tests.bot.samples import board, new_table, step, waiting
from tests.clock import StillClock
from tests.patience import logged, until


class Pigeons:
    """A courier for tests: notes what is shown, and fails as told."""

    def __init__(self, *trouble: Exception | None) -> None:
        self.shown: list[Delivery] = []
        self.tried: list[Delivery] = []
        self.trouble = list(trouble)

    async def deliver(self, delivery: Delivery) -> None:
        self.tried.append(delivery)
        await asyncio.sleep(0)
        if self.trouble and (trouble := self.trouble.pop(0)):
            raise trouble
        self.shown.append(delivery)

    def plies(self) -> list[list[int]]:
        return [list(delivery.payload.plies) for delivery in self.shown]


def outbox_of(store, courier, rate=1e6, first_retry=0.001) -> Outbox:
    return Outbox(store, courier, rate=rate, first_retry=first_retry)


async def test_everything_is_shown_in_order_and_then_gone(store):
    pigeons = Pigeons()
    table = await step(store, await new_table(store), Post("open", payloads.Board(plies=(1, 0))))
    outbox = outbox_of(store, pigeons)
    await outbox.drain()
    for ply in (1, 2):
        table = await step(store, table, board(ply))
        await outbox.drain()
    await step(store, table, notice("a"), Post("over", payloads.Board(plies=(3, 3))))
    await outbox.drain()
    kinds = [delivery.kind for delivery in pigeons.shown]
    assert kinds == ["open", "board", "board", "notice", "over"]
    assert await waiting(store) == []


@pytest.mark.parametrize("ends", [False, True])
async def test_draining_includes_what_another_begins_during_the_look(store, monkeypatch, ends):
    """Whether or not that delivery ends before the look is over."""
    pigeons, read = Pigeons(), store.read
    await step(store, await new_table(store), board(1))
    outbox = outbox_of(store, pigeons)

    async def look(next_lane, now, busy):
        monkeypatch.setattr(store, "read", read)
        lanes = [Lane(table) for table in await tables_waiting(store)]
        look_without_lanes = await read(next_lane, now, lanes)
        await outbox._begin_next()
        while ends and not pigeons.shown:
            await asyncio.sleep(0)
        return look_without_lanes

    monkeypatch.setattr(store, "read", look)
    await outbox.drain()
    assert pigeons.plies() == [[1, 1]]
    assert await waiting(store) == []


async def tables_waiting(store):
    return [table for table, _ in await waiting(store)]


async def test_a_failure_is_tried_again_under_the_same_nonce(store, caplog):
    pigeons = Pigeons(OSError("down"), Later(0.001), OSError("down"))
    await step(store, await new_table(store), board(1))
    outbox = outbox_of(store, pigeons)
    outbox.start()
    await until(is_empty(store))
    await outbox.stop()
    assert [delivery.attempts for delivery in pigeons.tried] == [1, 2, 3, 4]
    assert len({(delivery.id, delivery.nonce) for delivery in pigeons.tried}) == 1
    assert pigeons.plies() == [[1, 1]]


def is_empty(store):
    async def empty() -> bool:
        return await waiting(store) == []

    return empty


async def test_a_refused_post_is_given_up_and_the_next_one_goes_out(store, caplog):
    pigeons = Pigeons(Refused("403 no access"))
    table = await step(store, await new_table(store), board(1))
    outbox = outbox_of(store, pigeons)
    with caplog.at_level(logging.WARNING):
        await outbox.drain()
    assert "403 no access" in caplog.text
    await step(store, table, board(2))
    await outbox.drain()
    assert pigeons.plies() == [[2, 2]]
    assert len(pigeons.tried) == 2


async def test_back_off_doubles_up_to_a_limit(store):
    """No time passes but what each pause takes."""
    store.clock, pauses = StillClock(), []
    await step(store, await new_table(store), board(1))
    outbox = outbox_of(store, Pigeons(*[Down("down")] * 12), first_retry=1.0)
    for _ in range(12):
        await outbox.drain()
        _, pause = await store.read(next_lane, store.clock.now(), ())
        pauses.append(pause)
        store.clock.skip(timedelta(seconds=pause))
    assert pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, LONGEST_WAIT, LONGEST_WAIT, LONGEST_WAIT]


async def test_a_post_that_fails_by_a_fault_of_ours_is_given_up_after_some_tries(store, caplog):
    """The posts that wait behind it go out."""
    pigeons = Pigeons(*[KeyError("bug")] * module.MOST_FAULTS)
    table = await step(store, await new_table(store), board(1))
    outbox = outbox_of(store, pigeons)
    outbox.start()
    await until(has_refused_one(store))
    await step(store, table, board(2))
    outbox.wake()
    await until(is_empty(store))
    await outbox.stop()
    assert pigeons.plies() == [[2, 2]]
    assert len(pigeons.tried) == module.MOST_FAULTS + 1
    assert "Traceback" in caplog.text


def has_refused_one(store):
    async def is_refused() -> bool:
        query = "SELECT count(*) FROM outbox WHERE refused IS NOT NULL"
        return (await store.read(lambda db: db.execute(query).fetchone()))[0] == 1

    return is_refused


async def test_an_outage_is_one_line_in_the_log_and_its_end_another(store, caplog):
    caplog.set_level(logging.INFO, "bot.service.delivery")
    pigeons = Pigeons(*[Down("no route to Discord")] * 40)
    for _ in range(4):
        await step(store, await new_table(store), board(1))
    outbox = outbox_of(store, pigeons)
    outbox.start()
    await until(is_empty(store))
    await outbox.stop()
    messages = [record.getMessage() for record in logged(caplog)]
    assert len(messages) == 2
    assert messages[0] == "Deliveries wait: no route to Discord"
    assert messages[1].startswith("Deliveries go out again")


async def test_a_file_that_takes_no_writes_is_one_line_in_the_log(store, caplog):
    """SQLite itself refuses them, as on a disk that is full or read-only; then all goes out."""
    pigeons, tries = Pigeons(), Tries(store)
    for _ in range(4):
        await step(store, await new_table(store), board(1))
    await store.read(lambda db: db.execute("PRAGMA query_only = ON"))
    outbox = Outbox(tries, pigeons, rate=1e6, first_retry=0.001)  # type: ignore[arg-type]
    outbox.start()
    await until(tries.failed_often)
    assert pigeons.shown == []
    await store.read(lambda db: db.execute("PRAGMA query_only = OFF"))
    await until(is_empty(store))
    await outbox.stop()
    assert len(pigeons.shown) == 4
    warnings = [
        record.getMessage() for record in logged(caplog) if record.levelno >= logging.WARNING
    ]
    assert warnings == [text("figures.disk_read_only_begins", "en")]


class Tries:
    """A store that counts how often the outbox could not claim a delivery."""

    def __init__(self, store) -> None:
        self._store, self.failures = store, 0

    def __getattr__(self, name: str):
        return getattr(self._store, name)

    async def claim(self, lane: Lane) -> Delivery | None:
        try:
            return await self._store.claim(lane)
        except sqlite3.Error:
            self.failures += 1
            raise

    async def failed_often(self) -> bool:
        return self.failures > 20


class Together(Pigeons):
    """Shows nothing before so many deliveries are under way."""

    def __init__(self, tables: int) -> None:
        super().__init__()
        self.gate = asyncio.Barrier(tables)

    async def deliver(self, delivery: Delivery) -> None:
        await self.gate.wait()
        await super().deliver(delivery)


async def test_tables_are_served_side_by_side_but_each_one_in_order(store):
    pigeons = Together(10)
    for _ in range(10):
        table = await new_table(store)
        for number in range(3):
            table = await step(store, table, notice(str(number)))
    await outbox_of(store, pigeons).drain()
    posts_by_table: dict[int, list[str]] = {}
    for delivery in pigeons.shown:
        posts_by_table.setdefault(delivery.table_id, []).append(delivery.payload.code)
    assert list(posts_by_table.values()) == [["0", "1", "2"]] * 10


async def test_an_edit_that_takes_long_holds_up_no_board_of_its_table(store):
    """Discord may let no more edits of a channel through for some seconds."""
    edited = asyncio.Event()

    class SlowEdits(Pigeons):
        async def deliver(self, delivery: Delivery) -> None:
            if delivery.kind == "retire":
                await edited.wait()
            await super().deliver(delivery)

    pigeons, table = SlowEdits(), await new_table(store)
    for number in range(1, 4):
        table = await step(store, table, board(number), retirement(5, number, Way.BARE))
    outbox = outbox_of(store, pigeons)
    outbox.start()

    await until(lambda: pigeons.shown)
    table = await step(store, table, board(4))
    outbox.wake()

    await until(lambda: len(pigeons.shown) == 2)
    assert pigeons.plies() == [[1, 3], [4, 4]]
    edited.set()
    await outbox.drain()
    await outbox.stop()
    retired = [post.payload.message for post in pigeons.shown if post.kind == "retire"]
    assert retired == [1, 2, 3]


async def test_deliveries_keep_their_pace(store):
    """A few at once after a calm, then one whenever as much time has passed."""
    store.clock, pigeons = StillClock(), Pigeons()
    for _ in range(AT_ONCE + 5):
        await step(store, await new_table(store), board(1))
    outbox = outbox_of(store, pigeons, rate=4)
    draining = asyncio.create_task(outbox.drain())
    for number in range(AT_ONCE, AT_ONCE + 6):
        await store.clock.settle()
        assert len(pigeons.tried) == number
        store.clock.skip(timedelta(seconds=1 / 4))
    await draining


async def test_it_wakes_up_for_something_new(store):
    """No time passes: nothing else would wake it."""
    store.clock, pigeons = StillClock(), Pigeons()
    outbox = outbox_of(store, pigeons)
    outbox.start()
    await store.clock.settle()
    await step(store, await new_table(store), board(1))
    assert pigeons.tried == []
    outbox.wake()
    await until(is_empty(store))
    await outbox.stop()
    assert pigeons.plies() == [[1, 1]]


async def test_a_post_of_an_earlier_run_is_sent_again(store):
    """Tried, perhaps shown, never noted: the next run sends it again, under the same nonce."""
    table = await step(store, await new_table(store), board(1))
    first = await store.claim(Lane(table.id))
    pigeons = Pigeons()
    await outbox_of(store, pigeons).drain()
    assert first is not None
    assert [(delivery.nonce, delivery.attempts) for delivery in pigeons.shown] == [(first.nonce, 2)]


async def test_stopping_waits_for_what_is_under_way(store):
    pigeons = Pigeons()
    await step(store, await new_table(store), board(1))
    outbox = outbox_of(store, pigeons)
    outbox.start()
    await until(lambda: pigeons.tried)
    await outbox.stop()
    assert len(pigeons.shown) == 1
    assert await waiting(store) == []


async def test_stopping_does_not_wait_for_ever(store, monkeypatch):
    monkeypatch.setattr(module, "STOP_PATIENCE", 0.02)

    class Asleep(Pigeons):
        async def deliver(self, delivery: Delivery) -> None:
            self.tried.append(delivery)
            await asyncio.sleep(3600)

    asleep = Asleep()
    table = await step(store, await new_table(store), board(1))
    outbox = outbox_of(store, asleep)
    outbox.start()
    await until(lambda: asleep.tried)
    await outbox.stop()
    assert await store.claim(Lane(table.id)) is not None


@pytest.mark.parametrize("method", ["read", "claim"])
async def test_a_store_in_trouble_is_asked_again(store, monkeypatch, caplog, method):
    pigeons, troubles = Pigeons(), [OSError("disk"), OSError("disk")]
    working = getattr(store, method)

    async def limping(*args):
        if troubles:
            raise troubles.pop()
        return await working(*args)

    await step(store, await new_table(store), board(1))
    monkeypatch.setattr(store, method, limping)
    outbox = outbox_of(store, pigeons)
    outbox.start()

    await until(lambda: pigeons.shown)
    await outbox.stop()
    assert "disk" in caplog.text


async def test_every_ply_is_shown_once_among_failures(store):
    """Failures on every second try, on many tables at once: each ply once, in order."""
    pigeons = Pigeons(*[OSError("down"), None] * 40)
    tables = [await new_table(store) for _ in range(4)]
    outbox = outbox_of(store, pigeons)
    outbox.start()
    for ply in range(1, 6):
        tables = [await step(store, table, board(ply)) for table in tables]
        outbox.wake()
        await asyncio.sleep(0)
    await until(is_empty(store))
    await outbox.stop()
    for table in tables:
        ranges = [d.payload.plies for d in pigeons.shown if d.table_id == table.id]
        numbers = [ply for first, last in ranges for ply in range(first, last + 1)]
        assert numbers == [1, 2, 3, 4, 5]
