"""The journal stays short, and what was erased is in no byte of the file. All files are real."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.database import Database, note_leftovers
from bot.database.tidying import JOURNAL_LIMIT
from tests.bot.harming import insertion
from tests.tier import of_tier

MEBIBYTE = 2**20


@pytest.fixture
async def new_base(file):
    base = await Database.open(file)
    yield base
    await base.close()


def journal(file):
    return Path(f"{file}-wal")


async def grow(base, size, begin=0):
    """Write so many bytes, in transactions of one mebibyte each."""
    for number in range(begin, begin + size // MEBIBYTE):
        await base.write(insertion(f"key {number}", "x" * MEBIBYTE))


def reader(file):
    """Somebody who reads what is there now, as one who copies does: the journal has to wait."""
    db = sqlite3.connect(file)
    db.execute("BEGIN")
    db.execute("SELECT count(*) FROM meta").fetchone()
    return closing(db)


def deletion(key):
    return lambda db: db.execute("DELETE FROM meta WHERE key = ?", (key,))


async def test_a_journal_that_has_grown_is_cut_by_the_housekeeping(new_base, file):
    with reader(file):
        await grow(new_base, 20 * MEBIBYTE)
    assert journal(file).stat().st_size > 20 * MEBIBYTE
    assert await new_base.tidy()
    assert journal(file).stat().st_size == 0


async def test_without_any_housekeeping_it_comes_back_to_its_limit(new_base, file):
    with reader(file):
        await grow(new_base, 20 * MEBIBYTE)
    await grow(new_base, 4 * MEBIBYTE, begin=20)
    assert journal(file).stat().st_size <= JOURNAL_LIMIT + 2 * MEBIBYTE


async def test_it_gives_up_at_once_while_somebody_reads(new_base, file):
    await grow(new_base, 2 * MEBIBYTE)
    with reader(file):
        await new_base.write(insertion("newer"))
        assert not await new_base.tidy()
        [patience] = await new_base.read(lambda db: db.execute("PRAGMA busy_timeout").fetchone())
        assert patience == 5000
    assert await new_base.tidy()


def shuffle(db, luck):
    """Rows of many lengths come, grow and go, so that they move from page to page."""
    upsert = "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)"
    for _ in range(6000):
        key, name = str(luck.randrange(3000)), luck.choice(("Zaphod", "Trillian"))
        length = luck.randrange(900) if luck.random() < 0.2 else luck.randrange(200)
        if luck.random() < 0.8:
            db.execute(upsert, (key, name + "." * length))
        else:
            db.execute("DELETE FROM meta WHERE key = ?", (key,))


def erase(db):
    db.execute("DELETE FROM meta WHERE value LIKE 'Zaphod%'")
    note_leftovers(db)


@pytest.mark.parametrize("seed", range(of_tier(1, 3)))
async def test_no_byte_is_left_of_what_was_erased(new_base, file, seed):
    """SQLite leaves copies where rows have moved, although it blanks what is deleted."""
    luck = random.Random(seed)
    await new_base.write(shuffle, luck)
    await new_base.write(erase)
    assert await new_base.tidy()
    assert b"Trillian" in file.read_bytes()
    assert b"Zaphod" not in file.read_bytes() + journal(file).read_bytes()


async def test_remains_of_an_erasure_are_removed_after_a_restart(new_base, file):
    """The process that erased was killed behind its commit; a reader had kept it from tidying."""
    await new_base.write(insertion("Zaphod"))
    with reader(file):
        await new_base.write(deletion("Zaphod"))
        await new_base.write(note_leftovers)
        assert not await new_base.tidy()
    await new_base.close()
    base = await Database.open(file)
    assert await base.tidy()
    assert b"Zaphod" not in file.read_bytes() + journal(file).read_bytes()
    assert await base.read(lambda db: db.execute("SELECT key FROM meta").fetchall()) == []
    await base.close()


async def test_a_file_is_rewritten_once_however_long_somebody_reads(new_base, file):
    """The journal waits, as with Litestream, and the file need not be rewritten every minute."""
    await grow(new_base, MEBIBYTE)
    await new_base.write(insertion("Zaphod"))
    with reader(file):
        await new_base.write(deletion("Zaphod"))
        await new_base.write(note_leftovers)
        assert not await new_base.tidy()
        size = journal(file).stat().st_size
        for _ in range(3):
            assert not await new_base.tidy()
        assert journal(file).stat().st_size == size
    assert await new_base.tidy()
    assert b"Zaphod" not in file.read_bytes() + journal(file).read_bytes()


async def test_an_erasure_while_the_journal_waits_is_removed_as_well(new_base, file):
    for name in ("Zaphod", "Trillian"):
        await new_base.write(insertion(name))
    with reader(file):
        for name in ("Zaphod", "Trillian"):
            await new_base.write(deletion(name))
            await new_base.write(note_leftovers)
            assert not await new_base.tidy()
    assert await new_base.tidy()
    content = file.read_bytes() + journal(file).read_bytes()
    assert not any(name in content for name in (b"Zaphod", b"Trillian"))


async def test_deleted_rows_are_blanked(new_base):
    [blanks] = await new_base.read(lambda db: db.execute("PRAGMA secure_delete").fetchone())
    assert blanks == 1
