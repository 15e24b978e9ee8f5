"""Figures: a trouble is one line when it begins and one when it ends; the hour is one line."""

import logging
import os
import sqlite3
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from functools import partial

import pytest

from bot.database import meta
from bot.figures import (
    CALM,
    CALM_DISK,
    HOUR,
    LONG_QUEUE,
    OLD_COPY,
    SLOW_DELIVERY,
    SLOW_PICTURE,
    Figures,
)
from bot.host import code, heartbeats
from bot.host.heartbeats import MINUTE, Heart, figures_file, read_report, silence
from bot.host.logs import condense
from bot.i18n import text
from bot.service.delivery import Outbox, Refused
from bot.store.store import Store
from tests.bot.disks import can_mount, fill_disk, small_disk
from tests.bot.harming import full_disk
from tests.bot.samples import board, new_table, step
from tests.clock import StillClock

SECOND = timedelta(seconds=1)


@pytest.fixture
def clock():
    return StillClock()


@pytest.fixture
def figures(clock, caplog):
    caplog.set_level(logging.INFO, "bot.figures")
    return Figures(clock)


def lines(caplog):
    return [
        (record.levelname, record.getMessage())
        for record in caplog.records
        if record.name == "bot.figures"
    ]


async def calm(figures):
    """Let so much time pass that whatever has ceased has ended."""
    figures.clock.skip(CALM)
    await figures.look()


# ---- slowness ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("measure", "limit", "first", "last"),
    [
        ("picture", SLOW_PICTURE, "Drawing is slow: a picture took", "Drawing is fast again. 5"),
        ("delivery", SLOW_DELIVERY, "Deliveries are late: one arrived", "Deliveries are on time"),
        ("queue", LONG_QUEUE, "The queue grows", "The queue is short again"),
    ],
)
async def test_slowness_is_a_line_at_its_beginning_and_one_at_its_end(
    figures, caplog, measure, limit, first, last
):
    note = getattr(figures, measure)
    note(limit)
    assert lines(caplog) == []
    note(limit + 1)
    note(limit + 3)
    for _ in range(3):
        figures.clock.skip(CALM - SECOND)
        await figures.look()
        note(limit + 1)
    assert len(lines(caplog)) == 1, "it lasts as long as it is met"
    await calm(figures)
    (level, line), (end_level, end) = lines(caplog)
    assert (level, end_level) == ("WARNING", "INFO")
    assert line.startswith(first)
    assert end.startswith(last)
    assert str(limit + 3).removesuffix(".0") in end
    note(limit + 1)
    assert len(lines(caplog)) == 3


async def test_the_hour_is_one_line(figures, caplog):
    figures.picture(0.25)
    figures.picture(1.5)
    figures.delivery(0.5)
    figures.queue(7)
    figures.clock.skip(HOUR)
    await figures.look()
    line = (
        "In the hour from 2026-01-05 12:00 UTC: pictures 2 (slowest 1.5 s), deliveries 1 "
        "(slowest 0.5 s), at most 7 waiting, refused 0, faults 0."
    )
    assert lines(caplog) == [("INFO", line)]
    assert figures.last_hour.pictures == 2
    assert figures.hour.pictures == 0


# ---- faults --------------------------------------------------------------------------------------


def failure(key):
    try:
        {}[key]
    except KeyError as error:
        return error


async def test_a_fault_has_one_traceback_however_often_it_comes(figures, caplog):
    """Its words may be somebody's hand; its kind and its place are not."""
    logged = [figures.fault(f"table {number}", failure("secret")) for number in (1, 2, 3)]
    assert logged == [True, False, False]
    [record] = [record for record in caplog.records if record.name == "bot.figures"]
    assert record.exc_info
    assert "KeyError in test_figures.py" in record.getMessage()
    assert "secret" not in repr(figures.report)
    assert figures.hour.faults == 3
    figures.fault("another place", ValueError("odd"))
    assert len(lines(caplog)) == 2
    await calm(figures)
    assert lines(caplog)[2][1].endswith("3 times within 0 min.")


# ---- deliveries ----------------------------------------------------------------------------------


class Courier:
    """Takes so many seconds for each delivery; then raises its error, if it has one."""

    def __init__(self, clock, seconds, error=None):
        self._clock, self._seconds, self._error = clock, list(seconds), error

    async def deliver(self, delivery):
        if self._error:
            raise self._error
        self._clock.skip(timedelta(seconds=self._seconds.pop(0)))


