"""Copies of a database, made while the bot may write to it and checked before they count.

They lie in the folder `backups` beside it. The name of a rolling copy holds the time it was made;
the copy made before an update stays until the same update is made again.
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
from bot.database.inspection import open_read_only, require_content, require_sound
from bot.database.refusal import BadStore

FOLDER = "backups"
TIME = "%Y%m%d-%H%M%S"
MEBIBYTE = 2**20
MARGIN = 64 * MEBIBYTE
"""Bytes that a copy leaves free on the disk, for the running games."""
LEAST_ROOM = 256 * MEBIBYTE
"""Free bytes of the disk that the games and the pictures need, besides room for two copies."""
LONGEST_PAUSE = 3600.0
"""Seconds after which the clock is read again, in case the host has changed it."""
REAL = Clock()
"""The clock of this machine."""


# ---- one copy ------------------------------------------------------------------------------------


def backup(file: Path, copy: Path | None = None, clock: Clock = REAL) -> Path:
    """Copy a database, by default to a new rolling copy; never over a file. Raises BadStore."""
    require_content(file)
    copy = copy or folder_of(file) / f"{file.stem}-{clock.now():{TIME}}.sqlite3"
    if copy.exists():
        raise BadStore("copy_exists", file=str(copy))
    return copy_into_room(file, copy)


def copy_before_update(file: Path) -> Path:
    """Copy a database that is about to be migrated. Raises BadStore."""
    name = f"{file.stem}-before-v{len(migrations())}.sqlite3"
    return copy_into_room(file, folder_of(file) / name)


def copy_into_room(file: Path, copy: Path) -> Path:
    """Copy a database if the disk has room for it and for the running games. Raises BadStore."""
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        free, needed = shutil.disk_usage(copy.parent).free, size_of(file) + MARGIN
    except OSError as error:
        raise BadStore("cannot_copy", file=str(copy), reason=str(error)) from error
    if free < needed:
        room = {"free": free // MEBIBYTE, "needed": -(-needed // MEBIBYTE)}
        raise BadStore("no_room", file=str(copy), **room)
    return write_copy(file, copy)


def write_copy(file: Path, copy: Path) -> Path:
    """Write a compact, consistent copy; an unfinished one never bears its name and is removed."""
    partial = copy.with_name(f"{copy.name}.part")
    try:
        remove(partial)
        with open_read_only(file) as source:
            require_sound(source, file)
            source.execute("VACUUM INTO ?", (str(partial),))
        with open_read_only(partial) as written:
            require_sound(written, partial)
        put(partial, copy)
    except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
        raise BadStore("cannot_copy", file=str(copy), reason=str(error)) from error
    finally:
        remove(partial)
    return copy


def put(ready: Path, place: Path) -> None:
    """Move a file to its place, once all of it is on the disk."""
    flush(ready)
    ready.replace(place)
    flush(place.parent)


def flush(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove(unfinished: Path) -> None:
    """Remove a file and the files that SQLite keeps beside it."""
    for part in with_journals(unfinished):
        part.unlink(missing_ok=True)


def with_journals(file: Path) -> list[Path]:
    """A database and the files that SQLite keeps beside it, whether they exist or not."""
    return [file.with_name(file.name + suffix) for suffix in ("", "-journal", "-wal", "-shm")]


def size_of(file: Path) -> int:
    """Bytes of a database and of its journal."""
    journal = file.with_name(f"{file.name}-wal")
    return sum(part.stat().st_size for part in (file, journal) if part.exists())


def room(file: Path) -> tuple[int, int]:
    """Free bytes of the disk of a database, and those that all that it does may need.

    A copy and an erasure each take as much as the file has. Raises OSError.
    """
    return shutil.disk_usage(file.parent).free, LEAST_ROOM + 2 * size_of(file)


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

    A copy dated in the future counts as old: it was made before the clock was put back.
    """
    named = re.compile(re.escape(file.stem) + r"-\d{8}-\d{6}\.sqlite3")
    present = f"{file.stem}-{clock.now():{TIME}}.sqlite3"
    return sorted(inside(folder_of(file), named), key=lambda one: (one.name <= present, one.name))


def sweep(file: Path) -> None:
    """Remove the files that interrupted copies left behind."""
    named = re.compile(re.escape(file.stem) + r"-.*\.sqlite3\.part(-journal|-wal|-shm)?")
    for leftover in inside(folder_of(file), named):
        leftover.unlink(missing_ok=True)


def inside(folder: Path, named: re.Pattern[str]) -> list[Path]:
    """The files of a folder whose names match a pattern; [] where the folder does not exist."""
    if not folder.is_dir():
        return []
    return [path for path in folder.iterdir() if named.fullmatch(path.name)]


# ---- rolling -------------------------------------------------------------------------------------


def roll(file: Path, *, hours: float, kept: int, clock: Clock = REAL) -> float:
    """Make a rolling copy if it is time and keep the newest; returns seconds to the next call.

    Raises BadStore, and then removes nothing.
    """
    wait = time_left(file, hours, clock)
    if not wait:
        backup(file, clock=clock)
        for old in rolling(file, clock)[:-kept]:
            old.unlink(missing_ok=True)
        wait = hours * 3600
    return min(wait, LONGEST_PAUSE)


def time_left(file: Path, hours: float, clock: Clock) -> float:
    """Seconds until the newest rolling copy is `hours` old; 0 where it is older or none exists."""
    newest = newest_copy(file, clock)
    if newest is None:
        return 0.0
    return max(0.0, (newest + timedelta(hours=hours) - clock.now()).total_seconds())


def newest_copy(file: Path, clock: Clock) -> datetime | None:
    """Moment of the newest rolling copy; None where none exists."""
    moments = map(copy_time, rolling(file, clock))
    return max((moment for moment in moments if moment and moment <= clock.now()), default=None)


def copy_time(copy: Path) -> datetime | None:
    """Moment at which a rolling copy was made, by its name; None where that holds no date."""
    try:
        return datetime.strptime(copy.stem[-15:], TIME).replace(tzinfo=UTC)
    except ValueError:
        return None
