"""Outbox: posts that wait to be delivered, and how they are queued, merged and claimed.

The posts of a table that have the same rank, and belong to the same seat if to any, form a queue: a
delivery that waits in one queue does not block the others. The queues of a table are served in
lanes, one for what calls people, one for edits, and one for each seat, so that an edit or a hand
under way does not block a board either. A hand links to the place of its table, so it waits until
the first board has made that place. Everything here runs on the database's thread.

SQLite does not know how many deliveries wait, and would read all of a rank for one table: so each
statement names its index.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.figures import SLOW_DELIVERY
from bot.steps.calling import NextCall, through_gate
from bot.store import due_rows
from bot.table.due import Due
from bot.table.encoding import as_json, stamp
from bot.table.payloads import Payload
from bot.table.post import (
    BESIDE,
    BOARDS,
    CALLS,
    EDITS,
    FIRST_LOST,
    LONGEST_LOST,
    LONGEST_WAIT,
    LOST,
    LOST_RANK,
    POST_KINDS,
    Delivery,
    Lane,
    Lateness,
    Post,
    kind_of,
)

PART = f"coalesce(seat, iif(rank IN ({', '.join(map(str, BESIDE))}), {EDITS}, {CALLS}))"
"""`Lane.part` of a row."""
IS_FREE = f"(table_id, {PART}) NOT IN (SELECT value ->> 0, value ->> 1 FROM json_each(:busy))"
HAS_PLACE = """
    (seat IS NULL OR NOT EXISTS (
        SELECT 1 FROM outbox AS opening INDEXED BY queue
        WHERE opening.table_id = outbox.table_id
            AND opening.kind = 'open' AND opening.refused IS NULL
    ))
"""
"""No private message begins before the first board of its table is posted."""
DUE = "(due_at <= :now OR due_at > :limit)"
QUEUE = "table_id = :table_id AND rank = :rank AND seat IS :seat AND refused IS NULL"

URGENT = f"""
    SELECT table_id, {PART} FROM outbox INDEXED BY line
    WHERE refused IS NULL AND {DUE} AND {IS_FREE} AND {HAS_PLACE}
    ORDER BY rank, due_at, id LIMIT 2
"""
"""Lanes to serve: those whose deliveries are the most urgent, then those that wait longest."""

NEXT = f"""
    SELECT min(due_at) FROM outbox INDEXED BY post_due
    WHERE refused IS NULL AND due_at > :now AND {IS_FREE}
"""

QUEUES = f"""
    SELECT * FROM outbox INDEXED BY queue
    WHERE table_id = ? AND {PART} = ? AND refused IS NULL ORDER BY rank, seat, id
"""
"""Waiting deliveries of a lane, one queue after the other."""

INSERT = f"""
    INSERT INTO outbox (table_id, kind, rank, payload, nonce, seat, due_at)
    VALUES (:table_id, :kind, :rank, :payload, :nonce, :seat, max(:due, (
        SELECT coalesce(max(due_at), '') FROM outbox INDEXED BY queue
        WHERE {QUEUE} AND attempts > 0 AND due_at <= :limit
    )))
"""
"""A delivery is never due before one ahead of it that was already tried."""

LINGER = f"""
    UPDATE outbox INDEXED BY queue SET due_at = :due
    WHERE {QUEUE} AND attempts = 0 AND due_at > :now AND due_at < :due
"""
"""A delivery that waits to be merged into a later post waits until that one is due."""

HURRY = f"""
    UPDATE outbox INDEXED BY queue SET due_at = :now, pause = 0
    WHERE {QUEUE} AND due_at IN (
        SELECT due_at FROM outbox INDEXED BY queue WHERE {QUEUE} AND pause > 0
    )
"""
"""A new post arrives: a delivery that waits after a failure, and all behind it, is due at once."""

BOARD_COMES = f"""
    SELECT 1 FROM outbox INDEXED BY queue
    WHERE table_id = :table_id AND kind IN ('open', 'board', 'over') AND refused IS NULL
        AND attempts = 0 AND {DUE}
"""
"""A new board is due and untried: the last one need not be repeated."""

POSTPONE = """
    UPDATE outbox AS late INDEXED BY queue
    SET due_at = :due, pause = iif(late.id = head.id, :pause, late.pause)
    FROM outbox AS head
    WHERE head.id = :id AND late.table_id = head.table_id AND late.rank = head.rank
        AND late.seat IS head.seat AND late.refused IS NULL
        AND (late.id = head.id OR late.due_at < :due OR late.due_at > :limit)
