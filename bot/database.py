"""The SQLite file: opened or refused, brought up to date, written in groups, copied, restored.

Nothing here knows what is stored; the statements are in `bot.store` and `bot/migrations`.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self, TypeVar

import aiosqlite

from bot.i18n import text

MIGRATIONS = Path(__file__).parent / "migrations"
APPLICATION_ID = int.from_bytes(b"HEXA")
BUSY_MS = 5_000
"""How long to wait for another process, such as a backup, before giving up."""
COPY_RETRY = 3600.0
"""Seconds until the next try when a rolling copy could not be written."""
COPY_TIME = "%Y%m%d-%H%M%S"

log = logging.getLogger(__name__)

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
"""Statements to carry out on the database's thread."""


class BadStore(Exception):
    """A reason not to use a database file, as one sentence for the host."""

    def __init__(self, code: str, language: str, **details: Any) -> None:
        super().__init__(text(f"store.{code}", language, **details))
        self.code = code


class Database:
    """One connection on a thread of its own. What arrives during a commit shares the next one."""

    def __init__(self, file: Path, connection: aiosqlite.Connection, language: str) -> None:
        self.file = file
        self.language = language
        self._connection = connection
        self._waiting: list[tuple[Work[Any], asyncio.Future[Any]]] = []
        self._committing: asyncio.Task[None] | None = None

    # ---- life ------------------------------------------------------------------------------------

    @classmethod
    async def open(cls, file: Path, *, language: str = "en") -> Self:
        """Open `file`, new or of any earlier form. Raises BadStore, and then changes nothing."""
        with refusals(file, language):
            await asyncio.to_thread(prepare, file, language)
            database = cls(file, await aiosqlite.connect(file, isolation_level=None), language)
            await database.read(configure)
        return database

    async def close(self) -> None:
        """Finish what is being written, then close the file."""
        if self._committing is not None:
            await self._committing
        await self._connection.close()

    # ---- reading and writing ---------------------------------------------------------------------

    async def read(self, work: Work[T]) -> T:
        """Carry out `work` on the database's thread, in one hop, outside of any transaction."""
        # aiosqlite offers statements only; its own hop carries a whole function ten times cheaper
        hop: Callable[..., Awaitable[T]] = self._connection._execute
        return await hop(work, self._connection._conn)

    async def write(self, work: Work[T]) -> T:
        """Carry out `work`, all or nothing; returns when it is on the disk.

        One transaction runs at a time. All `work` that arrives meanwhile shares the next one, each
        behind a savepoint: an error undoes and reaches its own caller only. A caller who is
        cancelled goes when the outcome is certain.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, future))
        if self._committing is None:
            self._committing = asyncio.create_task(self._commit_waiting())
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            await asyncio.wait([future])
            raise

    async def _commit_waiting(self) -> None:
        """Commit group after group until nobody waits."""
        try:
            while self._waiting:
                group, self._waiting = self._waiting, []
                await self._commit(group)
        finally:
            self._committing = None

    async def _commit(self, group: Sequence[tuple[Work[Any], asyncio.Future[Any]]]) -> None:
        works = [work for work, _ in group]
        try:
            outcomes = await self.read(lambda connection: commit(connection, works))
        except Exception as error:
            outcomes = [error] * len(group)
        for (_, future), outcome in zip(group, outcomes, strict=True):
            if future.done():
                continue
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

    # ---- health and copies -----------------------------------------------------------------------

    async def check(self) -> list[str]:
        """What SQLite finds wrong with the file; [] when it is sound."""
        return await self.read(troubles)

    async def backup(self, file: Path | None = None) -> Path:
        """Write a consistent copy, by default among the rolling ones. Raises BadStore."""
        copy = file or self._copies() / copy_name(self.file.stem)
        await asyncio.to_thread(copy_database, self.file, copy, self.language)
        return copy

    async def keep_copies(self, *, hours: float, kept: int) -> None:
        """Make a rolling copy every `hours`, for ever, and remove all but the newest `kept`."""
        while kept:
            age = datetime.now(UTC).timestamp() - newest(self.copies())
            await asyncio.sleep(max(0.0, hours * 3600 - age))
            try:
                await self.backup()
            except BadStore as refusal:
                log.error("%s", refusal)
                await asyncio.sleep(COPY_RETRY)
            for old in self.copies()[:-kept]:
                old.unlink(missing_ok=True)

    def copies(self) -> list[Path]:
        """The rolling copies, oldest first."""
        made = f"{self.file.stem}-{'[0-9]' * 8}-{'[0-9]' * 6}.sqlite3"
        return sorted(self._copies().glob(made))

    def _copies(self) -> Path:
        return self.file.parent / "backups"

    @classmethod
    async def restore(cls, copy: Path, file: Path, *, language: str = "en") -> Path | None:
        """Put `copy` in the place of `file`; returns where the former one is kept, if any."""
        return await asyncio.to_thread(restore_database, copy, file, language)


# ---- on the database's thread --------------------------------------------------------------------


@contextmanager
def refusals(file: Path, language: str) -> Iterator[None]:
    """Turn what SQLite and the file system say into one sentence for the host."""
    try:
        yield
    except (sqlite3.OperationalError, OSError) as error:
        raise BadStore("cannot_open", language, file=str(file), reason=str(error)) from error
    except sqlite3.DatabaseError as error:
        raise BadStore("damaged", language, file=str(file)) from error


def prepare(file: Path, language: str) -> None:
    """Look whether the file is ours, then bring it to the present form."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        identify(connection, file, language)
        connection.execute("PRAGMA journal_mode = WAL")
        migrate(connection)


