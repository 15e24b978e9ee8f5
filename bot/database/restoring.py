"""Replacing the database by a copy; the former database is set aside, never deleted."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from bot.database import lock, meta
from bot.database.copies import REAL, TIME, flush, put, remove, write_copy
from bot.database.form import require_ours
from bot.database.inspection import open_read_only, require_sound, troubles
from bot.database.opening import connect
from bot.database.refusal import BadStore, refusals

RESTORED_AT = "restored_at"
"""Key in `meta`: moment at which the file was restored from a copy."""
OWNER_ALONE = 0o600
"""Both files hold hands and seeds: no other user of this machine may read them."""


def restore(copy: Path, file: Path, language: str) -> Path | None:
    """Replace `file` by `copy`; returns the path of the former database, if any.

    Raises BadStore. Where the copy is unsound or a bot runs, nothing has changed.
    """
    require_whole(copy, language)
    with refusals(file, language):
        file.parent.mkdir(parents=True, exist_ok=True)
        with closing(lock.take(file, language)):
            ready = file.with_name(f"{file.name}.restored")
            try:
                write_copy(copy, ready, language)
                note_moment(ready)
                ready.chmod(OWNER_ALONE)
                safety_copy = set_aside(file)
                put(ready, file)
            finally:
                remove(ready)
            require_whole(file, language)
    return safety_copy


def note_moment(restored: Path) -> None:
    """Write into a restored file that it is one: what it does not know may have been posted."""
    with closing(connect(restored)) as connection:
        meta.write(connection, RESTORED_AT, REAL.now().isoformat())


def require_whole(file: Path, language: str) -> None:
    """Refuse a file that is not a sound Hexagora database, after checking every row."""
    with refusals(file, language), open_read_only(file, language) as connection:
        require_ours(connection, file, language)
        require_sound(connection, file, language)
        if faults := troubles(connection):
            raise BadStore("damaged", language, file=str(file), reason=faults[0])


def set_aside(file: Path) -> Path | None:
    """Rename a database and its journal, even a journal alone: it would spoil the next file."""
    safety_copy = file.with_name(f"before-{file.stem}-{REAL.now():{TIME}}.sqlite3")
    had_one = file.exists()
    for suffix in ("", "-wal", "-shm", "-journal"):
        part, place = (path.with_name(path.name + suffix) for path in (file, safety_copy))
        if place.exists():
            raise FileExistsError(f"{place.name} exists")
        if part.exists():
            part.rename(place)
            place.chmod(OWNER_ALONE)
    flush(file.parent)
    return safety_copy if had_one else None
