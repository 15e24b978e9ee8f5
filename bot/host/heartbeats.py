"""The heartbeat: the figures, written once a minute to a file beside the database.

A file, not a row, can be read without the database; writing it waits for no transaction, blocks no
move, and works while the database cannot be written. Its age says whether the bot is alive.
"""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec

from bot.clock import Clock, cancel
from bot.database import is_taken
from bot.figures import HOUSE, Figures, Report
from bot.host.code import fingerprint
from bot.host.releases import Releases

MINUTE: Final = 60.0
LONGEST_SILENCE: Final = 180.0
"""Seconds without a heartbeat after which the bot counts as dead: three beats."""
OWNER_ALONE: Final = 0o600
REAL: Final = Clock()
"""The clock of this machine, which also dates files."""


def figures_file(database: Path) -> Path:
    """File to which the bot that runs on a database writes its figures."""
    return database.with_name(f"{database.name}.figures.json")


def silence(database: Path) -> float | None:
    """Seconds since the last heartbeat of the bot on a database; None without a heartbeat."""
    try:
        dated = figures_file(database).stat().st_mtime
    except OSError:
        return None
    return max(0.0, (REAL.now() - datetime.fromtimestamp(dated, UTC)).total_seconds())


def read_report(database: Path) -> Report | None:
    """The figures that a bot last wrote; None where they are missing or unreadable."""
    try:
        return msgspec.json.decode(figures_file(database).read_bytes(), type=Report)
    except (OSError, msgspec.DecodeError):
        return None


def is_connected(database: Path, since: datetime) -> bool:
    """Whether a bot that began since a moment works on Discord."""
    report, quiet_for = read_report(database), silence(database)
    if report is None or quiet_for is None or quiet_for > LONGEST_SILENCE:
        return False
    return report.began >= since and report.connected is not None


def tell_service_manager(state: str) -> None:
    """Send a state to systemd, as sd_notify(3) does; nothing where it did not start the process."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # a socket without a file: its name begins with a zero byte
        address = f"\0{address[1:]}"
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.setblocking(False)
        manager.sendto(state.encode(), address)


class Heart:
    """Task that beats as long as the process lives: `async with Heart(figures, database): ...`."""

    def __init__(self, figures: Figures, database: Path) -> None:
        self._figures, self._database = figures, database
        self._file = figures_file(database)
        self._part = self._file.with_name(f"{self._file.name}.part")
        self._beating: asyncio.Task[None] | None = None
        self._has_written = False
        self._code = fingerprint()
        self._releases = Releases(Path.cwd())

    async def __aenter__(self) -> Self:
        self._beating = asyncio.create_task(self._beat_for_ever())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        await cancel(self._beating)
        if self._has_written:
            with suppress(OSError):
                self._file.unlink(missing_ok=True)
                self._part.unlink(missing_ok=True)

    async def _beat_for_ever(self) -> None:
        while True:
            self._figures.news.clear()
            await self.beat()
            await self._figures.clock.wait(self._figures.news, MINUTE)

    async def beat(self) -> None:
        """Take the figures and write them to the file, even where they are incomplete."""
        tell_service_manager("READY=1\nWATCHDOG=1")
        code = await asyncio.to_thread(fingerprint)
        self._figures.code(is_new=code != self._code)
        with self._figures.guard("The figures are not complete"):
            await self._figures.look()
        if self._figures.sampler is not None or not is_taken(self._database):
            await asyncio.to_thread(self._write)
        if self._figures.connected is not None:
            with suppress(OSError):
                self._releases.accept_if_new(HOUSE)

    def _write(self) -> None:
        """Write the figures whole; on a full disk, only update the file's date."""
        self._has_written = True
        try:
            self._part.touch(OWNER_ALONE)
            self._part.write_bytes(msgspec.json.encode(self._figures.report))
            self._part.replace(self._file)
        except OSError:
            with suppress(OSError):
                self._file.touch(OWNER_ALONE)
