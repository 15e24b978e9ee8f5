"""Rows and values: a row is read as a struct, and written from values by the names of its columns.

Everything here runs on the database's thread.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeVar

import msgspec

from bot.table.encoding import as_json, stamp

T = TypeVar("T")


def struct_from_row(row: sqlite3.Row, kind: type[T], *encoded: str, **more: Any) -> T:
    """A row as a struct, with `more` fields; the columns `encoded` hold JSON."""
    decoded = {name: msgspec.json.decode(row[name]) for name in encoded if row[name] is not None}
    return msgspec.convert({**row, **decoded, **more}, kind, strict=False)


def insert(db: sqlite3.Connection, table: str, /, **values: Any) -> int:
    """Write a new row; returns its id."""
    return _write(db, "INSERT", table, values)


def put(db: sqlite3.Connection, table: str, /, **values: Any) -> None:
    """Write a row, in place of the one that has its key already, if any."""
    _write(db, "INSERT OR REPLACE", table, values)


def _write(db: sqlite3.Connection, verb: str, table: str, values: Mapping[str, Any]) -> int:
    names, marks = ", ".join(values), ", ".join(f":{name}" for name in values)
    columns = {name: as_column(value) for name, value in values.items()}
    return db.execute(f"{verb} INTO {table} ({names}) VALUES ({marks})", columns).lastrowid or 0


def as_column(value: Any) -> Any:
    """A value as SQLite takes it: a moment as text that sorts, a struct or a list as JSON."""
    if isinstance(value, datetime):
        return stamp(value)
    return as_json(value) if isinstance(value, msgspec.Struct | dict | list | tuple) else value
