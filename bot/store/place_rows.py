"""Where a table is shown. Everything here runs on the database's thread.

The removal of outdated posts is queued in the transaction that makes them outdated, so it survives
a kill and an outage.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from bot.store.outbox import write_post
from bot.store.table_rows import require_free
from bot.table.payloads import Way
from bot.table.post import Post, retirement

NOWHERE = 0
"""An id that no message has."""


def write_places(
    db: sqlite3.Connection,
    table_id: int,
    places: Mapping[str, int | str | bool],
    tell: Sequence[Post],
    way: Way,
    now: datetime,
) -> None:
    """Note where and how a table is shown, by name of the column, and queue the posts of `tell`.

    Posts that are replaced are retired, a board in this `way`.
    """
    lobby, board = places.get("lobby_message_id"), places.get("board_message_id")
    for post in _retired_posts(db, table_id, lobby, board, way):
        write_post(db, table_id, post, now)
    if places:
        columns = ", ".join(f"{name} = :{name}" for name in places)
        db.execute(f"UPDATE table_ SET {columns} WHERE id = :id", {**places, "id": table_id})
    for post in tell:
        write_post(db, table_id, post, now)


def _retired_posts(
    db: sqlite3.Connection, table_id: int, lobby: object, board: object, way: Way
) -> Iterator[Post]:
    """Posts that retire those of a table that these new ones replace."""
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


def move(
    db: sqlite3.Connection,
    table_id: int,
    channel_id: int,
    in_thread: bool,
    post: Post | None,
    now: datetime,
) -> None:
    """Move a table to a channel, retire its posts and queue `post`, which finds it a home there.

    Refuses a channel that has a table.
    """
    if not in_thread:
        require_free(db, channel_id, moving=table_id)
    for outdated in _retired_posts(db, table_id, NOWHERE, NOWHERE, Way.BARE):
        write_post(db, table_id, outdated, now)
    update = """
        UPDATE table_ SET
            channel_id = ?, in_thread = ?,
            home_id = NULL, thread_id = NULL, lobby_message_id = NULL, board_message_id = NULL
        WHERE id = ?
    """
    db.execute(update, (channel_id, in_thread, table_id))
    if post is not None:
        write_post(db, table_id, post, now)


def put_away(db: sqlite3.Connection, table_id: int) -> None:
    """Note that the thread of a table was put away, or cannot be and is not tried again."""
    db.execute("UPDATE table_ SET put_away = 1 WHERE id = ?", (table_id,))
