"""The disk of the host takes no changes: people hear it in a sentence, the host in one line."""

import logging
import shutil
import sqlite3
from contextlib import asynccontextmanager, nullcontext, suppress
from datetime import timedelta
from itertools import count

import pytest

from bot.figures import CALM_DISK
from bot.host.logs import condense
from bot.i18n import text
from tests.bot.disks import can_mount, fill_disk, small_disk
from tests.cogs.playing import confirm, duel, noted, open_private_panel, with_tile
from tests.cogs.settling import quiet

PRESSES = 3


def fill_pages(db):
    """Take what room there is in the pages of the file."""
    with suppress(sqlite3.OperationalError):
        for number in count():
            db.execute("INSERT INTO meta VALUES (?, ?)", (f"filler {number}", "x" * 100))


@asynccontextmanager
async def really_full(house):
    """No byte is left on the disk."""
    with fill_disk(house.database.parent):
        yield


@asynccontextmanager
async def no_more_pages(house):
    """SQLite itself takes the file for full."""
    limit = "PRAGMA max_page_count = 1"  # it takes no less than there are
    usual = await house.app.store.read(lambda db: db.execute("PRAGMA max_page_count").fetchone()[0])
    await house.app.store.read(lambda db: db.execute(limit))
    await house.app.store.read(fill_pages)
    yield
    await house.app.store.read(lambda db: db.execute(f"PRAGMA max_page_count = {usual}"))


@asynccontextmanager
async def read_only(house):
    """SQLite itself refuses all changes, as on a disk that is read-only."""
    await house.app.store.read(lambda db: db.execute("PRAGMA query_only = ON"))
    yield
    await house.app.store.read(lambda db: db.execute("PRAGMA query_only = OFF"))


DISKS = [("full", really_full if can_mount() else no_more_pages), ("read_only", read_only)]


@pytest.fixture
async def house_on_disk(house, tmp_path_factory):
    """The house with its database on a small disk of its own, where one may be mounted."""
    folder = tmp_path_factory.mktemp("disk")
    with small_disk(folder) if can_mount() else nullcontext():
        await house.stop()
        house.database = shutil.copy(house.database, folder / house.database.name)
        await house.start()
        yield house
        await house.stop()


def in_the_log(caplog):
    """The lines of the log that tell of the database, and those with a traceback."""
    records = list(filter(condense, caplog.records))
    messages = [line.getMessage() for line in records if "database" in line.getMessage()]
    return messages, [line for line in records if line.exc_info]


@pytest.mark.parametrize(("kind", "trouble"), DISKS, ids=[kind for kind, _ in DISKS])
async def test_a_disk_in_trouble_is_a_sentence_for_people_and_two_lines_for_the_host(
    house_on_disk, caplog, kind, trouble
):
    house, sentence = house_on_disk, text(f"panel.disk_{kind}", "fr")
    thread = await duel(house)
    panel = await with_tile(house.maud, await open_private_panel(house, house.maud, thread))
    await quiet(house)  # what was sent is noted, so that only the presses are refused
    with caplog.at_level(logging.INFO):
        async with trouble(house):
            for _ in range(PRESSES):
                press = house.maud.click(panel, confirm(panel))
                assert await noted(house.maud, panel, press) == sentence
        assert len(house.boards(thread)) == 1
        house.app.clock.skip(CALM_DISK + timedelta(seconds=1))
        await house.app.figures.look()
    messages, tracebacks = in_the_log(caplog)
    language = house.app.settings.language
    assert messages == [
        text(f"figures.disk_{kind}_begins", language),
        text(f"figures.disk_{kind}_ends", language, minutes=0, n=PRESSES),
    ]
    assert tracebacks == []
    await house.maud.click(panel, confirm(panel))
    await house.maud.expect(lambda: len(house.boards(thread)) == 2)
