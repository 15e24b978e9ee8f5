"""What waits to be delivered: how posts are queued, merged, claimed and withdrawn.

The posts of a table form one queue, the hand of each seat another: what waits in one holds up
nothing in the others. Everything here runs on the database's thread.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any

import msgspec
from msgspec.structs import replace

MERGES = {
    ("open", "board"): "open",
    ("board", "board"): "board",
    ("board", "over"): "over",
    ("lobby", "lobby"): "lobby",
    ("hand", "hand"): "hand",
}
"""Which delivery may take in the next one of its queue while neither has been tried: the kind."""

WAITING = """
    SELECT table_id, min(due_at) AS due_at
    FROM outbox INDEXED BY due
    WHERE refused IS NULL AND due_at <= coalesce(
        (SELECT min(due_at) FROM outbox WHERE refused IS NULL AND due_at > :now), :now
    )
    GROUP BY table_id
"""
"""What is due, and what will be next. Nothing is ever due before what was tried ahead of it."""

INSERT = """
    INSERT INTO outbox (table_id, kind, payload, nonce, seat, due_at)
    VALUES (:table_id, :kind, :payload, :nonce, :seat, max(:due, (
        SELECT coalesce(max(due_at), '') FROM outbox
        WHERE table_id = :table_id AND seat IS :seat AND attempts > 0 AND refused IS NULL
    )))
"""

LINGER = """
    UPDATE outbox SET due_at = :due
    WHERE table_id = :table_id AND seat IS :seat AND attempts = 0 AND refused IS NULL
        AND due_at > :now AND due_at < :due
"""
"""What waits to be taken in by a later post waits as long as that one does."""

POSTPONE = """
    UPDATE outbox AS late SET due_at = :due
    FROM outbox AS head
    WHERE head.id = :id AND late.table_id = head.table_id AND late.seat IS head.seat
        AND late.refused IS NULL AND (late.id = head.id OR late.due_at < :due)
"""
"""A delivery waits, and all that is behind it in its queue."""


class Post(msgspec.Struct, frozen=True):
    """A delivery to come, written in the transaction of the change that it tells."""

    kind: str
    payload: dict[str, Any]
    delay: float = 0.0
    """Seconds to wait for a later post of the same queue that may take this one in."""
    seat: int | None = None
    """Whose hand it shows; None for what is posted at the table."""


class Delivery(msgspec.Struct, frozen=True):
    """A post to be shown on Discord, once. Its content stays the same from the first try on."""

    id: int
    table_id: int
    kind: str
    payload: dict[str, Any]
    nonce: str
    """The same for every try: Discord shows one message however often it is sent."""
    attempts: int
    """Tries begun, this one included."""


def utc_now() -> datetime:
    """The present moment."""
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """A moment as it is stored: its texts sort by time."""
    return moment.isoformat(timespec="milliseconds")


def as_json(value: Any) -> str:
    """A value as JSON text."""
    return msgspec.json.encode(value).decode()


# ---- in and out of the queue ---------------------------------------------------------------------


def waiting(db: sqlite3.Connection, now: datetime) -> list[tuple[int, datetime]]:
    """The tables with something due, and since when; those that are next, and from when on."""
    rows = db.execute(WAITING, {"now": stamp(now)})
    return [(row["table_id"], datetime.fromisoformat(row["due_at"])) for row in rows]


def write_post(db: sqlite3.Connection, table_id: int, post: Post, now: datetime) -> None:
    """Add a delivery to its queue, under a nonce that no other has."""
    values = {
        "table_id": table_id,
        "kind": post.kind,
        "payload": as_json(post.payload),
        "nonce": secrets.token_hex(10),
        "now": stamp(now),
        "due": stamp(now + timedelta(seconds=post.delay)),
        "seat": post.seat,
    }
    if post.delay:
        db.execute(LINGER, values)
    db.execute(INSERT, values)


def claim_next(db: sqlite3.Connection, table_id: int, now: datetime) -> Delivery | None:
    """Merge what may be merged into the newest row, count the try, and return the delivery.

    What is posted at the table goes before hands.
    """
    query = "SELECT * FROM outbox WHERE table_id = ? AND refused IS NULL ORDER BY seat, id"
    queues = groupby(db.execute(query, (table_id,)), key=lambda row: row["seat"])
    due = filter(None, (due_of(list(rows), stamp(now)) for _, rows in queues))
    if (rows := next(due, None)) is None:
        return None
    whole, taken_in = merged([delivery_of(row) for row in rows])
    db.executemany("DELETE FROM outbox WHERE id = ?", [(old,) for old in taken_in])
    update = """
        UPDATE outbox SET kind = ?, payload = ?, due_at = ?, attempts = attempts + 1 WHERE id = ?
    """
    db.execute(update, (whole.kind, as_json(whole.payload), stamp(now), whole.id))
    return replace(whole, attempts=whole.attempts + 1)


def due_of(queue: Sequence[sqlite3.Row], now: str) -> Sequence[sqlite3.Row]:
    """A queue as far as the last row that is due; what was tried waits for nobody behind it."""
    if queue[0]["attempts"]:
        queue = queue[:1]
    due = [number for number, row in enumerate(queue, 1) if row["due_at"] <= now]
    return queue[: due[-1]] if due else ()


def delivery_of(row: sqlite3.Row) -> Delivery:
    """A row of the outbox as a value."""
    payload = msgspec.json.decode(row["payload"])
    return Delivery(row["id"], row["table_id"], row["kind"], payload, row["nonce"], row["attempts"])


def merged(rows: Sequence[Delivery]) -> tuple[Delivery, list[int]]:
    """The first delivery grown by those behind it as far as they merge, and whose rows may go."""
    whole, taken_in = rows[0], []
    for later in rows[1:]:
        kind = MERGES.get((whole.kind, later.kind))
        if kind is None or whole.attempts or later.attempts:
            break
        taken_in.append(whole.id)
        whole = replace(later, kind=kind, payload=widened(whole.payload, later.payload))
    return whole, taken_in


def widened(earlier: dict[str, Any], later: dict[str, Any]) -> dict[str, Any]:
    """The later payload, telling the plies of both; the posts of those between were withdrawn."""
    if "plies" not in earlier:
        return later
    (first, last), (follows, end) = earlier["plies"], later["plies"]
    untold = [*earlier.get("untold", ()), *range(last + 1, follows)]
    return {**later, "plies": [first, end]} | ({"untold": untold} if untold else {})


def postpone(db: sqlite3.Connection, delivery_id: int, until: datetime) -> None:
    """Let a delivery wait, and all that is behind it in its queue."""
    db.execute(POSTPONE, {"id": delivery_id, "due": stamp(until)})


def withdraw(db: sqlite3.Connection, table_id: int, plies: tuple[int, int]) -> int:
    """Take back the posts about plies, first to last, that were never tried; returns how many."""
    delete = """
        DELETE FROM outbox
        WHERE table_id = ? AND kind = 'board' AND attempts = 0 AND refused IS NULL
            AND json_extract(payload, '$.plies[0]') BETWEEN ? AND ?
    """
    return db.execute(delete, (table_id, *plies)).rowcount


def call_off(db: sqlite3.Connection, table_id: int) -> None:
    """Drop the boards and hands of a game that was broken off: they are shown no more."""
    delete = """
        DELETE FROM outbox
        WHERE table_id = ? AND kind IN ('open', 'board', 'hand') AND refused IS NULL
    """
    db.execute(delete, (table_id,))
