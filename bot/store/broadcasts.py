"""Announcements of the host to all tables in play, and the planned stop of the bot.

`announce` runs in a process of its own, beside the bot. All else runs on the database's thread.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from bot.database import meta
from bot.store.outbox import write_post
from bot.store.table_rows import TABLE, table_of
from bot.table import payloads
from bot.table.encoding import as_json, stamp
from bot.table.post import ANNOUNCEMENT, Post
from bot.table.seating import Table

LAST = "announcement"
"""Key of the newest announcement among the meta data."""
STOP = "planned_stop"
"""Key of the planned stop."""
SAME = timedelta(hours=1)
"""Time for which the same announcement is made only once, in case its command is repeated."""

IN_PLAY = (
    "SELECT id, language FROM table_ WHERE status = 'live' AND NOT asleep AND purpose = 'game'"
)
UNDELIVERED = "SELECT count(*) FROM outbox WHERE kind = ? AND refused IS NULL"


class Announcement(msgspec.Struct, frozen=True):
    """Words of the host to everybody who plays."""

    words: Mapping[str, str]
    """Text by language; that of "" is for tables in any other language."""
    is_stop: bool
    """Whether the bot is about to be stopped."""

    def post(self, language: str) -> Post:
        """The post at a table in this language."""
        words = self.words.get(language) or self.words[""]
        return Post(ANNOUNCEMENT, payloads.Announcement(words=words, stop=self.is_stop))


class LastAnnouncement(msgspec.Struct, frozen=True):
    """The newest announcement, with its moment and the number of tables that it goes to."""

    announcement: Announcement
    at: datetime
    tables: int


class PlannedStop(msgspec.Struct, frozen=True):
    """A stop that the host has announced."""

    announced: datetime
    alive: datetime
    """Last moment when the bot was known to run: clocks stand still from then to the next start."""


Value = TypeVar("Value", LastAnnouncement, PlannedStop)


# ---- the announcement ----------------------------------------------------------------------------


def announce(
    db: sqlite3.Connection, announcement: Announcement, now: datetime
) -> LastAnnouncement | None:
    """Queue a post at every table in play, and plan the stop if it is one.

    Returns None, and does nothing, where the same was announced a short time ago.
    """
    earlier = _read(db, LAST, LastAnnouncement)
    if earlier is not None and earlier.announcement == announcement and now - earlier.at < SAME:
        return None
    tables = db.execute(IN_PLAY).fetchall()
    for row in tables:
        write_post(db, row["id"], announcement.post(row["language"]), now)
    newest = LastAnnouncement(announcement, now, len(tables))
    meta.write(db, LAST, as_json(newest))
    if announcement.is_stop:
        write_stop(db, PlannedStop(now, now))
    return newest


def backlog(db: sqlite3.Connection) -> int:
    """Number of announcements that still wait to be delivered."""
    return int(db.execute(UNDELIVERED, (ANNOUNCEMENT,)).fetchone()[0])


def drop_stops(db: sqlite3.Connection) -> None:
    """Delete the announcements of a stop that is over; those that were tried are kept."""
    delete = "DELETE FROM outbox WHERE kind = ? AND attempts = 0 AND payload ->> 'stop'"
    db.execute(delete, (ANNOUNCEMENT,))


# ---- the planned stop ----------------------------------------------------------------------------


def read_stop(db: sqlite3.Connection) -> PlannedStop | None:
    """The planned stop, if there is one."""
    return _read(db, STOP, PlannedStop)


def write_stop(db: sqlite3.Connection, stop: PlannedStop) -> None:
    """Write the planned stop."""
    meta.write(db, STOP, as_json(stop))


def note_alive(db: sqlite3.Connection, now: datetime, lasts: timedelta) -> None:
    """Note that the bot runs at this moment; forget a stop that was announced `lasts` ago."""
    stop = read_stop(db)
    if stop is None:
        return
    if now - stop.announced < lasts:
        write_stop(db, replace(stop, alive=now))
    else:
        meta.delete(db, STOP)


def tables_with_clocks(db: sqlite3.Connection) -> Iterator[Table]:
    """The running tables at which somebody's clock runs."""
    query = f"""
        {TABLE} WHERE status = 'live' AND EXISTS (
            SELECT 1 FROM seat WHERE table_id = table_.id AND time ->> 'since' NOTNULL
        ) ORDER BY id
    """
    return map(table_of, db.execute(query).fetchall())


def shift_dues(db: sqlite3.Connection, kinds: Collection[str], span: timedelta) -> None:
    """Put off every due row of these kinds."""
    query = "SELECT id, at, try_at FROM due WHERE kind IN (SELECT value FROM json_each(?))"
    rows = db.execute(query, (as_json(list(kinds)),)).fetchall()
    moments = (
        (*(stamp(datetime.fromisoformat(row[name]) + span) for name in ("at", "try_at")), row["id"])
        for row in rows
    )
    db.executemany("UPDATE due SET at = ?, try_at = ? WHERE id = ?", moments)


def _read(db: sqlite3.Connection, key: str, kind: type[Value]) -> Value | None:
    """The value under a key of the meta data, if any."""
    value = meta.read(db, key)
    return None if value is None else msgspec.json.decode(value, type=kind)
