"""Storage of the world: an SQLite file, or memory where no file is given."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")

SCHEMA = """
CREATE TABLE IF NOT EXISTS thing (
    kind TEXT NOT NULL, id INTEGER NOT NULL, json BLOB NOT NULL, PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS file (id INTEGER PRIMARY KEY, name TEXT NOT NULL, bytes BLOB NOT NULL)
STRICT;
"""
REMOVED = 16
"""Removed files that can still be read: a page may be about to load a picture that an edit has just
replaced. Discord, too, serves such files for a while."""


class BadVault(ValueError):
    """Refusal of a file that is not the playground's, or is of another version."""


class Vault:
    """Objects by kind and id. A change that has returned survives the end of the process."""

    def __init__(self, file: Path | None) -> None:
        self.lasting = file is not None
        self._removed: dict[int, tuple[str, bytes]] = {}
        try:
            self._db = _open(file)
        except sqlite3.DatabaseError as error:
            raise BadVault(f"{file} is no playground: {error}") from error

    def put(self, kind: str, number: int, thing: object) -> None:
        self._db.execute(
            "INSERT INTO thing VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET json = excluded.json",
            (kind, number, msgspec.json.encode(thing)),
        )

    def remove(self, kind: str, number: int) -> None:
        self._db.execute("DELETE FROM thing WHERE kind = ? AND id = ?", (kind, number))

    def load(self, kind: str, form: type[T]) -> list[T]:
        """All objects of a kind, oldest id first."""
        rows = self._db.execute("SELECT json FROM thing WHERE kind = ? ORDER BY id", (kind,))
        try:
            return [msgspec.json.decode(row[0], type=form) for row in rows]
        except msgspec.DecodeError as error:
            raise BadVault(f"the playground's file is of another version: {error}") from error

    def put_file(self, number: int, name: str, content: bytes) -> None:
        self._db.execute("INSERT OR REPLACE INTO file VALUES (?, ?, ?)", (number, name, content))

    def file(self, number: int) -> tuple[str, bytes] | None:
        """Name and bytes of an uploaded file, if it exists or was among the last removed ones."""
        row = self._db.execute("SELECT name, bytes FROM file WHERE id = ?", (number,)).fetchone()
        return self._removed.get(number) if row is None else (row[0], row[1])

    def remove_file(self, number: int) -> None:
        """Remove a file; it can be read until some others are removed after it."""
        if file := self.file(number):
            self._removed[number] = file
        for oldest in list(self._removed)[:-REMOVED]:
            del self._removed[oldest]
        self._db.execute("DELETE FROM file WHERE id = ?", (number,))

    def close(self) -> None:
        self._db.close()


def _open(file: Path | None) -> sqlite3.Connection:
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
    db = sqlite3.connect(file or ":memory:", isolation_level=None)
    try:
        for pragma in ("busy_timeout = 2000", "journal_mode = WAL", "synchronous = NORMAL"):
            db.execute(f"PRAGMA {pragma}")
        db.executescript(SCHEMA)
    except sqlite3.DatabaseError:
        db.close()
        raise
    return db
