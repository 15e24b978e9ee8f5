"""AI and painters that outlive their test, not their run: to start one takes longer than a test."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress

import pytest

from bot.ai import child
from bot.ai.worker import READY
from tests.leash import on_leash


class KeptProcess:
    """A running process, as `asyncio.subprocess.Process`; where it is idle, its end is a pause.

    Its input and output are a socket, which each event loop can open anew.
    """

    def __init__(
        self, command: Sequence[str], running: subprocess.Popen[bytes], line: socket.socket
    ) -> None:
        self.command, self._running, self._line = command, running, line
        self._greets, self._asked, self._away = True, False, False
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter
        self.stdin = self.stdout = self
        self.pid = running.pid

    @classmethod
    async def start(cls, command: Sequence[str]) -> KeptProcess:
        """Start a process, and wait until it is ready."""
        near, far = socket.socketpair()
        with far:
            running = subprocess.Popen(
                on_leash([sys.executable, "-m", *command]),
                stdin=far,
                stdout=far,
                cwd=child.ROOT,
                env=child.clean(os.environ),
                start_new_session=True,
            )
        process = cls(command, running, near)
        await process.open()
        try:
            assert await process._reader.readline() == READY
        except BaseException:
            process.end()
            await process.hang_up()
            raise
        return process

    async def open(self) -> None:
        """Give the process to the event loop of now."""
        line = self._line.dup()
        try:
            self._reader, self._writer = await asyncio.open_unix_connection(
                sock=line, limit=child.LONGEST_LINE
            )
        except BaseException:
            line.close()
            self.end()
            raise
        self._greets, self._asked, self._away = True, False, False

    async def hang_up(self) -> None:
        """Take the process from the event loop."""
        self._writer.close()
        with suppress(ConnectionError):
            await self._writer.wait_closed()

    @property
    def returncode(self) -> int | None:
        return 0 if self._away else self._running.poll()

    def write(self, data: bytes) -> None:
        self._asked = True
        self._writer.write(data)

    async def drain(self) -> None:
        await self._writer.drain()

    async def readline(self) -> bytes:
        if self._greets:
            self._greets = False
            return READY
        line = await self._reader.readline()
        self._asked = not line.endswith(b"\n")
        return line

    async def readexactly(self, length: int) -> bytes:
        self._asked = True
        data = await self._reader.readexactly(length)
        self._asked = False
        return data

    def send_signal(self, number: int) -> None:
        self._running.send_signal(number)

    def kill(self) -> None:
        """Keep an idle process for the next test; kill one that is to answer."""
        if self._asked:
            self._running.kill()
        elif self.returncode is None:
            self._away = True

    async def communicate(self) -> None:
        """Leave the process; wait for its end if it is killed."""
        await self.hang_up()
        if self._away:
            keep(self)
        else:
            self.end()

    def end(self) -> None:
        """Kill the process, and wait until it has ended."""
        self._running.kill()
        self._running.wait()
        self._line.close()


IDLE: list[KeptProcess] = []
"""Processes that no test uses now, the one that was used last at the end."""
MOST_KEPT = 8
"""One to draw holds some 100 MB, and tests with a data folder of their own use it only once."""


def keep(process: KeptProcess) -> None:
    """Keep the process for a later test; end the one that was used longest ago if they are many."""
    IDLE.append(process)
    if len(IDLE) > MOST_KEPT:
        IDLE.pop(0).end()


async def kept_process(*command: str) -> KeptProcess:
    """A process of an earlier test that runs this command, or a new one."""
    while process := next((each for each in IDLE if each.command == command), None):
        IDLE.remove(process)
        process._away = False
        if process.returncode is None:
            await process.open()
            return process
        process.end()
    return await KeptProcess.start(command)


@pytest.fixture(scope="session")
def minds() -> Iterator[None]:
    """End the processes that were kept."""
    yield
    while IDLE:
        IDLE.pop().end()


@pytest.fixture(autouse=True)
def kept_minds(minds: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """AI players think, and painters draw, in processes that earlier tests have started."""
    monkeypatch.setattr(child, "launch", kept_process)
