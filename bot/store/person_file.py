"""A person's own data: every row that names them, found by the columns that erasing uses.

Other people are removed from each row, and so is every secret of a game's luck.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

import msgspec

from bot.database.packing import unpack
from bot.store import reliability
from bot.store.erasure import Column, columns
from bot.table.payloads import Payload

SECRETS = frozenset({"seed", "salt", "state", "began"})
"""Columns that no seat may read while its game runs."""

Row = dict[str, Any]


def person_file(db: sqlite3.Connection, user_id: int, at: str) -> bytes:
    """Everything stored about a person, as JSON."""
    record = reliability.read(db, user_id)
    tables = {
        "user_id": user_id,
        "written_at": at,
        "games_played_to_the_end": record.kept,
        "games_left": record.dropped,
        "rows": rows_of(db, user_id),
    }
    return msgspec.json.format(msgspec.json.encode(tables), indent=1)


def rows_of(db: sqlite3.Connection, user_id: int) -> dict[str, list[Row]]:
    """Every row that names a person, by SQL table; a table without such rows is left out."""
    query = "SELECT * FROM person WHERE user_id = ?"
    rows = {"person": [dict(row) for row in db.execute(query, (user_id,))]}
    by_table = groupby(sorted(columns(db), key=attrgetter("table")), key=attrgetter("table"))
    for table, people in by_table:
        rows[table] = _rows_in(db, table, list(people), user_id)
    rows["outbox"] = _deliveries(db, user_id)
    return {table: table_rows for table, table_rows in rows.items() if table_rows}


def _rows_in(
    db: sqlite3.Connection, table: str, people: Sequence[Column], user_id: int
) -> list[Row]:
    """The rows of one table that name a person in any of its columns of people."""
    where = " OR ".join(f"{column.name} = :user" for column in people)
    rows = db.execute(f"SELECT * FROM {table} WHERE {where}", {"user": user_id})
    return [_personal_part(dict(row), people, user_id) for row in rows]


def _personal_part(row: Row, people: Sequence[Column], user_id: int) -> Row:
    """A row without secrets and other people; a name column that the person shares is kept."""
    own_columns = {column.spoken for column in people if row[column.name] == user_id}
    foreign_columns = [column for column in people if row[column.name] not in (None, user_id)]
    hidden = {column.name for column in foreign_columns} | {
        column.spoken for column in foreign_columns
    } - own_columns
    return {
        name: None if name in hidden else readable(value)
        for name, value in row.items()
        if name not in SECRETS
    }


def readable(value: Any) -> Any:
    """A value of a column as text where it is packed."""
    return unpack(value).decode() if isinstance(value, bytes) else value


def _deliveries(db: sqlite3.Connection, user_id: int) -> list[Row]:
    """The deliveries, waiting or refused, that call a person."""
    query = "SELECT id, table_id, kind, due_at, payload FROM outbox WHERE instr(payload, ?)"
    rows = [dict(row) for row in db.execute(query, (str(user_id),))]
    for row in rows:
        people = msgspec.json.decode(row.pop("payload"), type=Payload)
        row |= msgspec.to_builtins(people.only(lambda user: user == user_id))
    return [row for row in rows if not row.keys().isdisjoint(Payload.__struct_fields__)]
