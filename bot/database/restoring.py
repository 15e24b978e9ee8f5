"""Replacing the database by a copy; the former database is set aside, never deleted."""

from __future__ import annotations

from contextlib import closing
from itertools import chain, count
from pathlib import Path

from bot.database import lock, meta
from bot.database.copies import REAL, TIME, flush, put, remove, with_journals, write_copy
from bot.database.form import require_ours
from bot.database.inspection import open_read_only, require_sound, troubles
from bot.database.opening import connect
from bot.database.refusal import BadStore, refusals

RESTORED_AT = "restored_at"
"""Key in `meta`: moment at which the file was restored from a copy."""
OWNER_ALONE = 0o600
"""Both files hold hands and seeds: no other user of this machine may read them."""


def restore(copy: Path, file: Path) -> Path | None:
    """Replace `file` by `copy`; returns the path of the former database, if any.

    Raises BadStore. Where the copy is unsound or a bot runs, nothing has changed.
    """
    require_whole(copy)
    with refusals(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        with closing(lock.take(file)):
            ready = file.with_name(f"{file.name}.restored")
            try:
                write_copy(copy, ready)
                note_moment(ready)
                ready.chmod(OWNER_ALONE)
                safety_copy = set_aside(file)
                put(ready, file)
            finally:
                remove(ready)
            require_whole(file)
    return safety_copy


def note_moment(restored: Path) -> None:
    """Write into a restored file that it is one: what it does not know may have been posted."""
    with closing(connect(restored)) as connection:
        meta.write(connection, RESTORED_AT, REAL.now().isoformat())


def require_whole(file: Path) -> None:
    """Refuse a file that is not a sound Hexagora database, after checking every row."""
    with refusals(file), open_read_only(file) as connection:
        require_ours(connection, file)
        require_sound(connection, file)
        if faults := troubles(connection):
            raise BadStore("damaged", file=str(file), reason=faults[0])


def set_aside(file: Path) -> Path | None:
    """Rename a database and its journal, even a journal alone: it would spoil the next file."""
    safety_copy = free_place(file)
    had_one = file.exists()
    for part, place in zip(with_journals(file), with_journals(safety_copy), strict=True):
        if part.exists():
            part.rename(place)
            place.chmod(OWNER_ALONE)
    flush(file.parent)
    return safety_copy if had_one else None


def free_place(file: Path) -> Path:
    """Path for a former database, named by the second; a second one in it has a number as well."""
    name = f"before-{file.stem}-{REAL.now():{TIME}}"
    endings = chain([""], (f"-{number}" for number in count(2)))
    places = (file.with_name(f"{name}{ending}.sqlite3") for ending in endings)
    return next(p for p in places if not any(part.exists() for part in with_journals(p)))
