"""Sandboxes as rows. Everything here runs on the database's thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from bot.store import table_rows
from bot.table.changes import Effects, Ply, Secret, Snapshot
from bot.table.encoding import stamp
from bot.table.seating import Table
from rules.contract import RulesError

OPEN = "purpose = 'sandbox' AND status = 'live' AND host_id = ?"


def read_all(db: sqlite3.Connection, user_id: int) -> list[Table]:
    """The open sandboxes of a person, newest first."""
    query = f"{table_rows.TABLE} WHERE {OPEN} ORDER BY id DESC"
    return [table_rows.table_of(row) for row in db.execute(query, (user_id,))]


def write(
    db: sqlite3.Connection,
    table: Table,
    secret: Secret,
    plies: Sequence[Ply],
    snapshot: Snapshot,
    beside: Effects,
    now: datetime,
    *,
    most: int,
) -> Table:
    """Write a sandbox with its moves so far. Refuses a person who has `most` of them."""
    others = read_all(db, table.host_id)
    if len(others) >= most:
        places = ", ".join(f"<#{other.home_id or other.channel_id}>" for other in others)
        raise RulesError("sandbox.too_many", n=len(others), place=places)
    table = replace(table, revision=max(table.revision, 1))
    table = table_rows.insert_table(db, table, secret, stamp(now))
    table_rows.note_hands(db, table, stamp(now))
    table_rows.append(db, table.id, plies)
    table_rows.write_snapshot(db, table.id, snapshot)
    table_rows.write_beside(db, table.id, beside, now)
    return table
