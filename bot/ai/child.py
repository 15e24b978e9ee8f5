"""A child process that answers requests; it inherits no secret and no open file of the bot."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
START_BUDGET = 30.0
"""Seconds for a process to start; imports may be slow on a busy machine."""
LONGEST_LINE = 1 << 20
"""Most bytes of an answer line, far more than it needs."""
NEEDED = frozenset({"PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT"})
"""Variables by which the interpreter finds its own files; its settings begin with PYTHON."""


class Child:
    """A process that is started when first needed, and killed by whoever gives up on it."""

    def __init__(self, *command: str) -> None:
        self._command = command
        self.process: Process | None = None
        self.stopped = False
        """Whether no process is to start again."""

    async def awake(self) -> Process:
        """Return the process, started if necessary. Raises OSError where it does not start."""
        if self.stopped:
            raise BrokenPipeError("no process is to start again")
        if self.process is None or self.process.returncode is not None:
            self.process = await launch(*self._command)
            try:
                async with asyncio.timeout(START_BUDGET):
                    await line_of(self.process)
            except BaseException:
                await self.end()  # else its ready line would be read as an answer
                raise
        return self.process

    def stop(self) -> None:
        """Kill the process and start none again; a call that waits for an answer gets an error."""
        self.stopped = True
        self.kill()

    def kill(self) -> None:
        """Kill the process if it runs."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()

    async def end(self) -> None:
        """Kill the process, and wait until it has ended."""
        self.kill()
        process, self.process = self.process, None
        if process is not None:
            await process.communicate()


async def launch(*command: str) -> Process:
    """Start a process that runs a module of this project: its name, then its arguments."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        *command,
        stdin=PIPE,
        stdout=PIPE,
        cwd=ROOT,
        env=clean(os.environ),
        limit=LONGEST_LINE,
        start_new_session=True,
    )


def clean(environ: Mapping[str, str]) -> dict[str, str]:
    """Environment variables that a Python process needs: no token, no other settings."""
    return {
        name: value
        for name, value in environ.items()
        if name.upper() in NEEDED or name.startswith("PYTHON")
    }


async def line_of(process: Process) -> str:
    """Return the next line of a process. Raises BrokenPipeError when it has ended."""
    assert process.stdout is not None
    line = await process.stdout.readline()
    if not line.endswith(b"\n"):
        raise BrokenPipeError("the process is gone")
    return line.decode().rstrip("\n")
