"""Housekeeping of the file: its journal is kept short, and deleted rows leave it for good.

SQLite copies rows from page to page as they move, and `secure_delete` blanks the last place only.
So a file from which a person is erased is rewritten, and its journal is emptied.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from bot.database import meta
from bot.database.inspection import BUSY_MS

JOURNAL_LIMIT = 4 * 2**20
"""Bytes to which the journal is cut back once all of it is in the file."""
LEFTOVERS = "leftovers"
"""Key in `meta` while the file or its journal may still contain bytes of erased rows."""
IN_JOURNAL = "journal"
"""Value of that key once the file is rewritten, and only the journal has to be emptied."""


def note_leftovers(connection: sqlite3.Connection) -> None:
    """Have the file rewritten later, as this transaction erases rows that must leave no trace."""
    meta.write(connection, LEFTOVERS, "")


def tidy(connection: sqlite3.Connection) -> bool:
    """Rewrite the file where that is due, then empty the journal; returns whether both are done.

    False where another connection, such as a copy under way, still reads the former state. The
    file is rewritten once, however long that takes: Litestream reads all the time.
    """
    leftovers = meta.read(connection, LEFTOVERS)
    if leftovers is not None and leftovers != IN_JOURNAL:
        connection.execute("VACUUM")
        meta.write(connection, LEFTOVERS, IN_JOURNAL)
    if not cut_journal(connection):
        return False
    if leftovers is not None:
        meta.delete(connection, LEFTOVERS)
    return True


def cut_journal(connection: sqlite3.Connection) -> bool:
    """Write the journal into the file and empty it; False where that must wait for a reader."""
    with _impatience(connection):
        (is_busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not is_busy


@contextmanager
def _impatience(connection: sqlite3.Connection) -> Iterator[None]:
    """Block in which the connection gives up at once instead of waiting for another."""
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