def configure(connection: sqlite3.Connection) -> None:
    """What every connection to a prepared file is told: what is acknowledged is on the disk."""
    connection.row_factory = sqlite3.Row
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def identify(connection: sqlite3.Connection, file: Path, language: str) -> None:
    """Refuse a database of another program or of a newer Hexagora."""
    ours, theirs = len(migrations()), version(connection)
    if theirs > ours and is_ours(connection):
        raise BadStore("newer", language, file=str(file), ours=ours, theirs=theirs)
    is_new = not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()
    if not (is_new or is_ours(connection)):
        raise BadStore("foreign", language, file=str(file))


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether the file carries Hexagora's mark."""
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    return bool(mark == APPLICATION_ID)


def version(connection: sqlite3.Connection) -> int:
    """How many migrations the file has seen."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrations() -> list[Path]:
    """All migrations in the order of their numbers."""
    return sorted(MIGRATIONS.glob("[0-9]*.sql"))


def migrate(connection: sqlite3.Connection) -> None:
    """Apply what is missing, each migration and its number in one transaction."""
    for number, script in enumerate(migrations(), start=1):
        with transaction(connection):
            if version(connection) < number:
                for statement in statements(script.read_text("utf-8")):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {number}")


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
    """All or nothing; takes the write lock at once."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def commit(connection: sqlite3.Connection, works: Sequence[Work[Any]]) -> list[Any]:
    """Carry out `works` in one transaction; the outcome of each is its result or its error."""
    with transaction(connection):
        return [attempt(connection, work) for work in works]


def attempt(connection: sqlite3.Connection, work: Work[Any]) -> Any:
    """The result of `work`, carried out behind a savepoint; or its error, after undoing it."""
    connection.execute("SAVEPOINT work")
    try:
        outcome = work(connection)
    except Exception as error:
        if not connection.in_transaction:
            raise
        connection.execute("ROLLBACK TO work")
        outcome = error
    connection.execute("RELEASE work")
    return outcome


def troubles(connection: sqlite3.Connection) -> list[str]:
    """Damaged pages and indexes, then rows that point at nothing."""
    try:
        found = [row[0] for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
        broken = connection.execute("PRAGMA foreign_key_check")
        return found + [f"{row[0]} {row[1]} → {row[2]}" for row in broken]
    except sqlite3.DatabaseError as error:
        return [str(error)]


# ---- whole files ---------------------------------------------------------------------------------


def copy_name(stem: str) -> str:
    """The name of a copy made now; names sort by time."""
    return f"{stem}-{datetime.now(UTC):{COPY_TIME}}.sqlite3"


def newest(files: Sequence[Path]) -> float:
    """When the last of `files` was written, in seconds since 1970; 0 without any."""
    return files[-1].stat().st_mtime if files else 0.0


def copy_database(file: Path, copy: Path, language: str) -> None:
    """Write a compact, consistent copy beside running writers; a half-written one is never seen."""
    partial = copy.with_name(f"{copy.name}.part")
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        if copy.exists():
            raise FileExistsError(f"{copy.name} exists")
        partial.unlink(missing_ok=True)
        with closing(sqlite3.connect(file)) as source:
            source.execute("VACUUM INTO ?", (str(partial),))
        partial.rename(copy)
    except (sqlite3.Error, OSError) as error:
        raise BadStore("cannot_copy", language, file=str(copy), reason=str(error)) from error


def restore_database(copy: Path, file: Path, language: str) -> Path | None:
    """Check `copy`, set `file` aside with all that belongs to it, and put the copy there."""
    if not copy.is_file():
        raise BadStore("no_copy", language, file=str(copy))
    with refusals(copy, language), closing(sqlite3.connect(copy)) as opened:
        identify(opened, copy, language)
        if not is_ours(opened) or troubles(opened):
            raise BadStore("damaged", language, file=str(copy))
    ready = file.with_name(f"{file.name}.restored")
    ready.unlink(missing_ok=True)
    copy_database(copy, ready, language)
    kept = set_aside(file, language) if file.exists() else None
    ready.rename(file)
    return kept


def set_aside(file: Path, language: str) -> Path:
    """Rename a database that nobody uses, with its journal: a stray one would spoil the next."""
    require_unused(file, language)
    kept = file.with_name(f"before-{copy_name(file.stem)}")
    for suffix in ("", "-wal", "-shm"):
        part = file.with_name(file.name + suffix)
        if part.exists():
            part.rename(kept.with_name(kept.name + suffix))
    return kept


def require_unused(file: Path, language: str) -> None:
    """Refuse while another process has the database open: only one alone may leave WAL."""
    with closing(sqlite3.connect(file, timeout=0)) as opened:
        try:
            opened.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as error:
            raise BadStore("in_use", language, file=str(file)) from error
        except sqlite3.DatabaseError:
            return
