"""Messages that show people their hands. Everything here runs on the database's thread."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.store.outbox import write_post
from bot.table.changes import Direct
from bot.table.payloads import Way
from bot.table.post import retirement


def read_direct(db: sqlite3.Connection, table_id: int, seat: int) -> Direct:
    """Place where the person in a seat is shown their hand."""
    query = """
        SELECT channel_id, message_id, closed, language
        FROM seat JOIN person USING (user_id) LEFT JOIN hand USING (table_id, seat, user_id)
        WHERE table_id = ? AND seat = ?
    """
    row = db.execute(query, (table_id, seat)).fetchone()
    return Direct(row[0], row[1], bool(row[2]), row[3]) if row else Direct()


def shown_to(db: sqlite3.Connection, user_id: int) -> list[tuple[int, int]]:
    """The (table, seat) pairs of running games whose hand a message shows to a person.

    Or is about to show: where it is being sent, it may say what held a moment ago.
    """
    query = """
        SELECT table_id, seat FROM hand JOIN table_ ON table_.id = table_id
        WHERE user_id = ? AND message_id NOTNULL AND status = 'live'
        UNION SELECT table_id, seat FROM outbox JOIN seat USING (table_id, seat)
        WHERE user_id = ? AND kind = 'hand'
    """
    return [(table_id, seat) for table_id, seat in db.execute(query, (user_id, user_id))]


def write_direct(
    db: sqlite3.Connection,
    table_id: int,
    seat: int,
    user_id: int,
    message: tuple[int, int],
    now: datetime,
) -> bool:
    """Note the message that shows a person their hand, which proves that they accept messages.

    `message` is its channel and its id. The earlier message is retired. Where the seat is no longer
    theirs, this one is retired too, and False is returned.
    """
    _retire(db, table_id, seat, user_id, message[1], now)
    upsert = """
        INSERT OR REPLACE INTO hand (table_id, seat, user_id, channel_id, message_id)
        SELECT table_id, seat, user_id, ?, ? FROM seat
        WHERE table_id = ? AND seat = ? AND user_id = ?
    """
    is_theirs = db.execute(upsert, (*message, table_id, seat, user_id)).rowcount > 0
    if not is_theirs:
        write_post(db, table_id, retirement(*message, Way.DELETE), now)
    return is_theirs


def _retire(
    db: sqlite3.Connection, table_id: int, seat: int, user_id: int, message_id: int, now: datetime
) -> None:
    """Retire the message that showed a person their hand before this one."""
    query = """
        SELECT channel_id, message_id FROM hand
        WHERE table_id = ? AND seat = ? AND user_id = ? AND message_id <> ?
    """
    row = db.execute(query, (table_id, seat, user_id, message_id)).fetchone()
    if row is not None:
        write_post(db, table_id, retirement(row[0], row[1], Way.DELETE), now)


def close(db: sqlite3.Connection, table_id: int, seat: int) -> None:
    """Note that the person in a seat accepts no private messages."""
    upsert = """
        INSERT INTO hand (table_id, seat, user_id, closed)
        SELECT table_id, seat, user_id, 1 FROM seat
        WHERE table_id = ? AND seat = ? AND user_id IS NOT NULL
        ON CONFLICT DO UPDATE SET
            user_id = excluded.user_id,
            closed = 1,
            told = told AND user_id = excluded.user_id
    """
    db.execute(upsert, (table_id, seat))


def tell_closed(db: sqlite3.Connection, table_id: int, user_id: int) -> bool:
    """Whether to tell a person now that no message reached them; True only once.

    The person may then allow messages: the next change tries again.
    """
    update = """
        UPDATE hand SET told = 1, closed = 0
        WHERE table_id = ? AND user_id = ? AND closed AND NOT told
    """
    return db.execute(update, (table_id, user_id)).rowcount > 0
