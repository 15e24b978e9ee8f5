"""Commands that end with the process that has started them, even where that one was killed.

`python tests/leash.py PARENT COMMAND …` becomes the command. Linux kills it as soon as the thread
that started it has ended; elsewhere nothing is done about it.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

PR_SET_PDEATHSIG = 1
"""The call of Linux that asks for a signal at the death of the parent (prctl(2))."""


def on_leash(command: Sequence[str]) -> list[str]:
    """The command, as this process starts it if they are to end together."""
    return [sys.executable, "-IS", __file__, str(os.getpid()), *command]


def main(parent: str, *command: str) -> None:
    """Ask for the signal, and become the command, unless the parent has ended already."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() == int(parent):
        os.execvp(command[0], command)


if __name__ == "__main__":
    main(*sys.argv[1:])
