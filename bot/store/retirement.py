"""Outdated messages: their removal is queued in the transaction that makes them outdated.

So it survives a kill and an outage. Functions with a connection run on the database's thread.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import datetime

from bot.store.outbox import write_post
from bot.table.post import Post, Way, retirement


def retire_shown(
    db: sqlite3.Connection,
    table_id: int,
    now: datetime,
    *,
    lobby: int | None = None,
    board: int | None = None,
    way: Way = Way.BARE,
) -> None:
    """Retire the posts of a table that these new ones replace, its board in this `way`."""
    for post in _retired_posts(db, table_id, lobby, board, way):
        write_post(db, table_id, post, now)


def _retired_posts(
    db: sqlite3.Connection, table_id: int, lobby: int | None, board: int | None, way: Way
) -> Iterator[Post]:
    query = """
        SELECT channel_id, coalesce(home_id, channel_id) AS home, lobby_message_id AS lobby,
            board_message_id AS board
        FROM table_ WHERE id = ?
    """
    row = db.execute(query, (table_id,)).fetchone()
    if row is None:
        return
    if row["lobby"] and lobby not in (None, row["lobby"]):
        yield retirement(row["channel_id"], row["lobby"], Way.DELETE)
    if row["board"] and board not in (None, row["board"]):
        yield retirement(row["home"], row["board"], way)


def retire_hand(
    db: sqlite3.Connection, table_id: int, seat: int, user_id: int, message: int, now: datetime
) -> None:
    """Retire the message that showed a person their hand before this one."""
    query = """
        SELECT channel_id, message_id FROM hand
        WHERE table_id = ? AND seat = ? AND user_id = ? AND message_id <> ?
    """
    row = db.execute(query, (table_id, seat, user_id, message)).fetchone()
    if row is not None:
        write_post(db, table_id, retirement(row[0], row[1], Way.DELETE), now)
