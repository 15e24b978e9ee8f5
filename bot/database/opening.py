"""Opening at the start: check the file, copy it before an update, update it; or refuse it.

An empty database never replaces a lost one.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.database.copies import (
    copies_of,
    copy_before_update,
    copy_into_room,
    put,
    remove,
    size_of,
    sweep,
)
from bot.database.form import is_older, migrate, require_ours, transaction
from bot.database.inspection import BUSY_MS, open_read_only, require_sound
from bot.database.refusal import BadStore, refusals
from bot.database.tidying import JOURNAL_LIMIT
from bot.i18n import text

log = logging.getLogger(__name__)


def prepare(file: Path, language: str) -> None:
    """Update a file to the present form, under its lock. Raises BadStore, sqlite3.Error."""
    if not file.exists():
        create(file, language)
    with open_read_only(file) as present:
        require_ours(present, file)
        require_sound(present, file)
        update_waits = is_older(present)
    sweep(file)
    if update_waits:
        copy = copy_before_update(file)
        log.warning("%s", text("store.updating", language, file=str(file), copy=str(copy)))
    with closing(connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        migrate(connection)


@contextmanager
def rehearsal(file: Path) -> Iterator[sqlite3.Connection]:
    """Connection to a private copy of a file, updated as the next start would update it.

    Raises BadStore, and sqlite3.Error where a migration fails.
    """
    with TemporaryDirectory() as folder:
        copy = copy_into_room(file, Path(folder) / file.name)
        with closing(connect(copy)) as connection:
            migrate(connection)
            yield connection


def create(file: Path, language: str) -> None:
    """Create a new database, whole or not at all."""
    require_nothing_lost(file)
    unready = file.with_name(f"{file.name}.new")
    remove(unready)
    with closing(connect(unready)) as connection:
        migrate(connection)
    put(unready, file)
    log.warning("%s", text("store.created", language, file=str(file.absolute())))


def require_nothing_lost(file: Path) -> None:
    """Refuse to create a database where copies, a journal or Litestream's notes of one exist."""
    journal, notes = file.with_name(f"{file.name}-wal"), litestream_notes(file)
    leftovers = [*([notes] if notes.exists() else []), *copies_of(file)]
    leftovers += [journal] if size_of(file) else []
    if leftovers:
        raise BadStore("lost", file=str(file), left=str(leftovers[-1]))


def litestream_notes(file: Path) -> Path:
    """File or folder in which Litestream, where it copies a database, notes how far it has come."""
    return file.with_name(f".{file.name}-litestream")


def has_litestream(file: Path) -> bool:
    """Whether Litestream copies a database, or has done so."""
    return litestream_notes(file).exists()


def require_folder(file: Path) -> None:
    """Refuse a missing folder: a disk may not be mounted, or the path mistyped."""
    if not file.parent.is_dir():
        raise BadStore("no_folder", file=str(file), folder=str(file.parent.absolute()))


@contextmanager
def transaction_beside(file: Path) -> Iterator[sqlite3.Connection]:
    """A transaction on a file of the present form, beside a running bot. Raises BadStore."""
    with refusals(file):
        with open_read_only(file) as present:
            require_ours(present, file)
            if is_older(present):
                raise BadStore("older", file=str(file))
        with closing(connect(file)) as connection, transaction(connection):
            yield connection


def connect(file: Path) -> sqlite3.Connection:
    """A connection that writes, with explicit transactions."""
    connection = sqlite3.connect(file, isolation_level=None)
    configure(connection)
    return connection


def configure(connection: sqlite3.Connection) -> None:
    """Set up a connection that writes, so that an acknowledged commit is on the disk.

    Deleted rows are overwritten with zeros, and a long journal is shortened again.
    """
    connection.row_factory = sqlite3.Row
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute(f"PRAGMA journal_size_limit = {JOURNAL_LIMIT}")
