"""A terminal in which a program runs, for tests: what it shows is read, and answers are typed."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import signal
import subprocess
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from tests.patience import LONGEST

COLOURS = re.compile(r"\x1b\[[\d;]*m")


def enter(terminal: int) -> None:
    """Enter a terminal as a login does: Ctrl-C works, though a run in the background ignores it."""
    os.login_tty(terminal)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class PseudoTerminal:
    """One program in a terminal of its own: `await terminal.shows("…")`, `terminal.type("…")`."""

    def __init__(self, command: list[str], folder: Path, environ: Mapping[str, str]) -> None:
        self._screen, terminal = pty.openpty()
        os.set_blocking(self._screen, False)
        self._bytes = b""
        self._seen = 0
        size = {"TERM": "xterm", "COLUMNS": "100", "LINES": "50"}
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env={**size, **environ},
            preexec_fn=partial(enter, terminal),
        )
        os.close(terminal)

    @property
    def text(self) -> str:
        """All that the program has shown, without colours."""
        while True:
            try:
                chunk = os.read(self._screen, 65536)
            except OSError:
                break
            if not chunk:
                break
            self._bytes += chunk
        return COLOURS.sub("", self._bytes.decode(errors="ignore")).replace("\r\n", "\n")

    async def shows(self, words: str) -> str:
        """Wait for words after those of the last call; returns what comes before them."""
        ends = time.monotonic() + LONGEST
        while (place := self.text.find(words, self._seen)) < 0:
            assert time.monotonic() < ends, self.text
            assert self.process.poll() is None or words in self.text[self._seen :], self.text
            await asyncio.sleep(0.02)
        before = self.text[self._seen : place]
        self._seen = place + len(words)
        return before

    def type(self, keys: str) -> None:
        """Press keys, of which the character 3 is Ctrl-C."""
        os.write(self._screen, keys.encode())

    async def end(self) -> int:
        """Wait until the program has ended; returns its exit code."""
        while (code := self.process.poll()) is None:
            _ = self.text
            await asyncio.sleep(0.02)
        return code

    def close(self) -> None:
        """End the program, whatever it does."""
        self.process.kill()
        self.process.wait()
        os.close(self._screen)
