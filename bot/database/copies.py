"""Copies of a database, made beside who writes to it and checked before they count.

They lie in the folder `backups` beside it. Rolling copies bear the time they were made; the one
made before an update stays until the same update is made again.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.clock import Clock
from bot.database.form import migrations
from bot.database.looking import looking, require_content, require_sound
from bot.database.refusal import BadStore

FOLDER = "backups"
TIME = "%Y%m%d-%H%M%S"
MEBIBYTE = 2**20
MARGIN = 64 * MEBIBYTE
"""Bytes that a copy leaves free on the disk, for the games that go on."""
LONGEST_PAUSE = 3600.0
"""Seconds after which the clock is read again, in case somebody has changed it."""
REAL = Clock()
"""The clock of this machine, which nobody has put forward."""


# ---- one copy ------------------------------------------------------------------------------------


def backup(file: Path, copy: Path | None, language: str, clock: Clock = REAL) -> Path:
    """Copy a database, by default among the rolling copies; never over a file. Raises BadStore."""
    require_content(file, language)
    copy = copy or folder_of(file) / f"{file.stem}-{clock.now():{TIME}}.sqlite3"
    if copy.exists():
        raise BadStore("copy_exists", language, file=str(copy))
    return copy_into_room(file, copy, language)


def copy_before_update(file: Path, language: str) -> Path:
    """Copy a database that is about to be migrated. Raises BadStore."""
    name = f"{file.stem}-before-v{len(migrations())}.sqlite3"
    return copy_into_room(file, folder_of(file) / name, language)


def copy_into_room(file: Path, copy: Path, language: str) -> Path:
    """Copy a database if there is room for it beside the games that go on. Raises BadStore."""
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        free, needed = shutil.disk_usage(copy.parent).free, size_of(file) + MARGIN
    except OSError as error:
        raise BadStore("cannot_copy", language, file=str(copy), reason=str(error)) from error
    if free < needed:
        room = {"free": free // MEBIBYTE, "needed": -(-needed // MEBIBYTE)}
        raise BadStore("no_room", language, file=str(copy), **room)
    return write_copy(file, copy, language)


def write_copy(file: Path, copy: Path, language: str) -> Path:
    """Write a compact, consistent copy; a half-written one is never seen, and never stays."""
    partial = copy.with_name(f"{copy.name}.part")
    try:
        remove(partial)
        with looking(file, language) as source:
            require_sound(source, file, language)
            source.execute("VACUUM INTO ?", (str(partial),))
        with looking(partial, language) as written:
            require_sound(written, partial, language)
        put(partial, copy)
    except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
        raise BadStore("cannot_copy", language, file=str(copy), reason=str(error)) from error
    finally:
        remove(partial)
    return copy


def put(ready: Path, place: Path) -> None:
    """Let a file take its place, once all of it is on the disk."""
    flush(ready)
    ready.replace(place)
    flush(place.parent)


def flush(path: Path) -> None:
    """Return when a file, or a folder's names, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove(unfinished: Path) -> None:
    """Remove a file with all that SQLite keeps beside it."""
    for suffix in ("", "-journal", "-wal", "-shm"):
        unfinished.with_name(unfinished.name + suffix).unlink(missing_ok=True)


def size_of(file: Path) -> int:
    """Bytes of a database with what its journal still holds."""
    journal = file.with_name(f"{file.name}-wal")
    return sum(part.stat().st_size for part in (file, journal) if part.exists())


# ---- all copies ----------------------------------------------------------------------------------


def folder_of(file: Path) -> Path:
    """Folder of the copies of a database."""
    return file.parent / FOLDER


def copies_of(file: Path) -> list[Path]:
    """All copies of a database, oldest first."""
    named = re.compile(re.escape(file.stem) + r"-.*\.sqlite3")
    return sorted(inside(folder_of(file), named), key=lambda copy: copy.stat().st_mtime)


def rolling(file: Path, clock: Clock = REAL) -> list[Path]:
    """The rolling copies, oldest first.

    One that is dated in the future was made before the clock was put back.
    """
    named = re.compile(re.escape(file.stem) + r"-\d{8}-\d{6}\.sqlite3")
    present = f"{file.stem}-{clock.now():{TIME}}.sqlite3"
    return sorted(inside(folder_of(file), named), key=lambda one: (one.name <= present, one.name))


def sweep(file: Path) -> None:
    """Remove what copies that were killed have left behind."""
    named = re.compile(re.escape(file.stem) + r"-.*\.sqlite3\.part(-journal|-wal|-shm)?")
    for leftover in inside(folder_of(file), named):
        leftover.unlink(missing_ok=True)


def inside(folder: Path, named: re.Pattern[str]) -> list[Path]:
    """The files of a folder, if it is there, whose names have a form."""
    if not folder.is_dir():
        return []
    return [path for path in folder.iterdir() if named.fullmatch(path.name)]


# ---- rolling -------------------------------------------------------------------------------------


def roll(file: Path, *, hours: float, kept: int, language: str, clock: Clock = REAL) -> float:
    """Make a rolling copy if it is time, and then keep the newest; seconds until the next look.

    Raises BadStore, and then removes nothing.
    """
    wait = time_left(file, hours, clock)
    if not wait:
        backup(file, None, language, clock)
        for old in rolling(file, clock)[:-kept]:
            old.unlink(missing_ok=True)
        wait = hours * 3600
    return min(wait, LONGEST_PAUSE)


def time_left(file: Path, hours: float, clock: Clock) -> float:
    """Seconds until the newest rolling copy is so many hours old; 0 where it is older, or none."""
    now = clock.now()
    moments = [
        moment for copy in rolling(file, clock) if (moment := copy_time(copy)) and moment <= now
    ]
    if not moments:
        return 0.0
    return max(0.0, (moments[-1] + timedelta(hours=hours) - now).total_seconds())


def copy_time(copy: Path) -> datetime | None:
    """Moment at which a rolling copy was made, by its name; None where that is no date."""
    try:
        return datetime.strptime(copy.stem[-15:], TIME).replace(tzinfo=UTC)
    except ValueError:
        return None
