"""Rows of the verdicts on a finished game. Everything here runs on the database's thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import datetime

import msgspec

from bot.store.outbox import write_post
from bot.store.rows import insert
from bot.table.post import Post
from rules import analysis
from rules.analysis import Verdict

Judged = tuple[int, Verdict | None]
"""A ply, counted among the standing ones, and the verdict on the decision that begins there."""


def begin(db: sqlite3.Connection, table_id: int) -> None:
    """Note that an analysis of a game was requested; a second request changes nothing."""
    db.execute("INSERT INTO analysis (table_id) VALUES (?) ON CONFLICT DO NOTHING", (table_id,))


def add(db: sqlite3.Connection, table_id: int, ply: int, verdict: Verdict | None) -> None:
    """Write the verdict on one decision."""
    insert(db, "verdict", table_id=table_id, ply=ply, verdict=verdict)


def end(
    db: sqlite3.Connection,
    table_id: int,
    ply: int,
    verdict: Verdict | None,
    post: Post | None,
    now: datetime,
) -> None:
    """Write the last verdict on a game, together with the post that tells of it, if any."""
    add(db, table_id, ply, verdict)
    db.execute("UPDATE analysis SET ended = 1 WHERE table_id = ?", (table_id,))
    if post is not None:
        write_post(db, table_id, post, now)


def read(db: sqlite3.Connection, table_id: int) -> list[Judged]:
    """Verdicts on a game so far, in its order."""
    query = "SELECT ply, verdict FROM verdict WHERE table_id = ? ORDER BY ply"
    return [(row["ply"], verdict_of(row)) for row in db.execute(query, (table_id,))]


def under_way(db: sqlite3.Connection) -> list[int]:
    """The tables whose analysis was requested and has not ended."""
    rows = db.execute("SELECT table_id FROM analysis WHERE NOT ended ORDER BY table_id")
    return [row["table_id"] for row in rows]


def verdict_of(row: sqlite3.Row) -> Verdict | None:
    """A row as a value."""
    stored = row["verdict"]
    return None if stored is None else msgspec.json.decode(stored, type=Verdict)


def coming(judged: Sequence[Judged]) -> int:
    """The ply with which the next decision begins."""
    return analysis.next_decision(*judged[-1]) if judged else 1
