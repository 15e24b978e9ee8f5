"""Rows of onlookers. Everything here runs on the database's thread."""

from __future__ import annotations

import sqlite3

from bot.store.person_rows import know
from bot.store.rows import insert


def write(db: sqlite3.Connection, table_id: int, owner_id: int, user_id: int | None) -> bool:
    """Note to whom a player shows their hand, None for nobody; whether that is a change."""
    delete = "DELETE FROM onlooker WHERE table_id = ? AND owner_id = ? RETURNING user_id"
    before = db.execute(delete, (table_id, owner_id)).fetchall()
    if user_id is None:
        return bool(before)
    know(db, user_id)
    insert(db, "onlooker", table_id=table_id, owner_id=owner_id, user_id=user_id)
    return [row["user_id"] for row in before] != [user_id]


def owner(db: sqlite3.Connection, table_id: int, user_id: int) -> int | None:
    """The player who shows their hand to a person; None for nobody."""
    query = "SELECT owner_id FROM onlooker WHERE table_id = ? AND user_id = ?"
    row = db.execute(query, (table_id, user_id)).fetchone()
    return None if row is None else int(row["owner_id"])
