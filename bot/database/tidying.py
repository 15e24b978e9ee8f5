"""Housekeeping of the file: its journal is kept short, and what was deleted leaves it for good.

SQLite copies rows from page to page as they move, and `secure_delete` blanks the last place only.
So a file from which somebody is to vanish is written anew, and its journal cut to nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from bot.database.looking import BUSY_MS

JOURNAL_LIMIT = 4 * 2**20
"""Bytes of the journal beyond which it is cut back once all of it is in the file."""
LEFTOVERS = "leftovers"
"""What `meta` holds while the file may still contain bytes of something erased."""


def note_leftovers(connection: sqlite3.Connection) -> None:
    """Have the file written anew, as this transaction erases something that must leave no trace."""
    connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, '')", (LEFTOVERS,))


def tidy(connection: sqlite3.Connection) -> bool:
    """Write the file anew where that is due, then cut the journal; whether both are done.

    False where somebody, such as a copy under way, still reads what was there before.
    """
    is_due = "SELECT 1 FROM meta WHERE key = ?"
    if connection.execute(is_due, (LEFTOVERS,)).fetchone() is None:
        return cut_journal(connection)
    connection.execute("VACUUM")
    if not cut_journal(connection):
        return False
    connection.execute("DELETE FROM meta WHERE key = ?", (LEFTOVERS,))
    return True


def cut_journal(connection: sqlite3.Connection) -> bool:
    """Bring the journal into the file and empty it, unless that would have to wait for a reader."""
    with _impatience(connection):
        (is_busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not is_busy


@contextmanager
def _impatience(connection: sqlite3.Connection) -> Iterator[None]:
    """Inside, the connection gives up at once where it would have to wait."""
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