"""
"""Postpones a delivery and all behind it in its queue."""

YIELD = """
    UPDATE outbox AS later INDEXED BY queue SET due_at = :now
    FROM outbox AS gone
    WHERE gone.id = :id AND later.table_id = gone.table_id AND later.rank = gone.rank
        AND later.seat IS gone.seat AND later.refused IS NULL AND later.due_at < :now
"""
"""The deliveries behind one that was made go to the end of the line of all tables."""


OUTDATED = """
    DELETE FROM outbox INDEXED BY queue
    WHERE table_id = :table_id AND rank = :rank AND id < :id
        AND kind IN (SELECT value FROM json_each(:boards))
"""
"""A board was posted: the lost boards before it are outdated."""

BRING_BACK = """
    UPDATE outbox INDEXED BY queue SET refused = NULL, aside = 0, due_at = :now
    WHERE table_id = :table_id AND aside
"""
"""Makes the deliveries set aside at a table due again."""

SET_ASIDE = """
    UPDATE outbox SET
        rank = :rank, aside = 1, refused = :reason, pause = :pause, kind = :kind, payload = :payload
    WHERE id = :id
"""

LATE = """
    SELECT count(*) AS number, min(coalesce(tried_at, due_at)) AS since
    FROM table_ CROSS JOIN outbox INDEXED BY queue ON table_id = table_.id
    WHERE guild_id = :guild_id AND refused IS NULL
        AND (due_at <= :before OR coalesce(tried_at, '~') <= :before)
"""
"""Deliveries of a server that have waited for too long, and since when the oldest waits."""

ASIDE_AT = """
    SELECT count(*) FROM table_ CROSS JOIN outbox INDEXED BY queue ON table_id = table_.id
    WHERE guild_id = ? AND aside