@pytest.fixture
async def store(tmp_path, clock, figures):
    opened = await Store.open(tmp_path / "games.sqlite3")
    opened.clock, opened.figures = clock, figures
    yield opened
    await opened.close()


async def test_a_delivery_is_measured_from_its_moment_to_its_being_seen(store, figures, caplog):
    """Sent at once and seen at once; then six seconds on the way."""
    table = await step(store, await new_table(store), board(1))
    courier = Courier(store.clock, [0, 6])
    await Outbox(store, courier, rate=1e6).drain()
    assert (figures.hour.deliveries, figures.hour.slowest_delivery) == (1, 0.0)
    await step(store, table, board(2))
    await Outbox(store, courier, rate=1e6).drain()
    assert (figures.hour.deliveries, figures.hour.slowest_delivery) == (2, 6.0)
    assert [level for level, _ in lines(caplog)] == ["WARNING"]


async def test_refusals_of_one_kind_are_one_line(store, figures, caplog):
    """Nine tables whose channels are gone."""
    for _ in range(9):
        await step(store, await new_table(store), board(1))
    courier = Courier(store.clock, [], Refused("404 Not Found (error code: 10003)"))
    await Outbox(store, courier, rate=1e6).drain()
    [(level, line)] = lines(caplog)
    assert level == "WARNING"
    assert "10003" in line
    assert figures.hour.refusals == 9
    await calm(figures)
    assert "9 deliveries were given up" in lines(caplog)[-1][1]


async def test_a_delivery_that_fails_for_a_reason_of_our_own_has_one_traceback(
    store, figures, caplog
):
    await step(store, await new_table(store), board(1))
    courier = Courier(store.clock, [], KeyError("bug"))
    for _ in range(6):
        await Outbox(store, courier, rate=1e6).drain()
        store.clock.skip(timedelta(seconds=120))
    records = [record for record in caplog.records if record.name == "bot.figures"]
    assert [bool(record.exc_info) for record in records] == [True, False]
    assert figures.hour.faults == 5, "given up after five tries"


# ---- the heartbeat -------------------------------------------------------------------------------


async def test_the_heart_beats_once_a_minute_as_long_as_it_lives(tmp_path, figures, clock):
    database = tmp_path / "games.sqlite3"
    async with Heart(figures, database):
        await clock.settle()
        assert read_report(database).hour.pictures == 0
        figures.picture(0.5)
        await clock.advance(timedelta(seconds=MINUTE))
        assert read_report(database).hour.pictures == 1
        assert figures_file(database).stat().st_mode & 0o077 == 0
        assert silence(database) < 60
    assert read_report(database) is None
    assert list(tmp_path.iterdir()) == []


async def test_the_heart_beats_where_there_is_no_room_for_figures(tmp_path, figures):
    """The disk is really full: the file stays as it was, and is as young as can be."""
    database = tmp_path / "games.sqlite3"
    heart = Heart(figures, database)
    await heart.beat()
    before = figures_file(database).read_bytes()
    os.utime(figures_file(database), (0, 0))
    figures.picture(0.5)
    with full_disk(10):
        await heart.beat()
    assert figures_file(database).read_bytes() == before
    assert silence(database) < 60


async def test_the_figures_of_another_bot_are_left_alone(tmp_path, figures, clock):
    """A bot that finds the database in use writes nothing beside it."""
    database = tmp_path / "games.sqlite3"
    store = await Store.open(database)
    try:
        await Heart(figures, database).beat()
        assert read_report(database) is None
    finally:
        await store.close()


async def test_the_heart_survives_a_figure_that_cannot_be_measured(tmp_path, figures, caplog):
    async def broken():
        raise ValueError("odd")

    figures.sampler = broken
    heart = Heart(figures, tmp_path / "games.sqlite3")
    for _ in range(2):
        await heart.beat()
    assert [level for level, _ in lines(caplog)] == ["ERROR"]
    assert read_report(tmp_path / "games.sqlite3").hour.faults == 2


# ---- the disk ------------------------------------------------------------------------------------


@contextmanager
def refusing(store):
    """The system lets no file grow."""
    journal = store.file.with_name(f"{store.file.name}-wal")
    with full_disk(journal.stat().st_size):
        yield


@contextmanager
def full(store):
    """No byte is left on the disk."""
    with fill_disk(store.file.parent):
        yield


TROUBLES = [("failing", refusing), *([("full", full)] if can_mount() else [])]


