"""Rows of saved moves; everything here runs on the database's thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

import msgspec

from bot.table.advance import LeftMove, Stage


def write(db: sqlite3.Connection, table_id: int, moves: Iterable[LeftMove]) -> None:
    """Write moves over earlier ones of their seats; delete those that are gone."""
    upsert = """
        INSERT OR REPLACE INTO left_move
            (table_id, seat, user_id, line, stage, reason, state, version)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    """
    for move in moves:
        if move.stage is Stage.GONE:
            delete = "DELETE FROM left_move WHERE table_id = ? AND seat = ?"
            db.execute(delete, (table_id, move.seat))
        else:
            values = (move.line, str(move.stage), move.reason, move.state, move.version)
            db.execute(upsert, (table_id, move.seat, move.user_id, *values))


def read(db: sqlite3.Connection, table_id: int) -> list[LeftMove]:
    """Moves left at a table, by seat."""
    rows = db.execute("SELECT * FROM left_move WHERE table_id = ? ORDER BY seat", (table_id,))
    return msgspec.convert([dict(row) for row in rows], list[LeftMove])


def clear(db: sqlite3.Connection, table_id: int) -> None:
    """Delete the moves left at a table that is over."""
    db.execute("DELETE FROM left_move WHERE table_id = ?", (table_id,))


def tables_of(db: sqlite3.Connection, user_id: int) -> int:
    """Number of tables where a move that a person has left waits for its turn."""
    query = "SELECT count(*) FROM left_move WHERE user_id = ? AND stage IN (?, ?)"
    return int(db.execute(query, (user_id, Stage.LEFT, Stage.DUE)).fetchone()[0])
