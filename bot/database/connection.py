"""The bot's own connection. Writes that arrive during a commit share the next one."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Concatenate, ParamSpec, Self, TypeVar

import aiosqlite

from bot.database import lock
from bot.database.aiosqlite_internals import run_on_thread
from bot.database.form import rewrite_version, transaction
from bot.database.inspection import troubles
from bot.database.opening import configure, prepare, require_folder
from bot.database.refusal import refusals
from bot.database.tidying import tidy

T = TypeVar("T")
P = ParamSpec("P")
Query = Callable[Concatenate[sqlite3.Connection, P], T]
"""A function that runs statements on the database's thread; its other arguments come along."""
Work = Callable[[sqlite3.Connection], Any]


class Database:
    """One connection on a thread of its own.

    No other process writes to the file while it is open, except for an announcement of the host.
    """

    def __init__(self, file: Path, connection: aiosqlite.Connection, held: BinaryIO) -> None:
        self.file = file
        self._connection = connection
        self._lock = held
        self._waiting: list[tuple[Work, asyncio.Future[Any]]] = []
        self._committing: asyncio.Task[None] | None = None

    # ---- life ------------------------------------------------------------------------------------

    @classmethod
    async def open(cls, file: Path, *, language: str = "en") -> Self:
        """Open `file`, which may be new or of any earlier form. Raises BadStore."""
        require_folder(file)
        with refusals(file):
            handle = await asyncio.to_thread(lock.take, file)
            try:
                await asyncio.to_thread(prepare, file, language)
                database = cls(file, await aiosqlite.connect(file, isolation_level=None), handle)
                await database.read(configure)
            except BaseException:
                handle.close()
                raise
        return database

    async def close(self) -> None:
        """Finish the commit under way, close the file and release its lock."""
        try:
            if self._committing is not None:
                await self._committing
            await self._connection.close()
        finally:
            self._lock.close()

    # ---- reading and writing ---------------------------------------------------------------------

    async def read(self, query: Query[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Call a query on the database's thread, in one hop, outside of any transaction."""
        try:
            return await run_on_thread(self._connection, lambda db: query(db, *args, **more))
        except Exception as error:
            self.note_failure(error)
            raise

    def note_failure(self, error: Exception) -> None:
        """Hook for an error of a query or a write, which its caller gets as well."""

    async def write(self, work: Query[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Carry out `work`, all or nothing; returns when it is on the disk.

        One transaction runs at a time. Works that arrive during it share the next one, each behind
        a savepoint: an error undoes its own `work` and reaches its own caller only. A cancelled
        caller waits until the outcome is certain.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((lambda db: work(db, *args, **more), future))
        if self._committing is None:
            self._committing = asyncio.create_task(self._commit_waiting())
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            await asyncio.wait([future])
            raise

    async def _commit_waiting(self) -> None:
        """Commit one group after another until no write waits."""
        try:
            while self._waiting:
                group, self._waiting = self._waiting, []
                await self._commit(group)
        finally:
            self._committing = None

    async def _commit(self, group: Sequence[tuple[Work, asyncio.Future[Any]]]) -> None:
        works = [work for work, _ in group]
        try:
            outcomes = await self.read(commit, works)
        except Exception as error:
            outcomes = [error] * len(group)
        else:
            self._note_failures(outcomes)
        for (_, future), outcome in zip(group, outcomes, strict=True):
            if future.done():
                continue
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

    async def tidy(self) -> bool:
        """Shorten the journal, and rewrite a file from which rows were erased.

        Returns False where that has to wait, as a copy is being made.
        """
        return await self.read(tidy)

    def _note_failures(self, outcomes: Sequence[Any]) -> None:
        """Note the errors of single works; `read` has noted one of the whole transaction."""
        for outcome in outcomes:
            if isinstance(outcome, Exception):
                self.note_failure(outcome)

    async def probe(self) -> None:
        """Write without changing anything; raises where the disk takes no writes."""
        await self.write(rewrite_version)

    async def check(self) -> list[str]:
        """Faults that SQLite finds in the file; [] when it is sound."""
        return await self.read(troubles)


# ---- on the database's thread --------------------------------------------------------------------


def commit(connection: sqlite3.Connection, works: Sequence[Work]) -> list[Any]:
    """Carry out `works` in one transaction; the outcome of each is its result or its error."""
    with transaction(connection):
        return [attempt(connection, work) for work in works]


def attempt(connection: sqlite3.Connection, work: Work) -> Any:
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