@pytest.mark.parametrize(("kind", "trouble"), TROUBLES, ids=[kind for kind, _ in TROUBLES])
async def test_a_disk_that_takes_no_writes_is_told_once(
    tmp_path_factory, figures, caplog, kind, trouble
):
    """By whatever writes meets it; the end is told when a change is taken again."""
    folder = tmp_path_factory.mktemp("disk")
    with small_disk(folder) if can_mount() else nullcontext():
        store = await Store.open(folder / "games.sqlite3")
        store.figures = figures
        await store.write(meta.write, "a", "x")
        with trouble(store):
            for _ in range(3):
                with pytest.raises(sqlite3.OperationalError):
                    await store.write(meta.write, "a", "x" * 100_000)
            figures.clock.skip(CALM_DISK)
            with pytest.raises(sqlite3.OperationalError):
                await store.probe()
        assert [level for level, _ in lines(caplog)] == ["WARNING"]
        await store.probe()
        figures.store_success()
        assert len(lines(caplog)) == 1, "too soon to be sure"
        figures.clock.skip(CALM_DISK)
        await store.probe()
        figures.store_success()
        assert lines(caplog) == [
            ("WARNING", text(f"figures.disk_{kind}_begins", "en")),
            ("INFO", text(f"figures.disk_{kind}_ends", "en", n=4, minutes=1)),
        ]
        await store.close()


async def test_an_error_of_the_disk_is_no_fault_and_no_line_of_its_own(store, figures, caplog):
    """Whoever meets it: the trouble of the disk is told already."""
    await store.read(lambda db: db.execute("PRAGMA query_only = ON"))
    with pytest.raises(sqlite3.OperationalError) as failed:
        await store.write(meta.write, "a", "x")
    figures.fault("anything", failed.value)
    figures.chore_failure("copies", failed.value)
    logging.getLogger("bot").exception("A chance error", exc_info=failed.value)
    records = [record for record in caplog.records if condense(record)]
    assert [record.getMessage() for record in records if record.name.startswith("bot")] == [
        text("figures.disk_read_only_begins", "en")
    ]
    assert figures.hour.faults == 0


async def test_code_that_was_replaced_under_the_bot_is_said_once_and_until_it_is_back(
    tmp_path, figures, caplog, monkeypatch
):
    """As by `git pull` before the restart: a process that starts then would run the new code."""
    file = tmp_path / "bot" / "app.py"
    file.parent.mkdir()
    file.write_text("old")
    monkeypatch.setattr(heartbeats, "fingerprint", partial(code.fingerprint, tmp_path))
    heart = Heart(figures, tmp_path / "games.sqlite3")
    await heart.beat()
    assert lines(caplog) == []
    file.rename(tmp_path / "kept")
    for _ in range(2):
        await heart.beat()
    [(level, line)] = lines(caplog)
    assert (level, "Restart the bot" in line) == ("WARNING", True)
    (tmp_path / "kept").rename(file)
    await heart.beat()
    assert [kind for kind, _ in figures.troubles] == []


# ---- what a host has to see to -------------------------------------------------------------------


async def test_a_disk_that_fills_up_is_a_trouble_until_it_has_room(figures, caplog):
    megabyte = 2**20
    figures.disk_room(10 * megabyte, 30 * megabyte)
    figures.disk_room(30 * megabyte, 30 * megabyte)
    begun, ended = lines(caplog)
    assert "at least 20.0 MB" in begun[1] or "at least 20 MB" in begun[1]
    assert ended[1].startswith("The disk has room again")


async def test_two_days_without_a_copy_are_a_trouble_until_there_is_one(figures, caplog):
    """A bot that has just begun, or that rested for a week, has not missed any."""
    figures.newest_copy(None)
    figures.newest_copy(figures.began - timedelta(days=7))
    assert not lines(caplog)
    figures.clock.skip(OLD_COPY + SECOND)
    figures.newest_copy(figures.began)
    assert [trouble.kind for trouble in figures.troubles.values()] == ["no_copy"]
    figures.newest_copy(figures.clock.now())
    assert not figures.troubles
    newest = figures.meters.registry.get_sample_value("hexagora_newest_copy_timestamp_seconds")
    assert newest == figures.clock.now().timestamp()


def test_a_newer_version_is_told_until_it_runs_or_another_is_newer(figures, caplog):
    for name in ("abc", "abc", "def", ""):
        figures.newer_version(name)
    assert [message.split(" ")[1] for _, message in lines(caplog)] == ["abc", "abc", "def", "def"]
    assert not figures.troubles
