"""Rows of saved moves; everything here runs on the database's thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from msgspec.structs import asdict

from bot.store.rows import put, struct_from_row
from bot.table.advance import LeftMove, Stage


def write(db: sqlite3.Connection, table_id: int, moves: Iterable[LeftMove]) -> None:
    """Write moves over earlier ones of their seats; delete those that are gone."""
    for move in moves:
        if move.stage is Stage.GONE:
            delete = "DELETE FROM left_move WHERE table_id = ? AND seat = ?"
            db.execute(delete, (table_id, move.seat))
        else:
            put(db, "left_move", table_id=table_id, **asdict(move))


def read(db: sqlite3.Connection, table_id: int) -> list[LeftMove]:
    """Moves left at a table, by seat."""
    rows = db.execute("SELECT * FROM left_move WHERE table_id = ? ORDER BY seat", (table_id,))
    return [struct_from_row(row, LeftMove) for row in rows]


def clear(db: sqlite3.Connection, table_id: int) -> None:
    """Delete the moves left at a table that is over."""
    db.execute("DELETE FROM left_move WHERE table_id = ?", (table_id,))


def tables_of(db: sqlite3.Connection, user_id: int) -> int:
    """Number of tables where a move that a person has left waits for its turn."""
    query = "SELECT count(*) FROM left_move WHERE user_id = ? AND stage IN (?, ?)"
    return int(db.execute(query, (user_id, Stage.LEFT, Stage.DUE)).fetchone()[0])
