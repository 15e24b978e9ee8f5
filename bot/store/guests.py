"""Rows of the people invited to a table. Everything here runs on the database's thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from bot.store.person_rows import know


def add(db: sqlite3.Connection, table_id: int, *user_ids: int) -> bool:
    """Invite people to a table; returns whether any of them was not invited before."""
    know(db, *user_ids)
    insert = "INSERT OR IGNORE INTO guest (table_id, user_id) VALUES (?, ?)"
    rows: Iterable[tuple[int, int]] = [(table_id, user_id) for user_id in user_ids]
    return db.executemany(insert, rows).rowcount > 0


def invite_again(db: sqlite3.Connection, table_id: int, earlier_id: int) -> None:
    """Invite the players and the guests of an earlier table to its rematch."""
    insert = """
        INSERT INTO guest (table_id, user_id)
        SELECT :new, user_id FROM seat WHERE table_id = :earlier AND user_id IS NOT NULL
        UNION SELECT :new, user_id FROM guest WHERE table_id = :earlier
    """
    db.execute(insert, {"new": table_id, "earlier": earlier_id})


def remove(db: sqlite3.Connection, table_id: int, user_id: int) -> None:
    """Withdraw the invitation of a person."""
    db.execute("DELETE FROM guest WHERE table_id = ? AND user_id = ?", (table_id, user_id))


def knows(db: sqlite3.Connection, table_id: int, user_id: int) -> bool:
    """Whether a person is invited to a table."""
    query = "SELECT 1 FROM guest WHERE table_id = ? AND user_id = ?"
    return db.execute(query, (table_id, user_id)).fetchone() is not None


def lobbies_of(db: sqlite3.Connection, user_id: int) -> list[int]:
    """Open lobbies to which a person is invited."""
    query = """
        SELECT table_id FROM guest JOIN table_ ON table_.id = table_id
        WHERE user_id = ? AND status = 'lobby'
    """
    return [row["table_id"] for row in db.execute(query, (user_id,))]
