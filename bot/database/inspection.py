"""Reading a database without changing anything in it, even while the bot runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from bot.database.form import is_older, require_ours
from bot.database.refusal import BadStore, refusals

BUSY_MS = 5_000
"""Milliseconds to wait for another process, such as a copy, before giving up."""


class Health(msgspec.Struct, frozen=True):
    """Health of a file, as found without changing it."""

    size: int
    """Bytes."""
    troubles: list[str]
    """Faults that SQLite finds in it; [] when it is sound."""
    update_waits: bool
    """Whether the next start will migrate it."""


def examine(file: Path) -> Health:
    """Check the whole of a Hexagora database. Raises BadStore."""
    with refusals(file), open_read_only(file) as connection:
        require_ours(connection, file)
        return Health(file.stat().st_size, troubles(connection), is_older(connection))


def file_sizes(file: Path) -> tuple[int, int]:
    """Bytes of a database, and of the write-ahead log beside it; 0 for a file that is not there."""
    log = file.with_name(f"{file.name}-wal")
    database, beside = (part.stat().st_size if part.exists() else 0 for part in (file, log))
    return database, beside


@contextmanager
def open_read_only(file: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection, beside which others may write. Raises BadStore, sqlite3.Error."""
    require_content(file)
    address = f"{file.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        yield connection


def require_content(file: Path) -> None:
    """Refuse a missing or empty file, which SQLite would take for a new database."""
    if not file.exists():
        raise BadStore("not_there", file=str(file))
    if file.is_file() and not file.stat().st_size:
        raise BadStore("empty", file=str(file))


def require_sound(connection: sqlite3.Connection, file: Path) -> None:
    """Refuse a file with a damaged page, after checking each of them.

    The quick check of some versions of SQLite takes the columns of a table WITHOUT ROWID for those
    of its key, and misses values that are there: the whole check has the last word.
    """
    for check in ("quick_check", "integrity_check"):
        [trouble] = connection.execute(f"PRAGMA {check}(1)").fetchone()
        if trouble == "ok":
            return
    raise BadStore("damaged", file=str(file), reason=in_one_line(trouble))


def troubles(connection: sqlite3.Connection) -> list[str]:
    """Damaged pages and indexes, then rows with a broken foreign key."""
    try:
        rows = connection.execute("PRAGMA integrity_check")
        damaged = [in_one_line(row[0]) for row in rows if row[0] != "ok"]
        broken = connection.execute("PRAGMA foreign_key_check")
        return damaged + [f"{row[0]} {row[1]} → {row[2]}" for row in broken]
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        return [str(error)]


def in_one_line(trouble: str) -> str:
    """SQLite's text of a fault, without line breaks."""
    return " ".join(trouble.split())
