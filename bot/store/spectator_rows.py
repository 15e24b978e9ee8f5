"""Rows of spectators: their calls and guesses. Everything here runs on the database's thread."""

from __future__ import annotations

import sqlite3

from bot.store.person_rows import know
from bot.store.rows import put
from bot.table.spectators import Calls


def write_calls(db: sqlite3.Connection, table_id: int, user_id: int, calls: Calls | None) -> None:
    """Note when a person is called; None for never."""
    if calls is None:
        delete = "DELETE FROM watch WHERE table_id = ? AND user_id = ?"
        db.execute(delete, (table_id, user_id))
        return
    know(db, user_id)
    put(db, "watch", table_id=table_id, user_id=user_id, calls=calls)


def read_calls(db: sqlite3.Connection, table_id: int) -> dict[int, Calls]:
    """People whom a table calls as spectators, and when."""
    query = "SELECT user_id, calls FROM watch WHERE table_id = ? ORDER BY user_id"
    return {row["user_id"]: Calls(row["calls"]) for row in db.execute(query, (table_id,))}


def clear_calls(db: sqlite3.Connection, table_id: int) -> None:
    """Forget whom to call at a table that is over."""
    db.execute("DELETE FROM watch WHERE table_id = ?", (table_id,))


def write_guess(db: sqlite3.Connection, table_id: int, user_id: int, seat: int) -> None:
    """Note the seat that a person says will win."""
    know(db, user_id)
    put(db, "guess", table_id=table_id, user_id=user_id, seat=seat)


def read_guesses(db: sqlite3.Connection, table_id: int) -> dict[int, int]:
    """The seat that each person says will win."""
    query = "SELECT user_id, seat FROM guess WHERE table_id = ? ORDER BY user_id"
    return {row["user_id"]: row["seat"] for row in db.execute(query, (table_id,))}
