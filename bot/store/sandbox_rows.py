"""Sandboxes as rows. Everything here runs on the database's thread."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.store import table_rows
from bot.table.changes import Change, Secret
from bot.table.seating import Table

OPEN = "purpose = 'sandbox' AND status = 'live' AND host_id = ?"


def read_all(db: sqlite3.Connection, user_id: int) -> list[Table]:
    """The open sandboxes of a person, newest first."""
    query = f"{table_rows.TABLE} WHERE {OPEN} ORDER BY id DESC"
    return [table_rows.table_of(row) for row in db.execute(query, (user_id,))]


def write(
    db: sqlite3.Connection,
    opened: Change,
    secret: Secret,
    now: datetime,
    *,
    most: int,
) -> Table:
    """Write a sandbox with its moves so far. Refuses a person who has `most` of them."""
    others = read_all(db, opened.table.host_id)
    if len(others) >= most:
        places = ", ".join(f"<#{other.home_id or other.channel_id}>" for other in others)
        details = {"n": len(others), "place": places}
        raise table_rows.refusal_of_more("sandbox.too_many", others, opened.table, **details)
    return table_rows.open_table(db, opened, secret, now)
