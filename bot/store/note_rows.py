"""Rows of private notes to tables. Everything here runs on the database's thread."""

from __future__ import annotations

import sqlite3

from bot.store.person_rows import know
from bot.store.rows import insert


def read(db: sqlite3.Connection, table_id: int, user_id: int) -> str:
    """What a person has noted about a table; "" for nothing."""
    query = "SELECT words FROM note WHERE table_id = ? AND user_id = ?"
    row = db.execute(query, (table_id, user_id)).fetchone()
    return "" if row is None else str(row["words"])


def write(db: sqlite3.Connection, table_id: int, user_id: int, words: str) -> None:
    """Note something about a table, in place of what was noted before; "" deletes that."""
    db.execute("DELETE FROM note WHERE table_id = ? AND user_id = ?", (table_id, user_id))
    if words:
        know(db, user_id)
        insert(db, "note", table_id=table_id, user_id=user_id, words=words)
