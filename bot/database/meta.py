"""The table `meta`: a few texts about the whole file, each under a key."""

from __future__ import annotations

from sqlite3 import Connection


def read(connection: Connection, key: str) -> str | None:
    """The text under a key; None where there is none."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def write(connection: Connection, key: str, value: str) -> None:
    """Write a text under a key, in place of a former one."""
    upsert = "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)"
    connection.execute(upsert, (key, value))


def delete(connection: Connection, key: str) -> None:
    """Delete the text under a key, if there is one."""
    connection.execute("DELETE FROM meta WHERE key = ?", (key,))
