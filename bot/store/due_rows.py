"""Rows of dues: each is written and settled in the transaction of its cause.

A table, person and subject have one row of each kind: a later one replaces it. Functions that
take a connection run on the database's thread.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from datetime import datetime

from bot.store.rows import put, struct_from_row
from bot.table.due import Due, NoLongerDue, Settled
from bot.table.encoding import stamp

# ---- written -------------------------------------------------------------------------------------


def write(db: sqlite3.Connection, dues: Iterable[Due], table_id: int | None = None) -> None:
    """Write dues; one that names no table gets `table_id`."""
    for due in dues:
        if due.person_id is not None:
            db.execute("INSERT OR IGNORE INTO person (user_id) VALUES (?)", (due.person_id,))
        put(
            db,
            "due",
            table_id=due.table_id or table_id,
            person_id=due.person_id,
            kind=due.kind,
            subject=due.subject,
            payload=due.payload,
            at=due.at,
            try_at=due.at,
        )


def bring_forward(db: sqlite3.Connection, dues: Iterable[Due], table_id: int) -> None:
    """Let dues come no later than these; one that is not planned yet is written as given."""
    update = """
        UPDATE due SET at = min(at, :at), try_at = min(try_at, :at)
        WHERE kind = :kind AND table_id = :table AND person_id = :person AND subject = :subject
    """
    for due in dues:
        about = {"kind": due.kind, "person": due.person_id, "subject": due.subject}
        if not db.execute(update, {**about, "table": table_id, "at": stamp(due.at)}).rowcount:
            write(db, [due], table_id)


def settle(db: sqlite3.Connection, settled: Iterable[Settled], table_id: int) -> None:
    """Delete the settled dues of a table."""
    delete = """
        DELETE FROM due WHERE table_id = ? AND kind = ?
            AND (?3 IS NULL OR person_id = ?3) AND (?4 IS NULL OR subject = ?4)
    """
    for settlement in settled:
        db.execute(delete, (table_id, settlement.kind, settlement.person_id, settlement.subject))


def clear(db: sqlite3.Connection, table_id: int) -> None:
    """Delete every due of a table that is over."""
    db.execute("DELETE FROM due WHERE table_id = ?", (table_id,))


def finish(db: sqlite3.Connection, due_id: int) -> None:
    """Delete a due that this transaction carries out. Raises NoLongerDue where its row is gone."""
    if db.execute("DELETE FROM due WHERE id = ?", (due_id,)).rowcount != 1:
        raise NoLongerDue


def drop(db: sqlite3.Connection, due_id: int) -> None:
    """Delete a due, if it still exists."""
    db.execute("DELETE FROM due WHERE id = ?", (due_id,))


def postpone(db: sqlite3.Connection, due_id: int, until: datetime) -> None:
    """Count a failed attempt at a due and set the moment of the next one."""
    update = "UPDATE due SET try_at = ?, attempts = attempts + 1 WHERE id = ?"
    db.execute(update, (stamp(until), due_id))


# ---- read ----------------------------------------------------------------------------------------


def is_there(db: sqlite3.Connection, due_id: int) -> bool:
    """Whether a due still exists."""
    return db.execute("SELECT 1 FROM due WHERE id = ?", (due_id,)).fetchone() is not None


def read_next(db: sqlite3.Connection) -> tuple[Due, datetime] | None:
    """The next due and the moment at which to try it."""
    row = db.execute("SELECT * FROM due ORDER BY try_at, id LIMIT 1").fetchone()
    return None if row is None else (due_of(row), datetime.fromisoformat(row["try_at"]))


def read_all(db: sqlite3.Connection, table_id: int) -> list[Due]:
    """Dues of a table, the next first."""
    query = "SELECT * FROM due WHERE table_id = ? ORDER BY at, id"
    return [due_of(row) for row in db.execute(query, (table_id,))]


def by_person(db: sqlite3.Connection, table_id: int, kind: str) -> dict[int | None, Due]:
    """Dues of a kind at a table, by the person whom they are about."""
    return {due.person_id: due for due in read_all(db, table_id) if due.kind == kind}


def read_of_person(db: sqlite3.Connection, kind: str, user_id: int, until: datetime) -> list[Due]:
    """Dues of a kind about a person whose moment is not later than `until`, the next first."""
    query = "SELECT * FROM due WHERE kind = ? AND person_id = ? AND at <= ? ORDER BY at, id"
    return [due_of(row) for row in db.execute(query, (kind, user_id, stamp(until)))]


def due_of(row: sqlite3.Row) -> Due:
    """A row as a value."""
    return struct_from_row(row, Due, "payload")
