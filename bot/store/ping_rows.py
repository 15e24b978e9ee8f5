"""Messages that mention people. Each person whom a message mentions has a row.

So the message can be put away, and whoever is erased can be taken out of it. Everything here runs
on the database's thread.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime

from bot.steps.reminders import WAITS
from bot.store.outbox import write_post
from bot.table.changes import Ping
from bot.table.encoding import as_json
from bot.table.payloads import Way
from bot.table.post import Post, retirement

COLUMNS = "table_id, user_id, channel_id, message_id, kind"
"""Columns in the order of the fields of `Ping`."""
HEAD = "substr(kind, 1, instr(kind || ':', ':') - 1)"
"""Kind without the seat, turn or round that follows a colon."""
IS_STALE = """
    table_id = ? AND json_array(kind, user_id) NOT IN (SELECT value FROM json_each(?))
    AND kind NOT IN (SELECT value FROM json_each(?))
"""


def write(
    db: sqlite3.Connection, pings: Sequence[Ping], instead: Collection[str], now: datetime
) -> list[Ping]:
    """Note a message for each person whom it mentions; returns the pings that it replaces.

    It replaces pings of the kinds `instead` to the same people. Whoever was erased while it was
    sent is taken out of it.
    """
    replaced = [earlier for ping in pings for earlier in _take_earlier(db, ping, instead)]
    strangers = [ping for ping in pings if not _insert(db, ping)]
    messages = {ping.message_id for ping in pings}
    for old in _one_for_each_message(replaced):
        if old.message_id not in messages:
            post = retirement(old.channel_id, old.message_id, Way.DELETE)
            write_post(db, old.table_id, post, now)
    for ping in _one_for_each_message(strangers):
        write_post(db, ping.table_id, _post_for_the_rest(db, ping), now)
    return replaced


def _take_earlier(db: sqlite3.Connection, ping: Ping, kinds: Collection[str]) -> list[Ping]:
    """Delete and return the pings of some kinds to the person of a new one."""
    delete = f"""
        DELETE FROM ping
        WHERE table_id = ? AND user_id = ? AND {HEAD} IN (SELECT value FROM json_each(?))
        RETURNING {COLUMNS}
    """
    values = (ping.table_id, ping.user_id, as_json(list(kinds)))
    return [Ping(*row) for row in db.execute(delete, values).fetchall()]


def _insert(db: sqlite3.Connection, ping: Ping) -> bool:
    """Note a person whom a message mentions; False where they were erased meanwhile."""
    insert = f"""
        INSERT OR REPLACE INTO ping ({COLUMNS})
        SELECT ?, user_id, ?, ?, ? FROM person WHERE user_id = ?
    """
    values = (ping.table_id, ping.channel_id, ping.message_id, ping.kind, ping.user_id)
    return db.execute(insert, values).rowcount > 0


def read(db: sqlite3.Connection, table_id: int, kinds: Collection[str]) -> list[Ping]:
    """Pings of some kinds at a table."""
    query = f"""
        SELECT {COLUMNS} FROM ping
        WHERE table_id = ?1 AND (
            kind IN (SELECT value FROM json_each(?2)) OR {HEAD} IN (SELECT value FROM json_each(?2))
        )
    """
    return [Ping(*row) for row in db.execute(query, (table_id, as_json(list(kinds))))]


def has_stale(
    db: sqlite3.Connection,
    table_id: int,
    but: Collection[tuple[str, int | None]],
    kinds: Collection[str],
) -> bool:
    """Whether a table has pings other than those of these (kind, person) pairs or `kinds`."""
    query = f"SELECT 1 FROM ping WHERE {IS_STALE} LIMIT 1"
    values = (table_id, as_json(list(but)), as_json(list(kinds)))
    return db.execute(query, values).fetchone() is not None


def take(
    db: sqlite3.Connection,
    table_id: int,
    but: Collection[tuple[str, int | None]],
    kinds: Collection[str],
    put_away: Callable[[Ping], Post],
    now: datetime,
) -> list[Ping]:
    """Delete and return the pings other than those of these (kind, person) pairs or `kinds`.

    Each of their messages is put away once.
    """
    delete = f"DELETE FROM ping WHERE {IS_STALE} RETURNING {COLUMNS}"
    rows = db.execute(delete, (table_id, as_json(list(but)), as_json(list(kinds)))).fetchall()
    taken = [Ping(*row) for row in rows]
    for ping in _one_for_each_message(taken):
        write_post(db, table_id, put_away(ping), now)
    return taken


def withdraw(db: sqlite3.Connection, user_id: int, now: datetime) -> None:
    """Take a person out of every message that mentions them.

    A message that mentions nobody else is deleted, and so is one that tells others of their turn.
    """
    delete = f"DELETE FROM ping WHERE user_id = ? RETURNING {COLUMNS}"
    for row in db.execute(delete, (user_id,)).fetchall():
        ping = Ping(*row)
        if ping.kind.startswith(WAITS):
            delete_rest = "DELETE FROM ping WHERE table_id = ? AND message_id = ?"
            db.execute(delete_rest, (ping.table_id, ping.message_id))
        write_post(db, ping.table_id, _post_for_the_rest(db, ping), now)


def _post_for_the_rest(db: sqlite3.Connection, ping: Ping) -> Post:
    """Post that leaves in a message only the people who are noted; without any it is deleted."""
    query = "SELECT user_id FROM ping WHERE table_id = ? AND message_id = ? ORDER BY user_id"
    rows = db.execute(query, (ping.table_id, ping.message_id))
    people = [row["user_id"] for row in rows]
    if not people:
        return retirement(ping.channel_id, ping.message_id, Way.DELETE)
    return retirement(ping.channel_id, ping.message_id, Way.MENTION, mention=people)


def _one_for_each_message(pings: Iterable[Ping]) -> Iterable[Ping]:
    return {ping.message_id: ping for ping in pings}.values()
