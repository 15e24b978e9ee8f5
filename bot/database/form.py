"""The form of a database: its application id, its number of migrations, and those it lacks."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.database.packing import pack
from bot.database.refusal import BadStore

MIGRATIONS = Path(__file__).parent / "migrations"
APPLICATION_ID = int.from_bytes(b"HEXA")


def require_ours(connection: sqlite3.Connection, file: Path) -> None:
    """Refuse a database of another program or of a newer Hexagora."""
    if not is_ours(connection):
        raise BadStore("foreign", file=str(file))
    ours, theirs = len(migrations()), version(connection)
    if theirs > ours:
        raise BadStore("newer", file=str(file), ours=ours, theirs=theirs)


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether the file has Hexagora's application id."""
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    return bool(mark == APPLICATION_ID)


def version(connection: sqlite3.Connection) -> int:
    """Number of migrations that were applied to the file."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def is_older(connection: sqlite3.Connection) -> bool:
    """Whether the next start will migrate the file."""
    return version(connection) < len(migrations())


def migrations() -> list[Path]:
    """All migrations in the order of their numbers."""
    return sorted(MIGRATIONS.glob("[0-9]*.sql"))


def migrate(connection: sqlite3.Connection) -> None:
    """Apply every missing migration, in one transaction.

    Writes even where none is missing, so that a disk that takes no writes is noticed now.
    """
    scripts = migrations()
    connection.create_function("packed", 1, pack, deterministic=True)
    with transaction(connection):
        for script in scripts[version(connection) :]:
            for statement in statements(script.read_text("utf-8")):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(scripts)}")


def rewrite_version(connection: sqlite3.Connection) -> None:
    """Write the version that the file already has, and with it its first page."""
    connection.execute(f"PRAGMA user_version = {version(connection)}")


def statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one: `executescript` would commit on its own."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """A transaction around a block, which takes the write lock at once."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
