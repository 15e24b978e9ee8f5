"""The heartbeat: once a minute the figures are written into a file beside the database.

It is a file, not a row: reading it needs no database, writing it waits for no transaction and holds
up no move, and it goes on while the database cannot be written. Its age says whether the bot lives.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec

from bot.clock import Clock
from bot.database import is_taken
from bot.figures import Figures, Report

log = logging.getLogger(__name__)

MINUTE: Final = 60.0
LONGEST_SILENCE: Final = 180.0
"""Seconds without a heartbeat after which the bot counts as dead: three beats."""
OWNER_ALONE: Final = 0o600
REAL: Final = Clock()
"""The clock of this machine, by which files are dated."""


def figures_file(database: Path) -> Path:
    """File to which the bot that runs on a database writes its figures."""
    return database.with_name(f"{database.name}.figures.json")


def silence(database: Path) -> float | None:
    """Seconds since the last heartbeat of the bot on a database; None where there is none."""
    try:
        dated = figures_file(database).stat().st_mtime
    except OSError:
        return None
    return max(0.0, (REAL.now() - datetime.fromtimestamp(dated, UTC)).total_seconds())


def read_report(database: Path) -> Report | None:
    """The figures that a running bot has written last; None where there are none."""
    try:
        return msgspec.json.decode(figures_file(database).read_bytes(), type=Report)
    except (OSError, msgspec.DecodeError):
        return None


class Heart:
    """Beats as long as the process lives: `async with Heart(figures, database): ...`."""

    def __init__(self, figures: Figures, database: Path) -> None:
        self._figures, self._database = figures, database
        self._file = figures_file(database)
        self._part = self._file.with_name(f"{self._file.name}.part")
        self._beating: asyncio.Task[None] | None = None
        self._has_written = False

    async def __aenter__(self) -> Self:
        self._beating = asyncio.create_task(self._beat_for_ever())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        if self._has_written:
            with suppress(OSError):
                self._file.unlink(missing_ok=True)
                self._part.unlink(missing_ok=True)

    async def _beat_for_ever(self) -> None:
        while True:
            await self.beat()
            await self._figures.clock.sleep(MINUTE)

    async def beat(self) -> None:
        """Look at the figures and write them down, also where not all can be looked at."""
        try:
            await self._figures.look()
        except Exception as error:
            self._figures.fault("The figures are not complete", error)
        if self._figures.sampler is not None or not is_taken(self._database):
            await asyncio.to_thread(self._write)

    def _write(self) -> None:
        """Write the figures whole; where there is no room for them, only say that the bot lives."""
        self._has_written = True
        try:
            self._part.touch(OWNER_ALONE)
            self._part.write_bytes(msgspec.json.encode(self._figures.report))
            self._part.replace(self._file)
        except OSError:
            with suppress(OSError):
                self._file.touch(OWNER_ALONE)
