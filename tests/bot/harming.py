"""What may befall a database file, and what is in it afterwards."""

import os
import resource
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.database import RESTORED_AT, Database

INSERT = "INSERT INTO meta (key, value) VALUES (?, ?)"
PAGE = 4096


def insertion(key, value="x"):
    return lambda db: db.execute(INSERT, (key, value))


def keys(file: Path) -> set[str]:
    """Keys of `meta`, but for the note that a file was restored."""
    with closing(sqlite3.connect(file)) as db:
        rows = db.execute("SELECT key FROM meta WHERE key <> ?", (RESTORED_AT,))
        return {key for (key,) in rows}


async def fill(base: Database) -> None:
    """Two hundred rows on many pages."""
    for number in range(200):
        await base.write(insertion(f"key {number}", "x" * 500))


def damage(file: Path, page: int = 15) -> None:
    """Other bytes in the place of a page."""
    content = bytearray(file.read_bytes())
    content[PAGE * page : PAGE * (page + 1)] = os.urandom(PAGE)
    file.write_bytes(content)


def lose_table(file: Path) -> None:
    """A row that belongs to a table which is not there."""
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("INSERT INTO guest (table_id, user_id) VALUES (7, 8)")


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file grows beyond this size, as if the disk were full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
async def new_base(file: Path) -> AsyncIterator[Database]:
    """A new database, open."""
    base = await Database.open(file)
    yield base
    await base.close()


@pytest.fixture
async def closed_base(file: Path) -> None:
    """A new database in the file, which nobody uses."""
    await (await Database.open(file)).close()


async def sound_keys(file: Path) -> set[str]:
    """Keys of `meta` of a file that can be opened and is sound."""
    base = await Database.open(file)
    assert await base.check() == []
    await base.close()
    return keys(file)
