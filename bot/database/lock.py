"""One Hexagora per database: its process holds a lock until it ends, however it ends.

The lock is on a file of its own that is never removed. A lock on the database itself would release
those of SQLite: they are lost when the process closes any other descriptor of the same file.
"""

from __future__ import annotations

import fcntl
from pathlib import Path
from time import monotonic, sleep
from typing import BinaryIO

from bot.database.refusal import BadStore

PATIENCE = 2.0
"""Seconds to wait for a process that is about to end."""
PAUSE = 0.05


def take(file: Path) -> BinaryIO:
    """Hold the lock of a database until the returned file is closed. Raises BadStore, OSError."""
    handle = lock_of(file).open("ab")
    patience_ends = monotonic() + PATIENCE
    while not got(handle, fcntl.LOCK_EX):
        if monotonic() > patience_ends:
            handle.close()
            raise BadStore("in_use", file=str(file))
        sleep(PAUSE)
    return handle


def require_free(file: Path) -> None:
    """Refuse a database on which a Hexagora runs. Raises BadStore."""
    if is_taken(file):
        raise BadStore("in_use", file=str(file))


def is_taken(file: Path) -> bool:
    """Whether a running Hexagora holds the lock of a database."""
    try:
        with lock_of(file).open("rb") as looked_at:
            return not got(looked_at, fcntl.LOCK_SH)
    except OSError:
        return False


def lock_of(file: Path) -> Path:
    """The lock file of a database, the same for every spelling of its path."""
    real = file.resolve()
    return real.with_name(f"{real.name}.lock")


def got(opened: BinaryIO, kind: int) -> bool:
    """Try to lock an open file without waiting; returns whether it worked."""
    try:
        fcntl.flock(opened, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
