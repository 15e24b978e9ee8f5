"""Motions, votes and acts as rows. Everything here runs on the database's thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from bot.store import due_rows
from bot.store.outbox import write_post
from bot.store.person_rows import know
from bot.store.rows import insert, struct_from_row
from bot.table import payloads
from bot.table.acts import Act, Who
from bot.table.due import Due, Settled
from bot.table.encoding import stamp
from bot.table.motions import Motion, Outcome
from bot.table.post import Post

MOTION = "motion"
"""Kind of the due row that ends a motion."""

# ---- motions -------------------------------------------------------------------------------------


def open_motion(
    db: sqlite3.Connection, motion: Motion, act: Act, ask: Callable[[Motion], Post], now: datetime
) -> Motion:
    """Write a motion, its act in the log, its due end and the post that asks; returns it."""
    motion = _insert_motion(db, motion)
    write_acts(db, motion.table_id, [act], now)
    write_post(db, motion.table_id, ask(motion), now)
    at = datetime.fromisoformat(motion.expires_at)
    due_rows.write(db, [Due(kind=MOTION, at=at, table_id=motion.table_id, subject=str(motion.id))])
    return motion


def _insert_motion(db: sqlite3.Connection, motion: Motion) -> Motion:
    """Insert a new motion and the people it asks; returns it with its id."""
    number = insert(
        db,
        "motion",
        table_id=motion.table_id,
        kind=motion.kind,
        by_id=motion.by_id,
        rule=motion.rule,
        matter=motion.target,
        expires_at=motion.expires_at,
    )
    for place, user in enumerate(motion.votes):
        insert(db, "vote", motion_id=number, place=place, user_id=user)
    return replace(motion, id=number)


def note_vote(
    db: sqlite3.Connection, motion_id: int, user_id: int, yes: bool, now: datetime
) -> None:
    """Write a person's vote and queue the update of the post that asks an open motion."""
    update = "UPDATE vote SET yes = ? WHERE motion_id = ? AND user_id = ?"
    db.execute(update, (yes, motion_id, user_id))
    query = "SELECT table_id FROM motion WHERE id = ? AND outcome IS NULL AND message_id NOTNULL"
    for row in db.execute(query, (motion_id,)).fetchall():
        write_post(db, row["table_id"], answer_post(motion_id), now)


def settle(db: sqlite3.Connection, motion_id: int, outcome: Outcome, now: datetime) -> None:
    """Close an open motion and queue the update of the post that asks it."""
    update = """
        UPDATE motion SET outcome = ? WHERE id = ? AND outcome IS NULL
        RETURNING table_id, message_id
    """
    for row in db.execute(update, (str(outcome), motion_id)).fetchall():
        due_rows.settle(db, [Settled(MOTION, subject=str(motion_id))], row["table_id"])
        if row["message_id"] is not None:
            write_post(db, row["table_id"], answer_post(motion_id), now)


def withdraw(db: sqlite3.Connection, user_id: int, now: datetime) -> None:
    """Close all open motions of a person who no longer plays."""
    query = "SELECT id FROM motion WHERE by_id = ? AND outcome IS NULL"
    for row in db.execute(query, (user_id,)).fetchall():
        settle(db, row["id"], Outcome.LEFT, now)


def redraw(db: sqlite3.Connection, user_id: int, now: datetime) -> None:
    """Queue the update of the posts of all open motions that ask a person who is erased."""
    query = """
        SELECT id, table_id FROM motion JOIN vote ON motion_id = id
        WHERE user_id = ? AND outcome IS NULL AND message_id NOTNULL
    """
    for row in db.execute(query, (user_id,)).fetchall():
        write_post(db, row["table_id"], answer_post(row["id"]), now)


def put_off(db: sqlite3.Connection, span: timedelta, now: datetime) -> None:
    """Give all open motions a later end, and queue the update of the posts that tell it."""
    query = "SELECT id, table_id, message_id, expires_at FROM motion WHERE outcome IS NULL"
    for row in db.execute(query).fetchall():
        end = stamp(datetime.fromisoformat(row["expires_at"]) + span)
        db.execute("UPDATE motion SET expires_at = ? WHERE id = ?", (end, row["id"]))
        if row["message_id"] is not None:
            write_post(db, row["table_id"], answer_post(row["id"]), now)


def answer_post(motion_id: int) -> Post:
    """The delivery that updates the post of a motion: its question, or its outcome."""
    return Post("answered", payloads.AboutMotion(motion=motion_id))


def note_post(db: sqlite3.Connection, motion_id: int, post: tuple[int, int]) -> None:
    """Note the channel and the message that ask a motion."""
    update = "UPDATE motion SET channel_id = ?, message_id = ? WHERE id = ?"
    db.execute(update, (*post, motion_id))


def read_motion(db: sqlite3.Connection, motion_id: int) -> Motion | None:
    """A motion, open or closed, if it exists."""
    row = db.execute("SELECT * FROM motion WHERE id = ?", (motion_id,)).fetchone()
    return None if row is None else motion_of(db, row)


def read_open(db: sqlite3.Connection, table_id: int) -> list[Motion]:
    """The open motions of a table, the oldest first."""
    query = "SELECT * FROM motion WHERE table_id = ? AND outcome IS NULL ORDER BY id"
    return [motion_of(db, row) for row in db.execute(query, (table_id,)).fetchall()]


def tables_that_vote(db: sqlite3.Connection) -> list[int]:
    """The tables with an open motion."""
    query = "SELECT DISTINCT table_id FROM motion WHERE outcome IS NULL ORDER BY table_id"
    return [table_id for (table_id,) in db.execute(query)]


def motion_of(db: sqlite3.Connection, row: sqlite3.Row) -> Motion:
    """A row as a motion, with its votes in the order in which people are asked."""
    query = "SELECT user_id, yes FROM vote WHERE motion_id = ? ORDER BY place"
    votes = dict(db.execute(query, (row["id"],)).fetchall())
    target = msgspec.json.decode(row["matter"])
    post = (row["channel_id"], row["message_id"]) if row["message_id"] else None
    return struct_from_row(row, Motion, target=target, votes=votes, post=post)


# ---- acts ----------------------------------------------------------------------------------------


def write_acts(db: sqlite3.Connection, table_id: int, acts: Iterable[Act], now: datetime) -> None:
    """Add acts to the log of a table, and a row for each person they name."""
    for act in acts:
        know(db, *(who.user_id for who in (act.by, act.about) if who.user_id))
        by = {"by_id": act.by.user_id, "by_name": act.by.name}
        about = {"about_id": act.about.user_id, "about_name": act.about.name}
        insert(db, "act", table_id=table_id, code=act.code, args=act.args, at=now, **by, **about)


def read_acts(db: sqlite3.Connection, table_id: int) -> list[Act]:
    """Acts of a table's log, the oldest first."""
    rows = db.execute("SELECT * FROM act WHERE table_id = ? ORDER BY id", (table_id,))
    return [
        Act(
            code=row["code"],
            by=Who(row["by_id"], row["by_name"]),
            about=Who(row["about_id"], row["about_name"]),
            args=msgspec.json.decode(row["args"]),
            at=row["at"],
        )
        for row in rows
    ]
