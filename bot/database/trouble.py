"""Errors of the disk that holds the database: full, read-only, or failing."""

from __future__ import annotations

import errno
import sqlite3
from typing import Literal

Trouble = Literal["full", "read_only", "failing"]

PRIMARY = 0xFF
"""The bits of an SQLite error code that say its kind; the others give the details."""
BY_SQLITE: dict[int, Trouble] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_IOERR: "failing",
    sqlite3.SQLITE_CANTOPEN: "failing",
}
BY_SYSTEM: dict[int, Trouble] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
    errno.EROFS: "read_only",
    errno.EIO: "failing",
}


BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def is_busy(error: BaseException) -> bool:
    """Whether another program, as one that makes copies, has locked the database for a while."""
    return isinstance(error, sqlite3.Error) and (
        getattr(error, "sqlite_errorcode", 0) & PRIMARY in BUSY
    )


def disk_trouble(error: BaseException | None) -> Trouble | None:
    """The trouble of the disk behind an error; None where the error has another cause."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0)  # errors of the module itself have none
        return BY_SQLITE.get(code & PRIMARY)
    if isinstance(error, OSError):
        return BY_SYSTEM.get(error.errno or 0)
    return None