"""


# ---- in and out of the queue ---------------------------------------------------------------------


def moments(now: datetime) -> dict[str, Any]:
    """The present and the latest possible due time, as parameters of the statements."""
    return {"now": stamp(now), "limit": stamp(now + timedelta(seconds=LONGEST_WAIT))}


def next_lane(
    db: sqlite3.Connection, now: datetime, busy: Collection[Lane]
) -> tuple[Lane | None, float]:
    """The lane to serve now, if any, and the seconds until the next look; skips `busy` lanes."""
    values = {**moments(now), "busy": as_json(list(busy))}
    urgent = [Lane(*row) for row in db.execute(URGENT, values)]
    if len(urgent) > 1:
        return urgent[0], 0.0
    (due,) = db.execute(NEXT, values).fetchone()
    wait = (datetime.fromisoformat(due) - now).total_seconds() if due else LONGEST_WAIT
    return next(iter(urgent), None), min(wait, LONGEST_WAIT)


def overdue(db: sqlite3.Connection, now: datetime) -> int:
    """Number of deliveries whose moment has come."""
    query = f"SELECT count(*) FROM outbox INDEXED BY post_due WHERE refused IS NULL AND {DUE}"
    return int(db.execute(query, moments(now)).fetchone()[0])


def lateness(db: sqlite3.Connection, guild_id: int, now: datetime) -> Lateness:
    """The deliveries of a server that wait for too long, and those set aside."""
    before = now - timedelta(seconds=SLOW_DELIVERY)
    row = db.execute(LATE, {"guild_id": guild_id, "before": stamp(before)}).fetchone()
    since = datetime.fromisoformat(row["since"]) if row["since"] else None
    (aside,) = db.execute(ASIDE_AT, (guild_id,)).fetchone()
    return Lateness(row["number"], since, aside)


def awaits_delivery(db: sqlite3.Connection, table_id: int) -> bool:
    """Whether a delivery of a table waits, or was set aside."""
    query = """
        SELECT EXISTS (
            SELECT 1 FROM outbox INDEXED BY queue
            WHERE table_id = ? AND (refused IS NULL OR aside)
        )
    """
    return bool(db.execute(query, (table_id,)).fetchone()[0])


def has_posts(db: sqlite3.Connection, table_id: int) -> bool:
    """Whether posts of a table wait to be delivered."""
    query = "SELECT 1 FROM outbox WHERE table_id = ? AND refused IS NULL LIMIT 1"
    return db.execute(query, (table_id,)).fetchone() is not None


def refusals(db: sqlite3.Connection) -> list[str]:
    """Reasons of the deliveries that were given up or set aside, the newest first."""
    query = "SELECT refused FROM outbox WHERE refused IS NOT NULL ORDER BY id DESC"
    return [reason for (reason,) in db.execute(query)]


def write_post(db: sqlite3.Connection, table_id: int, post: Post, now: datetime) -> None:
    """Add a delivery to its queue, under a unique nonce."""
    values = {
        "table_id": table_id,
        "kind": post.kind,
        "rank": post.rank,
        "payload": as_json(post.payload),
        "nonce": secrets.token_hex(10),
        "due": stamp(now + timedelta(seconds=post.delay)),
        "seat": post.seat,
        **moments(now),
    }
    if post.kind == "again" and db.execute(BOARD_COMES, values).fetchone():
        return
    db.execute(LINGER if post.delay else HURRY, values)
    db.execute(INSERT, values)


def linger(db: sqlite3.Connection, table_id: int, now: datetime, seconds: float) -> None:
    """Postpone a board that waits for a later one to `seconds` from now."""
    due = stamp(now + timedelta(seconds=seconds))
    db.execute(LINGER, {"table_id": table_id, "rank": 0, "seat": None, "due": due, **moments(now)})


def claim_next(db: sqlite3.Connection, lane: Lane, now: datetime) -> Delivery | None:
    """Merge due rows into the newest one, count the attempt, and return the delivery.

    The most urgent queue of the lane goes first.
    """
    queues = groupby(db.execute(QUEUES, lane), key=lambda row: (row["rank"], row["seat"]))
    due = filter(None, (due_of(list(rows), now) for _, rows in queues))
    if (rows := next(due, None)) is None:
        return None
    delivery, taken_in = merge_deliveries([delivery_of(row) for row in rows])
    began = delivery.tried_at or datetime.fromisoformat(stamp(now))
    delivery = replace(delivery, attempts=delivery.attempts + 1, tried_at=began)
    db.executemany("DELETE FROM outbox WHERE id = ?", [(old,) for old in taken_in])
    note_try(db, delivery, now)
    return delivery


def claim(
    db: sqlite3.Connection, lane: Lane, next_call: NextCall, now: datetime
) -> Delivery | None:
    """Claim the next delivery of a lane, merged with those behind it, and fix its content.

    It is quiet for those who may not be notified now, and what calls them later is due.
    """
    delivery = claim_next(db, lane, now)
    if delivery is None:
        return None
    passed, calls = through_gate(delivery, next_call, now)
    if passed != delivery:
        note_try(db, passed, now)
        due_rows.bring_forward(db, calls, passed.table_id)
    return passed


def note_try(db: sqlite3.Connection, delivery: Delivery, now: datetime) -> None:
    """Write an attempt at a delivery, whose content no longer changes."""
    update = """
        UPDATE outbox SET
            kind = ?, payload = ?, due_at = ?, attempts = ?, tried_at = coalesce(tried_at, ?)
        WHERE id = ?
    """
    values = (delivery.kind, as_json(delivery.payload), stamp(now), delivery.attempts, stamp(now))
    db.execute(update, (*values, delivery.id))


def due_of(queue: Sequence[sqlite3.Row], now: datetime) -> Sequence[sqlite3.Row]:
    """The rows of a queue up to the last due one; a delivery that was already tried goes alone."""
    if queue[0]["attempts"]:
        queue = queue[:1]
    end = moments(now)
    due = [
        number
        for number, row in enumerate(queue, 1)
        if not end["now"] < row["due_at"] <= end["limit"]
    ]
    return queue[: due[-1]] if due else ()


def delivery_of(row: sqlite3.Row) -> Delivery:
    """A row of the outbox as a value."""
    return Delivery(
        id=row["id"],
        table_id=row["table_id"],
        kind=row["kind"],
        payload=payload_of(row),
        nonce=row["nonce"],
        attempts=row["attempts"],
        tried_at=datetime.fromisoformat(row["tried_at"]) if row["tried_at"] else None,
        pause=row["pause"],
        due=datetime.fromisoformat(row["due_at"]),
        is_lost=row["rank"] == LOST_RANK,
    )


def payload_of(row: sqlite3.Row) -> Payload:
    """What a row of the outbox holds; without it, its delivery fails and holds up no other."""
    try:
        return msgspec.json.decode(row["payload"], type=kind_of(row["kind"]).payload)
    except msgspec.ValidationError:
        return Payload()


def is_read(delivery: Delivery) -> bool:
    """Whether the payload of a delivery could be read, so that it may merge with another."""
    return isinstance(delivery.payload, kind_of(delivery.kind).payload)


def merge_deliveries(rows: Sequence[Delivery]) -> tuple[Delivery, list[int]]:
    """The first delivery merged with those behind it, and the ids of the rows to delete."""
    delivery, taken_in = rows[0], []
    for next_delivery in rows[1:]:
        kind = kind_of(delivery.kind).merges.get(next_delivery.kind)
        if (
            kind is None
            or delivery.attempts
            or next_delivery.attempts
            or not is_read(next_delivery)
        ):
            break
        taken_in.append(delivery.id)
        payload = delivery.payload.merged_with(next_delivery.payload)
        delivery = replace(next_delivery, kind=kind, payload=payload, due=delivery.due)
    return delivery, taken_in


def forget_delivery(db: sqlite3.Connection, delivery_id: int, now: datetime) -> None:
    """Delete a delivery that was made; those behind it wait their turn among all tables."""
    db.execute(YIELD, {"id": delivery_id, "now": stamp(now)})
    follow_board(db, delivery_id, now)
    db.execute("DELETE FROM outbox WHERE id = ?", (delivery_id,))


def follow_board(db: sqlite3.Connection, delivery_id: int, now: datetime) -> None:
    """Once a board is posted, retry the deliveries that were set aside and drop lost boards."""
    query = "SELECT table_id, kind FROM outbox WHERE id = ?"
    row = db.execute(query, (delivery_id,)).fetchone()
    if row is not None and row["kind"] in BOARDS:
        values = {"id": delivery_id, "table_id": row["table_id"], "rank": LOST_RANK}
        db.execute(OUTDATED, {**values, "boards": as_json(BOARDS)})
        bring_back(db, row["table_id"], now)


def postpone(
    db: sqlite3.Connection, delivery_id: int, now: datetime, seconds: float, *, failed: bool
) -> None:
    """Postpone a delivery and all behind it in its queue."""
    seconds = min(seconds, LONGEST_WAIT)
    due = stamp(now + timedelta(seconds=seconds))
    pause = seconds if failed else 0.0
    db.execute(POSTPONE, {"id": delivery_id, "due": due, "pause": pause, **moments(now)})


def set_aside(db: sqlite3.Connection, delivery: Delivery, reason: str, now: datetime) -> None:
    """Set a delivery aside, where it blocks no other, until its next attempt is due.

    Deliveries that were set aside earlier merge into it as they would have in its queue.
    """
    earlier, kind, payload = lost_deliveries_before(db, delivery), delivery.kind, delivery.payload
    for older in reversed(earlier):
        kind = kind_of(older.kind).merges.get(kind, kind)
        payload = older.payload.merged_with(payload)
    db.executemany("DELETE FROM outbox WHERE id = ?", [(older.id,) for older in earlier])
    pause = (
        max(2 * timedelta(seconds=delivery.pause), FIRST_LOST) if delivery.is_lost else FIRST_LOST
    )
    pause = min(pause, LONGEST_LOST)
    values = {"id": delivery.id, "rank": LOST_RANK, "reason": reason, "kind": kind}
    more = {"payload": as_json(payload), "pause": pause.total_seconds()}
    db.execute(SET_ASIDE, {**values, **more})
    due_rows.write(db, [Due(kind=LOST, at=now + pause)], delivery.table_id)


def lost_deliveries_before(db: sqlite3.Connection, delivery: Delivery) -> list[Delivery]:
    """Deliveries set aside that merge into a later one, oldest first; hands never merge."""
    query = """
        SELECT * FROM outbox INDEXED BY queue
        WHERE table_id = ? AND rank = ? AND aside AND id < ? ORDER BY id
    """
    lost = map(delivery_of, db.execute(query, (delivery.table_id, LOST_RANK, delivery.id)))
    return [
        row
        for row in lost
        if row.kind != "hand" and delivery.kind in kind_of(row.kind).merges and is_read(delivery)
    ]


def refuse(db: sqlite3.Connection, delivery_id: int, reason: str) -> None:
    """Give up a delivery; its row stays as evidence and blocks no other."""
    update = "UPDATE outbox SET refused = ?, sendings = '{}' WHERE id = ?"
    db.execute(update, (reason, delivery_id))


def bring_back(db: sqlite3.Connection, table_id: int, now: datetime) -> None:
    """Make the deliveries set aside at a table due at once."""
    db.execute(BRING_BACK, {"table_id": table_id, "now": stamp(now)})


def call_off(db: sqlite3.Connection, table_id: int) -> None:
    """Delete the waiting boards, hands and questions of a cancelled game."""
    delete = """
        DELETE FROM outbox INDEXED BY queue
        WHERE table_id = ? AND refused IS NULL
            AND kind IN (SELECT value FROM json_each(?))
    """
    lapsed = [name for name, kind in POST_KINDS.items() if kind.lapses]
    db.execute(delete, (table_id, as_json(lapsed)))
